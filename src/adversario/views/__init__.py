"""Games derived from games: modelled opponents, endgame tables, sums."""
