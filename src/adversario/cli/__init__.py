"""The command line."""

from adversario.cli.app import main

__all__ = ["main"]
