"""Storage of cups, and the rounds that they open by themselves.

Whatever decides something is stored once (`put_new`: the first stays), and everything else follows from it: the order
that was drawn, who meets whom in a round, the ids of its tables. So any server may open a round, also several at once,
and one that is killed on the way leaves nothing that another doesn't finish.

The server doesn't have players' keys. Who signs up leaves the hashes of seat keys for all rounds, each of which follows
from the player's key, and a mailbox, in which the player's browser finds the tables that were opened since.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from random import SystemRandom
from typing import Final

from forno.core.errors import FornoError, OptionError
from forno.core.language import _
from forno.core.plain import read_stored
from forno.core.registry import game_info
from forno.features.groups.cup import (
    MAX_PLAYERS,
    MAX_ROUNDS,
    MAX_SWISS_ROUNDS,
    MIN_PLAYERS,
    ROUND_ROBIN,
    SCHEMES,
    Cup,
    CupPlan,
    CupPlayer,
    Pairing,
    draw_order,
    next_round,
)
from forno.features.groups.group import (
    CUP_PREFIX,
    RESULT_PREFIX,
    Groups,
    entries_after,
    member_id,
    moved_members,
    now_called,
    read_group,
    seat_key,
)
from forno.features.identity.players import PlayerKey, Players
from forno.features.notices.subscriptions import Subscription, Subscriptions
from forno.features.your_tables.seat_cookie import Kept
from forno.live.host import Host
from forno.live.live_table import LiveTable
from forno.pages.documents.forms import TableWish
from forno.pages.documents.time_fields import read_time
from forno.table.entries import Sat
from forno.table.errors import NotFound, WrongPhase
from forno.table.games import shared_game
from forno.table.keys import key_from, key_hash, new_table_id
from forno.table.settings import TableSettings

RUNNING_NAMESPACE: Final = "cups"
"""Namespace of the cups that go on, by group and id."""
RUNNING, FINISHED = "running", ""
LOOK_SECONDS: Final = 20.0
"""Time between two looks whether rounds are over."""
MAX_CUPS: Final = 50
"""Maximum number of cups of a group."""

log = logging.getLogger("forno.web")


def entry_key(cup: Cup, what: str) -> str:
    """Return the key of an entry of a cup."""
    return f"{CUP_PREFIX}{cup.id} {what}"


def round_key(namespace: str, cup: str, number: int, player: PlayerKey) -> str:
    """Return the seat key of a player in a round."""
    return key_from(f"{namespace} {cup} {number}", player.key)


def mailbox_of(player: PlayerKey) -> str:
    """Return the namespace in which a player finds seats that a server has taken for them."""
    return f"mailbox {sha256(f'mailbox {player.key}'.encode()).hexdigest()}"


def cup_settings(plan: CupPlan) -> TableSettings:
    """Return the settings of a cup's tables. Raises `OptionError`."""
    return read_time({"clock": plan.clock}, TableSettings())


