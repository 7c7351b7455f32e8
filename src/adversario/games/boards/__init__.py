"""Board games in which pieces move, capture or flip."""
