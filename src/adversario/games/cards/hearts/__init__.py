"""Hearts: four players, thirteen tricks, and every heart is a point too many."""
