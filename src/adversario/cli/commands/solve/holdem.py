"""`adversario holdem`: hands, equities, push or fold, and the last streets solved."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.holdem.bets import Act, Bets
from adversario.holdem.cards import card_name, category, parse_cards, set_of
from adversario.holdem.equity import equity
from adversario.holdem.preflop import PushFold, push_or_fold
from adversario.holdem.ranges import parse_range
from adversario.holdem.report import by_class, solution_json
from adversario.holdem.solver import Progress, Solution, Spot, solve_spot
from adversario.native.kernels.cards.strength import strength
from adversario.render.hand_grid import text_hand_grid


class VariantName(StrEnum):
    """Variants of regret matching."""

    DISCOUNTED = "dcfr"
    PLUS = "cfr+"


FirstRange = Annotated[str, typer.Argument(metavar="RANGE", help=tr("cli.holdem.first"))]
SecondRange = Annotated[str, typer.Argument(metavar="RANGE", help=tr("cli.holdem.second"))]


def rank_command(
    cards: Annotated[str, typer.Argument(metavar="CARDS", help=tr("cli.holdem.cards"))],
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the category of the best five of five to seven cards."""
    found = parse_cards(cards, least=5, most=7)
    kind = category(found)
    if json:
        names = [card_name(card) for card in found]
        print_json({"cards": names, "category": kind, "strength": strength(set_of(found))})
    else:
        typer.echo(text(f"holdem.category.{kind}", lang))


def equity_command(
    first: FirstRange,
    second: SecondRange,
    board: Annotated[str, typer.Option("--board", help=tr("cli.holdem.board"))] = "",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the share of the pot that the first range wins on average."""
    cards = parse_cards(board, most=5)
    with show_when_slow(lambda spent: text("holdem.dealing", lang, seconds=f"{spent:.0f}")):
        found = equity(parse_range(first), parse_range(second), cards)
    if json:
        print_json(found.to_json())
        return
    shares = {
        "equity": _percent(found.share),
        "win": _percent(found.win),
        "tie": _percent(found.tie),
    }
    typer.echo(text("holdem.equity", lang, boards=found.boards, **shares))


def push_command(
    stack: Annotated[float, typer.Argument(metavar="STACK", help=tr("cli.holdem.stack_blinds"))],
    iterations: Annotated[
        int, typer.Option("--iterations", help=tr("cli.holdem.iterations"))
    ] = 2000,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve push or fold for a stack in big blinds."""
    found = push_or_fold(stack, iterations=iterations)
    if json:
        print_json(found.to_json())
        return
    _show_push(found, lang)


def _show_push(found: PushFold, lang: str) -> None:
    from adversario.holdem.cards import class_names  # noqa: PLC0415

    for name, strategy in (("push", found.push), ("call", found.call)):
        share = _percent(found.share(strategy))
        typer.echo(text(f"holdem.{name}", lang, share=share, stack=f"{found.stack:g}"))
        typer.echo(text_hand_grid(dict(zip(class_names(), strategy, strict=True))))
        typer.echo()
    typer.echo(
        text(
            "holdem.push_value", lang, value=f"{found.value:.4f}",
            gap=f"{found.exploitability:.1g}", iterations=found.iterations,
        )
    )  # fmt: skip


def solve_command(
    board: Annotated[str, typer.Argument(metavar="BOARD", help=tr("cli.holdem.late_board"))],
    first: FirstRange,
    second: SecondRange,
    pot: Annotated[float, typer.Option("--pot", help=tr("cli.holdem.pot"))] = 10.0,
    stack: Annotated[float, typer.Option("--stack", help=tr("cli.holdem.stack"))] = 20.0,
    bets: Annotated[str, typer.Option("--bets", help=tr("cli.holdem.bets"))] = "0.5,1",
    raises: Annotated[str | None, typer.Option("--raises", help=tr("cli.holdem.raises"))] = None,
    all_in: Annotated[
        bool, typer.Option("--all-in/--no-all-in", help=tr("cli.holdem.all_in"))
    ] = True,
    most: Annotated[int, typer.Option("--max-bets", help=tr("cli.holdem.most"))] = 3,
    iterations: Annotated[
        int, typer.Option("--iterations", help=tr("cli.holdem.iterations"))
    ] = 1000,
    target: Annotated[float | None, typer.Option("--target", help=tr("cli.holdem.target"))] = None,
    variant: Annotated[
        VariantName, typer.Option("--variant", help=tr("cli.holdem.variant"))
    ] = VariantName.DISCOUNTED,
    path: Annotated[str, typer.Option("--path", help=tr("cli.holdem.path"))] = "",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve a turn or a river; Ctrl-C ends it with the strategies so far."""
    betting = Bets(
        pot, stack, _sizes(bets), None if raises is None else _sizes(raises), all_in, most
    )
    cards = parse_cards(board, least=4, most=5)
    spot = Spot(cards, (parse_range(first), parse_range(second)), betting)
    last: list[Progress] = []

    def words(spent: float) -> str:
        done = last[-1].iterations if last else 0
        return text("holdem.solving", lang, iterations=done, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        solution = solve_spot(
            spot, iterations=iterations, target=target, variant=variant.value,
            on_progress=lambda now: last.__setitem__(slice(None), [now]),
        )  # fmt: skip
    steps = tuple(path.split())
    if json:
        print_json(solution_json(solution, steps))
    else:
        _show_solution(solution, steps, lang)


def _sizes(words: str) -> tuple[float, ...]:
    try:
        return tuple(float(word) for word in words.split(",") if word.strip())
    except ValueError:
        raise InputError("holdem.sizes_text", given=words) from None


def _show_solution(solution: Solution, path: tuple[str, ...], lang: str) -> None:
    node = solution.line(path)[-1]
    spot = solution.spot
    if node.acts:
        player = text("holdem.player", lang, number=node.player + 1)
        typer.echo(text("holdem.to_act", lang, player=player, pot=f"{node.pot:g}"))
        names = {act: _act_words(act, lang) for act in node.acts}
        rows = [[names[act], _percent(share)] for act, share in solution.frequencies(path).items()]
        print_table([text("holdem.act", lang), text("holdem.share", lang)], rows)
        typer.echo()
        listed = by_class(solution, path)
        heads = [text("holdem.hand", lang), text("holdem.weight", lang), *names.values()]
        print_table(
            heads,
            [[row.name, f"{row.weight:.2f}", *map(_percent, row.shares)] for row in listed],
        )
        typer.echo()
    pot = spot.bets.pot
    gap = solution.exploitability
    typer.echo(
        text(
            "holdem.solved", lang, value=f"{solution.value:.3f}",
            other=f"{pot - solution.value:.3f}",
            pot=f"{pot:g}", gap=f"{gap:.2g}", percent=f"{100 * gap / pot:.2g}",
            iterations=solution.solver.iterations, hands=len(spot.hands.numbers),
            nodes=len(solution.solver.tree.places),
        )
    )  # fmt: skip
    if solution.interrupted:
        typer.echo(text("holdem.interrupted", lang))


def _act_words(act: Act, lang: str) -> str:
    return text(f"holdem.act.{act.kind}", lang, to=f"{act.to:.4g}")


def _percent(share: Any) -> str:
    return f"{100 * share:.1f} %"
