"""What all searches share: limits, events, the run, the answer, and what each asks of a game."""
