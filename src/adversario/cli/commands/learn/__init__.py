"""Commands to play and study."""
