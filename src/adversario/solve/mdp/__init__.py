"""Markov decision processes: making, solving and unrolling them."""

from adversario.solve.mdp.files import mdp_from_text, read_mdp
from adversario.solve.mdp.games import mdp_from_game
from adversario.solve.mdp.grid import mdp_from_grid
from adversario.solve.mdp.iterate import METHODS, Method, SweepProgress, solve_mdp
from adversario.solve.mdp.model import Mdp, mdp_from_arrays, mdp_from_names
from adversario.solve.mdp.solution import Solution
from adversario.solve.mdp.unrolled import Unrolled

__all__ = [
    "METHODS",
    "Mdp",
    "Method",
    "Solution",
    "SweepProgress",
    "Unrolled",
    "mdp_from_arrays",
    "mdp_from_game",
    "mdp_from_grid",
    "mdp_from_names",
    "mdp_from_text",
    "read_mdp",
    "solve_mdp",
]
