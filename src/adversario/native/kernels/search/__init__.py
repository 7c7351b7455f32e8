"""Kernels of the tree searches."""
