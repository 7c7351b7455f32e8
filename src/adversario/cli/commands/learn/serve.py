"""`adversario serve`: the web app on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Lang


def serve_command(
    file: Annotated[
        Path | None, typer.Argument(metavar=tr("cli.serve.name"), help=tr("cli.serve.file"))
    ] = None,
    port: Annotated[int | None, typer.Option("--port", "-p", help=tr("cli.serve.port"))] = None,
    host: Annotated[str, typer.Option("--host", help=tr("cli.serve.host"))] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help=tr("cli.serve.quiet"))] = False,
    course: Annotated[Path | None, typer.Option("--course", help=tr("cli.serve.course"))] = None,
    engine: Annotated[
        list[str] | None, typer.Option("--engine", help=tr("cli.serve.engine"))
    ] = None,
    lang: Lang = LANG,
) -> None:
    """Serve until Ctrl-C.

    Games of a Python file are offered in addition to those of the package, and engines as
    opponents. The pages of a folder take the place of the course.
    """
    # A web server takes a while to load, and only this command needs one.
    from adversario.web.server import FIRST_PORT, serve  # noqa: PLC0415

    if port is not None and not 0 <= port <= 65535:
        raise InputError("cli.serve.bad_port", port=port)

    def ready(address: str, found: int) -> None:
        if port is None and found != FIRST_PORT:
            typer.echo(text("cli.serve.taken", lang, port=FIRST_PORT, found=found))
        typer.echo(text("cli.serve.ready", lang, address=address))

    serve(
        file, host=host, port=port, ready=ready, browser=not no_browser, course=course,
        engines=engine or (),
    )  # fmt: skip