class Cups:
    """Reads and writes the cups of all groups."""

    def __init__(self, groups: Groups, players: Players, subscriptions: Subscriptions, host: Host) -> None:
        self.groups = groups
        self.players = players
        self.subscriptions = subscriptions
        self.store = groups.store
        self.host = host

    # --- what members do ------------------------------------------------------------------

    async def make(self, namespace: str, plan: CupPlan) -> str:
        """Make a cup; return its id. Raises `OptionError` and `WrongPhase`."""
        check_plan(plan)
        if len(await self.of_group(namespace)) >= MAX_CUPS:
            raise WrongPhase(_("This group has had {n} cups already. That is the limit.").format(n=MAX_CUPS))
        cup = new_table_id()
        await self.store.key_values.put(namespace, {CUP_PREFIX + cup: json.dumps(asdict(plan))})
        return cup

    async def sign_up(
        self, cup: Cup, me: str, player: PlayerKey, name: str, notices: Subscription | None = None
    ) -> None:
        """Enter a player into a cup. `notices`: what they have switched on elsewhere, for the first table.

        Raises `WrongPhase`.
        """
        if cup.started or len(cup.players) >= MAX_PLAYERS[cup.plan.scheme]:
            raise WrongPhase(_("This cup has started or is full."))
        wanted = "" if notices is None else json.dumps(asdict(notices))
        await self.store.key_values.put(cup.namespace, {entry_key(cup, f"notices {me}"): wanted})
        await self._enter(cup, me, player, name)

    async def _enter(self, cup: Cup, me: str, player: PlayerKey, name: str) -> None:
        hashes = [key_hash(round_key(cup.namespace, cup.id, number, player)) for number in range(MAX_ROUNDS)]
        entry = CupPlayer(name, tuple(hashes), mailbox_of(player))
        await self.store.key_values.put(cup.namespace, {entry_key(cup, f"player {me}"): json.dumps(asdict(entry))})

    async def withdraw(self, cup: Cup, me: str) -> None:
        """Leave a cup: before the start without a trace, later from the next round on."""
        changed = {f"out {me}": "out"} if cup.started else {f"player {me}": ""}
        changed[f"notices {me}"] = ""
        await self.store.key_values.put(cup.namespace, {entry_key(cup, what): text for what, text in changed.items()})

    async def start(self, cup: Cup, me: str) -> None:
        """Draw the order; from then on rounds open by themselves. Raises `WrongPhase`."""
        if not cup.may_lead(me):
            raise WrongPhase(_("Only the person who created the cup can start it."))
        if len(cup.players) < MIN_PLAYERS:
            raise WrongPhase(_("A cup needs at least {n} players.").format(n=MIN_PLAYERS))
        order = draw_order(list(cup.players), SystemRandom())
        await self.store.key_values.put(RUNNING_NAMESPACE, {f"{cup.namespace} {cup.id}": RUNNING})
        await self.store.key_values.put_new(cup.namespace, entry_key(cup, "order"), json.dumps(order))
        await self.advance(cup.namespace, cup.id)

    async def close_round(self, cup: Cup, me: str, number: int) -> None:
        """End a round without the tables that haven't finished. Raises `WrongPhase`."""
        if not cup.may_lead(me) or not 0 <= number == len(cup.rounds) - 1:
            raise WrongPhase(_("Only the person who created the cup can close a round."))
        await self.store.key_values.put_new(cup.namespace, entry_key(cup, f"closed {number}"), "closed")
        await self.advance(cup.namespace, cup.id)

    async def move(self, old: PlayerKey, new: PlayerKey) -> None:
        """Let a player go on with another key: its hashes follow those of the old one."""
        for key, group in await self.groups.of_player(old) if old != new else ():
            before, after = member_id(key.namespace, old), member_id(key.namespace, new)
            for cup in await self.of_group(key.namespace):
                if before in cup.players and not cup.ended:
                    await self._enter(cup, after, new, group.members[before].name)

    # --- what is stored -------------------------------------------------------------------

    async def of_group(self, namespace: str) -> list[Cup]:
        """Return all cups of a group, the newest last."""
        return read_cups(namespace, await self.groups.load(namespace))

    async def read(self, namespace: str, cup: str) -> Cup:
        """Return a cup. Raises `NotFound`."""
        found = await self._read_or_none(namespace, cup)
        if found is None:
            raise NotFound(_("We can't find that cup."))
        return found

    async def _read_or_none(self, namespace: str, cup: str) -> Cup | None:
        return next((one for one in await self.of_group(namespace) if one.id == cup), None)

    # --- rounds ---------------------------------------------------------------------------

    async def run(self) -> None:
        """Open rounds that are due, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.advance_all()
            except Exception:
                log.exception("the rounds of cups can't be checked")

    async def advance_all(self) -> None:
        """Open the rounds of all cups that are due."""
        for name, state in (await self.store.key_values.read(RUNNING_NAMESPACE)).items():
            namespace, _space, cup = name.rpartition(" ")
            try:
                if state == RUNNING:
                    await self.advance(namespace, cup)
            except FornoError as error:
                log.warning("the next round of a cup can't be opened: %s", error)

    async def advance(self, namespace: str, cup_id: str) -> None:
        """Open the tables of the round that goes on, or of the next one if it is over."""
        cup = await self._read_or_none(namespace, cup_id)
        if cup is not None and cup.waits:
            number, pairing = len(cup.rounds), await asyncio.to_thread(next_round, cup)
            await self.store.key_values.put_new(namespace, entry_key(cup, f"round {number}"), json.dumps(pairing))
            cup = await self._read_or_none(namespace, cup_id)
        if cup is None or cup.ended:
            await self.store.key_values.put(RUNNING_NAMESPACE, {f"{namespace} {cup_id}": FINISHED})
        elif cup.rounds:
            number = len(cup.rounds) - 1
            for place, players in enumerate(cup.rounds[number]):
                if len(players) > 1 and (number, place) not in cup.opened:
                    await self._open_table(cup, number, place)
                    await self.store.key_values.put_new(namespace, entry_key(cup, f"opened {number} {place}"), "opened")

    async def _open_table(self, cup: Cup, number: int, place: int) -> None:
        """Open a table with everybody seated. A game over days begins at once; for others somebody starts it there."""
        players, settings = cup.rounds[number][place], cup_settings(cup.plan)
        table = cup.table(number, place)
        entries = [cup.players[player] for player in players]
        await self.groups.list_table(cup.namespace, table)
        claims = {seat_key(table, one.keys[number]): player for player, one in zip(players, entries, strict=True)}
        await self.store.key_values.put(cup.namespace, claims)
        options = dict(game_info(cup.plan.game).usual_table) | {"players": len(players)}
        live = await self.host.create(cup.plan.game, TableWish(options, settings), table)
        for seat, one in enumerate(entries):
            await live.enter(partial(_player_entry, live, seat, one.name, one.keys[number]))
            notices = await self._notices_of(cup, number, players[seat])
            if notices is not None and await self.subscriptions.read(table, seat) is None:
                own = replace(notices, key=one.keys[number], failures={}, unconfirmed="")
                await self.subscriptions.write(table, seat, own)
            letter = json.dumps([cup.namespace, cup.id, number, seat])
            await self.store.key_values.put_new(one.mailbox, table, letter)
        if settings.slow:
            await live.enter(
                lambda: live.deal_entry() if live.table.phase == "gathering" and live.table.complete else None
            )

    async def _notices_of(self, cup: Cup, number: int, player: str) -> Subscription | None:
        """Return which notices a player has at their last table of the cup, or had elsewhere when they signed up."""
        for earlier in range(number - 1, -1, -1):
            for place, players in enumerate(cup.rounds[earlier]):
                if player in players and len(players) > 1:
                    found = await self.subscriptions.read(cup.table(earlier, place), players.index(player))
                    return found if found is not None and found.key == cup.players[player].keys[earlier] else None
        return read_stored(
            Subscription, await self.store.key_values.get(cup.namespace, entry_key(cup, f"notices {player}"))
        )

    # --- a player's seats -----------------------------------------------------------------

    async def deliver(self, player: PlayerKey) -> None:
        """Give a player the seats that were taken for them since the last look."""
        mailbox = mailbox_of(player)
        letters = {table: text for table, text in (await self.store.key_values.read(mailbox)).items() if text}
        seats = []
        for table, text in letters.items():
            namespace, cup, number, seat = json.loads(text)
            seats.append(Kept(table, {seat: round_key(namespace, cup, number, player)}))
        if seats:
            await self.players.remember(player, seats)
            await self.store.key_values.put(mailbox, dict.fromkeys(letters, ""))


def _player_entry(live: LiveTable, seat: int, name: str, hashed: str) -> Sat | None:
    taken = any(other.key_hash == hashed for other in live.table.seats)
    if live.table.phase != "gathering" or taken or live.table.seats[seat].taken:
        return None
    return Sat(live.now(), seat, name, hashed)


def check_plan(plan: CupPlan) -> None:
    """Raise `OptionError` if there can't be such a cup."""
    if plan.scheme not in SCHEMES or (plan.scheme == ROUND_ROBIN and plan.size != 2):
        raise OptionError(_("In a round robin there are two players at each table."))
    if not 1 <= plan.rounds <= MAX_SWISS_ROUNDS:
        raise OptionError(_("A Swiss cup has 1 to {n} rounds.").format(n=MAX_SWISS_ROUNDS))
    info = game_info(plan.game)
    for players in range(2, plan.size + 1):
        shared_game(info.name, dict(info.usual_table) | {"players": players}, None)
    if plan.size < 2:
        raise OptionError(_("A table has at least two players."))
    cup_settings(plan).check()


