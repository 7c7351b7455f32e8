"""Kernels of Gumbel AlphaZero."""
