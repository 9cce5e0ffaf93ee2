"""Findings in words: a sentence each, in the language of the context."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from forno.bots.critic import Critic
from forno.core.game import Game
from forno.core.language import N_, _, capital, ngettext
from forno.features.review.findings import JUDGEMENT, LUCK, MEMORY, NEWS, ORDER, Choice, Finding, Review

TITLES: Final = {MEMORY: N_("Memory"), JUDGEMENT: N_("Judgement"), LUCK: N_("Luck")}
"""Titles of the kinds of findings."""
MEANINGS: Final = {
    MEMORY: N_("you had seen enough to know"),
    JUDGEMENT: N_("you knew enough to choose better"),
    LUCK: N_("you couldn't have known"),
}
"""Explanations of the kinds of findings."""
LONG_SHOT_ODDS: Final = 0.4
"""An order with lower odds than this is called a long shot."""


def percent(share: float) -> str:
    return _("{number}%").format(number=round(100 * share))


def said(game: Game, actions: Iterable[int]) -> str:
    """Return a turn as its parts: `three salami, order 4-olive, draw from the waiter`."""
    return ", ".join(map(game.say, actions))


def sentence(game: Game, critic: Critic, seat: int, finding: Finding) -> str:
    """Return a finding as one or two sentences addressed to its seat."""
    if finding.what == NEWS:
        return _news(finding)
    parts = [_failed(critic.title(seat, finding.order), finding)] if finding.what == ORDER else []
    if finding.chosen is not None and finding.best is not None:
        parts.append(_better(game, finding.chosen, finding.best, finding.kind))
    return " ".join(parts)


def _news(finding: Finding) -> str:
    assert finding.before is not None and finding.after is not None
    if finding.after < finding.before:
        text = _("Then bad luck: your chance to win fell from {before} to {after}.")
    else:
        text = _("Then good luck: your chance to win rose from {before} to {after}.")
    return text.format(before=percent(finding.before), after=percent(finding.after))


def _failed(title: str, finding: Finding) -> str:
    assert finding.odds is not None and finding.looked is not None
    if finding.kind != LUCK and finding.chosen is None:
        text = _("{order} failed too, because of the same turn; it was {odds} likely to work.")
    elif finding.kind == MEMORY and finding.looked > finding.odds:
        text = _(
            "{order} failed. The cards in sight made it look {looked} likely; from all you had seen it was {odds}."
        )
    elif finding.kind == LUCK and finding.odds >= LONG_SHOT_ODDS:
        text = _("{order} failed, although it was {odds} likely to work.")
    elif finding.kind == LUCK:
        text = _("{order} failed: a long shot, {odds} likely, but nothing was clearly better.")
    elif finding.best is None:
        text = _("{order} failed, as you could expect: it was {odds} likely. But nothing was clearly better.")
    else:
        text = _("{order} failed; it was {odds} likely to work.")
    return text.format(order=capital(title), odds=percent(finding.odds), looked=percent(finding.looked))


def _better(game: Game, chosen: Choice, best: Choice, kind: str) -> str:
    text = _("You chose “{chosen}”: {less} to win. “{best}”: {more}.").format(
        chosen=said(game, chosen.actions),
        best=said(game, best.actions),
        less=percent(chosen.wins),
        more=percent(best.wins),
    )
    if kind != MEMORY or chosen.looks is None or best.looks is None:
        return text
    forgotten = _("From the cards in sight alone they looked like {less} and {more}.").format(
        less=percent(chosen.looks), more=percent(best.looks)
    )
    return f"{text} {forgotten}"


def counts(review: Review) -> str:
    """Return the number of findings of each kind, in words."""
    numbers = {kind: sum(finding.kind == kind for finding in review.findings) for kind in TITLES}
    return ", ".join(f"{_(title)}: {numbers[kind]}" for kind, title in TITLES.items())


def as_text(review: Review, game: Game, critic: Critic) -> str:
    """Return a whole review as text for a terminal, turning points first."""
    name = game.say_seat(review.seat)
    decided = ngettext("{n} decision", "{n} decisions", review.decisions).format(n=review.decisions)
    lines = [f"{capital(name)}: {decided}. {counts(review)}", ""]
    for finding in review.findings:
        where = _("step {step}").format(step=finding.at)
        lines.append(f"{_(TITLES[finding.kind])} ({where}): {sentence(game, critic, review.seat, finding)}")
    if not review.findings:
        lines.append(_("No other choice was clearly better."))
    chances = "  ".join(percent(point.shares[review.seat]) for point in review.points)
    lines += ["", _("Your chance to win, turn by turn: {chances}").format(chances=chances)]
    return "\n".join(lines)
