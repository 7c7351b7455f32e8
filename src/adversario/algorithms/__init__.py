"""The searches: one textbook file each, and a registry that picks by the kind of game."""
