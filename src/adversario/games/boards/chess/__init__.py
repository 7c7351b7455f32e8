"""Chess endings."""
