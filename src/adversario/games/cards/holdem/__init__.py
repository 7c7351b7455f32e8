"""Limit hold'em for two."""
