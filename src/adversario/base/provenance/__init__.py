"""Which game and which rules something belongs to: identity, digests of code, saved work."""
