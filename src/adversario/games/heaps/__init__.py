"""Impartial games of heaps."""
