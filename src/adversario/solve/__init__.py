"""Perfect play: the value of every state, by the method that fits the game."""
