"""`forno sit`: a bot of this machine takes a seat at a table in the web, over the API."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

from forno.bots.bot import Bot
from forno.bots.lineup import read_player
from forno.core.errors import BotError, OptionError
from forno.core.game import Game
from forno.core.language import _
from forno.core.plain import event_from_plain
from forno.core.registry import game as make_game
from forno.core.views import Memory

LINK = re.compile(r"(https?://[^/\s]+)/t/([a-z0-9]+)(?:/me/([\w-]+))?/?")
ANSWER_SECONDS = 60
SILENCE_SECONDS = 60
"""The server pings more often than that: a stream that is quiet for so long is dead."""
PATIENCE = 20
"""How often a server that can't be reached is tried again, with longer and longer pauses."""


class Refused(BotError):
    """The server said no. What it said is for people."""

    code = "refused"


class Unreachable(BotError):
    """The server can't be reached."""

    code = "unreachable"


def add_sit(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    sat = command(
        "sit",
        run,
        _("seat a bot at a table in the web"),
        "sit http://127.0.0.1:8000/t/abcdefgh2345 nonna",
        "sit http://127.0.0.1:8000/t/abcdefgh2345 'exec:python my_bot.py' --name Robo",
    )
    sat.add_argument("link", metavar="LINK", help=_("the link of the table, or a personal link of a seat"))
    sat.add_argument("bot", metavar="BOT", help=_("a bot, with options after colons, or exec: and a command line"))
    sat.add_argument("--name", help=_("what it is called at the table (default: as the bot)"))
    sat.add_argument("--deck", metavar="FILE", help=_("the deck of one's own that the table plays with"))


def run(arguments: argparse.Namespace) -> int:
    found = LINK.fullmatch(arguments.link.strip())
    if found is None:
        raise OptionError(
            _("{link!r} is no link of a table; it looks like http://127.0.0.1:8000/t/abcdefgh2345.").format(
                link=arguments.link
            )
        )
    guest = Guest(found[1], found[2], found[3], arguments.bot, arguments.deck)
    guest.sit(arguments.name or read_player(arguments.bot).name)
    print(_("Sitting at seat {seat}.").format(seat=guest.seat + 1), flush=True)
    result = guest.play()
    print(result)
    return 0


class Guest:
    """A seat at a table of some server, and the bot that plays it."""

    def __init__(self, server: str, table: str, key: str | None, bot: str, deck: str | None) -> None:
        self.address = f"{server}/api/tables/{table}"
        self.key = key
        self.player = read_player(bot)
        self.deck = deck
        self.seat = -1
        self.position = ""
        self.game: Game | None = None
        self.bot: Bot | None = None
        self.memory: Memory | None = None

    def ask(self, path: str, data: Any = None) -> dict[str, Any]:
        """A question to the server; `data` makes it a POST."""
        body = None if data is None else json.dumps(data).encode()
        try:
            with urllib.request.urlopen(self.request(path, body), timeout=ANSWER_SECONDS) as answer:
                said: dict[str, Any] = json.load(answer)
                return said
        except urllib.error.HTTPError as error:
            raise Refused(_reason(error)) from None
        except (OSError, ValueError) as error:
            raise Unreachable(
                _("{address} can't be reached: {reason}.").format(address=self.address, reason=error)
            ) from None

    def request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        headers = {"Content-Type": "application/json"}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        return urllib.request.Request(f"{self.address}{path}", body, headers)

    def sit(self, name: str) -> None:
        if self.key is None:
            self.key = self.ask("/sit", {"name": name[:24]})["key"]
        told = self.ask("")
        self.seat = told["seat"]
        if told["phase"] != "gathering":
            raise BotError(_("the game has begun, and this bot hasn't seen what happened; sit down before the start."))

    def play(self) -> str:
        """Until the game is over; returns how it ended."""
        failures = 0
        while True:
            try:
                for event, data in self.listen():
                    failures = 0
                    if event == "events" and self.hear(data):
                        return str(self.ask("")["view"].get("outcome"))
            except Unreachable as error:
                print(error, file=sys.stderr)
            failures += 1
            if failures > PATIENCE:
                raise Unreachable(_("the server is gone; giving up."))
            time.sleep(min(5.0, 0.2 * failures))

    def listen(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What the stream tells, from where it broke off last, until it breaks off."""
        request = self.request(f"/stream?after={self.position}")
        event = ""
        try:
            with urllib.request.urlopen(request, timeout=SILENCE_SECONDS) as stream:
                for line in stream:
                    word, _colon, rest = line.decode().rstrip("\n").partition(": ")
                    if word == "event":
                        event = rest
                    elif word == "id":
                        self.position = rest
                    elif word == "data":
                        yield event, json.loads(rest)
        except urllib.error.HTTPError as error:
            raise Refused(_reason(error)) from None
        except (OSError, ValueError) as error:
            raise Unreachable(
                _("{address} can't be reached: {reason}.").format(address=self.address, reason=error)
            ) from None

    def hear(self, data: dict[str, Any]) -> bool:
        """Take in events, and decide if asked. Whether the game is over."""
        game, bot, memory = self.begin()
        for told in data["events"]:
            event = event_from_plain(game, told)
            memory.observe(event)
            bot.observe(event)
        if data["over"]:
            bot.close()
            return True
        if data["awaited"]:
            view = memory.view()
            if view.actions:
                self.decide(data["number"], bot.choose(view))
        return False

    def decide(self, number: int, action: int) -> None:
        try:
            self.ask("/moves", {"number": number, "actions": [action]})
        except Refused as error:
            # The clock was faster, or somebody else decided for this seat.
            print(error, file=sys.stderr)

    def begin(self) -> tuple[Game, Bot, Memory]:
        """The game as the table plays it, once its options can't change any more."""
        if self.game is None or self.bot is None or self.memory is None:
            told = self.ask("")
            options = {name: tuple(v) if isinstance(v, list) else v for name, v in told["options"].items()}
            if self.deck is not None:
                options["deck"] = self.deck
            self.game = make_game(told["game"], **options)
            if (self.game.rules_version, self.game.deck_hash) != (told["rules"], told["deck"]):
                raise BotError(_("the table plays with other rules or another deck than this program; see --deck."))
            self.bot = self.player.make(self.game, self.seat, self.address)
            self.memory = self.game.memory(self.seat)
        return self.game, self.bot, self.memory


def _reason(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["message"])
    except (ValueError, KeyError, TypeError):
        return _("the server refused ({status}).").format(status=error.code)
