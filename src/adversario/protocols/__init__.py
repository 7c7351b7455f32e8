"""Protocols by which programs play each other: the game as an engine, and engines as players."""
