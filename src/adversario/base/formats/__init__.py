"""Readers of files that others may have written: nothing in them is trusted."""
