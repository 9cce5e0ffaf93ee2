"""HTML of a review: what cost most, the curve of the winning chances, and the findings, turning points first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from forno.bots.critic import Critic, critic_for, percent
from forno.core.game import Game
from forno.core.language import _, capital, labelled, ngettext
from forno.core.registry import game_info
from forno.features.review import Finding, Review, sentences
from forno.features.review.luck import MAX_NEWS_FINDINGS
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.html import Content, Markup, csrf_field, hidden_fields, tag, together
from forno.pages.labels import variant_text
from forno.table.errors import NoSeat

WIDTH: Final = 720
HEIGHT: Final = 260
LEFT_MARGIN: Final = 64
MARGIN: Final = 14
MARKER_RADIUS: Final = 9
MAX_MARKERS: Final = 5
"""Maximum number of turning points marked in the picture."""
SHOWN_AT_ONCE: Final = 8
"""Number of findings above the fold; the others are a press away."""


@dataclass(frozen=True)
class Ways:
    """Links of the page: to the replay of a moment, and to a trial game from it."""

    address: str
    """Address of the review itself."""
    replay: str
    trial: str = ""
    """Address that starts a trial game; empty where none can be started."""
    token: str = ""
    record: str | None = None
    """An uploaded record, which isn't stored: every request sends it again."""
    deck: str = ""
    """Deck of the uploaded record."""
    together: bool = False
    """Whether other people played who may want to join a trial game."""


def table_ways(table: str, token: str = "", together: bool = False) -> Ways:
    """Return the links of the review of a table."""
    here = f"/t/{table}"
    return Ways(f"{here}/review", f"{here}/replay", f"{here}/try", token, together=together)


def record_ways(record: str, deck: str | None, token: str = "") -> Ways:
    """Return the links of the review of a record."""
    return Ways("/review", "/replay", "", token, record, deck or "")


def record_title(game: Game) -> str:
    info = game_info(game.name)
    return f"{info.title} · {variant_text(info, str(game.options.get(info.variant, '')), game.players)}"


def check_seat(game: Game, seat: int) -> None:
    """Raise `NoSeat` if there is no such seat."""
    if not 0 <= seat < game.players:
        raise NoSeat(_("There is no such seat at this table."))


def chosen_seat(wanted: int | None, mine: Sequence[int]) -> int:
    """Return the seat that is looked at: the one wanted, or the first of the visitor's own, or the first."""
    return wanted if wanted is not None else mine[0] if mine else 0


def review_page(context: PageContext, title: str, name: str, content: Markup, table: str) -> Markup:
    """Return the page of a review; `table` is empty for a record that was sent."""
    here = f"/t/{table}"
    back = (
        tag("a.quiet", _("Back to the table"), href=here),
        tag("a.quiet", _("Watch it again"), href=f"{here}/replay"),
    )
    return titled_page(
        context,
        labelled(_("Review"), title),
        tag("p.about-review", f"{title} · {name}"),
        content,
        tag("p.actions", back if table else None, tag("a.quiet", _("Home"), href="/")),
        heading=_("Review"),
        main="room review",
        sheets=("rooms.css", "review.css"),
        script="review.js",
    )


def review_content(game: Game, names: Sequence[str], review: Review, ways: Ways) -> Markup:
    """Return the content under the title, with the findings so far."""
    critic = critic_for(game)
    trial_note = _("Trying something else opens a new table. The finished game stays as it was.")
    return tag(
        "div#review",
        _resend_forms(ways),
        _seats(names, review, ways),
        _progress(critic, review, ways),
        _summary(critic, names, review),
        _bad_luck(critic, game, review, ways),
        _chances(game, names, review, ways),
        _findings(critic, names, review, ways),
        tag("p.note", trial_note) if ways.trial else None,
        data_done=review.finished,
    )


