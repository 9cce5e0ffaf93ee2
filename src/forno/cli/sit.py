"""`forno sit`: a local bot at a remote table, over the HTTP API; what it has heard is kept in a file, to resume."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any

from forno.background.http_client import NoRedirects
from forno.bots.bot import Bot
from forno.bots.lineup import bot_seed, read_player
from forno.cli.options import add_common
from forno.cli.screen import printable
from forno.core.chance import Chance
from forno.core.errors import BotError, FornoError, not_understood
from forno.core.events import Event
from forno.core.game import Game
from forno.core.language import _
from forno.core.plain import event_from_plain, view_from_plain
from forno.core.registry import game as make_game
from forno.core.registry import game_info
from forno.core.views import Memory
from forno.server.settings import data_file
from forno.table.composing import tells_nothing
from forno.table.pacing import BOT_PAUSE_SECONDS, bot_pause

TABLE_LINK = re.compile(r"(https?://[^/\s]+(?:/[^/\s]+)*?)/t/([a-z0-9]+)(?:/me/([\w-]+))?/?")
ANSWER_TIMEOUT_SECONDS = 60
SILENCE_SECONDS = 60
"""Seconds of silence after which a stream is dead; the server pings more often."""
TOO_MANY, BROKEN = 429, 500
MAX_SEAT_ATTEMPTS = 4
"""Attempts to take a seat."""
MAX_CONNECT_ATTEMPTS = 20
"""Attempts to reach a server, with growing pauses."""
REDIRECT_STATUSES = (301, 302, 303, 307, 308)
MAX_ANSWER_BYTES = 1 << 20
"""Maximum length of an answer, and of a line of a stream."""
MAX_GAME_BYTES = 64 << 20
"""Maximum length of all streams of a game."""
MAX_REASON_CHARACTERS = 300
"""Maximum length of a server's message as it is shown."""
MAX_SEATS = 100
KEY_PATTERN = re.compile(r"[\w-]{1,200}", re.ASCII)
POSITION_PATTERN = re.compile(r"[\d.]{1,40}", re.ASCII)


