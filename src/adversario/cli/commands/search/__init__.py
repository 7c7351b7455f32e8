"""Commands to search, and see how."""
