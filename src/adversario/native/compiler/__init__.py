"""From the source of a game and a kernel to machine code."""
