"""The command line."""

from adversario.cli.entry import main

__all__ = ["main"]
