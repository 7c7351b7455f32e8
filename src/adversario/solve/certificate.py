"""Certificates: proofs of values that can be checked without the solver that made them.

A strategy certificate has, for each side, its move in every state that can arise while it follows
the strategy. A side that follows it gets at least the claimed utility against any play, and the
claims of both sides together are the value. A table certificate is the file of a `Table`: a claim
for every state.

The checks use only the interpreted rules of the game. Every claim must follow from the claims about
the successors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from adversario.algorithms.core.requirements import objections
from adversario.base.catalogue import message
from adversario.base.errors import AdversarioError, InputError
from adversario.base.files import read_errors, read_json_file, require_file
from adversario.base.formats.schema import (
    Constant,
    Exact,
    Flag,
    ListOf,
    MapOf,
    Nullable,
    Record,
    Text,
    Version,
    Whole,
    read_as,
)
from adversario.base.numbers import Number, Value, check_digits, show, to_json
from adversario.base.pov import Pov, Stakes
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.game import Game
from adversario.solve.files import read_header
from adversario.solve.proof import Prover
from adversario.solve.table import Table, read_table_file

KIND = "adversario-strategies"
VERSION = 2
MAX_MOVES = 1_000_000
"""The maximum number of moves in a strategy."""

Decide = Callable[[Any, int, Number], Any]
"""Return the action of a player in a state, for a utility of at least the given number."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The value that a certificate proves, and the number of states that were checked."""

    game: str
    position: str
    value: Value
    states: int
    kind: str


# Making certificates.


def strategies(
    game: Game[Any, Any], state: Any, value: Number, decide: Decide
) -> list[dict[str, Any]]:
    """The claims that together determine the value of a state, each with a strategy that proves it.

    A claim that follows from the game's `utility_bounds` needs no proof and is left out.
    """
    claims = []
    for player in range(min(2, game.players)):
        goal = Pov.of(game, value).to(player).value
        if goal != _utility_floor(game, player):
            moves = dict(_strategy(game, state, player, goal, decide))
            claims.append({"player": player, "at_least": to_json(goal, exact=True), "moves": moves})
    return claims


def _utility_floor(game: Game[Any, Any], player: int) -> Number | None:
    """The lower bound of the player's utility that follows from the game's `utility_bounds`."""
    if game.utility_bounds is None:
        return None
    worst, best = game.utility_bounds
    return worst if game.same_side(player, 0) else Pov.of(game, best).to(player).value


def _strategy(
    game: Game[Any, Any], root: Any, player: int, goal: Number, decide: Decide
) -> Iterator[tuple[str, str]]:
    """Yield each state that can arise with the player's move in it, both in the game's notation."""
    seen, todo, moves = {root}, [root], 0
    while todo:
        state = todo.pop()
        if game.is_terminal(state):
            continue
        if game.player(state) == player:
            action = decide(state, player, goal)
            moves += 1
            if moves > MAX_MOVES:
                raise InputError("verify.large", most=MAX_MOVES)
            yield game.position(state), game.action_name(state, action)
            after = [game.result(state, action)]
        else:
            after = [game.result(state, action) for action in game.actions(state)]
        fresh = [each for each in after if each not in seen]
        seen.update(fresh)
        todo.extend(fresh)


def table_decisions(table: Table[Any, Any]) -> Decide:
    """The decisions of a table."""
    return lambda state, player, goal: table.best_actions(state)[0]


def proof_decisions(prover: Prover[Any, Any]) -> Decide:
    """Decisions that a prover proves to reach the goal."""
    game = prover.game

    def decide(state: Any, player: int, goal: Number) -> Any:
        for action in game.actions(state):
            if prover.prove(game.result(state, action), player, goal):
                return action
        raise InputError("solve.no_proof", game=game.name)

    return decide


def make_certificate(
    game: Game[Any, Any],
    state: Any,
    value: Number,
    decide: Decide,
    *,
    source: str,
    position: str | None,
    graded: bool,
) -> dict[str, Any]:
    """A strategy certificate as a JSON object.

    `source` and `position` are the game and position as written on the command line; `graded` is
    whether the value is one of the game's finer utilities.
    """
    return {
        "kind": KIND, "version": VERSION, "source": source, **identity(game),
        "position": position, "graded": graded, "value": to_json(value, exact=True),
        "claims": strategies(game, state, value, decide),
    }  # fmt: skip


