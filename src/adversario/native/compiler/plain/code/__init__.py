"""Code of LLVM for Python's syntax and values; each class adds to the one before it."""
