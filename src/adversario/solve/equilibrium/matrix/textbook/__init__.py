"""Games of textbooks in strategic form, by name."""
