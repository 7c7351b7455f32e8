"""Backgammon with the doubling cube: games for points, and matches."""
