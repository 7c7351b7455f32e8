"""The graph of a problem: whether and how play ends."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.compile import compile_kernel
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels.mdp import graph
from adversario.solve.mdp.engine import compiles
from adversario.solve.mdp.model import Mdp


class MdpGraph:
    """The graph of a problem: the choices that lead to each of its states."""

    def __init__(self, mdp: Mdp, engine: Engine) -> None:
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        self.mdp = mdp
        self.run = compile_kernel(graph) if compiles(mdp, engine) else graph
        self.firsts = np.zeros(len(mdp) + 1, np.int64)
        self.sources = np.zeros(len(mdp.targets), np.int32)
        self.run.turn_around(
            mdp.outcomes, mdp.targets, self.firsts, self.sources, np.zeros(len(mdp), np.int64)
        )

    def choices_towards_ends(self) -> Any:
        """For each state a choice that may lead nearer to an end; -1 if there is none."""
        import numpy as np  # noqa: PLC0415

        towards = np.full(len(self.mdp), -1, np.int32)
        self.run.reach_ends(
            self.mdp.choices, self.mdp.owners, self.firsts, self.sources, towards,
            np.zeros(len(self.mdp), np.int32),
        )  # fmt: skip
        return towards

    def endless_choices(self, usable: Any) -> Any:
        """A mask of the choices with which play can go on for ever, among the `usable` ones."""
        import numpy as np  # noqa: PLC0415

        kept = usable.astype(np.int8)
        self.run.stay(
            self.mdp.choices, self.mdp.owners, self.firsts, self.sources, kept,
            np.zeros(len(self.mdp), np.int32), np.zeros(len(self.mdp), np.int32),
        )  # fmt: skip
        return kept
