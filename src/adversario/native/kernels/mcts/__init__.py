"""Kernels of Monte Carlo tree search."""