def review_or_waiting(game: Game, names: Sequence[str], review: Review | None, ways: Ways, seat: int) -> Markup:
    """Return the content under the title; `None` stands for a review without findings yet."""
    return waiting_content(ways, seat) if review is None else review_content(game, names, review, ways)


def waiting_content(ways: Ways, seat: int) -> Markup:
    """Return the content shown before there are any findings about a seat."""
    again = tag("p.actions", _look_again(ways, seat))
    return tag("div#review", _resend_forms(ways), tag("p.note", _("Analysing your game…"), role="status"), again)


def _resend_forms(ways: Ways) -> Markup | None:
    """Return the forms that send an uploaded record again, if there is one."""
    if ways.record is None:
        return None
    fields = csrf_field(ways.token) + hidden_fields(record=ways.record, deck_text=ways.deck)
    return together(
        tag("form#again", fields, method="post", action=ways.address),
        tag("form#watch", fields, method="post", action=ways.replay),
    )


def _seats(names: Sequence[str], review: Review, ways: Ways) -> Markup:
    """Return the links to the reviews of all seats."""

    def way(seat: int, name: str) -> Markup:
        current = "page" if seat == review.seat else None
        if ways.record is not None:
            return tag("button.quiet", name, form="again", name="seat", value=seat, aria_current=current)
        return tag("a.quiet", name, href=f"{ways.address}?seat={seat}", aria_current=current)

    listed = [tag("li", way(seat, name)) for seat, name in enumerate(names)]
    return tag("nav.seats", tag("ul.actions", listed), aria_label=_("Player"))


def _look_again(ways: Ways, seat: int) -> Markup:
    if ways.record is not None:
        return tag("button.quiet", _("Refresh"), form="again", name="seat", value=seat, data_again=True)
    return tag("a.quiet", _("Refresh"), href=f"{ways.address}?seat={seat}", data_again=True)


def _progress(critic: Critic, review: Review, ways: Ways) -> Markup | None:
    if review.finished:
        return None
    text = ngettext("{done} of {n} decision analysed.", "{done} of {n} decisions analysed.", review.decisions)
    said = text.format(done=review.done, n=review.decisions)
    # Translators: what a review is looking at just now
    now = capital(critic.say_moment(review.looking)) if review.looking else _("luck")
    looking = _("Now looking at: {moment}.").format(moment=now)
    bar = tag(
        "progress",
        max=review.decisions + MAX_NEWS_FINDINGS + 1,
        value=review.done + review.luck_looks,
        aria_label=_("Progress of the review"),
    )
    return tag("div.under-way", tag("p", f"{said} {looking}"), bar, tag("p.actions", _look_again(ways, review.seat)))


# --- what cost most ----------------------------------------------------------------------


def _summary(critic: Critic, names: Sequence[str], review: Review) -> Markup | None:
    """Return the verdict, the figures, and the kinds of mistakes with their moments."""
    said = sentences.verdict(critic, review, names)
    told = sentences.figures(critic, review) if review.finished else []
    patterns = review.patterns()
    if not said and not told:
        return None
    kinds = [
        tag(
            "li",
            tag("b", sentences.pattern_title(critic, pattern)),
            " ",
            tag("span.cost", sentences.pattern_cost(critic, review, pattern)),
            tag("ul.moments", (tag("li", _to_finding(critic, review, place)) for place in pattern.findings)),
        )
        for pattern in patterns
    ]
    return tag(
        "section.paper",
        tag("h2", _("In short")),
        tag("p.verdict", said) if said else None,
        (tag("p", line) for line in told),
        tag("ol.patterns", kinds) if kinds else None,
    )


