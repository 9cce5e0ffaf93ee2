"""Program that plays a game over several days and sends its notices, until it is killed.

`python -m tests.features.notices.tell_forever FOLDER ADDRESS TIME`: first it sends what is left over, at that time of
its own clock; then it makes moves, and prints the id of each turn's notice between storing the move and sending the
notice. With the address of a webhook, and with a time that is later than the last one's.
"""

from __future__ import annotations

import sys
from pathlib import Path

from forno.features.notices.sender import item_id
from forno.features.notices.webhook import Webhook
from forno.store.outbox import TURN, OutboxItem
from forno.table.table import Table
from tests.features.notices.clubs import NOON, SLOW, Club
from tests.loops import run

GAMES = 1000


async def tell(folder: Path, address: str, time: float) -> None:
    club = Club(folder)
    club.channels["webhook"] = Webhook(private=True)
    club.store.time = time
    await club.send()
    for number in range(GAMES):
        name = f"{time:.0f}x{number}"
        table = await club.open(name, SLOW, seed=number)
        for seat in (0, 1):
            await club.subscribe(table, seat, topics=(TURN,), targets={"webhook": f"{address}/{name}"})
        await club.send()
        while table.phase == "playing":
            await pass_turn(club, table)
            await club.send()


async def pass_turn(club: Club, table: Table) -> None:
    """Move until the other player is asked, and say so at once."""
    before = table.awaited
    while table.phase == "playing" and table.awaited == before:
        club.store.time += 1
        await club.move(table)
    if table.awaited is not None:
        item = OutboxItem(table.id, table.awaited, TURN, table.turn_began, 0.0)
        print(item_id(item), club.store.time, flush=True)


if __name__ == "__main__":
    run(tell(Path(sys.argv[1]), sys.argv[2], NOON + float(sys.argv[3])))
