"""Training of tables and networks over the patterns of a game."""
