"""Heads-up hold'em: strength of hands, ranges, equities, and equilibria of the last bets."""
