"""How often compiled rules had no room: one number for lengths and for sizes of numbers."""

STEP = 4
"""What is added to the scale for numbers; for lengths, it is one."""
