"""The messages of the protocol as TypeScript, written by `python -m adversario.web.typescript`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from adversario.web.protocol import (
    EXCHANGES,
    lessons,
    offers,
    positions,
    requests,
    seats,
    strategies,
    trees,
    words,
    work,
)

PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}

HEAD = """\
// Generated from src/adversario/web/protocol/: do not edit.
// To write it anew: python -m adversario.web.typescript > frontend/src/protocol.ts
"""

FRAMES = """\
/** What the client sends: a request with a number of its own, or a word about one. */
export type ClientMessage =
  | {
      [K in RequestType]: { id: number; type: K; lang?: Language } & Exchanges[K]["request"];
    }[RequestType]
  | { type: "cancel"; id: number }
  | { type: "resume"; seen: Record<string, number> };

/** What the server sends: numbered from 0 for each request; the last is a result or an error. */
export type ServerMessage =
  | { id: number; seq: number; type: "update"; value: unknown }
  | { id: number; seq: number; type: "result"; value: unknown }
  | ({ id: number; seq: number; type: "error" } & ProblemPayload)
  | { type: "expired" } // the session is forgotten: another has begun
  | { type: "resend"; ids: number[] } // requests that were lost on their way
  | ({ type: "refused" } & ProblemPayload); // a message that is no request
"""


def typescript() -> str:
    """The text of `frontend/src/protocol.ts`."""
    return "\n".join([HEAD, *_aliases(), *_interfaces(), *_exchanges(), FRAMES])


def _aliases() -> Iterator[str]:
    """The unions of texts that have a name."""
    for name, alias in vars(words).items():
        if get_origin(alias) is Literal:
            yield f"export type {name} = {' | '.join(map(_literal, get_args(alias)))};\n"


def _interfaces() -> Iterator[str]:
    """Every dataclass, a base before the classes that extend it."""
    for module in (offers, positions, seats, strategies, trees, work, lessons, requests):
        for name, kind in vars(module).items():
            if isinstance(kind, type) and kind.__module__ == module.__name__:
                yield "\n".join(_interface(name, kind))


def _interface(name: str, kind: type[Any]) -> Iterator[str]:
    base = kind.__mro__[1]
    inherited = {each.name for each in fields(base)} if is_dataclass(base) else set()
    own = [each for each in fields(kind) if each.name not in inherited]
    hints = get_type_hints(kind)
    extends = f" extends {base.__name__}" if inherited else ""
    yield _comment(getdoc(kind) or "")
    if not own:
        right = base.__name__ if inherited else "Record<string, never>"
        yield f"export type {name} = {right};\n"
        return
    yield f"export interface {name}{extends} {{"
    for each in own:
        optional = "?" if _has_default(each) else ""
        yield f"  {each.name}{optional}: {_type(hints[each.name])};"
    yield "}\n"


def _has_default(each: Field[Any]) -> bool:
    return each.default is not MISSING or each.default_factory is not MISSING


def _exchanges() -> Iterator[str]:
    """The types of every kind of request."""
    yield "export interface Exchanges {"
    for name, exchange in EXCHANGES.items():
        update = "never" if exchange.update is None else exchange.update.__name__
        yield (
            f'  "{name}": {{ request: {exchange.request.__name__}; '
            f"result: {exchange.result.__name__}; update: {update} }};"
        )
    yield "}\n\nexport type RequestType = keyof Exchanges;\n"


def _type(hint: Any) -> str:
    """A Python type in TypeScript."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        named = [name for name, alias in vars(words).items() if alias == hint]
        return named[0] if named else " | ".join(map(_literal, arguments))
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(map(_type, arguments)))
    if origin is list:
        item = _type(arguments[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is Mapping:
        return f"Record<string, {_type(arguments[1])}>"
    assert isinstance(hint, type), hint
    return hint.__name__


def _literal(value: str) -> str:
    return f'"{value}"'


def _comment(text: str) -> str:
    """A docstring as a comment."""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"/** {text} */"
    return "\n".join(["/**", *(f" * {line}".rstrip() for line in lines), " */"])


if __name__ == "__main__":
    sys.stdout.write(typescript())
