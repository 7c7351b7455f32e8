"""Analysis of one or many positions, and review of played games."""
