"""Values in registers and memory, and what can be done with them."""
