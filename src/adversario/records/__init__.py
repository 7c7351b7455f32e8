"""Played games: as records, as sessions in progress, and in PDN."""
