"""Card games, in which players do not see each other's cards."""
