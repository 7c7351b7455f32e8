"""A game registers by its class: what is decorated is found, named, typed and described."""

from __future__ import annotations

import subprocess
import sys
from pkgutil import walk_packages

import pytest

import adversario.games
from adversario import Game, InputError, make_game
from adversario.base.catalogue import LANGUAGES, templates
from adversario.games import GAMES, Nim, register
from adversario.games import registry as registry_module
from adversario.games.registry import homes, registered_name
from adversario.games.type_stub import STUB, type_stub


def test_every_decorated_class_is_found_under_its_name() -> None:
    package = adversario.games
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        if module.name != "adversario.games.type_stub":
            __import__(module.name)
    decorated = {
        name: (kind.__module__, kind.__name__)
        for name, kind in registry_module._classes.items()
        if kind.__module__.startswith(package.__name__)
    }
    assert decorated == homes()
    assert len(GAMES) == len(homes()) == len(set(homes().values()))
    assert list(GAMES) == sorted(GAMES)
    for name, (_, kind) in homes().items():
        assert getattr(package, kind) is GAMES[name]
        assert registered_name(GAMES[name]) == name
        assert kind in dir(package)


def test_type_checkers_know_the_names() -> None:
    assert STUB.read_text(encoding="utf-8") == type_stub(), "run `make games`"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_is_described(lang: str) -> None:
    texts = templates(lang)
    for name in GAMES:
        assert texts[f"games.{name}"]
        assert texts[f"web.title.{name}"]


def test_a_game_is_imported_when_it_is_asked_for() -> None:
    code = (
        "import sys; from adversario.games import GAMES, Nim, make_game\n"
        "assert len(GAMES) > 20 and 'shogi' not in GAMES\n"
        "make_game('pig')\n"
        "try: make_game('pick')\n"
        "except Exception: pass\n"
        "print(sorted(name for name in sys.modules if name.endswith(('.connect4', '.rules'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_game_outside_the_package_may_register_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "_classes", dict(registry_module._classes))

    @register("my-nim")
    class MyNim(Nim):
        pass

    game: Game[object, object] = make_game("my-nim:heaps=1-2")
    assert isinstance(game, MyNim)
    assert "my-nim" in list(GAMES)
    assert registered_name(MyNim) == "my-nim"
    assert registered_name(Nim) == "nim"
    with pytest.raises(InputError, match="my-nim"):
        make_game("my-nym")


def test_an_unknown_name_of_the_package() -> None:
    with pytest.raises(AttributeError, match="Chess960"):
        getattr(adversario.games, "Chess960")  # noqa: B009
