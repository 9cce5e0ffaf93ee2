"""Reviews in words: findings, patterns and figures, in the language of the context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from forno.bots.critic import Critic, decimal, percent, plural_number
from forno.core.game import Game
from forno.core.language import N_, _, capital, labelled, listed, ngettext, separated
from forno.features.review.findings import (
    CLEAR_ERRORS,
    JUDGEMENT,
    LUCK,
    MEMORY,
    MISTAKES,
    NEWS,
    ORDER,
    RISK,
    Finding,
    Pattern,
    Review,
)
from forno.features.review.judging import MIN_RELEVANT_LOSS
from forno.features.review.reviewing import MIN_LUCK_ODDS

TITLES: Final = {MEMORY: N_("Memory"), JUDGEMENT: N_("Judgement"), RISK: N_("Risk"), LUCK: N_("Luck")}
"""Titles of the causes of findings."""
MEANINGS: Final = {
    MEMORY: N_("you had seen enough to know"),
    JUDGEMENT: N_("you knew enough to choose better"),
    RISK: N_("it was unlikely to work, but nothing was clearly better"),
    LUCK: N_("you couldn't have known"),
}
"""Explanations of the causes of findings."""

MIN_MEMORY_GAP: Final = 0.25
"""An order's odds from the open cards alone are told where they exceed those with memory by this."""

Names = Sequence[str]


def fine_percent(share: float) -> str:
    """Return a share of the win with one digit after the point."""
    return _("{number}%").format(number=decimal(100 * share))


def chance(share: float) -> str:
    """Return a sampled chance, which is never called certain."""
    if percent(share) == percent(0.0):
        return _("under 1%")
    return _("over 99%") if percent(share) == percent(1.0) else percent(share)


def likely(odds: float) -> str:
    """Return the odds of an order as in `it was … to work`, never as certain."""
    if percent(odds) == percent(0.0):
        # Translators: of an order: "it was … to work"
        return _("very unlikely")
    if percent(odds) == percent(1.0):
        # Translators: of an order: "it was … to work"
        return _("almost certain")
    # Translators: of an order: "it was … to work"
    return _("{odds} likely").format(odds=percent(odds))


def moment(critic: Critic, finding: Finding) -> str:
    """Return when it was: `Round 2, your turn 3`; empty where the game has no words for it."""
    return capital(critic.say_moment(finding.moment))


class Paragraph(NamedTuple):
    """Short paragraph about a finding."""

    text: str
    role: str = ""
    """`better` for the better turn, so that it can stand out."""


def sentence(critic: Critic, seat: int, finding: Finding, names: Names) -> str:
    """Return a finding as sentences addressed to its seat, without the moment."""
    return " ".join(paragraph.text for paragraph in paragraphs(critic, seat, finding, names))


def paragraphs(critic: Critic, seat: int, finding: Finding, names: Names) -> list[Paragraph]:
    """Return a finding in short paragraphs: what failed, what was chosen, what was better, why, and what it cost."""
    if finding.what == NEWS:
        return [Paragraph(_news(critic, seat, finding, names))]
    parts = [Paragraph(_failure_sentence(critic, seat, finding, names))] if finding.what == ORDER else []
    if finding.chosen is not None and finding.best is not None:
        parts += _better(critic, seat, finding, names)
    return [part for part in parts if part.text]


def effect(critic: Critic, finding: Finding) -> str:
    """Return in a few characters what a finding changed: `−12%`; empty where it changed almost nothing."""
    if finding.before is not None and finding.after is not None:
        return f"{'−' if finding.after < finding.before else '+'}{percent(abs(finding.after - finding.before))}"
    if finding.best is None and finding.weight >= MIN_RELEVANT_LOSS:
        return f"−{percent(finding.weight)}"
    if finding.cost >= MIN_RELEVANT_LOSS:
        return f"−{percent(finding.cost)}"
    return f"−{critic.say_score(finding.score)}" if round(finding.score, 1) > 0 else ""


