"""Shared parts of the searches: limits, events, runs, answers, and requirements on games."""
