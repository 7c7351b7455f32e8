"""Equilibria: linear programs, matrix games, games with hidden information."""
