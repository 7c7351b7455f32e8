"""Python's modules: names loaded on first use, modules that users wrote."""