# Checking certificates.


class Subject(NamedTuple):
    """The game of a certificate, as written on the command line, and whether it is graded."""

    source: str
    graded: bool


CERTIFICATE: Record[dict[str, Any]] = Record(
    {
        "kind": Constant(KIND),
        "version": Version(VERSION),
        "source": Text(empty=False),
        **IDENTITY,
        "position": Nullable(Text()),
        "graded": Flag(),
        "value": Exact(),
        "claims": ListOf(
            Record({"player": Whole(0, 1), "at_least": Exact(), "moves": MapOf(Text())})
        ),
    }
)
"""The file of a strategy certificate."""


SUBJECT = Record({"source": Text(empty=False), "graded": Flag()}, make=Subject)
"""What the header of a table has for `verify`."""


def read_subject(path: Path) -> Subject:
    """Read which game a certificate is about; raises InputError if the file is not one."""
    if not _is_table(path):
        found = read_json_file(path, CERTIFICATE)
        return Subject(found["source"], found["graded"])
    header = read_header(path)
    about = {name: header.get(name) for name in ("source", "graded")}
    return read_as(SUBJECT, about, path)


def verify(path: Path, game: Game[Any, Any]) -> Verification:
    """Check a certificate; raises InputError with the reason if it is wrong."""
    return _verify_table(path, game) if _is_table(path) else _verify_strategies(path, game)


def _is_table(path: Path) -> bool:
    with read_errors(path), require_file(path).open("rb") as file:
        return file.read(2) == b"PK"


def _verify_strategies(path: Path, game: Game[Any, Any]) -> Verification:
    """Check both claims, each by all play against its strategy."""
    found = read_json_file(path, CERTIFICATE)
    require_game(path, found, game)
    if objections(game, "minimax"):
        raise InputError("solve.no_strategies", game=game.name)
    value, text, claims = found["value"], found["position"], found["claims"]
    goals = {claim["player"]: claim["at_least"] for claim in claims}
    state = game.initial() if text is None else game.parse_position(check_digits(text))
    states = 0
    for player in range(min(2, game.players)):
        goal = Pov.of(game, value).to(player).value
        if goal != _utility_floor(game, player) and goals.get(player) != goal:
            raise _refutation(game, state, "verify.no_claim", player=game.player_name(player))
    for claim in claims:
        states += _play_against(game, state, claim["player"], claim["at_least"], claim["moves"])
    return Verification(game.name, game.position(state), value, states, "strategies")


def _play_against(
    game: Game[Any, Any], root: Any, player: int, goal: Number, moves: Mapping[str, str]
) -> int:
    """Check all states that can arise, and return their number.

    The search is depth-first, to detect cycles. Endless play is a draw, so a cycle is allowed if
    the claim is at most a draw.
    """
    draw = Stakes.of(game).draw
    open_states, done = {root}, set()
    stack = [(root, iter(_successors(game, root, player, goal, moves)))]
    while stack:
        state, children = stack[-1]
        after = next(children, None)
        if after is None:
            stack.pop()
            open_states.discard(state)
            done.add(state)
        elif after in open_states:
            if goal > draw:
                raise _refutation(game, after, "verify.circle")
        elif after not in done:
            open_states.add(after)
            stack.append((after, iter(_successors(game, after, player, goal, moves))))
    return len(done)


def _successors(
    game: Game[Any, Any], state: Any, player: int, goal: Number, moves: Mapping[str, str]
) -> Sequence[Any]:
    """The successors to check; a terminal state is checked here."""
    if game.is_terminal(state):
        if (utility := game.utility(state, player)) < goal:
            raise _refutation(game, state, "verify.utility", found=show(utility), goal=show(goal))
        return ()
    if game.player(state) != player:
        return [game.result(state, action) for action in game.actions(state)]
    name = moves.get(game.position(state))
    if name is None:
        raise _refutation(game, state, "verify.no_move")
    try:
        return [game.result(state, game.parse_action(state, check_digits(name)))]
    except AdversarioError as error:
        raise _refutation(game, state, "verify.bad_move", problem=error.message) from None


