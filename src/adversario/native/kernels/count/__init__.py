"""Kernels that count states, sequences and walks."""