def _bad_luck(critic: Critic, game: Game, review: Review, ways: Ways) -> Markup | None:
    """Return the strokes of bad luck by name, with their moments, to be shared."""
    strokes = sentences.bad_luck(critic, review)
    if not strokes or not review.finished:
        return None
    lines = [
        tag(
            "li",
            tag("b", sentences.stroke_text(stroke)),
            " ",
            tag("span.cost", _("took {cost} of winning chance").format(cost=percent(stroke.cost))),
            tag("ul.moments", (tag("li", _to_finding(critic, review, place)) for place in stroke.findings)),
        )
        for stroke in strokes
    ]
    text = sentences.bad_luck_text(game_info(game.name).title, strokes)
    address = "/" if ways.record is not None else ways.replay
    share = tag("button.quiet", _("Share the bad luck"), type="button", data_share=address, data_text=text)
    return tag(
        "section.paper.bad-luck", tag("h2", _("What bad luck!")), tag("ol.patterns", lines), tag("p.actions", share)
    )


def _to_finding(critic: Critic, review: Review, place: int) -> Markup:
    finding = review.findings[place]
    when = sentences.moment(critic, finding) or _("Step {step}").format(step=finding.at)
    return tag("a", when, href=f"#finding-{place + 1}")


# --- the chances -------------------------------------------------------------------------


def _chances(game: Game, names: Sequence[str], review: Review, ways: Ways) -> Markup | None:
    if len(review.points) < 2:
        return None
    own = [point.shares[review.seat] for point in review.points]
    said = _("{name}'s chance to win: {first} after the first turn, lowest {least}, highest {most}, {last} at the end.")
    label = said.format(
        name=names[review.seat],
        first=percent(own[0]),
        least=percent(min(own)),
        most=percent(max(own)),
        last=percent(own[-1]),
    )
    picture = tag(
        "svg.chances",
        tag("title", label),
        _grid(),
        _lines(game, review),
        _marks(review, ways),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="group" if ways.record is None else "img",
        aria_label=label,
    )
    colours = [
        tag(f"li.c-{game.seat_name(seat)}{'.own' if seat == review.seat else ''}", name)
        for seat, name in enumerate(names)
    ]
    return tag(
        "section.paper",
        tag("h2", _("Chances to win")),
        tag("p.note", _("From what {name} could know after each turn.").format(name=names[review.seat])),
        picture,
        tag("ul.legend", colours),
        _table(names, review),
    )


def _x(review: Review, at: int) -> float:
    last = max(review.points[-1].at, 1)
    return round(LEFT_MARGIN + (WIDTH - LEFT_MARGIN - MARGIN) * at / last, 1)


def _y(share: float) -> float:
    return round(MARGIN + (HEIGHT - 2 * MARGIN) * (1 - share), 1)


def _grid() -> list[Markup]:
    drawn = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        drawn.append(tag("line.grid", x1=LEFT_MARGIN, x2=WIDTH - MARGIN, y1=str(y), y2=str(y)))
        drawn.append(
            tag(
                "text",
                percent(share),
                x=LEFT_MARGIN - 6,
                y=str(y),
                dominant_baseline="central",
                text_anchor="end",
                aria_hidden="true",
            )
        )
    return drawn


def _lines(game: Game, review: Review) -> list[Markup]:
    """Return everybody's line, the seat's own on top."""
    order = sorted(range(review.players), key=lambda seat: seat == review.seat)
    drawn = []
    for seat in order:
        points = " ".join(f"{_x(review, point.at)},{_y(point.shares[seat])}" for point in review.points)
        own = ".own" if seat == review.seat else ""
        drawn.append(tag(f"polyline.chance.c-{game.seat_name(seat)}{own}", points=points))
    return drawn


def _marks(review: Review, ways: Ways) -> list[Markup]:
    """Return the marks of the largest turning points, linked to the replay; marks of one moment are stacked."""
    drawn = []
    there: Counter[int] = Counter()
    for number, finding in enumerate(review.findings[:MAX_MARKERS], 1):
        share = next((point.shares[review.seat] for point in review.points if point.place >= finding.place), 0.0)
        x, y = str(_x(review, finding.at)), str(max(_y(share) - 2 * MARKER_RADIUS * there[finding.at], MARKER_RADIUS))
        there[finding.at] += 1
        mark = together(
            tag(f"circle.{finding.kind}", cx=x, cy=y, r=MARKER_RADIUS),
            tag("text.number", number, x=x, y=y, dominant_baseline="central", text_anchor="middle"),
        )
        if ways.record is None:
            said = _("Turning point {number}: {kind}").format(number=number, kind=_(sentences.TITLES[finding.kind]))
            mark = tag("a", mark, href=_moment(ways, review, finding.at), aria_label=said)
        drawn.append(mark)
    return drawn


