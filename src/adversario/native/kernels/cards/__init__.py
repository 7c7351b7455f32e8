"""Poker hands: their strength, showdowns, and betting over vectors of hands."""
