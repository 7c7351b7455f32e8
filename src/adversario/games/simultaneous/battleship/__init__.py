"""Battleship: fleets placed in secret, and shots in turn."""
