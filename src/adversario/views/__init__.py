"""Games made from games: modelled opponents, endgame tables, sums."""
