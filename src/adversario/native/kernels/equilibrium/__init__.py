"""Regret matching over a tree with information sets. No rules are needed here."""
