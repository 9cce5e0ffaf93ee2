"""Records of a page's streams and log: over reloads, and whatever is forgotten later."""

from __future__ import annotations

import json
from typing import Any, Final

from playwright.sync_api import Page

LISTEN: Final = """(() => {
  const Native = window.EventSource;
  window.EventSource = class extends Native {
    constructor(...address) {
      super(...address);
      for (const name of ["public", "own", "guests", "said", "snapshot", "over", "started"])
        this.addEventListener(name, (event) => window.heardHere(name, event.data ?? ""));
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    const log = document.getElementById("log");
    if (!log) return;
    new MutationObserver((changes) => {
      for (const change of changes) for (const line of change.addedNodes)
        if (!line.hidden && !line.classList.contains("aside")) window.toldHere(line.textContent);
    }).observe(log, { childList: true });
  });
})()"""


class Hearing:
    """Messages of a page's streams, and every sentence that its log showed to all."""

    def __init__(self, page: Page) -> None:
        self.heard: list[tuple[str, str]] = []
        """The events, with their data as it came over the wire."""
        self._page = page
        self._told: list[str] = []
        page.expose_binding("heardHere", lambda _source, name, data: self.heard.append((name, data)))
        page.expose_binding("toldHere", lambda _source, text: self._told.append(text))
        page.add_init_script(LISTEN)

    @property
    def told(self) -> list[str]:
        """Return the sentences so far. Playwright delivers a page's calls only while it is asked for something."""
        self._page.evaluate("0")
        return self._told

    def data(self, event: str) -> list[Any]:
        return [json.loads(data) for name, data in self.heard if name == event]
