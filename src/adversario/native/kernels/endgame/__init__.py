"""Kernels that build, check and probe endgame tables."""
