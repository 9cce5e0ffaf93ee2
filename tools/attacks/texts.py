"""Attacks by texts that are slow or impossible to read: decks, numbers, odd characters, records."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import httpx

import forno
from tools.attacks.ground import Attack, Ground, Guest, hold

REFUSED: Final = {400, 413, 415, 422, 429}
JSON: Final = {"Content-Type": "application/json"}
HUGE: Final = "9" * 5000
"""Text of a number with more digits than Python reads."""


def decks() -> Iterator[str]:
    """Send decks that could take a reader very long."""
    yield "a." * 20_000 + "a = 1"
    yield "[" + "a." * 20_000 + "a]"
    yield "".join(f"[t{number}.a.b.c]\n" for number in range(4_000))
    yield "x = " + "[" * 20_000 + "]" * 20_000
    yield "x = " + "{a=" * 10_000 + "1" + "}" * 10_000
    yield f"x = {HUGE}"
    yield f"x = 0x{'f' * 40_000}"
    yield f"x = 1e{HUGE}"
    yield 'x = "' + "\\u0041" * 6_000 + '"'
    yield "\n".join(f"k{number} = 1" for number in range(6_000))


def bad_decks(ground: Ground, times: int) -> str:
    """Send each of them over the API, in the form for a new table, and beside a record."""
    browser, token = ground.page()
    form = {"_csrf_token": token, "name": "Anna", "seat_0": "me"}
    record = {"_csrf_token": token, "record": _long_record(1)}
    found = list(decks())
    for number in range(times):
        deck = found[number % len(found)]
        file = {"option_deck": ("deck.toml", deck.encode())}
        for answer in (
            browser.post("/api/tables", json={"game": "mamma-mia", "deck": deck}),
            browser.post("/new/mamma-mia", data=form, files=file),
            browser.post("/replay", data=record, files={"deck": ("deck.toml", deck.encode())}),
        ):
            status = ground.note(answer).status_code
            hold(status in REFUSED, f"deck {number} is answered with {status} by {answer.request.url.path}")
    return ground.told()


def numbers(ground: Ground, times: int) -> str:
    """Send numbers of thousands of digits, wherever a number is read."""
    guest = Guest.opens(ground.client(), "mamma-mia", players=2)
    here = f"/api/tables/{guest.table}"
    client, json_headers = guest.client, JSON | guest.headers
    bodies = [
        (f"{here}/moves", f'{{"number": {HUGE}, "actions": [1]}}'),
        (f"{here}/moves", f'{{"number": 1, "actions": [{HUGE}]}}'),
        (f"{here}/moves", f'{{"number": 1, "actions": ["{HUGE} salami"]}}'),
        (f"{here}/bot", f'{{"seat": {HUGE}}}'),
        (f"{here}/sit", f'{{"name": "B", "seat": -{HUGE}}}'),
        ("/api/tables", f'{{"game": "mamma-mia", "clock": {HUGE}}}'),
        ("/api/tables", f'{{"game": "mamma-mia", "options": {{"players": {HUGE}}}}}'),
        ("/api/tables", f'{{"game": "mamma-mia", "options": {{"players": 1e{HUGE}}}}}'),
    ]
    browser, token = ground.page()
    record = _long_record(1)
    for number in range(times):
        path, body = bodies[number % len(bodies)]
        status = ground.note(client.post(path, content=body, headers=json_headers)).status_code
        hold(status in REFUSED | {403, 409}, f"{path} answers {body[:30]} … with {status}")
        ground.note(client.get(f"/t/{guest.table}?seat={HUGE}"))
        ground.note(browser.post("/new/mamma-mia", data={"_csrf_token": token, "option_players": HUGE}))
        seed = record.replace("\nseed: 1\n", f"\nseed: {HUGE}\n")
        ground.note(browser.post("/replay", data={"_csrf_token": token, "record": seed, "at": HUGE}))
    return ground.told()


def odd(ground: Ground, times: int) -> str:
    """Send unexpected characters, methods and headers."""
    table = Guest.opens(ground.client(), "mamma-mia", players=2).table
    browser, token = ground.page()
    form = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token}
    tries: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/settings", {"content": b"name=%ff%fe\xff", "headers": form}),
        ("POST", f"/t/{table}/sit", {"content": b"name=%00%0d%0a&seat=%c2%b2", "headers": form}),
        ("POST", "/replay", {"data": {"_csrf_token": token, "record": "\x00\ud7ff\u2028"}}),
        ("POST", "/api/tables", {"content": b'{"game": "\\ud800"}', "headers": JSON}),
        ("POST", "/api/tables", {"content": b"[" * 60_000, "headers": JSON}),
        ("POST", "/api/tables", {"content": b'{"game": "mamma-mia", "name": "\\u202e\\u0000"}', "headers": JSON}),
        ("GET", "/lobby", {"headers": {"Host": "h" * 20_000}}),
        ("GET", f"/t/{table}/qr.svg", {"headers": {"Host": "h" * 5_000}}),
        ("GET", "/lobby", {"headers": {"Accept-Language": "en;q=" * 2_000}}),
        ("GET", "/lobby", {"headers": {"Cookie": "a=b;" * 3_000}}),
        ("HEAD", "/lobby", {}),
        ("BREW", "/lobby", {}),
        ("GET", "/t/%2e%2e/%2e%2e/etc/passwd", {}),
        ("GET", "/static/../../settings.py", {}),
        ("GET", f"/t/{'a' * 20_000}", {}),
        ("GET", f"/t/{table}/stream?after=%b2.%b2&seat=%b2", {"headers": {"Last-Event-ID": "9" * 5_000}}),
    ]
    for number in range(times):
        method, path, rest = tries[number % len(tries)]
        with browser.stream(method, path, **rest) as answer:
            ground.note(answer)
    return ground.told()


def replays(ground: Ground, times: int) -> str:
    """Ask for replays of very long games, at every step."""
    browser, token = ground.page()
    text = _long_record(255)
    jar = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

    def post(step: int, client: httpx.Client) -> httpx.Response:
        data, file = {"_csrf_token": token, "at": str(step)}, {"file": ("record.txt", text.encode())}
        return client.post("/replay", data=data, files=file, headers={"Cookie": jar})

    ground.at_once(partial(post, number * 50) for number in range(times))
    hold(set(ground.seen) <= {200, 413, 422, 429, 503}, f"some were answered otherwise: {ground.told()}")
    return f"{len(text) // 1000} kB each: {ground.told()}"


def _long_record(days: int) -> str:
    """Return the record of a game of that many days in which nobody does anything."""
    game = forno.game("pizza-master", mode="master", players=4, max_days=days)
    state = game.deal(1)
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    return str(forno.Record.of(state))


def garbage(ground: Ground, times: int) -> str:
    """Send random bodies to every address that takes one."""
    guest = Guest.opens(ground.client(), "pizza-master", players=2, max_days=1)
    here = f"/api/tables/{guest.table}"
    paths = ["moves", "sit", "bot", "clear", "configure", "chat", "hand-over", "stand-in", "take-back", "rematch"]
    values = [None, True, -1, 0, 1, 2**63, 1.5, "", "x", "²", [], {}, [[1]], {"a": 1}]

    def post(client: httpx.Client) -> httpx.Response:
        chosen = secrets.SystemRandom()
        fields = ("number", "actions", "seat", "name", "bot", "text", "options", "clock", "public", "ticket")
        body = {field: chosen.choice(values) for field in chosen.sample(fields, 3)}
        way = f"{here}/{chosen.choice(paths)}" if chosen.random() < 0.9 else "/api/tables"
        raw = json.dumps(body).encode()
        if chosen.random() < 0.2:
            raw = raw[: chosen.randrange(len(raw))] + secrets.token_bytes(3)
        return client.post(way, content=raw, headers=JSON | guest.headers)

    ground.at_once([post] * times)
    return ground.told()


ATTACKS: Final = (
    Attack("decks that take long to read", bad_decks, 30, 10),
    Attack("numbers of 5,000 digits", numbers, 24, 8),
    Attack("odd letters, methods and headers", odd, 160, 16),
    Attack("bodies made by chance", garbage, 2000, 100),
    Attack("very long records to be replayed", replays, 20, 3),
)