def _table(names: Sequence[str], review: Review) -> Markup:
    """Return the winning chances as a table of numbers."""
    head = tag("tr", tag("th", _("Step"), scope="col"), [tag("th", name, scope="col") for name in names])
    rows = [
        tag("tr", tag("th", point.at, scope="row"), [tag("td", percent(share)) for share in point.shares])
        for point in review.points
    ]
    table = tag("table", tag("thead", head), tag("tbody", rows))
    return tag(
        "details#numbers",
        tag("summary", _("The chances as numbers")),
        tag("div.scrolls", table, tabindex=0, role="group", aria_label=_("The chances as numbers")),
    )


# --- the findings ----------------------------------------------------------------------


def _findings(critic: Critic, names: Sequence[str], review: Review, ways: Ways) -> Markup:
    listed: Content
    if review.findings:
        lines = [
            _finding(number, critic, names, review, finding, ways) for number, finding in enumerate(review.findings, 1)
        ]
        listed = tag("ol.findings", lines[:SHOWN_AT_ONCE])
        if more := lines[SHOWN_AT_ONCE:]:
            told = ngettext("{n} smaller finding", "{n} smaller findings", len(more)).format(n=len(more))
            rest = tag("ol.findings", more, start=SHOWN_AT_ONCE + 1)
            listed = (listed, tag("details#smaller", tag("summary", told), rest))
    elif review.finished:
        listed = tag("p", _("No other choice was clearly better."))
    else:
        listed = tag("p", _("Nothing yet."))
    kinds = [
        tag("div", tag(f"dt.kind.{kind}", _(sentences.TITLES[kind])), tag("dd", _(sentences.MEANINGS[kind])))
        for kind in sentences.TITLES
    ]
    return tag("section.paper", tag("h2", _("Turning points")), tag("dl.kinds", kinds), listed)


def _finding(number: int, critic: Critic, names: Sequence[str], review: Review, finding: Finding, ways: Ways) -> Markup:
    said, when = sentences.paragraphs(critic, review.seat, finding, names), sentences.moment(critic, finding)
    changed = sentences.effect(critic, finding)
    seen = _("See it in the replay")
    if ways.record is not None:
        watch = tag("button.quiet", seen, form="watch", name="go", value=finding.at)
    else:
        watch = tag("a.quiet", seen, href=_moment(ways, review, finding.at))
    trial = try_it(ways, finding.place, review.seat) if ways.trial else None
    return tag(
        f"li.finding.{finding.kind}",
        tag("p.when", tag("span.kind", _(sentences.TITLES[finding.kind])), tag("b", when), tag("b.effect", changed)),
        (tag(f"p.{part.role}" if part.role else "p", part.text) for part in said),
        tag("div.actions", watch, trial),
        id=f"finding-{number}",
    )


def _moment(ways: Ways, review: Review, at: int) -> str:
    return f"{ways.replay}?at={at}&seat={review.seat}"


def try_it(ways: Ways, place: int, seat: int) -> Markup:
    """Return the buttons that start a trial game from a moment, against bots or with the same people."""
    fields = csrf_field(ways.token) + hidden_fields(place=place, seat=seat)
    others = tag("button.quiet", _("Try it with friends"), name="together", value="yes") if ways.together else None
    alone = tag("button.quiet", _("Try it from here"))
    return tag("form.actions", fields, alone, others, method="post", action=ways.trial)
