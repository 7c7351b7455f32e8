"""The memory that a kernel shares with its driver."""
