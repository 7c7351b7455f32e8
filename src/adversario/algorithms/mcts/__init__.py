"""Monte Carlo tree search: the tree, its open-loop form, and its answers."""
