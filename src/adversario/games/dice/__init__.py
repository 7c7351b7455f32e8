"""Games of dice for two."""
