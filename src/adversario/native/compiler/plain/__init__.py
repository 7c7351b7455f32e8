"""Rules written in plain Python, compiled: strings, tuples, lists, sets, dictionaries and classes.

The types of all values are inferred from sample states and from the source, which becomes LLVM:
numbers are registers, everything else is memory that is released when a rule returns.
"""
