"""Arithmetic of rules that is Python's or raises: the syntax tree, and what it calls."""
