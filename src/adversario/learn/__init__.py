"""Training of evaluations by self-play."""

from adversario.learn.evaluation import Evaluation, Linear, linear
from adversario.learn.selfplay import Settings
from adversario.learn.trainer import Point, Trainer, train

__all__ = ["Evaluation", "Linear", "Point", "Settings", "Trainer", "linear", "train"]
