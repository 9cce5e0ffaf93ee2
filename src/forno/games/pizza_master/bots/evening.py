"""The evening: what to keep or return when a mission allows it, and what specials are declared to be (PM-13, PM-16)."""

from __future__ import annotations

from itertools import combinations_with_replacement

from forno.games.pizza_master.bots.cook import KitchenCook
from forno.games.pizza_master.rules.cards import KINDS, ObjectiveCard
from forno.games.pizza_master.rules.objectives import achieve, count, count_types, face_up_types
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.state import PizzaMasterState

MAX_DECLARED_TOGETHER = 5
"""The most specials declared with a look at all possibilities; of more, the first are declared one by one."""


class Closer:
    """Decides what is left to decide when the kitchen is closed."""

    def __init__(self, cook: KitchenCook) -> None:
        self.cook = cook
        self.lookups = cook.lookups

    def wanted(self, state: PizzaMasterState, seat: int, kind: int) -> float:
        """Return how much the orders in hand need a kind, in parts of what they need altogether."""
        need = 0.0
        for order in state.orders.hands[seat]:
            ways = self.cook.planner.ways[order]
            need += sum(needs >> 6 * kind & 63 for _, needs in ways) / len(ways)
        return need + (0.0 if kind == 0 else 0.5)

    def keep(self, state: PizzaMasterState) -> int:
        """Return the answer to Refrigerator: the ingredient that the hand needs most; what is kept isn't wasted."""
        lookups = self.lookups
        tray = state.board.trays[state.seat]
        kinds = [kind for kind in range(4) if tray >> 6 * kind & 63]
        return lookups.keep_ingredient + max(kinds, key=lambda kind: self.wanted(state, state.seat, kind))

    def give_back(self, state: PizzaMasterState) -> int:
        """Return the answer to Spoil: own waste; else what the leader has set aside; else what the hand needs least."""
        lookups = self.lookups
        seat = state.seat
        players = lookups.players
        best, most = state.legal[0], -100.0
        for action in state.legal:
            place, kind = divmod(action - lookups.return_ingredient, 4)
            if place == 0:
                worth = -self.wanted(state, seat, kind) / 10
            elif place <= players:
                worth = 10.0 if place - 1 == seat else -10.0
            else:
                owner = place - players - 1
                worth = -20.0 if owner == seat else 1 + state.ledger.points[owner] / 100
            if worth > most:
                best, most = action, worth
        return best

    def declare(self, state: PizzaMasterState) -> int:
        """PM-16: what makes most of the objectives for oneself, and least for the best of the others."""
        lookups = self.lookups
        seat = state.seat
        number = state.ledger.face_up[seat] >> 6 * SPECIALS & 63
        if not self.cook.style.aims:
            tally = state.ledger.face_up[seat]
            shown = [(tally >> 12 * kind & 63) + (tally >> 12 * kind + 6 & 63) for kind in range(4)]
            return lookups.declare + shown.index(max(shown))
        types = face_up_types(state, seat)
        scores = list(state.ledger.points)
        # Objectives that depend on what is declared; whether they are secret; what everybody has of them.
        open_: list[tuple[ObjectiveCard, bool, list[int]]] = []
        for objective, secret in self.objectives(state, seat):
            card = lookups.deck.objectives[objective]
            counts = [count(state, other, card.counts) for other in range(lookups.players)]
            if card.counts == "sets" or card.counts in KINDS:
                open_.append((card, secret, counts))
            else:
                self.add(scores, state, card, secret, counts)
        best, most = 0, -1000.0
        for declared in combinations_with_replacement(range(4), min(number, MAX_DECLARED_TOGETHER)):
            have, then = types[:], scores[:]
            for kind in declared:
                have[kind] += 1
            for card, secret, counts in open_:
                counts[seat] = count_types(have, card.counts)
                self.add(then, state, card, secret, counts)
            own = then[seat]
            then[seat] = -1000
            rival = max(then)
            worth = 2.0 * (own > rival) + (own - rival) / 100
            if worth > most:
                best, most = declared[0], worth
        return lookups.declare + best

    def objectives(self, state: PizzaMasterState, seat: int) -> list[tuple[int, bool]]:
        """Return the objectives that a seat knows, and whether each is its secret one."""
        found = [(objective, False) for objective in state.objectives.shared]
        return found + [(secret, True) for secret in state.objectives.secrets[seat : seat + 1]]

    def add(
        self, scores: list[int], state: PizzaMasterState, card: ObjectiveCard, secret: bool, counts: list[int]
    ) -> None:
        """Add what an objective scores; a secret one scores only for its holder, who decides."""
        winner, points = achieve(state, card, counts)
        if winner >= 0 and not (secret and winner != state.seat):
            scores[winner] += points
