"""Python's own functions and methods in compiled rules."""
