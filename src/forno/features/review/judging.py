"""One decision judged, from what its seat knew at that moment and nothing else: no state comes in here.

A search proposes other turns. They and the chosen one are tried out in the same worlds; the best of the others then
meets the chosen one in fresh worlds, so that it isn't preferred for its luck in the first. If it is better beyond
chance, both meet once more in worlds that are dealt from what can be seen now, as somebody would imagine them who
remembers nothing: if it isn't better there, it was memory that would have told.
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

MATTERS: Final = 0.03
"""A decision mattered if another would have won so much more often."""
CERTAIN: Final = 3.0
"""So many standard errors are no chance."""
HOPELESS: Final = 2.0
"""Within so many standard errors it can't matter any more."""
IDEAS: Final = 3
SEARCHED: Final = 0.4
"""This part of the playouts goes to the search …"""
SCREENED: Final = 0.3
"""… and this to the first worlds."""
MORE: Final = 4
"""Where it is close, worlds are played out up to so many times as often, and where another turn was better as often
again to tell memory from judgement."""
LEAST: Final = 8
ORDERS: Final = 96
"""How many worlds show how likely an order was to come off."""


Pair = tuple[Prospects, Prospects]
"""What two turns led to in the same worlds: the better one, and the chosen one."""


@dataclass(frozen=True)
class Judged:
    """What was found about a decision."""

    chosen: Turn
    best: Turn | None
    """What would have been better; `None` if nothing clearly is."""
    kind: str | None
    """Why the better one wasn't chosen."""
    prospects: Prospects
    """Of the chosen turn, in all worlds that it met with memory."""
    loss: float = 0.0
    """By how much the chosen turn was worse than the best of the others, …"""
    error: float = 0.0
    """… and the standard error of that."""
    fresh: Pair | None = None
    """The best and the chosen turn in fresh worlds, if it looked as if the best was better; …"""
    forgetful: Pair | None = None
    """… and in worlds of somebody who remembers nothing, if it was."""
    spent: int = 0
    """How many playouts it took."""


class Judge:
    """Judges decisions of one seat. The same seed and the same knowledge give the same numbers."""

    def __init__(self, critic: Critic, seed: int | str, effort: float = 1.0) -> None:
        self.critic = critic
        self.seed = seed
        self.playouts = max(int(critic.playouts * effort), 4 * LEAST)

    def worlds(self, decision: Decision, what: str, memory: Memory) -> Worlds:
        seat = decision.view.seat
        chance = Chance(self.seed, "review", str(seat), str(decision.number), what)
        return Worlds(self.critic, decision.view, memory, chance)

    def forgetful(self, decision: Decision, what: str) -> Worlds:
        """Worlds as somebody imagines them who sees the table and remembers nothing."""
        return self.worlds(decision, what, decision.view.game.memory(decision.view.seat))

    def judge(self, decision: Decision) -> Judged:
        players = decision.view.game.players
        screening = self.worlds(decision, "screening", decision.memory)
        iterations = int(self.playouts * SEARCHED)
        ideas = screening.ideas(IDEAS, iterations) if len(decision.view.actions) > 1 else []
        chosen, *others = different(screening.sample(), [decision.chosen, *ideas])
        met = [Prospects(players) for _ in (chosen, *others)]
        screening.meet([chosen, *others], met, max(int(self.playouts * SCREENED / (1 + len(others))), LEAST))
        spent = iterations * bool(ideas) + len(met) * len(met[0].worths)
        if not others:
            return Judged(chosen, None, None, met[0], spent=spent)
        place = max(range(1, len(met)), key=lambda number: met[number].wins)
        loss, error = difference(met[place], met[0])
        if loss <= 0 or loss + HOPELESS * error < MATTERS:
            return Judged(chosen, None, None, met[0], loss, error, spent=spent)
        return self.verified(decision, chosen, others[place - 1], met[0], spent)

    def verified(self, decision: Decision, chosen: Turn, best: Turn, screened: Prospects, spent: int) -> Judged:
        """Whether what looked better is better, in fresh worlds; and what would have told."""
        players = decision.view.game.players
        turns = [best, chosen]
        fresh = Prospects(players), Prospects(players)
        worlds = self.worlds(decision, "fresh", decision.memory)
        most = MORE * self.playouts // 4
        batch = max(most // 8, LEAST)
        while len(fresh[0].worths) < most:
            worlds.meet(turns, fresh, min(batch, most - len(fresh[0].worths)))
            loss, error = difference(*fresh)
            if loss + HOPELESS * error < MATTERS or (loss > MATTERS and loss > (CERTAIN + 1) * error):
                break
        spent += 2 * len(fresh[0].worths)
        together = _joined(screened, fresh[1], players)
        if loss < MATTERS or loss < CERTAIN * error:
            return Judged(chosen, None, None, together, loss, error, fresh, spent=spent)
        seen = Prospects(players), Prospects(players)
        self.forgetful(decision, "open").meet(turns, seen, 2 * len(fresh[0].worths))
        spent += 2 * len(seen[0].worths)
        open_loss, _error = difference(*seen)
        # Whoever has forgotten the score may think that all is lost, so both are compared by the part that is lost.
        part = loss / fresh[0].wins
        open_part = open_loss / seen[0].wins if seen[0].wins else 0.0
        kind = MEMORY if open_part < part / 2 else JUDGEMENT
        return Judged(chosen, best, kind, together, loss, error, fresh, seen, spent)

    def odds(self, decision: Decision, turn: Turn, order: str) -> tuple[float, float]:
        """How likely an order is to come off after a turn: with all that was seen, and from what lies open alone."""
        found: list[float] = []
        for worlds in (self.worlds(decision, "order", decision.memory), self.forgetful(decision, "order open")):
            prospects = Prospects(decision.view.game.players)
            worlds.meet([turn], [prospects], ORDERS)
            found.append(prospects.odds(order))
        return found[0], found[1]


def _joined(first: Prospects, second: Prospects, players: int) -> Prospects:
    joined = Prospects(players)
    joined.worths = first.worths + second.worths
    joined.shares = [one + other for one, other in zip(first.shares, second.shares, strict=True)]
    joined.orders = first.orders + second.orders
    return joined
