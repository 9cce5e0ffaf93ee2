"""Judgement of one decision from the seat's knowledge at that moment; the true state is never used.

1. A tree search proposes other turns. They and the chosen turn are played out in the same sampled worlds.
2. The best of the others meets the chosen turn in fresh worlds, so that it isn't preferred for luck in the first.
3. If it is significantly better, both meet again in worlds sampled from the open cards alone, without memory. If it
   isn't better there, memory would have shown the difference, and the mistake counts as a memory slip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from forno.bots.critic import Critic
from forno.core.chance import Chance
from forno.core.views import Memory
from forno.features.review.decisions import Decision
from forno.features.review.findings import JUDGEMENT, MEMORY
from forno.features.review.worlds import Prospects, Turn, Worlds, difference, different

MIN_RELEVANT_LOSS: Final = 0.03
"""A decision matters if another would have raised the winning chance by at least this."""
SIGNIFICANT_ERRORS: Final = 3.0
"""A difference is significant beyond this many standard errors."""
DISMISSAL_ERRORS: Final = 2.0
"""A decision is dismissed if its loss plus this many standard errors stays below what matters."""
MAX_CANDIDATES: Final = 3
"""Maximum number of turns that the search proposes."""
SEARCH_SHARE: Final = 0.4
"""Share of the playouts that goes to the tree search."""
SCREENING_SHARE: Final = 0.3
"""Share of the playouts that goes to the first comparison of the candidates."""
VERIFICATION_FACTOR: Final = 4
"""Factor for the number of worlds in fresh comparisons of close candidates."""
MIN_WORLDS: Final = 8
"""Smallest number of worlds in which turns are compared."""
ORDER_WORLDS: Final = 96
"""Number of worlds sampled to estimate an order's odds."""


Pair = tuple[Prospects, Prospects]
"""Results of two turns in the same worlds: the better one, and the chosen one."""


@dataclass(frozen=True)
class Judged:
    """Verdict on one decision."""

    chosen: Turn
    best: Turn | None
    """The better turn; `None` if no other was significantly better."""
    kind: str | None
    """Cause of the mistake: `MEMORY` or `JUDGEMENT`; `None` if there was no mistake."""
    prospects: Prospects
    """Results of the chosen turn in all worlds sampled with the seat's memory."""
    loss: float = 0.0
    """Loss of winning chance against the best other turn."""
    error: float = 0.0
    """Standard error of `loss`."""
    fresh: Pair | None = None
    """The best and the chosen turn in fresh worlds; `None` if the first comparison settled it."""
    forgetful: Pair | None = None
    """The best and the chosen turn in worlds sampled without memory; `None` if the best was not better."""
    spent: int = 0
    """Number of playouts used."""


class DecisionJudge:
    """Judges decisions of one seat. The same seed and knowledge give the same numbers."""

    def __init__(self, critic: Critic, seed: int | str, effort: float = 1.0) -> None:
        self.critic = critic
        self.seed = seed
        self.playouts = max(int(critic.playouts * effort), 4 * MIN_WORLDS)

    def worlds(self, decision: Decision, what: str, memory: Memory) -> Worlds:
        seat = decision.view.seat
        chance = Chance(self.seed, "review", str(seat), str(decision.number), what)
        return Worlds(self.critic, decision.view, memory, chance)

    def forgetful(self, decision: Decision, what: str) -> Worlds:
        """Return worlds sampled from the open cards alone, without memory."""
        return self.worlds(decision, what, decision.view.game.memory(decision.view.seat))

    def judge(self, decision: Decision) -> Judged:
        players = decision.view.game.players
        screening = self.worlds(decision, "screening", decision.memory)
        iterations = int(self.playouts * SEARCH_SHARE)
        ideas = screening.ideas(MAX_CANDIDATES, iterations) if len(decision.view.actions) > 1 else []
        chosen, *others = different(screening.sample(), [decision.chosen, *ideas])
        met = [Prospects(players) for _ in (chosen, *others)]
        screening.meet(
            [chosen, *others], met, max(int(self.playouts * SCREENING_SHARE / (1 + len(others))), MIN_WORLDS)
        )
        spent = iterations * bool(ideas) + len(met) * len(met[0].worths)
        if not others:
            return Judged(chosen, None, None, met[0], spent=spent)
        place = max(range(1, len(met)), key=lambda number: met[number].wins)
        loss, error = difference(met[place], met[0])
        if loss <= 0 or loss + DISMISSAL_ERRORS * error < MIN_RELEVANT_LOSS:
            return Judged(chosen, None, None, met[0], loss, error, spent=spent)
        return self.verified(decision, chosen, others[place - 1], met[0], spent)

    def verified(self, decision: Decision, chosen: Turn, best: Turn, screened: Prospects, spent: int) -> Judged:
        """Compare the candidate with the chosen turn in fresh worlds, and tell memory from judgement."""
        players = decision.view.game.players
        turns = [best, chosen]
        fresh = Prospects(players), Prospects(players)
        worlds = self.worlds(decision, "fresh", decision.memory)
        most = VERIFICATION_FACTOR * self.playouts // 4
        batch = max(most // 8, MIN_WORLDS)
        while len(fresh[0].worths) < most:
            worlds.meet(turns, fresh, min(batch, most - len(fresh[0].worths)))
            loss, error = difference(*fresh)
            if loss + DISMISSAL_ERRORS * error < MIN_RELEVANT_LOSS or (
                loss > MIN_RELEVANT_LOSS and loss > (SIGNIFICANT_ERRORS + 1) * error
            ):
                break
        spent += 2 * len(fresh[0].worths)
        together = _joined(screened, fresh[1], players)
        if loss < MIN_RELEVANT_LOSS or loss < SIGNIFICANT_ERRORS * error:
            return Judged(chosen, None, None, together, loss, error, fresh, spent=spent)
        seen = Prospects(players), Prospects(players)
        self.forgetful(decision, "open").meet(turns, seen, 2 * len(fresh[0].worths))
        spent += 2 * len(seen[0].worths)
        open_loss, _error = difference(*seen)
        # Without memory of the score every chance may look tiny, so relative losses are compared.
        part = loss / fresh[0].wins
        open_part = open_loss / seen[0].wins if seen[0].wins else 0.0
        kind = MEMORY if open_part < part / 2 else JUDGEMENT
        return Judged(chosen, best, kind, together, loss, error, fresh, seen, spent)

    def odds(self, decision: Decision, turn: Turn, order: str) -> tuple[float, float]:
        """Return an order's odds after a turn: with everything that was seen, and from the open cards alone."""
        found: list[float] = []
        for worlds in (self.worlds(decision, "order", decision.memory), self.forgetful(decision, "order open")):
            prospects = Prospects(decision.view.game.players)
            worlds.meet([turn], [prospects], ORDER_WORLDS)
            found.append(prospects.odds(order))
        return found[0], found[1]


def _joined(first: Prospects, second: Prospects, players: int) -> Prospects:
    joined = Prospects(players)
    joined.worths = first.worths + second.worths
    joined.shares = [one + other for one, other in zip(first.shares, second.shares, strict=True)]
    joined.orders = first.orders + second.orders
    return joined
