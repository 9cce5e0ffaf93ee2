"""Attacks by crowds and strangers: streams from one address, reviews, exercises, device links, forged addresses."""

from __future__ import annotations

import re
import socket
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import httpx

from forno.server.capacity import raise_open_files_limit
from tools.attacks.ground import HOST, SECONDS, Attack, Broken, Ground, Guest, hold, until

TABLES: Final = 6
"""Number of tables over which a crowd spreads."""
MAX_STREAMS: Final = 200
"""Limit of spectators' streams for one address."""
MAX_TABLES: Final = 60
"""Limit of tables that one address can open in the minute that an attack takes, with a minute's worth saved up."""
MAX_REVIEWS: Final = 4
"""Limit of running reviews for one address."""
RECORD: Final = Path(__file__).parents[2] / "tests" / "records" / "mamma-mia-classic-most-orders.txt"
SLOW_CLOCK: Final = "86400/14400/259200"
"""A clock for games over days, in which there are notices."""
INSIDE: Final = (HOST, "localhost", "127.1", "2130706433", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]")
"""Names of this machine in its own network."""
LINK: Final = re.compile(r'value="http://[^/]+(/along/[\w-]+)"')


def streams(ground: Ground, times: int) -> str:
    """Open spectators' streams at many tables from one address; players and health checks must find room."""
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
        hold(seen[b"200"] <= MAX_STREAMS, f"one address has {seen[b'200']} streams")
        hold(elsewhere.get("/healthz").status_code == 200, "the health check fails")
        guest = Guest(elsewhere, guests[0].table, guests[0].key)
        with elsewhere.stream("GET", f"/api/tables/{guest.table}/stream", headers=guest.headers) as answer:
            hold(answer.status_code == 200, f"a player's stream is answered with {answer.status_code}")
            guest.play(3)
    told = ", ".join(f"{status.decode()} ×{number}" for status, number in sorted(seen.items()))
    return f"{told}; the player and the health check always"


def addresses(ground: Ground, times: int) -> str:
    """Claim another client address with every request; this machine counts as a proxy."""

    def opens(number: int) -> Any:
        forged = {"X-Forwarded-For": f"198.51.100.{number % 250}, 203.0.113.{number % 250}"}
        return lambda client: client.post("/api/tables", json={"game": "mamma-mia"}, headers=forged)

    ground.at_once([opens(number) for number in range(times)])
    hold(ground.source == HOST or ground.seen[201] <= MAX_TABLES, f"one client opened {ground.seen[201]} tables")
    return ground.told()


def reviews(ground: Ground, times: int) -> str:
    """Ask for more reviews than may run, from one address; another address must still get its own."""
    client, token = ground.page()
    text = RECORD.read_text(encoding="utf-8")
    form = {"_csrf_token": token, "seat": "0"}
    for number in range(times):
        ground.note(client.post("/review", data=form | {"record": f"{text}# {number}\n"}))
    hold(ground.seen[200] <= MAX_REVIEWS + times // 3, f"{ground.seen[200]} reviews of one address run")
    elsewhere = {"X-Forwarded-For": "192.0.2.1"}
    with httpx.Client(base_url=ground.server.address, timeout=SECONDS, verify=False, headers=elsewhere) as other:
        found = re.search(r'name="csrf-token" content="([^"]+)"', other.get("/settings").text)
        assert found is not None
        answer = other.post("/review", data={"_csrf_token": found[1], "seat": "1", "record": text})
        hold(answer.status_code == 200, f"another address is answered with {answer.status_code}")
    return f"{ground.told()}; another address is served"


def exercises(ground: Ground, times: int) -> str:
    """Answer one exercise many times at once, to count more than once."""
    client, token = ground.page()
    form = {"_csrf_token": token, "game": "mamma-mia", "level": "easy"}
    # On a busy machine preparing one may take too long, and the page says so: a visitor tries again.
    until(lambda: client.post("/you/exercises", data=form).status_code == 303, "no exercise was prepared")
    jar = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)}
    sent = {"_csrf_token": token, "answer-0": "1"}
    ground.at_once([lambda other: other.post("/you/exercise", data=sent, headers=jar)] * times)
    kept = client.get("/you/export").json()["leaves"]
    counted = sum(name.startswith("memory ") for name in kept)
    hold(counted == 1, f"it counts {counted} times")
    return f"{ground.told()}; it counts once"


def links(ground: Ground, times: int) -> str:
    """Send a stranger a link for another device: it works once, and whoever opens it keeps their own book."""
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


def made_up_tables(ground: Ground, times: int) -> str:
    """Send cookies that name missing tables, to have them stored under a player's key."""
    client, token = ground.page()
    client.post("/play/mamma-mia", data={"_csrf_token": token})
    own = client.cookies["forno_tables"]
    for number in range(times):
        named = "~".join([own, *(f"madeup{number}x{table}.0-key" for table in range(100))])
        client.cookies.set("forno_tables", named, domain=HOST, path="/")
        ground.note(client.post("/along", data={"_csrf_token": token}))
    client.cookies.delete("forno_tables", domain=HOST, path="/")
    stored = len(client.get("/you/key/export").json()["tables"])
    hold(stored == 1, f"{stored} tables are stored of one")
    return f"{ground.told()}; one table is stored"


def webhooks(ground: Ground, times: int) -> str:
    """Have notices sent to addresses of the host's own network: nothing is ever connected to."""
    client, token = ground.page()
    friend, friends = ground.page()
    form = {"option_players": "2", "seat_0": "me", "seat_1": "open", "clock": SLOW_CLOCK, "_csrf_token": token}
    with socket.create_server((HOST, 0)) as inside:
        port = inside.getsockname()[1]
        for number in range(times):
            url = f"https://{INSIDE[number % len(INSIDE)]}:{port}/"
            opened = ground.note(client.post("/new/mamma-mia", data=form | {"name": "Anna"}))
            table = opened.headers["location"]
            ground.note(friend.post(f"{table}/sit", data={"_csrf_token": friends, "name": "Bruno"}))
            wish = {"_csrf_token": token, "turn": "1", "begun": "1", "webhook": url}
            hold(ground.note(client.post(f"{table}/notices", data=wish)).status_code == 200, f"{url} isn't taken")
            hold(url in client.get(f"{table}/notices").text, f"{url} isn't stored")
            ground.note(client.post(f"{table}/start", data={"_csrf_token": token}))
            until(lambda: url not in client.get(f"{table}/notices").text, f"{url} isn't switched off")  # noqa: B023
        inside.setblocking(False)
        try:
            inside.accept()
        except BlockingIOError:
            return f"{ground.told()}; nothing was connected to"
    raise Broken("the server connected to an address of its own network")


ATTACKS: Final = (
    Attack("spectators of many tables from one address", streams, 1150, 230),
    Attack("a flood of tables with forged addresses", addresses, 300, 70),
    Attack("more reviews than may run", reviews, 12, 6),
    Attack("an exercise answered many times at once", exercises, 48, 8),
    Attack("a stranger's link for another device", links, 10, 2),
    Attack("made-up tables under a player's key", made_up_tables, 20, 2),
    Attack("notices to the host's own network", webhooks, 7, 2),
)
