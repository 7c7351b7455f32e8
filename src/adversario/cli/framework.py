"""Typer's commands and groups as used here.

Their modules are loaded when they are run, their help and their errors are texts of the catalogue,
and values are read without Typer's validators, which take longer to load than most commands run.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import wraps
from pathlib import Path
from types import MethodType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.cli.command_table import EXAMPLES, NESTED, command_function
from adversario.cli.faults import report
from adversario.cli.shared.language import LANG, tr
from adversario.cli.signals import raising_exceptions

MOST_DIGITS = 18
"""The digits of a whole number: a seed and some more still have room in 64 bits."""


def _whole(text: str) -> int:
    number = int(text)
    if abs(number) >= 10**MOST_DIGITS:
        raise OverflowError
    return number


EXPECTED: dict[type, tuple[Callable[[str], Any], str]] = {
    int: (_whole, "cli.expected.whole"),
    float: (float, "cli.expected.number"),
    Path: (Path, "cli.expected.path"),
    str: (str, "cli.expected.text"),
}
"""How values of a type are read, and the words for what is expected."""


class Command(TyperCommand):
    """A command with examples at the end of its help; more arguments than it takes are an error."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; raises InputError for those that are left over."""
        ctx.allow_extra_args = True
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            raise InputError("cli.extra", given=" ".join(left), command=ctx.command_path)
        return left

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The pieces of the line of usage, in which only what is optional has brackets."""
        return [
            piece.replace("{", "").replace("}", "") for piece in super().collect_usage_pieces(ctx)
        ]

    def get_usage(self, ctx: Any) -> str:
        """The line of usage, in the language of the help."""
        return _usage(super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`, in the language of the help."""
        return _translated(super().get_help_option(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, in its language."""
        _translate_panels()
        super().format_help(ctx, formatter)
        _print_examples(ctx.command_path)


class Group(TyperGroup):
    """Commands by name: the help lists outlines, and the one that runs is loaded."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that the first argument names; raises InputError if there is none."""
        name, *rest = args
        if name not in self.commands:
            if ctx.resilient_parsing or name.startswith("-"):
                return super().resolve_command(ctx, args)
            close = did_you_mean(name, self.commands)
            raise InputError(
                "cli.no_command", given=name, close=close, known=", ".join(self.commands)
            )
        if name in NESTED:
            return name, self.commands[name], rest
        return name, load_command(f"{self.name} {name}".strip()), rest

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the options before the command."""
        for each in self.params:
            _read_plainly(each, str)
        return super().parse_args(ctx, args)

    def get_usage(self, ctx: Any) -> str:
        """The line of usage, in the language of the help."""
        return _usage(super().get_usage(ctx))

    def get_help_option(self, ctx: Any) -> Any:
        """The option `--help`, in the language of the help."""
        return _translated(super().get_help_option(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help, in its language."""
        _translate_panels()
        each: Any
        for each in self.params:
            if each.name in ("install_completion", "show_completion"):
                each.help, each.metavar = tr(f"cli.{each.name}"), ""
        super().format_help(ctx, formatter)
        _print_examples(ctx.command_path)


def load_command(name: str) -> Any:
    """The command of that name, such as `search` or `tablebase build`, ready to parse and run."""
    function = command_function(name)
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    single.command(name.rpartition(" ")[2], cls=Command, help=help_of(name))(
        _interruptible(function)
    )
    command = get_command(single)
    kinds = get_type_hints(function)
    for parameter in command.params:
        _read_plainly(parameter, kinds[str(parameter.name)])
    return command


def help_of(name: str) -> str:
    """What a command does, in a sentence."""
    return tr(f"cli.{name.replace(' ', '.')}.help")


def _print_examples(path: str) -> None:
    """Print the end of a command's help: what to type, a line each."""
    name = path.partition(" ")[2]  # after the name of the program
    typer.echo("\n".join([f" {tr('cli.examples')}", *(f"   {line}" for line in EXAMPLES[name])]))


def _interruptible(function: Callable[..., None]) -> Callable[..., None]:
    """The function of a command, which Ctrl-C ends."""

    @wraps(function)
    def run_command(*arguments: Any, **options: Any) -> None:
        try:
            with raising_exceptions():
                function(*arguments, **options)
        except KeyboardInterrupt:  # of which typer would make an exit code of its own
            lang = str(options.get("lang", LANG))
            raise typer.Exit(report(KeyboardInterrupt(), ["--lang", lang])) from None

    return run_command


# Values


def _read_plainly(parameter: Any, kind: Any) -> None:
    """Let a parameter read its values by itself; a switch is shown without a type."""
    kind, many = _plain_kind(kind)
    if kind is bool:
        parameter.metavar = ""
        return

    def process(self: Any, ctx: Any, value: Any) -> Any:
        if value is None or (many and not value):
            if self.required and not ctx.resilient_parsing:
                raise InputError("cli.missing", name=shown_name(self), command=ctx.command_path)
            found: Any = () if many else None
        elif many:
            found = tuple(read_value(self, kind, each) for each in value)
        else:
            found = read_value(self, kind, value)
        return found if self.callback is None else self.callback(ctx, self, found)

    parameter.process_value = MethodType(process, parameter)


def _plain_kind(kind: Any) -> tuple[Any, bool]:
    """The type of a value, without `None`, and whether there may be several of them."""
    if get_origin(kind) in (Union, UnionType):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if get_origin(kind) is list:
        return get_args(kind)[0], True
    return kind, False


def read_value(parameter: Any, kind: Any, given: Any) -> Any:
    """The value that was typed; raises InputError if it is none of that type."""
    if not isinstance(given, str) or (kind is str):
        return given
    name = shown_name(parameter)
    if issubclass(kind, Enum):
        known = [str(each.value) for each in kind]
        if given not in known:
            close = did_you_mean(given, known)
            raise InputError(
                "cli.bad_choice", name=name, given=given, close=close, known=", ".join(known)
            )
        return kind(given)
    read, expected = EXPECTED[kind]
    try:
        return read(given)
    except ValueError:
        raise InputError(
            "cli.bad_value", name=name, given=given, expected=message(expected)
        ) from None
    except OverflowError:
        digits = message("cli.expected.digits", most=MOST_DIGITS)
        raise InputError("cli.bad_value", name=name, given=given, expected=digits) from None


def shown_name(parameter: Any) -> str:
    """The name of a parameter as the user knows it: an option, or the word of the usage line."""
    options = [option for option in parameter.opts if option.startswith("--")]
    return options[0] if options else parameter.metavar or str(parameter.name).upper()


# Words


def _usage(line: str) -> str:
    """The line of usage in the language of the help."""
    words = line.replace("Usage:", tr("cli.usage"), 1)
    return words.replace("[OPTIONS]", tr("cli.usage.options")).replace(
        "COMMAND [ARGS]...", tr("cli.usage.command")
    )


def _translated(option: Any) -> Any:
    if option is not None:
        option.help = tr("cli.help_option")
        _read_plainly(option, str)
        option.metavar = ""
    return option


def _translate_panels() -> None:
    """Set the words of Typer's help."""
    from typer import rich_utils  # noqa: PLC0415 (takes a while, and only help needs it)

    rich_utils.ARGUMENTS_PANEL_TITLE = tr("cli.panel.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = tr("cli.panel.options")
    rich_utils.COMMANDS_PANEL_TITLE = tr("cli.panel.commands")
    rich_utils.DEFAULT_STRING = tr("cli.panel.default")
    rich_utils.REQUIRED_LONG_STRING = tr("cli.panel.required")
