"""What a program may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a program in one test.

    - `start`: seconds until it is loaded;
    - `call`: seconds of one call of its function, on the clock of the grader;
    - `test`: seconds of all its calls in a test;
    - `cpu`: seconds of processor time, for the whole test;
    - `memory`: MiB of address space;
    - `file`: KiB of a file that it writes, in its own folder; `files`: how many it may make;
    - `output`: KiB of what it prints that are kept; the rest is thrown away;
    - `grace`: seconds that a call may take longer than it was given to choose an action.
    """

    start: float = 30.0
    call: float = 10.0
    test: float = 60.0
    cpu: int = 60
    memory: int = 1024
    file: int = 1024
    files: int = 16
    output: int = 4
    grace: float = 0.5
