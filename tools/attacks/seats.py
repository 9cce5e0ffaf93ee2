"""Attacks on other people's seats: crowds, forged keys, repeated requests, pages of other sites."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from typing import Any, Final

import httpx

from tools.attacks.ground import Attack, Ground, Guest, hold

SMALL_BUFFER: Final = 4096
MOVES: Final = 20
"""Number of moves told to a crowd that doesn't read."""
TICKET: Final = "a ticket of the attack's own"


def spectators(ground: Ground, times: int) -> str:
    """Watch with a crowd that never reads; the players must still hear everything."""
    guest = Guest.opens(ground.client(), "mamma-mia", players=2)
    path = f"/api/tables/{guest.table}/stream"
    ask = f"GET /t/{guest.table}/stream HTTP/1.1\r\nHost: forno\r\n\r\n".encode()
    let_in = 0
    with ExitStack() as stack:
        for _ in range(times):
            connection = stack.enter_context(ground.connect(SMALL_BUFFER))
            connection.sendall(ask)
            let_in += connection.recv(12).endswith(b"200")
        for way in (path, f"/t/{guest.table}/stream?seat=0"):
            rest: dict[str, Any] = {"headers": guest.headers | {"Cookie": f"forno_seat={guest.key}"}}
            with guest.client.stream("GET", way, **rest) as answer:
                hold(answer.status_code == 200, f"a player's own stream is answered with {answer.status_code}")
                guest.play(MOVES)
                hold(any(line.startswith("event: ") for line in answer.iter_lines()), "a player hears nothing")
    return f"{let_in} let in, {times - let_in} refused; the player always"


def rematches(ground: Ground, times: int) -> str:
    """Ask for a rematch of a finished game again and again."""
    host = Guest.opens(ground.client(), "pizza-master", bots=False, players=3, max_days=1)
    others = [_sits(host, name) for name in ("Bruno", "Carla")]
    host.post("/start")
    while host.get()["phase"] != "over":
        for player in (host, *others):
            told = player.get()
            if told["awaited"]:
                player.move(told)
    headers = host.headers
    answers = ground.at_once([lambda client: client.post(f"{_at(host)}/rematch", headers=headers)] * times)
    given = {(told["table"], told["seat"], told["key"]) for told in (answer.json() for answer in answers)}
    hold(len(given) == 1, f"{len(given)} seats were given for one")
    ((table, _seat, key),) = given
    seats = Guest(host.client, table, key).get()["seats"]
    hold([seat["name"] for seat in seats] == ["Anna", None, None], "other guests' seats are taken")
    return "one seat, the same each time"


def tickets(ground: Ground, times: int) -> str:
    """Sit down again and again, as if every answer was lost."""
    host = Guest.opens(ground.client(), "mamma-mia", bots=False, players=4)
    sit = {"name": "Bruno", "ticket": TICKET}
    answers = ground.at_once([lambda client: client.post(f"{_at(host)}/sit", json=sit)] * times)
    hold(len({(told["seat"], told["key"]) for told in (answer.json() for answer in answers)}) == 1, "several seats")
    hold([seat["name"] for seat in host.get()["seats"]] == ["Anna", "Bruno", None, None], "other seats are taken")
    return "one seat, the same each time"


def forged(ground: Ground, times: int) -> str:
    """Send made-up keys, keys of other tables, keys in the wrong place, and other seats' numbers."""
    mine, theirs = (Guest.opens(ground.client(), "mamma-mia", players=2) for _ in range(2))
    here = _at(theirs)
    theirs.client.cookies.clear()
    for number in range(times):
        key = (secrets.token_urlsafe(24), mine.key, theirs.key[:-1], theirs.key + "A", theirs.key.swapcase())[
            number % 5
        ]
        bearer, cookie = {"Authorization": f"Bearer {key}"}, {"Cookie": f"forno_seat={key}"}
        move = {"number": 1, "seat": 0, "actions": [1]}
        for method, path, rest in (
            ("GET", here, {"headers": bearer}),
            ("GET", f"{here}/view", {"headers": bearer}),
            ("GET", f"{here}/stream", {"headers": bearer}),
            ("POST", f"{here}/moves", {"headers": bearer, "json": move}),
            ("POST", f"{here}/moves", {"headers": cookie, "json": move}),
            ("POST", f"{here}/stand-in", {"headers": bearer, "json": {"bot": "random"}}),
            ("GET", f"/t/{theirs.table}?seat=0", {"headers": cookie}),
            ("GET", f"/t/{theirs.table}/stream?seat=0", {"headers": cookie}),
            ("GET", f"/t/{theirs.table}/me/{key}", {}),
        ):
            with mine.client.stream(method, path, **rest) as answer:
                status = ground.note(answer).status_code
                hold(status in {401, 403, 404, 429}, f"{method} {path} with a forged key is answered with {status}")
    return ground.told()


def other_sites(ground: Ground, times: int) -> str:
    """Send what a page of another site can make a visitor's browser send: cookies, but no token, JSON or key."""
    guest = Guest.opens(ground.client(), "mamma-mia", players=2)
    before = guest.get()
    cookies = {"Cookie": f"forno_seat={guest.key}", "Origin": "https://elsewhere.example"}
    move = f'{{"number": {before["number"]}, "actions": [{(before["actions"] or [{"number": 0}])[0]["number"]}]}}'
    opened = 0
    for _ in range(times):
        for path, body, kind in (
            (f"/t/{guest.table}/moves", move, "text/plain"),
            (f"/api/tables/{guest.table}/moves", move, "text/plain"),
            (f"/t/{guest.table}/hand-over", "seat=1", "application/x-www-form-urlencoded"),
            (f"/api/tables/{guest.table}/chat", '{"text": "buy!"}', "text/plain"),
            (f"/t/{guest.table}/chat", "text=buy", "application/x-www-form-urlencoded"),
            ("/api/tables", '{"game": "mamma-mia", "public": true}', "text/plain"),
            ("/play/mamma-mia", "name=x", "application/x-www-form-urlencoded"),
        ):
            answer = guest.client.post(path, content=body, headers=cookies | {"Content-Type": kind})
            status = ground.note(answer).status_code
            opened += path == "/api/tables" and status == 201
            hold(status in {400, 401, 403, 415, 422, 429}, f"{path}, sent by another site, is answered with {status}")
    hold(guest.get()["position"] == before["position"] or not before["awaited"], "another site has moved")
    return ground.told()


def _at(guest: Guest) -> str:
    return f"/api/tables/{guest.table}"


def _sits(host: Guest, name: str) -> Guest:
    answer: httpx.Response = host.client.post(f"{_at(host)}/sit", json={"name": name})
    return Guest(host.client, host.table, answer.json()["key"])


ATTACKS: Final = (
    Attack("spectators who never read", spectators, 260, 210),
    Attack("rematches, all for one seat", rematches, 60, 12),
    Attack("sitting down again and again", tickets, 60, 12),
    Attack("forged keys and other people's seats", forged, 50, 5),
    Attack("requests that other sites make browsers send", other_sites, 10, 2),
)
