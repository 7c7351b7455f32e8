"""Games with information sets: strategies, best responses, equilibria."""
