"""Games of a language model against bots, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from forno.adapters.text import Model, Talk, TextBot
from forno.adapters.text.bot import DEFAULT_TRIES
from forno.arena.intervals import Estimate, estimate
from forno.bots.lineup import Player, bot_seed
from forno.core.game import Game, State
from forno.core.language import _
from forno.core.observing import MEMORY, NOW
from forno.core.records import Record
from forno.features.review import JUDGEMENT, LUCK, MISTAKES, Review, Reviewer
from forno.features.review import MEMORY as MEMORY_FINDING

DEFAULT_EFFORT = 0.25
"""Default effort of the reviews: a quarter of that of `forno review`."""


@dataclass(frozen=True)
class Bench:
    """Settings of a benchmark: every deal is played once from each seat, with each kind of knowledge."""

    game: Game
    opponent: Player
    games: int
    seed: int | str = 0
    knowledge: Sequence[str] = (NOW, MEMORY)
    tries: int = DEFAULT_TRIES
    legal: bool = False
    """Whether prompts list the legal moves."""
    effort: float = DEFAULT_EFFORT
    """Effort of the reviews; 0 for none."""


@dataclass(frozen=True)
class ModelGame:
    """One game of the model."""

    knowledge: str
    deal: int
    seat: int
    won: float
    """Its share of the win."""
    talk: Talk
    lost: dict[str, float]
    """Winning chance lost by mistakes of memory and of judgement; winning chance that luck took (negative: gave)."""
    record: str

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def play_bench(bench: Bench, model: Model) -> Iterator[ModelGame]:
    """Play the games one by one. Raises `BotError` if an opponent or the model's command can't be started."""
    for number in range(bench.games):
        for knowledge in bench.knowledge:
            yield _play(bench, model, knowledge, *divmod(number, bench.game.players))


def _play(bench: Bench, model: Model, knowledge: str, deal: int, seat: int) -> ModelGame:
    game, seed = bench.game, f"{bench.seed}-{deal}"
    state = game.deal(seed)
    ours = TextBot(game, seat, bot_seed(seed), model=model, knowledge=knowledge, tries=bench.tries, legal=bench.legal)
    bots = [ours if one == seat else bench.opponent.make(game, one, bot_seed(seed)) for one in range(game.players)]
    try:
        events: Iterable[Any] = state.events
        while True:
            for one, bot in enumerate(bots):
                for event in events:
                    if (seen := event.seen_by(one)) is not None:
                        bot.observe(seen)
            if state.is_over:
                break
            events = state.apply(bots[state.seat].choose(state.view(state.seat)))
    finally:
        for bot in bots:
            bot.close()
    winners = state.outcome.winners
    won = 1 / len(winners) if seat in winners else 0.0
    return ModelGame(knowledge, deal, seat, won, ours.talk, _losses(bench, state, seat), str(Record.of(state)))


def _losses(bench: Bench, state: State, seat: int) -> dict[str, float]:
    if not bench.effort:
        return {}
    reviewer = Reviewer((state for _line, state in Record.of(state).steps()), seat, bench.seed, bench.effort)
    reviewer.advance()
    return parts_of(reviewer.review())


def parts_of(review: Review) -> dict[str, float]:
    """Return the winning chance that a seat lost in a game by memory, by judgement and by luck."""
    lost = dict.fromkeys((MEMORY_FINDING, JUDGEMENT, LUCK), 0.0)
    for finding in review.findings:
        if finding.kind in MISTAKES:
            lost[finding.kind] += finding.cost
        elif finding.before is not None and finding.after is not None:
            lost[LUCK] += finding.before - finding.after
    return lost


def table(bench: Bench, results: Sequence[ModelGame]) -> str:
    """Return the report as a table in Markdown: a row for each kind of knowledge."""
    titles = [_("knowledge"), _("games")]
    columns: list[tuple[str, Callable[[ModelGame], float], bool]] = [
        (_("games won"), lambda one: one.won, True),
        (_("lost by memory"), lambda one: one.lost.get(MEMORY_FINDING, 0.0), False),
        (_("lost by judgement"), lambda one: one.lost.get(JUDGEMENT, 0.0), False),
        (_("lost by luck"), lambda one: one.lost.get(LUCK, 0.0), False),
        (_("refused answers"), lambda one: one.talk.refused / max(one.talk.moves, 1), True),
        (_("decided by chance"), lambda one: one.talk.forfeited / max(one.talk.decisions, 1), True),
    ]
    if not bench.effort:
        del columns[1:4]
    titles += [title for title, _of, _share in columns]
    lines = [f"| {' | '.join(titles)} |", f"|---|{'---:|' * (len(titles) - 1)}"]
    for knowledge in bench.knowledge:
        played = [one for one in results if one.knowledge == knowledge]
        if played:
            means = [estimate(((one.deal, of(one)) for one in played), share) for _title, of, share in columns]
            lines.append(f"| {' | '.join([knowledge, str(len(played)), *map(_percent, means)])} |")
    return "\n".join(lines)


def _percent(found: Estimate) -> str:
    """Return a mean in percent with its 95% interval; without one where no two deals differ, which would tell none."""
    if found.low == found.high or found.deals < 2:
        return f"{found.mean:.1%}"
    return f"{found.mean:.1%} [{100 * found.low:.1f}, {100 * found.high:.1f}]"
