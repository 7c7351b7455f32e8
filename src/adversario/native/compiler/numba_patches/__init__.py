"""Patches of Numba, each applied to the programs of this package only."""
