"""Crowds and strangers: streams from one address, reviews, exercises, links for other devices, forged addresses."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import httpx

from forno.server.capacity import raise_open_files_limit
from tools.attacks.ground import HOST, SECONDS, Attack, Ground, Guest, hold

TABLES: Final = 6
"""Tables over which a crowd spreads."""
MOST_STREAMS: Final = 200
"""Spectators' streams that one address may have."""
MOST_TABLES: Final = 60
"""Tables that one address can open in the minute that an attack takes, and what was saved up for one."""
MOST_REVIEWS: Final = 4
"""Reviews of one address that may run at once."""
RECORD: Final = Path(__file__).parents[2] / "tests" / "records" / "mamma-mia-classic-most-orders.txt"
LINK: Final = re.compile(r'value="http://[^/]+(/along/[\w-]+)"')


def streams(ground: Ground, times: int) -> str:
    """Spectators of many tables, all from one address; players and health checks find room."""
    raise_open_files_limit()
    guests = [Guest.opens(ground.client(), "mamma-mia", players=2) for _ in range(TABLES)]
    seen: Counter[bytes] = Counter()
    with ExitStack() as stack, httpx.Client(base_url=ground.server.address, timeout=SECONDS, verify=False) as elsewhere:
        for number in range(times):
            connection = stack.enter_context(ground.connect())
            path = f"/t/{guests[number % TABLES].table}/stream"
            try:
                connection.sendall(f"GET {path} HTTP/1.1\r\nHost: forno\r\n\r\n".encode())
                seen[connection.recv(12)[-3:]] += 1
            except ConnectionError:
                seen[b"closed"] += 1
        hold(seen[b"200"] <= MOST_STREAMS, f"one address has {seen[b'200']} streams")
        hold(elsewhere.get("/healthz").status_code == 200, "the health check fails")
        guest = Guest(elsewhere, guests[0].table, guests[0].key)
        with elsewhere.stream("GET", f"/api/tables/{guest.table}/stream", headers=guest.headers) as answer:
            hold(answer.status_code == 200, f"a player's stream is answered with {answer.status_code}")
            guest.play(3)
    told = ", ".join(f"{status.decode()} ×{number}" for status, number in sorted(seen.items()))
    return f"{told}; the player and the health check always"


def addresses(ground: Ground, times: int) -> str:
    """One client that says with every request that it is somebody else; this machine itself counts as a proxy."""

    def opens(number: int) -> Any:
        forged = {"X-Forwarded-For": f"198.51.100.{number % 250}, 203.0.113.{number % 250}"}
        return lambda client: client.post("/api/tables", json={"game": "mamma-mia"}, headers=forged)

    ground.at_once([opens(number) for number in range(times)])
    hold(ground.source == HOST or ground.seen[201] <= MOST_TABLES, f"one client opened {ground.seen[201]} tables")
    return ground.told()


def reviews(ground: Ground, times: int) -> str:
    """More reviews at once than may run, from one address; another address still gets its own."""
    client, token = ground.page()
    text = RECORD.read_text(encoding="utf-8")
    form = {"_csrf_token": token, "seat": "0"}
    for number in range(times):
        ground.note(client.post("/review", data=form | {"record": f"{text}# {number}\n"}))
    hold(ground.seen[200] <= MOST_REVIEWS + times // 3, f"{ground.seen[200]} reviews of one address run")
    elsewhere = {"X-Forwarded-For": "192.0.2.1"}
    with httpx.Client(base_url=ground.server.address, timeout=SECONDS, verify=False, headers=elsewhere) as other:
        found = re.search(r'name="csrf-token" content="([^"]+)"', other.get("/settings").text)
        assert found is not None
        answer = other.post("/review", data={"_csrf_token": found[1], "seat": "1", "record": text})
        hold(answer.status_code == 200, f"another address is answered with {answer.status_code}")
    return f"{ground.told()}; another address is served"


def exercises(ground: Ground, times: int) -> str:
    """One exercise answered many times at once, to count more than once."""
    client, token = ground.page()
    form = {"_csrf_token": token, "game": "mamma-mia", "level": "easy"}
    prepared = client.post("/you/exercises", data=form)
    ground.note(prepared)
    hold(prepared.status_code == 303, f"no exercise was prepared: {prepared.status_code}")
    jar = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)}
    sent = {"_csrf_token": token, "answer-0": "1"}
    ground.at_once([lambda other: other.post("/you/exercise", data=sent, headers=jar)] * times)
    kept = client.get("/you/export").json()["leaves"]
    counted = sum(name.startswith("memory ") for name in kept)
    hold(counted == 1, f"it counts {counted} times")
    return f"{ground.told()}; it counts once"


def links(ground: Ground, times: int) -> str:
    """A stranger's link for another device: whoever opens it keeps a book of their own, and it works once."""
    stranger, token = ground.page()
    stranger.post("/play/mamma-mia", data={"_csrf_token": token})
    for _ in range(times):
        found = LINK.search(stranger.post("/along", data={"_csrf_token": token}).text)
        hold(found, "there is no link")
        assert found is not None
        visitor, own = ground.page()
        form = {"_csrf_token": own, "book": "yes"}
        ground.note(visitor.post(found[1], data=form))
        hold(visitor.cookies.get("forno_book") != stranger.cookies.get("forno_book"), "two visitors share a book")
        hold(ground.note(visitor.post(found[1], data=form)).status_code == 404, "a link works twice")
    return ground.told()


ATTACKS: Final = (
    Attack("spectators of many tables from one address", streams, 1150, 230),
    Attack("a flood of tables with forged addresses", addresses, 300, 70),
    Attack("more reviews than may run", reviews, 12, 6),
    Attack("an exercise answered many times at once", exercises, 48, 8),
    Attack("a stranger's link for another device", links, 10, 2),
)
