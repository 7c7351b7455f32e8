"""Pieces that know nothing of games: numbers, distributions, errors, texts, files."""