def _news(critic: Critic, seat: int, finding: Finding, names: Names) -> str:
    assert finding.before is not None and finding.after is not None
    events = [critic.say_news(seat, facts, names) for facts in finding.together or (finding.facts,)]
    happened = listed(filter(None, events))
    fell = finding.after < finding.before
    if not happened:
        happened = _("Bad luck") if fell else _("Good luck")
    text = _("{event}: your chance to win fell from {before} to {after}.")
    if not fell:
        text = _("{event}: your chance to win rose from {before} to {after}.")
    return text.format(event=capital(happened), before=chance(finding.before), after=chance(finding.after))


def _failure_sentence(critic: Critic, seat: int, finding: Finding, names: Names) -> str:
    assert finding.odds is not None and finding.looked is not None
    if finding.kind in MISTAKES and finding.chosen is None:
        text = _("{order} failed too, because of the same turn; it was {likely} to work.")
    elif finding.kind == RISK and finding.looked - finding.odds >= MIN_MEMORY_GAP:
        text = _(
            "{order} failed: the open cards made it look {looked}, but from all you had seen it was {likely} to work. "
            "Still, nothing was clearly better."
        )
    elif finding.kind == RISK:
        text = _("{order} failed: it was {likely} to work, but nothing was clearly better.")
    elif finding.kind == LUCK:
        text = _("{order} failed, although it was {likely} to work.")
    elif finding.kind == MEMORY and finding.looked > finding.odds:
        text = _("{order} failed. The open cards made it look {looked}; from all you had seen it was {likely}.")
    elif finding.odds >= MIN_LUCK_ODDS:
        text = _("{order} failed, although at first it was {likely} to work.")
    else:
        text = _("{order} failed; it was {likely} to work.")
    title = capital(critic.title(seat, finding.order))
    told = text.format(order=title, likely=likely(finding.odds), looked=likely(finding.looked))
    why = critic.say_failure(seat, finding.facts, names) if finding.best is None and finding.chosen is not None else ""
    return f"{told} {why}" if why else told


def _better(critic: Critic, seat: int, finding: Finding, names: Names) -> list[Paragraph]:
    assert finding.chosen is not None and finding.best is not None
    chosen, best = finding.chosen.actions, finding.best.actions
    did = _("You chose to {chosen}.").format(chosen=critic.say_turn(seat, chosen, finding.facts, best))
    better = _("Better: {best}.").format(best=critic.say_turn(seat, best, finding.facts, chosen))
    reason = critic.say_reason(seat, finding.mistake, finding.facts, names)
    forgotten = _("The open cards don't show it: you had to remember.") if finding.kind == MEMORY else ""
    again = besides = ""
    if finding.times > 1:
        again = _("You did so {n} times.").format(n=finding.times) if finding.times > 2 else _("You did so twice.")
    if finding.besides:
        mistakes = [f"{_lower(_(critic.kinds[kind]))} ({percent(cost)})" for kind, cost in finding.besides]
        # Translators: further mistakes, each with its cost: "drawn from the wrong pile (7%)"
        besides = _("In the same turn: {mistakes}.").format(mistakes=listed(mistakes))
    return [
        Paragraph(did),
        Paragraph(better, "better"),
        Paragraph(f"{reason} {forgotten}".strip()),
        Paragraph(" ".join(filter(None, (_cost(critic, finding), besides, again)))),
    ]


def _cost(critic: Critic, finding: Finding) -> str:
    """Return what a turn cost, in winning chance and in score."""
    assert finding.chosen is not None and finding.best is not None
    score = critic.say_score(finding.score) if round(finding.score, 1) > 0 else ""
    if finding.cost < MIN_RELEVANT_LOSS and score:
        return _("It cost {score}; your chance to win hardly changed.").format(score=score)
    told = _("Your chance to win fell from {more} to {less}.")
    if score:
        told = _("Your chance to win fell from {more} to {less}; it cost {score}.")
    return told.format(less=chance(finding.chosen.wins), more=chance(finding.best.wins), score=score)


