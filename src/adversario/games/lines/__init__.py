"""Games of connecting cells and completing lines."""
