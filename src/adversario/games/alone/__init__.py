"""Games for one player against chance."""
