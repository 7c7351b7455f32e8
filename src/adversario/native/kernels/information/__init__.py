"""Kernels of games with hidden information: memories, worlds, searches and trees over them."""
