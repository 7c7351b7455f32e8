"""Kernels of Markov decision processes."""