class Notes:
    """File with one line per message: its position and events."""

    def __init__(self, address: str, key: str, folder: Path | None = None) -> None:
        name = sha256(f"{address} {key}".encode()).hexdigest()[:24]
        self.path = (folder or data_file().parent / "sitting") / f"{name}.jsonl"

    def read(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """Read what was heard before. A truncated line and everything after it is ignored."""
        found = []
        with suppress(OSError, ValueError, KeyError, TypeError):
            for line in self.path.read_text(encoding="utf-8").splitlines():
                note = json.loads(line)
                found.append((str(note["position"]), list(note["events"])))
        return found

    def add(self, position: str, events: list[dict[str, Any]]) -> None:
        """Append a message. Write errors are ignored: the bot can play without notes."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with open(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps({"position": position, "events": events}) + "\n")

    def burn(self) -> None:
        """Delete the notes: the game is over, or they have a gap."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


class Refused(BotError):
    """The server refused a request; its message is for people."""

    code = "refused"


class Unreachable(BotError):
    """The server can't be reached."""

    code = "unreachable"


def add_commands(command: Callable[..., argparse.ArgumentParser], _words: Sequence[str]) -> None:
    """Add the command to the command line."""
    sat = command(
        "sit",
        run,
        "sit http://127.0.0.1:8000/t/abcdefgh2345 nonna",
        "sit http://127.0.0.1:8000/t/abcdefgh2345 'exec:python my_bot.py' --name Robo",
    )
    sat.add_argument("link", metavar="TABLE_LINK", help=_("link of a table, or personal link of a seat"))
    sat.add_argument("bot", metavar="BOT", help=_("bot, with its options after colons; or exec: and a command"))
    sat.add_argument("--name", help=_("name at the table (default: the bot's name)"))
    sat.add_argument(
        "--quick",
        action="store_true",
        help=_("answer without a pause (others can see how long the bot thought)"),
    )
    add_common(sat, "--deck")


def run(arguments: argparse.Namespace) -> int:
    found = TABLE_LINK.fullmatch(arguments.link.strip())
    if found is None:
        raise not_understood(arguments.link, "http://127.0.0.1:8000/t/abcdefgh2345")
    guest = Guest(found[1], found[2], found[3], arguments.bot, arguments.deck, arguments.quick)
    try:
        guest.sit(arguments.name or read_player(arguments.bot).name)
        print(_("Sitting in seat {seat}.").format(seat=guest.seat + 1), flush=True)
        link = f"{found[1]}/t/{found[2]}/me/{guest.key}"
        print(
            _("If this program stops, start it again with the seat's own link: {link}").format(link=link),
            flush=True,
        )
        print(printable(guest.play(), lines=False))
    except (FornoError, OSError):
        raise
    except Exception as error:  # malformed answers of the server, or an error of the bot
        raise BotError(
            _("the game can't go on: the server's answer or the bot is wrong ({reason}).").format(
                reason=f"{type(error).__name__}: {error}"[:MAX_REASON_CHARACTERS]
            )
        ) from error
    finally:
        guest.close()
    return 0


def read_object(answer: Any) -> dict[str, Any] | None:
    """Return the JSON object in an answer; `None` if it is something else. Raises `Refused` if it is too long."""
    body = answer.read(MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES:
        raise too_much()
    said = json.loads(body)
    return said if isinstance(said, dict) else None


def too_much() -> Refused:
    return Refused(_("the server sends more data than any game needs; giving up."))


class Guest:
    """A seat at a remote table, and the bot that plays it."""

    def __init__(
        self, server: str, table: str, key: str | None, bot: str, deck: str | None, quick: bool = False
    ) -> None:
        self.address = f"{server}/api/tables/{table}"
        self.key = key
        self.player = read_player(bot)
        self.deck = deck
        self.quick = quick
        self.seat = -1
        self.position = ""
        self.game: Game | None = None
        self.bot: Bot | None = None
        self.memory: Memory | None = None
        self.notes: Notes | None = None
        self.lost = False
        """Whether it has missed events that can't be replayed."""
        self.heard_bytes = 0
        self._opener = urllib.request.build_opener(NoRedirects)

    def close(self) -> None:
        if self.bot is not None:
            self.bot.close()

    @property
    def luck(self) -> str:
        """Seed of the bot: the seat's key, which nobody else knows."""
        return bot_seed(str(self.key))

    def ask(self, path: str, data: Any = None) -> dict[str, Any]:
        """Send a request; a POST if there is `data`."""
        body = None if data is None else json.dumps(data).encode()
        with self._connect(self.request(path, body), ANSWER_TIMEOUT_SECONDS) as answer:
            said = read_object(answer)
            if said is None:
                raise ValueError(_("that isn't Forno's answer"))
            return said

    @contextmanager
    def _connect(self, request: urllib.request.Request, seconds: float) -> Iterator[Any]:
        """Yield the answer to a request. Raises `Refused` or `Unreachable` for all errors until it is read."""
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                yield answer
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        except BotError:
            raise
        except (OSError, ValueError, HTTPException, RecursionError) as error:
            raise Unreachable(
                _("{address} can't be reached: {reason}.").format(
                    address=self.address, reason=printable(_reason(error), lines=False)[:MAX_REASON_CHARACTERS]
                )
            ) from None

    def ask_again(self, path: str, data: Any) -> dict[str, Any]:
        """Send a request that may be repeated, and repeat it if the answer is lost."""
        for failures in range(1, MAX_SEAT_ATTEMPTS):
            try:
                return self.ask(path, data)
            except Unreachable as error:
                print(printable(error), file=sys.stderr)
                time.sleep(0.2 * failures)
        return self.ask(path, data)

    def request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        headers = {"Content-Type": "application/json"}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        return urllib.request.Request(f"{self.address}{path}", body, headers)

    def sit(self, name: str) -> None:
        """Take a seat, or resume the one of the key with its notes."""
        if self.key is None:
            key = self.ask_again("/sit", {"name": name[:24], "ticket": secrets.token_urlsafe(24)}).get("key")
            if not isinstance(key, str) or KEY_PATTERN.fullmatch(key) is None:
                raise Refused(_("the server gave no key for the seat; check the link."))
            self.key = key
        told = self.ask("")
        self.seat = told["seat"]
        if type(self.seat) is not int or not 0 <= self.seat < MAX_SEATS:
            raise Refused(_("the server gave no seat; check the link."))
        self.notes = Notes(self.address, str(self.key))
        heard = self.notes.read() if told["phase"] == "playing" else []
        for position, events in heard:
            self.take_in(events)
            self.position = position
        if told["phase"] == "playing" and not heard:
            self.lose_track()

    def play(self) -> str:
        """Play until the game is over; return the outcome."""
        failures = 0
        while True:
            try:
                self.look_up()
                for event, data in self.listen():
                    failures = 0
                    over = data.get("phase") == "over" if event == "snapshot" else bool(data.get("over"))
                    if event == "events":
                        self.hear(data)
                    elif event == "snapshot" and data["phase"] == "playing":
                        self.lose_track()
                        self.look_up()
                    if over:
                        return self.end()
            except Unreachable as error:
                print(printable(error), file=sys.stderr)
            failures += 1
            if failures > MAX_CONNECT_ATTEMPTS:
                raise Unreachable(_("the server is gone; giving up."))
            time.sleep(min(5.0, 0.2 * failures))

    def end(self) -> str:
        self.close()
        if self.notes is not None:
            self.notes.burn()
        return str(self.ask("")["view"].get("outcome"))

    def look_up(self) -> None:
        """Answer a decision that is already awaited, before listening to the stream."""
        told = self.ask("")
        if told.get("awaited") and (self.lost or told["position"] == self.position):
            self.decide(told["number"])

    def listen(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield messages of the stream from the last position until it breaks off."""
        request = self.request(f"/stream?after={self.position}")
        event = ""
        with self._connect(request, SILENCE_SECONDS) as stream:
            while line := stream.readline(MAX_ANSWER_BYTES):
                self.heard_bytes += len(line)
                if len(line) == MAX_ANSWER_BYTES or self.heard_bytes > MAX_GAME_BYTES:
                    raise too_much()
                word, _colon, rest = line.decode().rstrip("\n").partition(": ")
                if word == "event":
                    event = rest
                elif word == "id" and POSITION_PATTERN.fullmatch(rest):
                    self.position = rest
                elif word == "data":
                    yield event, json.loads(rest)

    def hear(self, data: dict[str, Any]) -> None:
        """Pass events to the bot, and decide if asked."""
        if self.notes is not None and not self.lost:
            self.notes.add(self.position, data["events"])
        events = self.take_in(data["events"])
        if data["awaited"] and not data["over"]:
            self.decide(data["number"], goes_on=bool(events) and tells_nothing(events, self.seat))

    def take_in(self, told: list[dict[str, Any]]) -> list[Event]:
        if self.lost:
            return []
        game, bot, memory = self.begin()
        events = [event_from_plain(game, event) for event in told]
        for event in events:
            memory.observe(event)
            bot.observe(event)
        return events

    def lose_track(self) -> None:
        """Start the bot anew from what the table shows, without what came before (MMR-11)."""
        if not self.lost:
            print(_("The bot couldn't follow everything that happened; it goes on with what it sees."), file=sys.stderr)
        self.lost = True
        if self.notes is not None:
            self.notes.burn()

    def choose(self) -> int | None:
        """Return the bot's decision; `None` if nothing is to be decided any more."""
        game, bot, memory = self.begin()
        view = view_from_plain(game, self.ask("/view")["view"]) if self.lost else memory.view()
        if len(view.actions) < 2:
            return view.actions[0] if view.actions else None
        if not self.lost:
            return bot.choose(view)
        bot = self.player.make(game, self.seat, self.luck)
        try:
            return bot.choose(view)
        except Exception as error:
            # A bot that lives off what it remembers may be at a loss here; the others shouldn't wait for that.
            print(
                _("The bot doesn't know what to do ({reason}), so chance decides.").format(reason=printable(error)),
                file=sys.stderr,
            )
            return random.choice(view.actions)
        finally:
            bot.close()

    def decide(self, number: int, goes_on: bool = False) -> None:
        """Send the answer at a moment that doesn't depend on how hard the decision is.

        Where a turn goes on of which the others have heard nothing yet, there has been a pause already: how many
        decisions it takes isn't theirs to know.
        """
        asked = time.monotonic()
        luck = Chance(self.luck, "pace", str(number))
        action = self.choose()
        if action is None:
            return
        answers = asked
        while not self.quick and not goes_on and answers < time.monotonic():
            answers += bot_pause(BOT_PAUSE_SECONDS, luck)
        time.sleep(max(0.0, answers - time.monotonic()))
        try:
            self.ask("/moves", {"number": number, "actions": [action]})
        except Refused as error:
            # The clock was faster, or somebody else decided for this seat.
            print(printable(error), file=sys.stderr)

    def begin(self) -> tuple[Game, Bot, Memory]:
        """Return the table's game, once its options are settled."""
        if self.game is None or self.bot is None or self.memory is None:
            told = self.ask("")
            info = game_info(told["game"])
            # No server names files of this machine.
            options = {name: value for name, value in told["options"].items() if info.option(name).kind != "file"}
            self.game = make_game(told["game"], **{**options, "deck": self.deck})
            if (self.game.rules_version, self.game.deck_hash) != (told["rules"], told["deck"]):
                raise BotError(_("the table plays with other rules or another deck than this program; see --deck."))
            self.bot = self.player.make(self.game, self.seat, self.luck)
            self.memory = self.game.memory(self.seat)
        return self.game, self.bot, self.memory


def _reason(error: Exception) -> object:
    """Return why a request failed, in the words of the system where it has some: `Connection refused`."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return (cause.strerror if isinstance(cause, OSError) else None) or cause


def _refusal(error: urllib.error.HTTPError) -> BotError:
    """Return the error for a response; temporary ones count as unreachable."""
    reason = _("the server refused ({status}).").format(status=error.code)
    if error.code in REDIRECT_STATUSES:
        reason = _(
            "the server redirects to another address, and redirects aren't followed. Use the link of the table itself."
        )
    else:
        with suppress(OSError, ValueError, HTTPException, RecursionError, BotError):
            said = (read_object(error) or {}).get("message")
            reason = printable(said, lines=False)[:MAX_REASON_CHARACTERS] if isinstance(said, str) else reason
    passing = error.code == TOO_MANY or error.code >= BROKEN
    return Unreachable(reason) if passing else Refused(reason)
