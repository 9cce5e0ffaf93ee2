"""Judgement of one decision from the seat's knowledge at that moment; the true state is never used.

1. A tree search proposes other turns. They and the chosen turn are played out in the same sampled worlds.
2. The best of the others meets the chosen turn in fresh worlds, so that it isn't preferred for luck in the first.
3. If it is significantly better, and something that the seat has seen is hidden since, both meet again in worlds
   sampled from the open cards alone, without memory. If it isn't better there, memory would have shown the difference,
   and the mistake counts as a memory slip.
4. Turns that differ in several parts are taken apart: the part that gains most names the kind of mistake, and if it
   gains nearly everything, it alone is told as the better turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, log, sqrt
from typing import Final

from forno.bots.critic import Critic, Turn
from forno.core.chance import Chance
from forno.core.views import Memory
from forno.features.review.findings import JUDGEMENT, MEMORY
from forno.features.review.worlds import Decision, Gap, Prospects, Worlds, difference, different, is_turn

MIN_RELEVANT_LOSS: Final = 0.03
"""A decision matters if another would have raised the winning chance by at least this; or the score by a step."""
SIGNIFICANT_ERRORS: Final = 3.0
"""A difference is significant beyond this many standard errors."""
DISMISSAL_ERRORS: Final = 2.0
"""A decision is dismissed if its loss plus this many standard errors stays below what matters."""
FUTILITY_ERRORS: Final = 1.0
"""A comparison is given up if this many standard errors more wouldn't make the difference significant in the end."""
MAX_CANDIDATES: Final = 3
"""Maximum number of turns that the search proposes."""
SEARCH_SHARE: Final = 0.35
"""Share of the playouts that goes to the tree search."""
SCREENING_SHARE: Final = 0.3
"""Share of the playouts that goes to the first comparison of the candidates."""
VERIFICATION_FACTOR: Final = 4
"""Factor for the number of worlds in fresh comparisons of close candidates."""
MIN_WORLDS: Final = 8
"""Smallest number of worlds in which turns are compared."""
ORDER_WORLDS: Final = 48
"""Number of worlds sampled to estimate an order's odds."""
FORGETFUL_WORLDS: Final = 80
"""Smallest number of worlds, sampled without memory, that tell memory from judgement."""
MEMORY_ERRORS: Final = 1.5
"""A loss shows only with memory if it shrinks without it by more than this many standard errors."""
PART_WORLDS: Final = 80
"""Maximum number of worlds in which the parts of a better turn are compared."""
MIN_PART_SHARE: Final = 0.7
"""A part is told as the better turn if it gains at least this share of what the whole one gains."""


NO_GAP: Final = Gap()
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
    gap: Gap = NO_GAP
    """Advantage of the best other turn."""
    fresh: Pair | None = None
    """The best and the chosen turn in fresh worlds; `None` if the first comparison settled it."""
    forgetful: Pair | None = None
    """The best and the chosen turn in worlds sampled without memory; `None` if nothing was better, or all is open."""
    spent: int = 0
    """Number of playouts used."""
    mistake: str = ""
    """Kind of mistake, one of the critic's."""
    besides: tuple[tuple[str, float], ...] = ()
    """Further mistakes in the same turn that clearly cost something by themselves, with what they cost."""
    real: bool = True
    """Whether there were turns to choose from that differ."""

    @property
    def loss(self) -> float:
        return self.gap.loss

    @property
    def error(self) -> float:
        return self.gap.error


