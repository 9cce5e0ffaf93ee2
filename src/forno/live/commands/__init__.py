"""Commands: everything that people and programs do at a table, each declared once.

Pages, the API, the browser's worker and the OpenAPI document are made from `COMMANDS`. A new command is a function
with a dataclass of arguments, and one entry here.
"""

from __future__ import annotations

from typing import Any, Final

from forno.live.commands import gathering, playing
from forno.live.commands.registry import Command, Who, data_answer, guests_answer, key_answer, table_answer

MOVE: Final = Command("moves", Who.SEAT, playing.move, playing.Move, data_answer)
OPTIONS: Final = Command(
    "options",
    Who.HOST,
    gathering.configure,
    gathering.Configuration,
    table_answer,
    programs=False,
    read_fields=gathering.read_options_form,
)
REPLACE_KEY: Final = Command("replace-key", Who.SEAT, playing.replace_key, gathering.OpenedSeat, key_answer)
COMMANDS: Final[dict[str, Command[Any]]] = {
    command.name: command
    for command in (
        Command("sit", Who.ANYBODY, gathering.sit, gathering.Sitting, key_answer, status=201),
        Command("name", Who.SEAT, gathering.rename, gathering.Name, guests_answer, programs=False),
        Command("leave", Who.SEAT, gathering.leave, gathering.Nothing, guests_answer),
        Command("bot", Who.HOST, gathering.seat_bot, gathering.BotPlace, guests_answer),
        Command("aid", Who.HOST, gathering.give_aid, gathering.Aid, guests_answer),
        Command("clear", Who.HOST, gathering.clear, gathering.OpenedSeat, guests_answer),
        Command(
            "configure",
            Who.HOST,
            gathering.configure,
            gathering.Configuration,
            table_answer,
            read_fields=gathering.read_table_form,
        ),
        OPTIONS,
        Command("start", Who.HOST, gathering.start, gathering.Starting, table_answer, body=False),
        Command("deal", Who.SEAT, gathering.add_to_deal, gathering.Addition, guests_answer),
        MOVE,
        Command("hint", Who.SEAT, playing.hint, gathering.Nothing, data_answer, method="GET"),
        Command("chat", Who.ANYBODY, playing.chat, playing.Words, data_answer, limit="words"),
        Command("notes", Who.SEAT, playing.write_notes, playing.NotebookText, data_answer, limit="words"),
        Command("stand-in", Who.SEAT, playing.stand_in, playing.StandIn, guests_answer),
        Command("hand-over", Who.SEAT, playing.hand_over, gathering.OpenedSeat, guests_answer),
        Command("take-back", Who.SEAT, playing.take_back, gathering.Nothing, guests_answer),
        REPLACE_KEY,
        Command("zone", Who.SEAT, playing.tell_zone, playing.Zone, guests_answer),
        Command(
            "propose-time",
            Who.SEAT,
            playing.propose_time,
            playing.TimeWish,
            guests_answer,
            limit="words",
            read_fields=playing.read_time_form,
        ),
        Command("answer-time", Who.SEAT, playing.answer_time, playing.TimeAnswer, guests_answer),
        Command("vacation", Who.SEAT, playing.announce_vacation, playing.Vacation, guests_answer),
        Command("rematch", Who.SEAT, playing.rematch, playing.RematchDeal, key_answer, status=201, body=False),
    )
}
