"""Commands to compare players, count and measure."""
