"""A search as an observable process: recorded, saved, put into words, turned into a tree."""

from adversario.trace.build import search_tree
from adversario.trace.files import dump_trace, load_trace
from adversario.trace.recorder import Recorder, Trace, record
from adversario.trace.tree import TreeNode, game_tree
from adversario.trace.words import text_trace

__all__ = [
    "Recorder",
    "Trace",
    "TreeNode",
    "dump_trace",
    "game_tree",
    "load_trace",
    "record",
    "search_tree",
    "text_trace",
]
