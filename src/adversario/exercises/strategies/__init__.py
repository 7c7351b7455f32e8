"""Exercises on strategies: tables of payoffs and trees with information sets, made and graded."""
