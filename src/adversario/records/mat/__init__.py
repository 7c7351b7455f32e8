"""Matches of backgammon as text in two columns: the format `.mat` of Jellyfish."""

from adversario.records.mat.match import Mat, MatGame
from adversario.records.mat.read import read_mat
from adversario.records.mat.write import write_mat

__all__ = ["Mat", "MatGame", "read_mat", "write_mat"]
