"""Commands: everything that people and programs do at a table, each declared once.

Pages, the API, the browser's worker and the OpenAPI document are made from `COMMANDS`. A new command is a function
with a dataclass of arguments, and one entry here.
"""

from __future__ import annotations

from typing import Any, Final

from forno.live.commands.gathering import (
    Addition,
    BotPlace,
    Configuration,
    Name,
    Nothing,
    OpenedSeat,
    Sitting,
    Starting,
    add_to_deal,
    clear,
    configure,
    leave,
    read_options_form,
    read_table_form,
    rename,
    seat_bot,
    sit,
    start,
)
from forno.live.commands.playing import (
    Again,
    Move,
    StandIn,
    Words,
    chat,
    hand_over,
    hint,
    move,
    rematch,
    stand_in,
    take_back,
)
from forno.live.commands.registry import Command, Who, data_answer, guests_answer, key_answer, table_answer

MOVE: Final = Command("moves", Who.SEAT, move, Move, data_answer)
OPTIONS: Final = Command(
    "options", Who.HOST, configure, Configuration, table_answer, programs=False, read_fields=read_options_form
)
COMMANDS: Final[dict[str, Command[Any]]] = {
    command.name: command
    for command in (
        Command("sit", Who.ANYBODY, sit, Sitting, key_answer, status=201),
        Command("name", Who.SEAT, rename, Name, guests_answer, programs=False),
        Command("leave", Who.SEAT, leave, Nothing, guests_answer),
        Command("bot", Who.HOST, seat_bot, BotPlace, guests_answer),
        Command("clear", Who.HOST, clear, OpenedSeat, guests_answer),
        Command("configure", Who.HOST, configure, Configuration, table_answer, read_fields=read_table_form),
        OPTIONS,
        Command("start", Who.HOST, start, Starting, table_answer, body=False),
        Command("deal", Who.SEAT, add_to_deal, Addition, guests_answer),
        MOVE,
        Command("hint", Who.SEAT, hint, Nothing, data_answer, method="GET"),
        Command("chat", Who.ANYBODY, chat, Words, data_answer, limit="words"),
        Command("stand-in", Who.SEAT, stand_in, StandIn, guests_answer),
        Command("hand-over", Who.SEAT, hand_over, OpenedSeat, guests_answer),
        Command("take-back", Who.SEAT, take_back, Nothing, guests_answer),
        Command("rematch", Who.SEAT, rematch, Again, key_answer, status=201, body=False),
    )
}
"""All commands, by name."""
