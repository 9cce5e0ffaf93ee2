"""Parts of a state: orders, board, ledger, missions, objectives.

Lists are by seat. What changes step by step is kept in lists and copied with the state; what seldom changes or is
replaced as a whole, in tuples and numbers, which copies share.
"""

from __future__ import annotations

from typing import Any, TypeVar

from forno.core.chance import OwnLuck
from forno.core.states import Reduced, by_fields

Amount = TypeVar("Amount", int, tuple[int, ...])
"""Number or cards of a seat."""


def with_more(amounts: tuple[Amount, ...], seat: int, more: Amount) -> tuple[Amount, ...]:
    """Return what seats have after one got more."""
    changed: list[Any] = list(amounts)
    changed[seat] += more
    return tuple(changed)


class Orders:
    """The order cards, as places in `lookups.order_names`."""

    __slots__ = (
        "deck",
        "discarding",
        "discards",
        "hands",
        "held",
        "key",
        "luck",
        "renewals",
        "row",
        "seen_discards",
        "shared",
    )

    def __init__(
        self,
        hands: list[tuple[int, ...]],
        held: list[int],
        deck: tuple[int, ...],
        discards: tuple[int, ...],
        seen_discards: tuple[tuple[int, ...], ...],
        row: tuple[int, ...],
        shared: int,
        discarding: tuple[int, ...],
        key: bytes,
        renewals: int,
        luck: OwnLuck | None = None,
    ) -> None:
        self.hands = hands
        """Everyone's hand, sorted."""
        self.held = held
        """The different orders in every hand, as a set of bits."""
        self.deck = deck
        """The order deck, top card first."""
        self.discards = discards
        self.seen_discards = seen_discards
        """Discards that each seat knows of: its own, and those that lay on the table."""
        self.row = row
        """The shared order cards."""
        self.shared = shared
        """The different shared orders, in the upper half of a set of bits (see `Makeable`)."""
        self.discarding = discarding
        """Cards that the player whose turn it is has discarded so far."""
        self.key = key
        """Chance key by which the deck is renewed."""
        self.renewals = renewals
        """Number of times that the deck has been renewed."""
        self.luck = luck
        """PMR-20: everyone's own luck; `None` where all draw from one order."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> Orders:
        return Orders(
            self.hands.copy(),
            self.held.copy(),
            self.deck,
            self.discards,
            self.seen_discards,
            self.row,
            self.shared,
            self.discarding,
            self.key,
            self.renewals,
            None if self.luck is None else self.luck.clone(),
        )


class Board:
    """The coins and the ingredients: in the sections, in the refrigerator, on the trays, in the supply."""

    __slots__ = ("beside", "coins", "kept", "refrigerator", "reserved", "section", "supply", "trays", "unplaced")

    def __init__(
        self,
        coins: list[int],
        section: int,
        unplaced: int,
        supply: int,
        refrigerator: int,
        reserved: list[int],
        trays: list[int],
        beside: tuple[int, ...],
        kept: int,
    ) -> None:
        self.coins = coins
        """The coins on the board: for each section one number, in it six bits for each seat."""
        self.section = section
        """The section in which the player to move places coins next."""
        self.unplaced = unplaced
        """Coins that the player to move hasn't placed yet."""
        self.supply = supply
        self.refrigerator = refrigerator
        self.reserved = reserved
        self.trays = trays
        self.beside = beside
        """PMR-8: ingredients that lie beside a tray."""
        self.kept = kept
        """PMR-8: the one among them that Refrigerator keeps for this day alone: seat × 4 + kind; -1 for none."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> Board:
        return Board(
            self.coins.copy(),
            self.section,
            self.unplaced,
            self.supply,
            self.refrigerator,
            self.reserved.copy(),
            self.trays.copy(),
            self.beside,
            self.kept,
        )

    def take_from_beside(self, seat: int, taken: int) -> None:
        """PMR-8: take a tally from beside a tray. Of two ingredients of a kind, Refrigerator's goes first."""
        self.beside = with_more(self.beside, seat, -taken)
        kept = self.kept
        if kept >> 2 == seat and taken >> 6 * (kept & 3) & 63:
            self.kept = -1


class Ledger:
    """Completed orders and points of everyone."""

    __slots__ = ("completed", "declared", "earned", "extras", "face_up", "milestones", "points")

    def __init__(
        self,
        completed: list[tuple[int, ...]],
        face_up: list[int],
        earned: list[int],
        extras: tuple[int, ...],
        declared: tuple[int, ...],
        points: tuple[int, ...],
        milestones: tuple[int, ...],
    ) -> None:
        self.completed = completed
        """All completed orders, face up or down, in the order of their completion."""
        self.face_up = face_up
        """The face-up ones among them, by category."""
        self.earned = earned
        """PMR-10: the points of the orders completed this day."""
        self.extras = extras
        """PMR-15: how many mission cards count as completed specials, face up or down."""
        self.declared = declared
        """PM-16: the specials declared at the end, by type."""
        self.points = points
        self.milestones = milestones
        """PMR-1: how many milestones everyone has reached."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> Ledger:
        return Ledger(
            self.completed.copy(),
            self.face_up.copy(),
            self.earned.copy(),
            self.extras,
            self.declared,
            self.points,
            self.milestones,
        )


def empty_board(players: int, supply: int) -> Board:
    """Return a board with everything in the supply."""
    return Board([0, 0, 0, 0], 0, 0, supply, 0, [0] * players, [0] * players, (0,) * players, -1)


def empty_ledger(players: int) -> Ledger:
    """Return a ledger of players who have achieved nothing yet."""
    nothing: list[tuple[int, ...]] = [()] * players
    zeros = (0,) * players
    return Ledger(nothing, [0] * players, [0] * players, zeros, zeros, zeros, zeros)


class Missions:
    """The mission cards, and how the daily mission goes."""

    __slots__ = ("achiever", "deck", "fulfilled", "prizes", "progress", "today", "watch", "won")

    def __init__(
        self,
        deck: tuple[int, ...],
        today: int,
        prizes: tuple[int, ...],
        won: tuple[tuple[int, ...], ...],
        watch: int,
        progress: list[int],
        achiever: int,
        fulfilled: int,
    ) -> None:
        self.deck = deck
        """The mission deck, top card first."""
        self.today = today
        """The daily mission; -1 for none."""
        self.prizes = prizes
        """The mission cards on the score track, for the first to get there; -1 once taken."""
        self.won = won
        self.watch = watch
        """Orders and ingredients that count for the mission while nobody has fulfilled it; see `Lookups.watches`."""
        self.progress = progress
        """Everyone's progress in it."""
        self.achiever = achiever
        """The seat that has fulfilled the mission; -1 for nobody."""
        self.fulfilled = fulfilled
        """The mission that the achiever has been awarded; -1 for none. What it brings may come the next day."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)

    def clone(self) -> Missions:
        return Missions(
            self.deck,
            self.today,
            self.prizes,
            self.won,
            self.watch,
            self.progress.copy(),
            self.achiever,
            self.fulfilled,
        )


class Objectives:
    """The objectives. They are dealt once and never change."""

    def __init__(self, shared: tuple[int, ...], secrets: tuple[int, ...], box: tuple[int, ...]) -> None:
        self.shared = shared
        self.secrets = secrets
        """PMR-3: everyone's secret objective; empty if there are none."""
        self.box = box
        """Objectives that aren't in the game."""

    def __reduce__(self) -> Reduced:
        return by_fields(self)
