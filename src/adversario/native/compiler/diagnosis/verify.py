"""The rules of a program compiled one by one, to find the first that does not, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numba
from numba.core import types

from adversario.base.catalogue import Message, message
from adversario.contract.capabilities import compiled_methods, parameters_of
from adversario.native.compiler.load import Loaded
from adversario.native.compiler.problems import Problem

_typeof: Any = numba.typeof

RULES = {
    "player": ("state",),
    "is_terminal": ("state",),
    "actions": ("state",),
    "chances": ("state",),
    "utility": ("state", "player"),
    "mixed_key": ("state",),
    "mixed_position_key": ("state",),
    "mixed_table_key": ("state",),
}
"""The parameters of the rules, and of what a program derives from them."""

LATER = frozenset({"action", "after"})
"""Parameters whose type is not known before that of actions is."""

WORDS = (
    (r"'?(\w+)'? object has no attribute|Unknown attribute '(\w+)'", "attribute"),
    (r"reflected set|set\(", "set"),
    (r"dict\(|DictType", "dict"),
    (r"Untyped global name '(\w+)'|Unknown name|NameError: name '(\w+)'", "name"),
    (r"Cannot unify (.+) and (.+) for '(.+?)'", "unify"),
    (r"Can't unify (?:return|yield) type", "unify_returns"),
    (r"No implementation of function Function\(<built-in function getitem", "getitem"),
    (r"(?:No implementation of function Function\(<.*?(?:function|class) '?([\w.]+)'?)", "call"),
    (r"unicode_type|UnicodeType", "text"),
    (r"(?:out of range|tuple index)", "index"),
    (r"Unsupported|not supported|NotImplementedError", "unsupported"),
)
"""What Numba says, as a pattern, and the message in which we say it."""


def verify(loaded: Loaded) -> Iterator[Problem]:
    """Compile each rule for the types of the game; yield what does not compile."""
    state = _typeof(loaded.encode(loaded.program.sample))
    known = {"state": state, "random": types.uint64, "first": types.int64[::1]}
    given: dict[str, Any] = {}
    parameters = RULES | {name: parameters_of(name) for name in compiled_methods()}
    for rule, names in parameters.items():
        if not LATER.intersection(names):
            signature = tuple(known.get(name, types.int64) for name in names)
            yield from _compile(loaded, rule, signature, given)
    if given.get("unindex", state) != state:
        details = {"expected": _shown(state), "given": _shown(given["unindex"])}
        yield _at_start(loaded, "unindex", message("native.reason.other_state", **details))
    actions = {_item(given[rule]) for rule in ("actions", "noisy_actions") if rule in given}
    if "chances" in given and isinstance(_item(given["chances"]), types.BaseTuple):
        actions.add(_item(given["chances"]).types[0])
    for action in sorted(actions - {None}, key=str):
        yield from _compile(loaded, "result", (state, action), given)
        yield from _compile(loaded, "urgency", (state, action), given)
        after = given.pop("result", state)
        if after != state:
            details = {"expected": _shown(state), "given": _shown(after)}
            yield _at_start(loaded, "result", message("native.reason.other_state", **details))


def _compile(
    loaded: Loaded, rule: str, signature: tuple[Any, ...], given: dict[str, Any]
) -> Iterator[Problem]:
    function = getattr(loaded.module, f"self_{rule}", None)
    if function is None:
        return
    try:
        function.compile(signature)
    except Exception as error:  # of Numba's, which has many kinds
        yield explained(loaded, rule, error)
    else:
        given[rule] = function.overloads[signature].signature.return_type


def _item(many: Any) -> Any:
    """The type of what one gets by going through a value of that type; None if one cannot."""
    if isinstance(many, types.Generator):
        return many.yield_type
    return many.iterator_type.yield_type if isinstance(many, types.IterableType) else None


def explained(loaded: Loaded, rule: str, error: Exception) -> Problem:
    """What Numba says, with the line of the rules it is about, in our words."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    for line in re.findall(re.escape(loaded.file) + r"\D{1,10}(\d+)", said):
        if origin := loaded.program.origin(loaded.text, int(line)):
            source, at = origin
            return source.problem(at, reason(said))
    return _at_start(loaded, rule, reason(said))


def _at_start(loaded: Loaded, rule: str, why: Message) -> Problem:
    written = loaded.program.written.get(f"self_{rule}")
    if written is None:
        return Problem(f"{loaded.program.game.name}.{rule}", "", 0, "", why)
    return written.source.problem(written.source.tree.lineno, why)


def reason(said: str) -> Message:
    """A message of Numba's in our words; its most specific line if we have none."""
    for pattern, name in WORDS:
        if found := re.search(pattern, said):
            details = [text for text in found.groups() if text]
            first, second = (*details, "", "")[:2]
            return message(f"native.reason.numba_{name}", first=first, second=second)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(("Failed in", "During", "File"))]
    return message("native.reason.numba", text=(telling or lines or ["?"])[0][:200])


def _shown(type: Any) -> str:  # noqa: A002
    return str(type).replace("_fields", "")
