"""Games that do not compile: Python expands each state once, and machine code reads the table."""
