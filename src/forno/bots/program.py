"""One of our bots as a program that speaks the line protocol: `forno bot NAME`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from forno.bots import protocol
from forno.bots.bot import Bot
from forno.bots.lineup import Player
from forno.core.errors import BotError, FornoError
from forno.core.game import Game
from forno.core.plain import event_from_plain
from forno.core.registry import game as make_game
from forno.core.views import Memory


def serve(player: Player, lines: Iterable[str], out: TextIO, deck: str | None = None) -> bool:
    """Answer lines until told to quit; return whether no error occurred. Errors were reported on the way."""
    try:
        for answer in Speaker(player, deck).answers(lines):
            print(answer, file=out, flush=True)
    except FornoError as error:
        print(f"{protocol.ERROR} {error}", file=out, flush=True)
        return False
    return True


class Speaker:
    """The program's side of the protocol. The view is rebuilt from the events, as a memory does."""

    def __init__(self, player: Player, deck: str | None) -> None:
        self.player = player
        self.deck = deck
        self.game: Game | None = None
        self.memory: Memory | None = None
        self.bot: Bot | None = None

    def answers(self, lines: Iterable[str]) -> Iterator[str]:
        for line in lines:
            word, rest = protocol.split_line(line)
            match word:
                case "":
                    pass
                case "forno":
                    if rest != str(protocol.VERSION):
                        raise BotError(f"this program speaks version {protocol.VERSION} of the protocol, not {rest!r}.")
                    yield f"id name {self.player.label}"
                    yield protocol.HELLO_OK
                case "game":
                    self.sit_down(protocol.content(rest))
                    yield protocol.READY
                case "event":
                    self.observe(protocol.content(rest))
                case "choose":
                    yield f"{protocol.BEST} {self.choose()}"
                case "quit":
                    return
                case _:
                    words = (
                        f"{protocol.HELLO}, {protocol.GAME}, {protocol.EVENT}, {protocol.CHOOSE} and {protocol.QUIT}"
                    )
                    raise BotError(f"{word!r} is no word of the protocol; there are {words}.")

    def sit_down(self, told: dict[str, Any]) -> None:
        if self.bot is not None:
            self.bot.close()
        try:
            game = make_game(told["game"], **{**told["options"], "deck": self.deck})
            if (game.rules_version, game.deck_hash) != (told["rules"], told["deck"]):
                raise BotError("this game has other rules or another deck than this program knows; see --deck.")
            self.bot = self.player.make(game, told["seat"], told["seed"])
            self.memory = game.memory(told["seat"])
        except KeyError as error:
            raise BotError(f"the game lacks {error}.") from error
        self.game = game

    def observe(self, told: dict[str, Any]) -> None:
        if self.game is None or self.bot is None or self.memory is None:
            raise BotError("there is no game yet.")
        event = event_from_plain(self.game, told)
        self.memory.observe(event)
        self.bot.observe(event)

    def choose(self) -> int:
        if self.bot is None or self.memory is None:
            raise BotError("there is no game yet.")
        return self.bot.choose(self.memory.view())
