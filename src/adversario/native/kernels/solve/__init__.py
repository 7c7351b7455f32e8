"""Kernels of exact solvers."""
