"""Games in which players choose at the same time."""
