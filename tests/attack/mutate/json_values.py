"""Changes to JSON that keep it JSON: other types, extreme values, other keys, other layouts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from tests.attack.mutate.damage import Effect, Mutant

RAW = (
    "0", "-1", "1", "2", "3", "0.5", "-0.0", "1e400", "-1e400", "1e308", "1e999999999",
    "1e-999999999", "NaN", "Infinity", "-Infinity", "9223372036854775808", "-9223372036854775809",
    "18446744073709551616", "2147483648", "1000000000", "-1000000000", "9" * 400, "9" * 5000,
    "true", "false", "null", '""', '"x"', '"1/0"', '"1/3"', '"nan"', '"inf"', '"1e999999999"',
    '"\\ud800"', '"\\u0000"', '"\\u001b[31m"', '"a\\nb"', '"' + "a" * 300 + '"',
    '"' + "a" * 100_000 + '"', '"../../x"', '"/etc/passwd"', '"evil.py"', '":G"', '"evil.py:G"',
    '"os.system"', '"__import__(\'os\')"', '"-"', "[]", "{}", "[[]]", "[null]", '[""]', "[0]",
    "[0,0]", "[1,2,3]", '{"":0}', '{"x":[]}', "[" * 60 + "]" * 60, "[" * 2000 + "]" * 2000,
    "[" * 100_000 + "]" * 100_000, '{"a":' * 2000 + "0" + "}" * 2000,
    "[" + ",".join(["0"] * 20_000) + "]",
)  # fmt: skip
"""Values as text, since not all of them can be written by `json`."""


class Place(NamedTuple):
    """A value in a JSON document: its container and its key or index."""

    container: Any
    key: Any


def changed_json(text: bytes, random: Random, *, lines: bool = False) -> Mutant:
    """The document with one to three changes; of JSON lines, one line is changed."""
    if lines:
        whole = text.splitlines()
        at = random.randrange(len(whole))
        mutant = _changed(whole[at], random, oneline=True)
        whole[at] = mutant.data
        return Mutant(f"line {at + 1}: {mutant.title}", b"\n".join(whole) + b"\n", mutant.effect)
    return _changed(text, random)


def change_values(value: Any, random: Random) -> tuple[str, str]:
    """The value with one to three changes, as JSON text, after a title."""
    top = [value]
    spots: dict[str, str] = {}
    titles = [_change(top, spots, random) for _ in range(random.choice((1, 1, 1, 2, 3)))]
    text = json.dumps(top[0])
    for mark, raw in spots.items():
        text = text.replace(json.dumps(mark), raw)
    return ", ".join(titles), text


def _changed(text: bytes, random: Random, *, oneline: bool = False) -> Mutant:
    value = json.loads(text)
    if random.random() < 0.1:
        return _laid_out(value, random, oneline=oneline)
    title, changed = change_values(value, random)
    return Mutant(title, changed.encode())


def _laid_out(value: Any, random: Random, *, oneline: bool) -> Mutant:
    """The same value, written in another way."""
    ways: list[tuple[str, dict[str, Any]]] = [
        ("escapes", {"ensure_ascii": True}), ("no spaces", {"separators": (",", ":")}),
    ]  # fmt: skip
    if not oneline:
        ways += [("indent 3", {"indent": 3}), ("tabs", {"indent": "\t"})]
    title, options = random.choice(ways)
    if random.random() < 0.5:
        title, value = f"{title}, keys in another order", _reorder(value, random)
    return Mutant(title, json.dumps(value, **options).encode(), Effect.SAME)


def _reorder(value: Any, random: Random) -> Any:
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: _reorder(value[key], random) for key in keys}
    return [_reorder(item, random) for item in value] if isinstance(value, list) else value


def _change(top: list[Any], spots: dict[str, str], random: Random) -> str:
    """Change one value within `top` in place; values that are raw text are noted in `spots`."""
    container, key = random.choice(list(_places(top)))
    what = random.choice(("value", "value", "value", "value", "drop", "add", "rename", "repeat"))
    if what == "drop" and container is not top:
        del container[key]
        return f"without {key}"
    if what == "rename" and isinstance(container, dict):
        container[random.choice((f"{key}x", "", "__class__", key.upper()))] = container.pop(key)
        return f"{key} renamed"
    if what == "repeat" and isinstance(container, list) and container is not top:
        container[key:key] = [container[key]] * random.choice((1, 1, 500))
        return f"item {key} repeated"
    mark = f"@{len(spots)}@{random.randrange(10**9)}"
    spots[mark] = random.choice(RAW)
    if what == "add" and isinstance(container, dict):
        container[random.choice(("compiled", "weights", "x", "__dict__", "self"))] = mark
        return f"a key more: {spots[mark][:30]}"
    container[key] = mark
    return f"{key} is {spots[mark][:30]}"


def _places(container: Any) -> Iterator[Place]:
    keys = list(container) if isinstance(container, dict) else range(len(container))
    for key in keys:
        yield Place(container, key)
        if isinstance(container[key], (dict, list)):
            yield from _places(container[key])
