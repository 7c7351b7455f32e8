"""The memory of compiled searches: arrays kept for the next one, models, and the game so far."""
