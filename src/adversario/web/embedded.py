"""The app without a server: the requests of one page, answered in the page's own process.

A browser runs this by WebAssembly, in a worker of its own (`frontend/src/local`). Messages are
those of a `WebSession`; each request is answered before the next one is looked at, and a search is
stopped by an interrupt. Nothing is compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from adversario.base.errors import AdversarioError, InputError
from adversario.web import protocol
from adversario.web.handlers import JOBS, Context, OfferedGames
from adversario.web.handlers.hello import hello, texts
from adversario.web.handlers.lessons import contents, course_page
from adversario.web.limits import REPLY_BYTES, LimitError, check
from adversario.web.problems import problem_of
from adversario.web.protocol import (
    EXCHANGES,
    CoursePageRequest,
    CourseRequest,
    ProblemPayload,
)
from adversario.web.wire import dump, parse, read, write

MISSING = ("numba", "numpy")
"""The packages that a browser does not have."""


class EmbeddedSession:
    """The requests of one page; `post` sends a message to it."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self.post, self.games = post, OfferedGames({})

    def receive(self, message: str) -> None:
        """Answer a request: any number of updates, and a result or an error."""
        fields = parse(message)
        kind = fields.pop("type", None)
        head = read(
            protocol.Head, {key: fields.pop(key) for key in ("id", "lang") if key in fields}
        )
        stream = _Stream(self.post, head.id)
        context = Context(self.games, head.lang or "en", stream.update, compiled=False)
        try:
            stream.send("result", f'"value":{_answer(context, kind, fields)}')
        except KeyboardInterrupt:
            if stream.latest and EXCHANGES[kind].update is EXCHANGES[kind].result:
                stream.send("result", f'"value":{stream.latest}')
            else:
                stream.fail(ProblemPayload("stopped", context.text("web.stopped")))
        except Exception as error:
            stream.fail(problem_of(context, error))


def _answer(context: Context, kind: Any, fields: dict[str, Any]) -> str:
    """The answer to a request as JSON."""
    if not isinstance(kind, str) or kind not in JOBS:
        raise InputError("web.wire.kind", known=", ".join(JOBS))
    request: Any = read(EXCHANGES[kind].request, fields)
    check(request)
    written = dump(write(JOBS[kind](context, request)))
    if len(written) > REPLY_BYTES:
        raise LimitError("web.limit.reply")
    return written


class _Stream:
    """The messages about one request, numbered."""

    def __init__(self, post: Callable[[str], None], id: int) -> None:  # noqa: A002
        self.post, self.id, self.seq, self.latest = post, id, 0, ""

    def update(self, value: Any) -> None:
        """Send an update."""
        self.latest = dump(write(value))
        self.send("update", f'"value":{self.latest}')

    def fail(self, problem: ProblemPayload) -> None:
        """Send an error."""
        self.send("error", dump(write(problem))[1:-1])

    def send(self, word: str, rest: str) -> None:
        """Send a message."""
        self.post(f'{{"id":{self.id},"seq":{self.seq},"type":"{word}",{rest}}}')
        self.seq += 1


def greetings(lang: str) -> dict[str, Any]:
    """The answers to `hello` and `texts`, and the course, by name, as a browser would give them.

    The page has them before Python has started. Games that need what a browser does not have are
    not offered.
    """
    hidden = {name: sys.modules.pop(name) for name in MISSING if name in sys.modules}
    sys.modules |= dict.fromkeys(MISSING)  # type: ignore[arg-type]  # an import of these then fails
    try:
        offered = OfferedGames({})
        offered.kinds = {
            name: kind for name, kind in offered.kinds.items() if _makes(offered, name)
        }
        context = Context(offered, lang, lambda _: None, compiled=False)
        return {
            "hello": write(hello(context)), "texts": write(texts(lang)), "course": _course(context)
        }  # fmt: skip
    finally:
        for name in MISSING:
            del sys.modules[name]
        sys.modules |= hidden


def _course(context: Context) -> dict[str, Any]:
    """The contents of the course, and its pages by name, with their figures computed."""
    names = context.course.names(context.lang)
    pages = {name: write(course_page(context, CoursePageRequest(page=name))) for name in names}
    return {"contents": write(contents(context, CourseRequest())), "pages": pages}


def _makes(offered: OfferedGames, name: str) -> bool:
    """Whether a game can be made here."""
    try:
        offered.make(name, {})
    except AdversarioError:
        return False
    return True
