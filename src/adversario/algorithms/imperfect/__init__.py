"""Searches for games in which players do not see everything."""
