"""The states of a game, explored, numbered and kept in arrays."""
