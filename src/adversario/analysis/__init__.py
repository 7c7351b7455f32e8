"""Positions analysed to a limit, one or many, and played games reviewed."""
