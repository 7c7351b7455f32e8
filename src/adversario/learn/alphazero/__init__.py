"""Gumbel AlphaZero: policy and value learned by self-play with search."""