# --- the whole game ---------------------------------------------------------------------


def pattern_title(critic: Critic, pattern: Pattern) -> str:
    return _(critic.kinds[pattern.mistake])


def pattern_cost(critic: Critic, review: Review, pattern: Pattern) -> str:
    """Return how often a kind of mistake happened and what it cost: `3 times: 21% of winning chance in all`."""
    times = sum(review.findings[place].times for place in pattern.findings)
    costs = []
    if pattern.cost >= 1:  # a chance that was won back can be given away again
        told = ngettext("chances worth {number} win", "chances worth {number} wins", plural_number(pattern.cost))
        costs.append(told.format(number=decimal(pattern.cost)))
    elif pattern.cost >= MIN_RELEVANT_LOSS:
        costs.append(_("{cost} of winning chance").format(cost=percent(pattern.cost)))
    if round(pattern.score, 1) > 0:
        costs.append(critic.say_score(pattern.score))
    told = ngettext("once, {cost}", "{n} times, {cost} in all", times)
    # Translators: cost of a mistake that changed almost nothing
    return told.format(n=times, cost=listed(costs) or _("little"))


def figures(critic: Critic, review: Review) -> list[str]:
    """Return the figures of a review as sentences, each with its uncertainty."""
    told = []
    if review.real and review.lost.clear:
        said = ngettext(
            "In {n} real decision you gave away {lost} of winning chance (±{error}).",
            "In {n} real decisions you gave away {lost} of winning chance each (±{error}).",
            review.real,
        )
        lost, error = review.lost.value, CLEAR_ERRORS * review.lost.error
        told.append(said.format(n=review.real, lost=fine_percent(lost), error=fine_percent(error)))
    elif review.real:
        said = ngettext(
            "In {n} real decision you gave away at most {lost} of winning chance.",
            "In {n} real decisions you gave away at most {lost} of winning chance each.",
            review.real,
        )
        most = review.lost.value + CLEAR_ERRORS * review.lost.error
        told.append(said.format(n=review.real, lost=fine_percent(most)))
    return told + ([fair] if (fair := without_luck(critic, review)) else [])


def without_luck(critic: Critic, review: Review) -> str:
    """Return the result, and what it would have been with average cards, if that is clear; empty before the end."""
    result = review.result
    if result is None:
        return ""
    ended = _margin(critic, result.margin, result.place == 1)
    if result.luck is None:
        return f"{ended}."
    error = CLEAR_ERRORS * result.luck.error
    if not result.luck.clear:
        told = _("{ended}; the cards that you drew made no clear difference (±{error}).")
        return told.format(ended=ended, error=decimal(error))
    fair = result.margin - result.luck.value
    if abs(fair) <= error:
        told = _("{ended}; with average cards it would have been about even (±{error}).")
    elif fair > 0:
        told = _("{ended}; with average cards you would have won by {fair} (±{error}).")
    else:
        told = _("{ended}; with average cards you would have lost by {fair} (±{error}).")
    return told.format(ended=ended, fair=critic.say_score(fair), error=decimal(error))


def _margin(critic: Critic, margin: float, won: bool) -> str:
    if round(margin, 1) == 0:
        return _("You won by the tie-break") if won else _("You lost by the tie-break")
    told = _("You won by {score}") if won else _("You lost by {score}")
    return told.format(score=critic.say_score(margin))


class Stroke(NamedTuple):
    """Bad luck of one kind over a game."""

    title: str
    findings: tuple[int, ...]
    """Indices of the findings, the heaviest first."""
    cost: float
    """Winning chance that it took."""


