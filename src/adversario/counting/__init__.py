"""The size of games: perft, states, trees, complexity."""
