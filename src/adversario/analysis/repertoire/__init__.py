"""Repertoires: openings that an analysis found good, to play from with variety."""
