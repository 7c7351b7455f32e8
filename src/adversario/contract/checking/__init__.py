"""Whether a game keeps the contract: the checker, and guards around rules in use."""
