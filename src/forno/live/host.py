"""Hosts of tables, wherever these are stored: what opens, finds and fills them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from forno.bots import DEFAULT_BOT
from forno.core.errors import OptionError
from forno.core.language import _
from forno.core.registry import GameInfo
from forno.core.sealing import seal_of
from forno.live.bots import Bots
from forno.live.live_table import LiveTable
from forno.live.sealed_deals import NOTHING_ADDED, DealAddition, Sealed
from forno.pages.documents.forms import BOT, ME, OPEN, PERSON, TableWish
from forno.pages.labels import next_name
from forno.store import Conflict
from forno.table.entries import AidGiven, BotSat, Continued, Entry, NumberPromised, NumberShown, Rematch, Said, Sat
from forno.table.errors import SeatTaken, WrongPhase
from forno.table.games import shared_game
from forno.table.guests import clean_name, clean_text, tidy_name
from forno.table.keys import key_from, key_hash, new_key, table_id_from
from forno.table.table import Table


class Host(ABC):
    """Holds tables in memory, and opens new ones."""

    bots: Bots

    @abstractmethod
    async def find(self, table_id: str, *, closed: bool = False, fresh: bool = True) -> LiveTable:
        """Return the table of that name. Raises `NotFound`, `Damaged`, and `TableClosed` if it is closed.

        `closed`: closed tables too. `fresh=False`: as it is known here, without reading what other servers wrote; for
        commands, which are checked against the log in any case.
        """

    @abstractmethod
    def count(self, limit: str, client: str) -> None:
        """Count what a client does against a rate limit: openings, moves or words. Raises `TooMany`."""

    @abstractmethod
    async def create(self, game: str, wish: TableWish, table_id: str = "", sealed: Sealed | None = None) -> LiveTable:
        """Open a table that nobody sits at yet; if the id asked for exists, return that table.

        `sealed`: its name and what its deal comes from were settled beforehand; raises `Conflict` if that was used.
        Raises what is wrong with the options or the deck.
        """

    def sealed_for(self, _table_id: str) -> Sealed | None:
        """Return the sealed secret of a table whose name is known in advance; `None` where nothing is sealed."""
        return None

    @abstractmethod
    async def read_deck(self, game: str, text: str | None) -> None:
        """Read a deck of your own, and remember it. Raises `DeckError`."""

    async def open_table(
        self, info: GameInfo, wish: TableWish, name: str, sealed: Sealed | None = None, number: str = ""
    ) -> tuple[LiveTable, list[str]]:
        """Open the table that was wished for, with everyone seated; started if no seat is left.

        Returns it with the keys of the seats on the visitor's device; the visitor has that name. If no seat is
        left, that device is the only one: its number for the deal may come at once, since it has seen the seal.
        """
        game = shared_game(info.name, wish.options, wish.deck_text)
        for guest in wish.seats:
            if guest.startswith(BOT):
                await self.bots.invite(guest.removeprefix(BOT), game)
        if ME not in wish.seats and PERSON not in wish.seats:
            raise OptionError(_("Someone has to play: take a seat, or add someone on this device."))
        complete = OPEN not in wish.seats
        live = await self._create(info, wish, sealed if complete else None)
        # The first to sit down is the host: the one who opened the table.
        order = sorted(range(len(wish.seats)), key=lambda place: wish.seats[place] != ME)
        keys = [key for place in order if (key := await self._seat_guest(live, place, wish, name))]
        if live.table.complete:
            fits = sealed is not None and live.id == sealed.table
            await self._begin(live, range(len(live.table.seats)), DealAddition(number) if fits else NOTHING_ADDED)
        return live, keys

    async def _create(self, info: GameInfo, wish: TableWish, sealed: Sealed | None) -> LiveTable:
        if sealed is not None:
            with suppress(Conflict):  # somebody went back to a page and pressed again
                return await self.create(info.name, wish, sealed=sealed)
        return await self.create(info.name, wish)

    async def _begin(self, live: LiveTable, seats: Iterable[int], added: DealAddition) -> None:
        """Deal the cards if the table is complete, with what the people at these seats add."""
        deal = live.table.deal
        open_to_all = live.table.sealed and deal.called is None
        people = [seat for seat in seats if live.table.seats[seat].person] if open_to_all else []
        promised = seal_of(added.number) if added.number else added.promise
        for seat in people if promised else []:
            await self.promise(live, seat, promised)
        await self._get_bots_ready(live)
        await live.enter(lambda: live.deal_entry() if live.table.complete else None)
        for seat in people if added.number else []:
            await self.show(live, seat, added.number)

    async def _seat_guest(self, live: LiveTable, place: int, wish: TableWish, name: str) -> str:
        """Seat the requested player; return the key if it is a person."""
        guest = wish.seats[place]
        if guest.startswith(BOT):
            await self.seat_bot(live, place, guest.removeprefix(BOT))
        elif guest in (ME, PERSON):
            called = name if guest == ME else tidy_name(wish.people[place]) or f"{_('Guest')} {place + 1}"
            return (await self.sit(live, called, place))[1]
        return ""

    async def sit(self, live: LiveTable, name: str, seat: int | None = None, key: str = "") -> tuple[int, str]:
        """Take a seat, or the first that is free. Returns it, and its key.

        With a key that already opens a seat, that seat is returned.
        """
        name = clean_name(name)
        key = key or new_key()

        def make() -> Sat | None:
            if live.table.seat_of(key) is not None:
                return None
            chosen = seat
            if chosen is None:
                free = [place for place, other in enumerate(live.table.seats) if not other.taken]
                if not free:
                    raise SeatTaken(_("All seats are taken; you can watch."))
                chosen = free[0]
            return Sat(live.now(), chosen, name, key_hash(key))

        await live.enter(make)
        taken = live.table.seat_of(key)
        assert taken is not None
        live.here(taken)
        return taken, key

    async def fill(self, live: LiveTable, bot: str) -> None:
        """Let that bot take every seat that is free."""
        await self.bots.invite(bot, live.table.game)

        def next_free() -> BotSat | None:
            free = [place for place, seat in enumerate(live.table.seats) if not seat.taken]
            return sits_down(live.table, live.now(), free[0], bot) if free else None

        while live.table.phase == "gathering" and not live.table.complete:
            await live.enter(next_free)

    async def seat_bot(self, live: LiveTable, seat: int, bot: str) -> None:
        await self.bots.invite(bot, live.table.game)
        await live.enter(lambda: sits_down(live.table, live.now(), seat, bot))

    async def start(self, live: LiveTable) -> None:
        """Deal the cards, or first call for the numbers that were promised."""
        await self._get_bots_ready(live)
        await live.enter(live.deal_entry)

    async def _get_bots_ready(self, live: LiveTable) -> None:
        for seat in live.table.seats:
            if seat.bot:
                await self.bots.get_ready(seat.bot, live.table.game)

    async def promise(self, live: LiveTable, seat: int, promise: str) -> None:
        """Promise the hash of a number that a seat adds to the deal."""

        def make() -> NumberPromised | None:
            promised = live.table.deal.promises.get(seat) == promise
            return None if promised else NumberPromised(live.now(), seat, promise)

        await live.enter(make)

    async def show(self, live: LiveTable, seat: int, number: str) -> None:
        """Show the number that a seat promised; with the last of them the cards are dealt."""

        def make() -> NumberShown | None:
            shown = live.table.deal.numbers.get(seat) == number
            return None if shown else NumberShown(live.now(), seat, number)

        def deal() -> Entry | None:
            return live.deal_entry() if live.table.phase == "gathering" and not live.table.deal.awaited else None

        await live.enter(make)
        await live.enter(deal)

    async def say(self, live: LiveTable, seat: int | None, name: str, text: str) -> None:
        text = clean_text(text)
        name = live.contents.guests.names[seat] if seat is not None else clean_name(name)
        room = "spectators" if seat is None else "table"
        await live.enter(lambda: Said(live.now(), seat, name, room, text))

    async def rematch(
        self, live: LiveTable, seat: int, secret: str, added: DealAddition = NOTHING_ADDED
    ) -> tuple[LiveTable, int, str]:
        """Play again: the first to ask opens the new table, and everyone gets the old seat if it is free.

        Returns the new table, the seat there, and its key, which follows from the secret: the same however often it is
        asked for.
        """
        old = live.table
        if old.phase != "over":
            raise WrongPhase(_("Wait until the game is over."))
        new = await (self.find(old.rematch) if old.rematch is not None else self._open_rematch(live, seat))
        key = key_from(new.id, secret)
        wanted = seat if not new.table.seats[seat].taken else None
        taken, _key = await self.sit(new, old.seats[seat].name or "", wanted, key)
        if new.table.phase == "gathering":
            if old.seats[seat].aided:
                await new.enter(lambda: AidGiven(new.now(), taken, aided=True))
            await self._begin(new, [taken], added)
        return new, taken, key

    async def rematch_seal(self, live: LiveTable) -> str:
        """Return the seal of the table at which these guests go on, open or not; empty where nothing is sealed."""
        if live.table.rematch is not None:
            return (await self.find(live.table.rematch)).table.deal.seal
        sealed = self.sealed_for(rematch_id(live.id))
        return "" if sealed is None else sealed.seal

    async def try_from(
        self, live: LiveTable, place: int, seat: int, name: str, together: bool = False
    ) -> tuple[LiveTable, str]:
        """Play on from a moment of a finished game, after `place` of its actions, at a table of its own.

        The seats of the other people stay open for them, or else bots take them. Returns the table and the seat's key.
        """
        old, final = live.table, live.table.final
        history = final.history()
        if not 0 <= place < len(history) or not 0 <= seat < len(old.seats):
            raise WrongPhase(_("There is no such moment in this game."))
        assert final.seed is not None
        settings = replace(old.settings, lesson="", daily=0, public=False)
        new = await self.create(old.game.name, TableWish(dict(old.game.options), settings, old.deck_text))
        origin = Continued(new.now(), live.id, final.seed, tuple(history[:place]))
        await new.enter(lambda: origin)
        _seat, key = await self.sit(new, name, seat)
        choices = [choice.name for choice in self.bots.choices(old.game)]
        for other, guest in enumerate(old.seats):
            if other == seat or (together and not guest.invited_bot):
                continue
            bot = guest.bot if guest.bot in choices else DEFAULT_BOT if DEFAULT_BOT in choices else choices[0]
            await self.seat_bot(new, other, bot)
        if new.table.complete:
            await self.start(new)
        return new, key

    async def _open_rematch(self, live: LiveTable, seat: int) -> LiveTable:
        """Return the table at which the same guests go on, with the bots seated: the same for all who ask at once."""
        old = live.table
        settings = replace(old.settings, lesson="", daily=0)
        name, wish = rematch_id(live.id), TableWish(dict(old.game.options), settings, old.deck_text)
        try:
            new = await self.create(old.game.name, wish, name, self.sealed_for(name))
        except Conflict:
            new = await self.find(name)

        def invite(place: int, bot: str, name: str) -> BotSat | None:
            return None if new.table.seats[place].taken else BotSat(new.now(), place, bot, name)

        here = {choice.name for choice in self.bots.choices(old.game)}
        for place, other in enumerate(old.seats):
            if other.invited_bot and other.bot in here:
                name = "" if other.name is None or other.name == other.bot else other.name
                await new.enter(partial(invite, place, other.bot, name))
        await live.enter(lambda: Rematch(live.now(), new.id, seat) if old.rematch is None else None)
        return new


def rematch_id(table_id: str) -> str:
    """Return the name of the table at which the guests of that one go on."""
    return table_id_from("rematch", table_id)


def sits_down(table: Table, time: float, seat: int, bot: str) -> BotSat:
    """Seat a bot: somebody of its kind who isn't here yet."""
    return BotSat(time, seat, bot, next_name(bot, (other.name for other in table.seats)))
