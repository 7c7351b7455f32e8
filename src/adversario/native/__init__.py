"""The native engine: games compiled to machine code, with the answers of the interpreted searches.

Numba and NumPy are imported when a game is first compiled, not before.
"""
