"""A page without a server: the script's own files, and answers made up by the test."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Route

from forno.web.assets import Assets
from tools.waiting import WAIT

ASSETS = Assets()
"""What the server serves: tests of scripts run on what browsers get."""
HOUSE = "http://forno.test"
POLICY = "default-src 'self'"
WORDS = {
    "your_turn": "Your turn",
    "unreachable": "The kitchen can't be reached.",
    "copied": "Copied.",
    "pass_to": "Pass the device to {name}.",
    "why": "Why?",
    "mute": "Mute {name}",
    "muted": "{name} is muted.",
    "seconds": "{seconds} s",
    "until": "until {when}",
    "undo": "Undo",
    "taken_back": "Taken back.",
    "wished": "Next: {what}.",
    "unwish": "Don't take {what} next",
    "wish_gone": "There is no {what} left.",
}


Tell = Callable[[str], tuple[int, str]]
"""What a stream answers: the status and the text."""


_usual: list[BrowserContext] = []


def usual_window(browser: Browser) -> BrowserContext:
    """A window without wishes. A new one takes long to open, so there is one for all tests."""
    if not _usual or _usual[0] not in browser.contexts:
        _usual[:] = [browser.new_context()]
        _usual[0].new_page()  # an empty tab, or the window would close with the last one
    return _usual[0]


def tidy(browser: Browser) -> None:
    """Close what is open; the usual window stays, but keeps nothing."""
    for context in browser.contexts:
        if context in _usual and all(_forgets(page) for page in context.pages[1:]):
            for page in context.pages[1:]:
                page.close()
        else:
            for page in context.pages:  # whoever still answers a page that is on its way would keep it from closing
                page.unroute_all(behavior="ignoreErrors")
            context.close()


def _forgets(page: Page) -> bool:
    try:
        page.evaluate("localStorage.clear()")
    except Error:  # it is elsewhere, or on its way
        return False
    return True


class Stage:
    """One window on a page with the given body, under the policy that the server sets."""

    def __init__(
        self, browser: Browser, body: str, *, attributes: str = "", stream: Tell | None = None, **window: Any
    ) -> None:
        self.sent: list[dict[str, Any]] = []
        """What the page posted."""
        self.answers: list[tuple[int, Any]] = []
        """What posts are answered, the first one first; then always that all is well."""
        self.streams: list[str] = []
        """The addresses of the streams that were asked for."""
        self.loads = 0
        """How often the page itself was asked for."""
        self.stream: Tell = stream or (lambda address: (204, ""))
        self.errors: list[str] = []
        self._body = (
            f'<!doctype html><html lang="en"><head><title>Table</title><meta name="csrf-token" content="token">'
            '<link rel="stylesheet" href="/static/forno.css"><link rel="stylesheet" href="/static/table.css"></head>'
            f"<body {attributes}>{body}"
            '<div id="news" class="unseen" aria-live="polite"></div>'
            f'<script type="application/json" id="words">{json.dumps(WORDS)}</script></body></html>'
        )
        context = browser.new_context(**window) if window else usual_window(browser)
        context.set_default_timeout(WAIT * 1000)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.page.route("**/*", self._answer)
        # Turns are sent at once, unless a test wishes for second thoughts.
        self.page.add_init_script(
            """localStorage.getItem("forno") ?? localStorage.setItem("forno", '{"undo":"off"}')"""
        )
        self.page.goto(f"{HOUSE}/t/one")

    def _answer(self, route: Route) -> None:
        request = route.request
        path = request.url.removeprefix(HOUSE).partition("?")[0]
        if path.startswith("/static/") or path.endswith(".woff2"):
            named = path.removeprefix("/static/").lstrip("/")
            # A server in the same process may have given the files addresses that change with what is in them.
            file = ASSETS.find(named) or ASSETS.find(named.partition("/")[2])
            if file is None:
                route.fulfill(status=404)
            else:
                route.fulfill(body=file.content, content_type=file.media.decode())
        elif request.method == "POST":
            posted: dict[str, Any] = request.post_data_json or {}
            self.sent.append({"url": path, "token": request.headers.get("x-csrftoken")} | posted)
            status, answer = self.answers.pop(0) if self.answers else (200, {"number": 1})
            route.fulfill(status=status, body=json.dumps(answer), content_type="application/json")
        elif path.endswith("/stream"):
            self.streams.append(request.url)
            status, text = self.stream(request.url)
            route.fulfill(status=status, body=text, content_type="text/event-stream")
        else:
            self.loads += 1
            headers = {"content-security-policy": POLICY}
            route.fulfill(body=self._body, content_type="text/html; charset=utf-8", headers=headers)

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
