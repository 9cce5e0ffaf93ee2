"""Notices as channels send them: what happened, the game, the names at the table, and links. Nothing else is told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from typing import Protocol

from forno.core.errors import FornoError, MissingExtra
from forno.core.language import _, labelled, listed
from forno.core.registry import game_info
from forno.pages.labels import date_text
from forno.store.outbox import BEGUN, NUDGE, OVER, PROPOSED, RELINKED, REMINDER, SAID, TURN
from forno.table.guests import names_of
from forno.table.table import Table
from forno.table.timing import time_zone


@dataclass(frozen=True)
class Message:
    """A notice as channels send it."""

    id: str
    """The same however often it is sent, so that receivers can tell."""
    title: str
    text: str
    link: str
    """Address of the table. It opens no seat: the browser has the key."""
    stop_link: str

    @property
    def body(self) -> str:
        """The whole notice as plain text."""
        return f"{self.text}\n\n{self.link}\n\n{labelled(_('Turn off notifications for this table'), self.stop_link)}\n"


def message_title(topic: str) -> str:
    return {
        TURN: _("It's your turn"),
        BEGUN: _("The game has begun"),
        REMINDER: _("Your time is running out"),
        OVER: _("The game is over"),
        SAID: _("New message in the chat"),
        NUDGE: _("The others are waiting for you"),
        PROPOSED: _("Someone suggests another time limit"),
        RELINKED: _("A player has a new personal link"),
    }[topic]


def message_text(table: Table, seat: int, topic: str) -> str:
    """Return what a notice tells: what happened, until when there is time, and who plays what."""
    others = listed(name for place, name in enumerate(names_of(table.seats)) if name and place != seat)
    told = [message_title(topic)]
    if topic == BEGUN and table.awaited == seat:
        told.append(_("It's your turn"))
    deadline = table.deadline if topic in (TURN, BEGUN, REMINDER, NUDGE) and table.awaited == seat else None
    if deadline is not None:
        told.append(_("You have time until {when}").format(when=moment_text(deadline, table.seats[seat].zone)))
    # Translators: which table a notification is about: its game and the other players
    about = _("{game} with {names}").format(game=game_info(table.game.name).title, names=others)
    return labelled(about, f"{'. '.join(told)}.")


def moment_text(moment: float, zone: str) -> str:
    """Return a moment where somebody lives, such as `17 November, 18:00 (Europe/Rome)`."""
    when = datetime.fromtimestamp(moment, time_zone(zone))
    return f"{date_text(when.date())}, {when:%H:%M} ({zone or 'UTC'})"


class Undelivered(FornoError):
    """A notice couldn't be delivered."""

    code = "undelivered"

    def __init__(self, reason: str, counts: bool = True, gone: bool = False) -> None:
        """`counts`: the receiver's fault, and not the host's; `gone`: trying again is of no use."""
        super().__init__(reason)
        self.counts = counts
        self.gone = gone


def require(library: str) -> None:
    """Raise `MissingExtra` unless a library is installed."""
    if find_spec(library) is None:
        raise MissingExtra(
            _("{library} isn't installed: pip install 'forno[{extra}]'.").format(library=library, extra="notices")
        )


class Channel(Protocol):
    """A way to deliver notices."""

    async def send(self, target: str, message: Message) -> None:
        """Deliver a notice. Raises `Undelivered`."""
