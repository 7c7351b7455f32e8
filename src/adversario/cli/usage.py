"""Commands that Typer cannot parse: what is wrong with them, in the words of the catalogue."""

from __future__ import annotations

from typing import Any

import typer

from adversario.base.catalogue import Message, message
from adversario.base.suggest import did_you_mean

USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]
"""The base of Typer's errors of usage, which has no public name."""


def problem_of_usage(error: BaseException) -> Message | None:
    """What is wrong with a command that Typer refuses; None for errors of other kinds."""
    if not isinstance(error, USAGE_ERROR):
        return None
    refused: Any = error
    command = "adversario" if refused.ctx is None else refused.ctx.command_path
    kind = type(error).__name__
    if kind == "NoSuchOption":
        close = did_you_mean(refused.option_name, _options(refused.ctx))
        return message("cli.no_option", given=refused.option_name, close=close, command=command)
    if kind == "BadOptionUsage":
        return message("cli.option_usage", name=refused.option_name, command=command)
    return message("cli.usage_error", problem=refused.format_message(), command=command)


def _options(ctx: Any) -> list[str]:
    """The long options of a command."""
    parameters = [] if ctx is None else ctx.command.get_params(ctx)
    return [option for each in parameters for option in each.opts if option.startswith("--")]
