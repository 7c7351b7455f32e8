"""Parts that do not depend on games: numbers, distributions, errors, texts, files."""
