"""`adversario engine`: the package as an engine for programs that play games."""

from __future__ import annotations

import sys

from adversario import __version__
from adversario.cli.shared.language import LANG
from adversario.cli.shared.options import Lang
from adversario.protocols.uci.engine import UciEngine


def uci_command(lang: Lang = LANG) -> None:
    """Speak UCI on standard input and output, until `quit` or the end of the input."""

    def write(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    try:
        UciEngine(write, f"Adversario {__version__}").run(sys.stdin)
    except BrokenPipeError:
        raise SystemExit(0) from None  # the interface has gone