def read_cups(namespace: str, stored: Mapping[str, str]) -> list[Cup]:
    """Return the cups in what is stored of a group, the newest last."""
    group = read_group(stored)
    if group is None:
        return []
    same = moved_members(stored)
    ranked = {result.table: result.ranked() for result in group.results}
    places = {table: ranked.get(table, {}) for table in entries_after(RESULT_PREFIX, stored)}
    texts = entries_after(CUP_PREFIX, stored)
    plans = {id: CupPlan(**json.loads(text)) for id, text in texts.items() if " " not in id and text}
    found = [
        _read_cup(namespace, id, plan, entries_after(f"{id} ", texts), group.members, same, places)
        for id, plan in plans.items()
    ]
    return sorted(found, key=lambda cup: cup.plan.made)


def _read_cup(
    namespace: str,
    id: str,
    plan: CupPlan,
    texts: Mapping[str, str],
    members: Collection[str],
    same: Mapping[str, str],
    results: Mapping[str, Mapping[str, int]],
) -> Cup:
    """Return a cup. Players with another key go by that one, also where the older one is stored."""
    told = {who: json.loads(text) for who, text in entries_after("player ", texts).items() if text}
    entered = {who: CupPlayer(one["name"], tuple(one["keys"]), one["mailbox"]) for who, one in told.items()}
    players = {now_called(who, same): entry for who, entry in entered.items()}
    players |= {who: entry for who, entry in entered.items() if who not in same}
    order = [now_called(who, same) for who in json.loads(texts.get("order", "[]"))]
    rounds: list[Pairing] = []
    while text := texts.get(f"round {len(rounds)}", ""):
        rounds.append(tuple(tuple(now_called(who, same) for who in table) for table in json.loads(text)))
    maker = now_called(plan.maker, same)
    cup = Cup(
        id,
        replace(plan, maker=maker if maker in members else ""),
        {who: entry for who, entry in players.items() if who in order or (not order and who in members)},
        order,
        rounds,
        closed=frozenset(int(number) for number in entries_after("closed ", texts)),
        out=frozenset(now_called(who, same) for who in entries_after("out ", texts)) | {*order} - {*members},
        namespace=namespace,
    )
    tables = [(number, place) for number, pairing in enumerate(rounds) for place in range(len(pairing))]
    places = {which: results[id] for which in tables if (id := cup.table(*which)) in results}
    opened = frozenset(which for which in tables if f"opened {which[0]} {which[1]}" in texts)
    return replace(cup, places=places, opened=opened)