class _Claim(NamedTuple):
    value: Value
    distance: int  # -1: endless play


def _verify_table(path: Path, game: Game[Any, Any]) -> Verification:
    """Check the claim about every state that can be reached against those about its successors.

    The rules are only asked about the first state of the file and what follows from it.
    """
    header, arrays, packing = read_table_file(path, game)
    values, best = header["worths"], arrays["best"].tolist()
    pairs = zip(arrays["values"].tolist(), arrays["distances"].tolist(), strict=True)
    claims = [_Claim(values[place], distance) for place, distance in pairs]
    states = [packing.unpack(row) for row in arrays["states"].tolist()]
    numbers = {state: number for number, state in enumerate(states)}
    draw, reached, todo = Stakes.of(game).draw, {0}, [_check_root(path, game, states[0])]
    while todo:
        state = todo.pop()
        claim = claims[numbers[state]]
        if claim.distance < 0 and claim.value != draw:
            raise _refutation(game, state, "verify.circle")  # endless play is a draw
        if game.is_terminal(state):
            expected, keeping = _Claim(_utilities(game, state), 0), -1
        else:
            after = [_number_of(game, numbers, game.result(state, a)) for a in game.actions(state)]
            expected, keeping = _back_up_claim(game, state, [claims[number] for number in after])
            fresh = set(after) - reached
            reached |= fresh
            todo.extend(states[number] for number in fresh)
        if claim != expected:
            raise _refutation(
                game, state, "verify.claim", found=show(claim.value), plies=claim.distance,
                value=show(expected.value), expected=expected.distance,
            )  # fmt: skip
        if best[numbers[state]] != keeping:
            raise _refutation(game, state, "verify.best")
    if len(reached) != len(states):
        raise InputError("verify.unreached", file=path, states=len(states) - len(reached))
    return Verification(game.name, game.position(states[0]), claims[0].value, len(reached), "table")


def _check_root(path: Path, game: Game[Any, Any], state: Any) -> Any:
    """The first state of a file; raises InputError if the rules fail on it."""
    try:
        hash(game.position(state))
        sound = game.is_terminal(state) or any(True for _ in game.actions(state))
    except Exception:
        sound = False
    if not sound:
        raise InputError("solve.wrong_states", file=path)
    return state


def _utilities(game: Game[Any, Any], state: Any) -> Value:
    return game.utility(state, 0) if not objections(game, "minimax") else game.utilities(state)


def _number_of(game: Game[Any, Any], numbers: Mapping[Any, int], state: Any) -> int:
    """The number of the claim about a state, or about one of its images."""
    for image in (state, *game.symmetries(state)):
        if image in numbers:
            return numbers[image]
    raise _refutation(game, state, "verify.missing")


def _back_up_claim(game: Game[Any, Any], state: Any, after: Sequence[_Claim]) -> tuple[_Claim, int]:
    """The claim that follows from the successors of a state, and the first action that keeps it."""
    mover = game.player(state)
    if objections(game, "minimax"):
        number = max(range(len(after)), key=lambda n: after[n].value[mover])  # type: ignore[index]
        return _Claim(after[number].value, after[number].distance + 1), number
    sign = 1 if game.same_side(mover, 0) else -1
    value = max((claim.value for claim in after), key=lambda v: sign * v)
    draw = Stakes.of(game).draw
    distances = [claim.distance for claim in after if claim.value == value]
    wins = sign * value > sign * draw  # type: ignore[operator]
    left = min(distances) if wins or -1 in distances else max(distances)
    number = after.index(_Claim(value, left))
    return _Claim(value, left + 1 if left >= 0 else -1), number


def _refutation(game: Game[Any, Any], state: Any, why: str, **details: object) -> InputError:
    """The error for a certificate that does not prove its claim, with the position."""
    return InputError("verify.wrong", state=game.position(state), why=message(why, **details))
