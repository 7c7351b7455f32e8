"""Kernels of self-play and temporal-difference learning."""
