"""Perfect memory of a seat: everything that it has seen, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from forno.core.events import Answered, Awaits, Event
from forno.core.outcomes import Outcome
from forno.core.states import Reduced, reduce_with_attributes
from forno.core.views import Memory, out_of_order
from forno.games.pizza_master.knowledge.decks import FIRST_SPECIALS, first_decks
from forno.games.pizza_master.knowledge.viewing import table_parts
from forno.games.pizza_master.knowledge.views import Award, PizzaMasterView
from forno.games.pizza_master.rules import events
from forno.games.pizza_master.rules.actions import Discard, PlaceCoins
from forno.games.pizza_master.rules.missions import KEPT_FOR_A_DAY
from forno.games.pizza_master.rules.objectives import turn_order
from forno.games.pizza_master.rules.parts import empty_board, empty_ledger, with_more
from forno.games.pizza_master.rules.questions import CATEGORIES, SPECIALS

if TYPE_CHECKING:
    from forno.games.pizza_master.game import PizzaMaster

UNKNOWN = -1
"""A card that hasn't been seen."""


class PizzaMasterMemory(Memory):
    """Memory that forgets nothing, fed with the events of a game as one seat sees them.

    Tallies and cards are kept as in the state. Beyond the view it knows which cards must lie among the discards or in
    the deck, where the specials are that everybody began with, and which missions went under theirs.
    """

    game: PizzaMaster
    seat: int | None

    def __init__(self, game: PizzaMaster, seat: int | None) -> None:
        lookups = game.lookups
        players = lookups.players
        self.game = game
        self.lookups = lookups
        self.seat = seat
        self.awaited: int | None = None
        self.actions: tuple[int, ...] = ()
        self.day = 0
        self.phase = "discarding"
        self.order: tuple[int, ...] = ()
        self.helper: int | None = None
        self.hand: tuple[int, ...] = ()
        self.discarding: tuple[int, ...] = ()
        self.placing: int | None = None
        self.sizes = [0] * players
        self.deck = len(lookups.cards)
        self.discards = 0
        self.known_discards: list[int] = []
        """Cards that must lie among the discards."""
        self.row_discards: list[int] = []
        """Known discards that lay on the table, so that everybody knows them."""
        self.decks = first_decks(lookups)
        self.old_deck = 0
        """Number of cards of the old deck that are drawn before those of the new one."""
        self.row: tuple[int, ...] = ()
        self.stacks = [0] * players
        self.board = empty_board(players, lookups.ingredients)
        self.ledger = empty_ledger(players)
        self.collecting: tuple[int, ...] = ()
        self.stopped: tuple[int, ...] = ()
        self.mission = UNKNOWN
        self.mission_deck = [UNKNOWN] * (len(lookups.mission_names) if lookups.missions else 0)
        self.prizes: tuple[int, ...] = ()
        self.won: list[tuple[int, ...]] = [()] * players
        self.progress = [0] * players
        self.watch = 0
        self.achiever: int | None = None
        self.objectives: tuple[str, ...] = ()
        self.secrets: list[str | None] = []
        self.ending: str | None = None
        self.awards: list[Award] = []
        self.outcome: Outcome | None = None

    def __reduce__(self) -> Reduced:
        return reduce_with_attributes(self, self.game, self.seat)

    def observe(self, event: Event) -> None:
        """Take in an event as this seat sees it."""
        see = SEE.get(type(event))
        if see is not None:
            try:
                see(self, event)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise out_of_order(event) from error
        elif not isinstance(event, Event):
            raise out_of_order(event)

    def _see_question(self, event: Event) -> None:
        match event:
            case Answered(_, action):
                self._answer(action)
            case Awaits(seat, actions):
                self.awaited = seat
                self.actions = actions or ()
                if seat == self.seat and self.phase == "shopping" and self.placing is None:
                    self.placing = 0

    def _see_set_up(self, event: Event) -> None:
        match event:
            case events.Seated(order):
                self.order = order
            case events.ObjectivesDealt(objectives):
                self.objectives = objectives
            case events.SecretDealt(_, objective):
                self.secrets.append(objective)
            case events.PrizesLaid(missions):
                self.prizes = tuple(self.lookups.mission_names.index(name) for name in missions)
                del self.mission_deck[: len(missions)]

    def _answer(self, action: int) -> None:
        """This seat's answer: until there is news, nothing more is asked of this seat."""
        chosen = self.game.actions[action]
        if isinstance(chosen, Discard):
            order = self.lookups.order_names.index(chosen.order)
            self.hand = _without(self.hand, order)
            self.discarding += (order,)
        elif isinstance(chosen, PlaceCoins):
            self.placing = (self.placing or 0) + chosen.number * self.lookups.unit[chosen.kind]
        self.actions = ()

    def _see_morning(self, event: Event) -> None:
        lookups = self.lookups
        match event:
            case events.DayStarted(day):
                self.day = day
                self.phase = "discarding"
            case events.RowLaid(orders):
                self.row = lookups.places(orders)
                self._see_drawn(-1, len(orders), self.row)
            case events.DeckRenewed(cards):
                self.old_deck = self.deck
                self.deck += cards
                self.discards = 0
                self.decks.renew([self.known_discards.count(card) for card in range(lookups.different)])
                self.known_discards = []
                self.row_discards = []
            case events.Drew(seat, number, orders):
                self.sizes[seat] += number
                self._see_drawn(seat, number, None if orders is None else lookups.places(orders))
                if orders is not None:
                    self.hand = tuple(sorted(self.hand + lookups.places(orders)))
            case events.Discarded(seat, number, orders):
                self.sizes[seat] -= number
                self.discards += number
                if orders is not None:
                    self.discarding = ()
                    self.known_discards += lookups.places(orders)
                elif number:
                    self.decks.throw(seat, number)
            case events.ShopOpened(mission):
                self.phase = "shopping"
                if mission is not None:
                    self.mission = lookups.mission_names.index(mission)
                    self.watch = lookups.watches[self.mission]
                    del self.mission_deck[0]
            case events.CoinsPlaced(seat, coins):
                self.stacks[seat] = lookups.tallies.pack(coins)
                if seat == self.seat:
                    self.placing = None

    def _see_drawn(self, seat: int, number: int, seen: tuple[int, ...] | None) -> None:
        """Take in that cards left the deck: the last of the old one before those of the new one."""
        decks = self.decks
        self.deck -= number
        latest = decks.latest() if self.day else FIRST_SPECIALS
        old = min(self.old_deck, number)
        if seen is not None:
            for place, card in enumerate(seen):
                decks.see(latest - (place < old), card)
        else:
            if old:
                decks.draw(seat, latest - 1, old)
            if number > old:
                decks.draw(seat, latest, number - old)
        self.old_deck = 0

    def _see_kitchen(self, event: Event) -> None:
        lookups = self.lookups
        pack = lookups.tallies.pack
        match event:
            case events.Collected(seat, kind, reserved):
                unit = lookups.unit[kind]
                if reserved:
                    self.board.reserved[seat] -= unit
                else:
                    self.board.refrigerator -= unit
                self.board.trays[seat] += unit
                self._advance(seat, CATEGORIES + kind)
            case events.Loaded(ingredients):
                self.phase = "collecting"
                self.collecting = self.order[::-1]
                self.stopped = ()
                self.board.supply -= pack(ingredients)
                self.board.refrigerator += pack(ingredients)
            case events.Reserved(seat, ingredients):
                self.board.refrigerator -= pack(ingredients)
                self.board.reserved[seat] += pack(ingredients)
            case events.Passed(seat):
                self.collecting = _without(self.collecting, seat)
                if self.mission >= 0 and lookups.deck.missions[self.mission].goal == "last pass":
                    self.achiever = seat
            case events.Completed(seat, name, shared, from_tray, from_beside):
                order = lookups.order_names.index(name)
                self.board.trays[seat] -= pack(from_tray)
                self.board.take_from_beside(seat, pack(from_beside))
                self.board.supply += pack(from_tray) + pack(from_beside)
                if shared:
                    self.row = _without(self.row, order)
                else:
                    self.sizes[seat] -= 1
                    self._see_played(seat, order)
                self.ledger.completed[seat] += (order,)
                self.ledger.face_up[seat] += lookups.categories.unit[lookups.category[order]]
                self.ledger.earned[seat] += lookups.order_points[order]
                self._stop(seat)
                self._advance(seat, lookups.category[order])
            case events.Traded(seat, type_, side_dishes, kind):
                self.board.trays[seat] += lookups.unit[kind]
                self.board.supply -= lookups.unit[kind]
                self.ledger.face_up[seat] -= (2 - side_dishes) * lookups.categories.unit[2 * type_]
                if side_dishes:
                    self.ledger.face_up[seat] -= side_dishes * lookups.categories.unit[2 * type_ + 1]
                self._stop(seat)
            case events.KitchenClosed():
                self.phase = "scoring"
                self.board.refrigerator += sum(self.board.reserved)
                self.board.reserved = [0] * lookups.players

    def _see_played(self, seat: int, order: int) -> None:
        """Take in that a card of a hand was shown."""
        if seat == self.seat:
            self.hand = _without(self.hand, order)
        else:
            self.decks.show(seat, order)

    def _stop(self, seat: int) -> None:
        if self.lookups.one_a_turn and seat not in self.stopped:
            self.stopped = tuple(sorted((*self.stopped, seat)))

    def _advance(self, seat: int, bit: int) -> None:
        if self.watch >> bit & 1:
            self.progress[seat] += 1
            if self.progress[seat] >= self.lookups.deck.missions[self.mission].number:
                self.achiever = seat
                self.watch = 0

    def _see_evening(self, event: Event) -> None:
        lookups = self.lookups
        match event:
            case events.MissionWon(seat, name):
                self._win(seat, name)
                if lookups.deck.missions[self.mission].effect == "special":
                    self.ledger.face_up[seat] += lookups.categories.unit[SPECIALS]
                    self.ledger.extras = with_more(self.ledger.extras, seat, 1)
                self.achiever = seat
                self.mission = UNKNOWN
                self.watch = 0
            case events.MissionMissed():
                self.mission_deck.append(self.mission)
                self.mission = UNKNOWN
                self.watch = 0
            case events.IngredientKept(seat, kind):
                if kind is not None:
                    self.board.trays[seat] -= lookups.unit[kind]
                    self.board.beside = with_more(self.board.beside, seat, lookups.unit[kind])
                    if self.game.rules_version >= KEPT_FOR_A_DAY:
                        self.board.kept = 4 * seat + kind
            case events.KeptReturned(seat, kind):
                self.board.take_from_beside(seat, lookups.unit[kind])
                self.board.supply += lookups.unit[kind]
            case events.IngredientReturned(_, kind, owner, beside):
                self.board.supply += lookups.unit[kind]
                if owner is None:
                    self.board.refrigerator -= lookups.unit[kind]
                elif beside:
                    self.board.take_from_beside(owner, lookups.unit[kind])
                else:
                    self.board.trays[owner] -= lookups.unit[kind]
            case events.Received(seat, kind):
                if kind is not None:
                    self.board.supply -= lookups.unit[kind]
                    self.board.beside = with_more(self.board.beside, seat, lookups.unit[kind])
            case events.Scored(_, _, points):
                self.ledger.points = points
            case events.PrizeWon(seat, name, place):
                self._win(seat, name)
                self.prizes = (*self.prizes[:place], UNKNOWN, *self.prizes[place + 1 :])
            case events.MilestoneReached(seat):
                self.ledger.milestones = with_more(self.ledger.milestones, seat, 1)
            case events.DayEnded(order, helper):
                players = lookups.players
                self.order = order
                self.helper = helper
                self.board.supply += sum(self.board.trays)
                self.board.trays = [0] * players
                self.stacks = [0] * players
                self.ledger.earned = [0] * players
                self.progress = [0] * players
                self.achiever = None
                self.discards += len(self.row)
                self.known_discards += self.row
                self.row_discards += self.row
                self.row = ()

    def _win(self, seat: int, name: str) -> None:
        self.won[seat] += (self.lookups.mission_names.index(name),)

    def _see_end(self, event: Event) -> None:
        lookups = self.lookups
        match event:
            case events.EndReached(ending, bonus):
                self.phase = "declaring"
                self.ending = ending
                self.ledger.points = tuple(
                    [points + extra for points, extra in zip(self.ledger.points, bonus, strict=True)]
                )
            case events.Declared(seat, type_):
                self.ledger.face_up[seat] -= lookups.categories.unit[SPECIALS]
                self.ledger.declared = with_more(self.ledger.declared, seat, lookups.unit[type_])
            case events.ObjectiveScored(objective, holder, seat, points):
                self.awards.append(Award(objective, holder, seat, points))
                if holder is not None:
                    self.secrets[holder] = objective
                if seat is not None:
                    self.ledger.points = with_more(self.ledger.points, seat, points)
            case events.GameEnded(scores, winners, reason):
                self.phase = "over"
                self.outcome = Outcome(scores, winners, reason, (), turn_order(self.order))
                self.awaited, self.actions = None, ()

    def view(self) -> PizzaMasterView:
        lookups, seat = self.lookups, self.seat
        unpack = lookups.tallies.unpack

        def amounts(tallies: list[int]) -> tuple[events.Amounts, ...]:
            return tuple(unpack(tally) for tally in tallies)

        def mission(number: int) -> str | None:
            return None if number < 0 else lookups.mission_names[number]

        return PizzaMasterView(
            game=self.game,
            seat=seat,
            awaited=self.awaited,
            actions=self.actions,
            day=self.day,
            phase=self.phase,
            order=self.order,
            helper=self.helper,
            hand=None if seat is None else lookups.names(self.hand),
            discarding=lookups.names(self.discarding),
            placing=None if self.placing is None else amounts([self.placing])[0],
            sizes=tuple(self.sizes),
            deck=self.deck,
            discards=self.discards,
            row=lookups.names(self.row),
            coins=amounts(self.stacks),
            collecting=self.collecting,
            stopped=self.stopped,
            **table_parts(lookups, self.board, self.ledger),
            mission=mission(self.mission),
            missions=len(self.mission_deck),
            prizes=tuple(mission(number) for number in self.prizes),
            won=tuple(tuple(lookups.mission_names[number] for number in won) for won in self.won),
            progress=tuple(self.progress),
            achiever=self.achiever,
            objectives=self.objectives,
            secrets=tuple(self.secrets),
            ending=self.ending,
            awards=tuple(self.awards),
            outcome=self.outcome,
        )


def _without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return the items without one of them."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


SEE: Final[Mapping[type[Event], Callable[[PizzaMasterMemory, Event], None]]] = {
    kind: see
    for kinds, see in (
        ((Answered, Awaits), PizzaMasterMemory._see_question),
        (events.SET_UP, PizzaMasterMemory._see_set_up),
        (events.MORNING, PizzaMasterMemory._see_morning),
        (events.KITCHEN, PizzaMasterMemory._see_kitchen),
        (events.MISSIONS + events.EVENING, PizzaMasterMemory._see_evening),
        (events.ENDING, PizzaMasterMemory._see_end),
    )
    for kind in kinds
}
"""The method that takes in each kind of event."""
