"""Stages: pages without a server, with our scripts, and answers made up by the test."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from threading import Thread
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Page

from forno.web.assets import Assets
from tests.web.browsers import keep
from tools.waiting import WAIT

ASSETS = Assets()
"""Static files of the server: tests of scripts run on what browsers get."""
STAGE_HEADER: Final = "x-stage"
"""Header of the number of the stage that asks."""
POLICY = "default-src 'self'"
WORDS = {
    "your_turn": "Your turn",
    "unreachable": "We can't reach the kitchen.",
    "copied": "Copied.",
    "pass_to": "Pass the device to {name}.",
    "why": "Why?",
    "mute": "Mute {name}",
    "muted": "{name} is muted.",
    "seconds": "{seconds} s",
    "until": "until {when}",
    "time_up": "Time's up!",
    "undo": "Undo",
    "taken_back": "Taken back.",
    "wished": "Next: {what}.",
    "unwish": "Don't take {what} next",
    "wish_gone": "There is no {what} left.",
}


Tell = Callable[[str], tuple[int, str]]
"""Answer of a stream: the status and the text."""
USUAL: Final = {"undo": "off"}
"""Turns are sent at once, unless a test wishes for second thoughts."""
FRESH: Final = "fresh.js"
"""Script of a stage's first page: forgets what tests before it kept, and keeps what this one wishes for."""


class StageServer(ThreadingHTTPServer):
    """Serves the stages of this process. Files are kept by the browser, as those of a real server are."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), StageRequest)
        self.stages: dict[str, Stage] = {}
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes on to the next page breaks off what it asked for."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class StageRequest(BaseHTTPRequestHandler):
    """A request of a stage's page, which says whose it is."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: StageServer

    def log_message(self, *_words: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        stage = self.server.stages.get(self.headers.get(STAGE_HEADER, ""))
        named = path.removeprefix("/static/").lstrip("/")
        # A server in the same process may have given the files addresses that change with what is in them.
        file = ASSETS.find(named) or ASSETS.find(named.partition("/")[2])
        if file is not None:
            self.reply(200, file.content, file.media.decode(), "max-age=86400")
        elif stage is None or not path.startswith("/t/"):
            self.reply(404)
        elif path.endswith(f"/{FRESH}"):
            self.reply(200, stage.fresh, "text/javascript")
        elif path.endswith("/stream"):
            stage.streams.append(self.server.address + self.path)
            status, text = stage.stream(self.server.address + self.path)
            self.reply(status, text, "text/event-stream")
        else:
            self.reply(200, stage.html(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        posted: dict[str, Any] = json.loads(self.rfile.read(int(self.headers["content-length"])) or "{}")
        stage = self.server.stages.get(self.headers.get(STAGE_HEADER, ""))
        if stage is None:
            self.reply(404)
            return
        stage.sent.append({"url": self.path, "token": self.headers.get("x-csrftoken")} | posted)
        status, answer = stage.answers.pop(0) if stage.answers else (200, {"number": 1})
        self.reply(status, json.dumps(answer), "application/json")

    def reply(self, status: int, body: bytes | str = b"", kind: str = "text/plain", keep: str = "no-store") -> None:
        content = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", keep)
        self.send_header("Content-Security-Policy", POLICY)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@cache
def stage_server() -> StageServer:
    return StageServer()


class Stage:
    """A page with the given body, under the policy that the server sets.

    All stages of a process take turns on the same page: a new one takes three times as long to load. One whose clock is
    driven by the test (`clock="paused"`, or `"running"`) has a page of its own kind.
    """

    def __init__(
        self,
        browser: Browser,
        body: str,
        *,
        attributes: str = "",
        stream: Tell | None = None,
        wishes: dict[str, str] | None = None,
        clock: str = "",
        calm: bool = False,
    ) -> None:
        """`wishes`: this device's settings. `calm`: whether the device asks for less motion."""
        self.sent: list[dict[str, Any]] = []
        """Requests that the page posted."""
        self.answers: list[tuple[int, Any]] = []
        """Answers to posts, the first one first; then always that all is well."""
        self.streams: list[str] = []
        """The addresses of the streams that were asked for."""
        self.loads = 0
        """Number of requests for the page itself."""
        self.stream: Tell = stream or (lambda address: (204, ""))
        self.errors: list[str] = []
        kept = json.dumps(json.dumps(USUAL if wishes is None else wishes))
        self.fresh = f"localStorage.clear(); sessionStorage.clear(); localStorage.setItem('forno', {kept});"
        self._body = (
            '<link rel="stylesheet" href="/static/forno.css"><link rel="stylesheet" href="/static/table.css"></head>'
            f"<body {attributes}>{body}"
            '<div id="news" class="unseen" aria-live="polite"></div>'
            f'<script type="application/json" id="words">{json.dumps(WORDS)}</script></body></html>'
        )
        server = stage_server()
        name = str(next(_numbers))
        motion: Literal["reduce", "no-preference"] = "reduce" if calm else "no-preference"
        self.page = _stage_page(browser, clock)
        self.page.goto("about:blank")  # what the page of the test before still says is not about this one
        server.stages.clear()
        server.stages[name] = self
        _showing[clock] = self
        self.page.emulate_media(reduced_motion=motion)
        self.page.set_extra_http_headers({STAGE_HEADER: name})
        self.page.goto(f"{server.address}/t/one")

    def html(self) -> str:
        """Return the page. The first time it begins with nothing that was kept before."""
        self.loads += 1
        fresh = f'<script src="/t/one/{FRESH}"></script>' if self.loads == 1 else ""
        return (
            '<!doctype html><html lang="en"><head><title>Table</title><meta name="csrf-token" content="token">'
            f"{fresh}{self._body}"
        )

    def load(self, module: str, names: str) -> None:
        """Make names of a module known to the test's own scripts, as `forno.NAME`."""
        self.page.evaluate(
            "async ([module, names]) => { const all = await import(`/static/${module}`);"
            "window.forno ??= {}; for (const name of names.split(' ')) window.forno[name] = all[name]; }",
            [module, names],
        )

    def do(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def settle(self) -> None:
        """Wait until what the page has begun is done: a frame is drawn, and requests made before this one arrived."""
        self.do("async () => { await new Promise(requestAnimationFrame); await fetch('/static/forno.css'); }")

    def let_time_pass(self) -> None:
        """Let a minute go by on the page's clock."""
        self.page.clock.run_for(60_000)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector).strip()


_numbers = count(1)
_pages: dict[str, Page] = {}
_showing: dict[str, Stage] = {}


def _stage_page(browser: Browser, clock: str) -> Page:
    """Return the page of all stages with that kind of clock."""
    page = _pages.get(clock)
    if page is not None and page.context in browser.contexts:
        return page
    context = keep(browser.new_context(service_workers="block"))
    context.set_default_timeout(WAIT * 1000)
    page = _pages[clock] = context.new_page()
    page.on("pageerror", lambda error: _showing[clock].errors.append(str(error)))
    page.on("console", lambda line: _showing[clock].errors.append(line.text) if line.type == "error" else None)
    if clock:
        page.clock.install(time=0)
    if clock == "paused":
        page.clock.pause_at(1_000)
    return page