class DecisionJudge:
    """Judges decisions of one seat. The same seed and knowledge give the same numbers."""

    def __init__(self, critic: Critic, seed: int | str, effort: float = 1.0) -> None:
        self.critic = critic
        self.seed = seed
        self.effort = min(effort, 1.0)
        self.playouts = max(int(critic.playouts * effort), 4 * MIN_WORLDS)

    def worlds(self, decision: Decision, what: str, memory: Memory) -> Worlds:
        seat = decision.view.seat
        chance = Chance(self.seed, "review", str(seat), str(decision.number), what)
        return Worlds(self.critic, decision.view, memory, chance)

    def scaled(self, worlds: int) -> int:
        """Return a number of worlds for less effort than usual."""
        return max(int(worlds * self.effort), MIN_WORLDS)

    def forgetful(self, decision: Decision, what: str) -> Worlds:
        """Return worlds sampled from the open cards alone, without memory."""
        return self.worlds(decision, what, decision.view.game.memory(decision.view.seat))

    def suspicion(self, decision: Decision) -> float:
        """Return how unusual a turn is for the game's bots, 0 for their first idea: where mistakes are likely."""
        state = self.worlds(decision, "suspicion", decision.memory).sample()
        state.quiet = True
        doubt = 0.0
        for action in decision.chosen:
            legal = state.legal_actions()
            prior = self.critic.prior(state, legal)
            doubt -= log(max(prior[legal.index(action)], 1e-9) / max(prior))
            state.apply(action)
        return doubt

    def weight(self, gap: Gap) -> float:
        """Return what a loss is worth in winning chance; where the game is decided, the score counts."""
        return max(gap.loss, MIN_RELEVANT_LOSS * gap.score / self.critic.score_step)

    def is_clear(self, gap: Gap) -> bool:
        """Return whether a loss of winning chance is surely large enough to be told, and significant."""
        return gap.loss - gap.error >= MIN_RELEVANT_LOSS and gap.loss >= SIGNIFICANT_ERRORS * gap.error

    def matters(self, gap: Gap) -> bool:
        if self.is_clear(gap):
            return True
        # Points alone are told where they surely come to a step: others would often vanish at a second look.
        surely = gap.score - gap.score_error >= self.critic.score_step
        return surely and gap.score >= SIGNIFICANT_ERRORS * gap.score_error and gap.loss >= 0

    def is_certain(self, gap: Gap) -> bool:
        """Return whether a difference needs no further worlds."""
        if gap.loss >= MIN_RELEVANT_LOSS:
            return gap.loss > (SIGNIFICANT_ERRORS + 1) * gap.error
        return gap.score > (SIGNIFICANT_ERRORS + 1) * gap.score_error

    def surely_matters(self, gap: Gap) -> bool:
        """Return whether further worlds will hardly change that a difference matters.

        Who stops at the first difference that looks large enough stops where luck made it larger than it is.
        """
        if gap.loss >= MIN_RELEVANT_LOSS:
            return self.is_certain(gap) and gap.loss >= MIN_RELEVANT_LOSS + DISMISSAL_ERRORS * gap.error
        least = self.critic.score_step + DISMISSAL_ERRORS * gap.score_error
        return self.matters(gap) and self.is_certain(gap) and gap.score >= least

    def hardly_matters(self, gap: Gap) -> bool:
        return (
            gap.loss + DISMISSAL_ERRORS * gap.error < MIN_RELEVANT_LOSS
            and gap.score + DISMISSAL_ERRORS * gap.score_error < self.critic.score_step
        )

    def is_futile(self, gap: Gap, done: float) -> bool:
        """Return whether further worlds will hardly show that a difference matters.

        `done` is the factor by which standard errors will still shrink.
        """

        def hopeless(lead: float, error: float, least: float) -> bool:
            return lead + FUTILITY_ERRORS * error < max(least, SIGNIFICANT_ERRORS * error * done)

        return self.hardly_matters(gap) or (
            hopeless(gap.loss, gap.error, MIN_RELEVANT_LOSS)
            and hopeless(gap.score, gap.score_error, self.critic.score_step)
        )

    def judge(self, decision: Decision, share: float = 1.0) -> Judged:
        """Judge a decision; with that share of the playouts until there is reason for a closer look."""
        players = decision.view.game.players
        screening = self.worlds(decision, "screening", decision.memory)
        iterations = int(self.playouts * share * SEARCH_SHARE)
        ideas = screening.ideas(MAX_CANDIDATES, iterations) if len(decision.view.actions) > 1 else []
        chosen, *others = different(screening.sample(), [decision.chosen, *ideas])
        most = max(int(self.playouts * share * SCREENING_SHARE / (1 + len(others))), MIN_WORLDS)
        spent = iterations * bool(ideas)
        if not others:
            alone = Prospects(players)
            screening.meet([chosen], [alone], most)
            return Judged(chosen, None, None, alone, spent=spent + most, real=False)
        met, place, gap = self.screen(screening, chosen, others, most)
        spent += sum(len(one.worths) for one in met)
        if (gap.loss <= 0 and gap.score <= 0) or self.hardly_matters(gap):
            return Judged(chosen, None, None, met[0], gap, spent=spent)
        return self.verify(decision, chosen, others[place], met[0], spent)

    def screen(
        self, worlds: Worlds, chosen: Turn, others: Sequence[Turn], most: int
    ) -> tuple[list[Prospects], int, Gap]:
        """Compare the chosen turn with others. Return all results, and which of the others is best, and by how much.

        Turns that are clearly no better drop out early, and the best goes on alone.
        """
        players = worlds.view.game.players
        met = [Prospects(players) for _ in (chosen, *others)]
        left = list(range(len(others)))
        while True:
            worlds.meet(
                [chosen, *[others[place] for place in left]],
                [met[0], *[met[place + 1] for place in left]],
                min(MIN_WORLDS, most - len(met[0].worths)),
            )
            gaps = {place: difference(met[place + 1], met[0]) for place in left}
            best = max(left, key=lambda place: self.weight(gaps[place]))
            left = [place for place in left if not self.hardly_matters(gaps[place])]
            if not left or len(met[0].worths) >= most or self.is_certain(gaps[best]):
                return met, best, gaps[best]

    def verify(self, decision: Decision, chosen: Turn, best: Turn, screened: Prospects, spent: int) -> Judged:
        """Compare the candidate with the chosen turn in fresh worlds, and tell memory from judgement."""
        players = decision.view.game.players
        turns = [best, chosen]
        fresh = Prospects(players), Prospects(players)
        worlds = self.worlds(decision, "fresh", decision.memory)
        most = VERIFICATION_FACTOR * self.playouts // 4
        batch = max(most // 16, MIN_WORLDS)
        while len(fresh[0].worths) < most:
            worlds.meet(turns, fresh, min(batch, most - len(fresh[0].worths)))
            gap = difference(*fresh)
            if self.is_futile(gap, sqrt(len(fresh[0].worths) / most)) or self.surely_matters(gap):
                break
        spent += 2 * len(fresh[0].worths)
        together = screened.join_results(fresh[1])
        if not self.matters(gap):
            return Judged(chosen, None, None, together, gap, fresh, spent=spent)
        if not self.critic.needs_memory(decision.view):
            return self.taken_apart(decision, Judged(chosen, best, JUDGEMENT, together, gap, fresh, spent=spent))
        seen = Prospects(players), Prospects(players)
        worlds = self.forgetful(decision, "open")
        most = max(len(fresh[0].worths), self.scaled(FORGETFUL_WORLDS))
        while len(seen[0].worths) < most:
            worlds.meet(turns, seen, min(batch, most - len(seen[0].worths)))
            if self.matters(looked := difference(*seen)) and self.is_certain(looked):
                break
        spent += 2 * len(seen[0].worths)
        kind = MEMORY if self.is_memory(gap, looked, fresh[0], seen[0]) else JUDGEMENT
        return self.taken_apart(decision, Judged(chosen, best, kind, together, gap, fresh, seen, spent))

    def is_memory(self, gap: Gap, seen: Gap, better: Prospects, looked: Prospects) -> bool:
        """Return whether the loss shows only with what was remembered."""
        if gap.loss < MIN_RELEVANT_LOSS:
            clear = gap.score - seen.score > MEMORY_ERRORS * hypot(gap.score_error, seen.score_error)
            return clear and seen.score < gap.score / 2
        if gap.loss - seen.loss <= MEMORY_ERRORS * hypot(gap.error, seen.error):
            return False
        # Without memory of the score every chance may look tiny, so relative losses are compared.
        return (seen.loss / looked.wins if looked.wins else 0.0) < gap.loss / better.wins / 2

    def taken_apart(self, decision: Decision, judged: Judged) -> Judged:
        """Find the part of the better turn that gains most; tell it alone if it gains nearly everything."""
        assert judged.best is not None and judged.fresh is not None
        seat, players = decision.view.seat or 0, decision.view.game.players
        parts = self.critic.parts(decision.view, judged.chosen, judged.best)
        worlds = self.worlds(decision, "parts", decision.memory)
        world = worlds.sample()
        parts = [part for part in parts if part[1] == judged.best or is_turn(world, part[1], seat)]
        if len({turn for _kind, turn in parts}) < 2:
            return replace(judged, mistake=parts[0][0])
        met = [Prospects(players) for _ in (judged.chosen, *parts)]
        worlds.meet(
            [judged.chosen, *[turn for _kind, turn in parts]],
            met,
            min(len(judged.fresh[0].worths), self.scaled(PART_WORLDS)),
        )
        gains = [difference(one, met[0]) for one in met[1:]]
        whole = next(gain for (_kind, turn), gain in zip(parts, gains, strict=True) if turn == judged.best)
        place = max(
            (place for place, (_kind, turn) in enumerate(parts) if turn != judged.best),
            key=lambda place: self.weight(gains[place]),
        )
        kind, turn = parts[place]
        besides = [
            (also, gain.loss)
            for (also, mended), gain in zip(parts, gains, strict=True)
            if mended != judged.best and also != kind and self.is_clear(gain)
        ]
        spent = judged.spent + len(met) * len(met[0].worths)
        found = replace(judged, mistake=kind, besides=tuple(besides), spent=spent)
        if self.matters(gains[place]) and self.weight(gains[place]) >= MIN_PART_SHARE * self.weight(whole):
            return replace(found, best=turn, gap=gains[place], fresh=(met[place + 1], met[0]))
        return found

    def odds(self, decision: Decision, judged: Judged, order: str) -> tuple[float, float]:
        """Return an order's odds after a judged turn: with everything that was seen, and from the open cards alone.

        The worlds in which the turn was judged count; only what lacks to a fair number is played out.
        """
        none = Prospects(decision.view.game.players)
        sources = [(judged.prospects, self.worlds(decision, "order", decision.memory))]
        if self.critic.needs_memory(decision.view):
            looked = judged.forgetful[1] if judged.forgetful else none
            sources.append((looked, self.forgetful(decision, "order open")))
        found: list[float] = []
        for known, worlds in sources:
            more = Prospects(decision.view.game.players)
            worlds.meet([judged.chosen], [more], max(ORDER_WORLDS - len(known.worths), 0))
            found.append(known.join_results(more).odds(order))
        return found[0], found[-1]
