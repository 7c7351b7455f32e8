"""`adversario serve`: it starts, says where, serves, and ends with all its processes."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
import uvicorn

from adversario.cli import main
from adversario.web import server
from adversario.web.server import listen
from tests.web.pages import OWN


def children(pid: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return listed.stdout.split()


@pytest.mark.skipif(sys.platform == "win32", reason="ends by a signal")
def test_it_starts_and_ends_cleanly() -> None:
    command = [sys.executable, "-m", "adversario", "serve", str(OWN), "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert address, said
        assert b"<title>Adversario" in urlopen(address[0]).read()
        workers = children(process.pid)
        process.send_signal(signal.SIGINT)
        process.wait(30)
    assert not any(Path("/proc", worker).exists() for worker in workers)


def test_it_does_not_serve_pages_that_were_never_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(server, "STATIC", tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-browser", "--port", "0"])
    assert ended.value.code == 2
    assert "make web" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "no port 70000"),
        (["nothing.py"], "no such file"),
        ([__file__], "test_serve.py"),
        (["--host", "203.0.113.7"], "cannot listen on 203.0.113.7"),
    ],
)
def test_what_is_wrong_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", *arguments])
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def test_a_game_needs_defaults_for_its_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = OWN.read_text().replace(
        "class Fatal(Counting):", "class Fatal(Counting):\n    def __init__(self, size): pass\n"
    )
    (tmp_path / "sized.py").write_text(source)
    with pytest.raises(SystemExit):
        main(["serve", "--no-browser", "--lang", "es", str(tmp_path / "sized.py")])
    assert "Fatal" in (said := capsys.readouterr().err)
    assert "size" in said


def test_a_port_is_taken_once(capsys: pytest.CaptureFixture[str]) -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", "--port", str(taken.getsockname()[1])])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert "cannot listen" in said
    assert "--port" in said


def test_without_a_port_the_next_free_one_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The server itself is not run: what it prints, and on what it would listen."""
    ran: list[int] = []

    def run(_: uvicorn.Server, sockets: list[socket.socket]) -> None:
        ran.extend(each.getsockname()[1] for each in sockets)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    with listen("127.0.0.1", 0) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(server, "FIRST_PORT", first)
        with pytest.raises(SystemExit) as end:
            main(["serve", "--no-browser", "--lang", "en"])
    assert end.value.code == 0
    (found,) = ran
    assert first < found < first + server.PORTS
    said = capsys.readouterr().out
    assert f"Port {first} is taken" in said
    assert f"http://127.0.0.1:{found}/" in said


def test_if_all_ports_are_taken_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PORTS", 1)
    with listen("127.0.0.1", 0) as taken:
        monkeypatch.setattr(server, "FIRST_PORT", taken.getsockname()[1])
        with pytest.raises(server.TakenPortError):
            server.listen_nearby("127.0.0.1")
