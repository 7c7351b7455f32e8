"""Commands to solve."""
