"""Transposition tables."""