def bad_luck(critic: Critic, review: Review) -> list[Stroke]:
    """Return the strokes of bad luck of a game by name, the heaviest first."""
    found: dict[str, list[int]] = {}
    for place, one in enumerate(review.findings):
        fell = one.what == ORDER or (one.before or 0.0) > (one.after or 0.0)
        if one.kind == LUCK and fell and one.weight >= MIN_RELEVANT_LOSS:
            found.setdefault(critic.stroke(one.facts), []).append(place)
    strokes = [
        Stroke(_(critic.strokes[name]), tuple(places), sum(review.findings[place].weight for place in places))
        for name, places in found.items()
    ]
    return sorted(strokes, key=lambda stroke: -stroke.cost)


def stroke_text(stroke: Stroke) -> str:
    """Return a stroke with its number: `One card short ×2`."""
    times = len(stroke.findings)
    return stroke.title if times == 1 else f"{stroke.title} ×{times}"


def bad_luck_text(title: str, strokes: Sequence[Stroke]) -> str:
    """Return the strokes of a game as a text to share, without any cards."""
    lines = [f"{_('What bad luck!')} {title}"]
    lines += [labelled(f"🍀 {stroke_text(stroke)}", f"−{percent(stroke.cost)}") for stroke in strokes]
    return "\n".join(lines)


def verdict(critic: Critic, review: Review, names: Names) -> str:
    """Return what to say first: the costliest kind of mistake; or that there was none, and why the game was lost."""
    patterns = review.patterns()
    if patterns:
        first = patterns[0]
        told = _("What cost most: {kind}.").format(kind=_lower(pattern_title(critic, first)))
        return told
    if not review.finished:
        return ""
    none = _("You made no clear mistake.")
    if review.result is None or review.result.place == 1:
        return none
    blows = [
        one
        for one in review.findings
        if one.weight >= MIN_RELEVANT_LOSS and one.kind not in MISTAKES and (one.before or 0.0) >= (one.after or 0.0)
    ]
    if not blows:
        return f"{none} {_('The game was lost by small differences; no single event decided it.')}"
    hurt = _("What cost you most was a risk:") if blows[0].kind == RISK else _("What cost you most was bad luck:")
    return f"{none} {hurt} {sentence(critic, review.seat, blows[0], names)}"


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def counts(review: Review) -> str:
    """Return the number of findings of each cause, in words; a turn that spoilt several orders is one mistake."""
    counted = [one.kind for one in review.findings if one.kind not in MISTAKES or one.best is not None]
    numbers = {kind: counted.count(kind) for kind in TITLES}
    return ", ".join(labelled(_(title), numbers[kind]) for kind, title in TITLES.items())


def as_text(review: Review, game: Game, critic: Critic) -> str:
    """Return a whole review as text for a terminal: figures and patterns, then the findings, turning points first."""
    names = [capital(game.say_seat(seat)) for seat in range(game.players)]
    decided = ngettext("{n} decision", "{n} decisions", review.decisions).format(n=review.decisions)
    lines = [labelled(names[review.seat], f"{decided}. {counts(review)}")]
    lines += filter(None, [verdict(critic, review, names), *figures(critic, review)])
    lines.append("")
    for pattern in review.patterns():
        lines.append(labelled(pattern_title(critic, pattern), pattern_cost(critic, review, pattern)))
    lines += [""] if review.patterns() else []
    strokes = bad_luck(critic, review)
    if strokes:
        lines += [labelled(_("Bad luck"), separated(map(stroke_text, strokes))), ""]
    for finding in review.findings:
        when = moment(critic, finding) or _("step {step}").format(step=finding.at)
        told = sentence(critic, review.seat, finding, names)
        lines.append(labelled(f"{_(TITLES[finding.kind])}, {when}", told))
    if not review.findings:
        lines.append(_("No other choice was clearly better."))
    chances = "  ".join(percent(point.shares[review.seat]) for point in review.points)
    lines += ["", _("Your chance to win, turn by turn: {chances}").format(chances=chances)]
    return "\n".join(lines)
