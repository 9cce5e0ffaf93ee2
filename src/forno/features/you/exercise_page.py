"""HTML of memory exercises."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from forno.core.exercises import LEVELS, LEVELS_BY_NAME, Level, Question
from forno.core.language import _, fixed, labelled
from forno.core.registry import GameInfo
from forno.features.you.book import day_text
from forno.features.you.book_page import SHEETS, day_markup, rows_table
from forno.features.you.exercises import Done, Prepared, Rated, exercise_of, games_with_exercises
from forno.pages.documents.document import PageContext, table_document, titled_page
from forno.pages.html import Art, Markup, hidden_fields, submit, tag, together, unseen

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 240, 92, 14, 26
LOWEST, HIGHEST = 8.0, 42.0
"""Range of ratings that the curve shows; values beyond it are drawn at the edge."""
MAX_EXERCISES_SHOWN: Final = 12
"""Maximum number of exercises listed, the latest first."""


# --- watching, and what came of it --------------------------------------------------------


def watching_page(context: PageContext, prepared: Prepared) -> Markup:
    """Return the exercise that is under way: to be watched and answered."""
    return table_document(
        context,
        prepared.game,
        _title(prepared),
        watching(context, prepared),
        body={
            "class_": "at-table replay exercise",
            "data_game": prepared.game,
            "data_players": prepared.players,
            "data_phase": "replay",
        },
        script="exercise.js",
        sheets=("book.css",),
    )


def result_page(
    context: PageContext, prepared: Prepared, answers: Sequence[str], before: Rated, after: Rated
) -> Markup:
    """Return what came of an exercise."""
    right = prepared.right(answers)
    # Translators: how many answers were right
    heading = _("{right} of {all} right").format(right=sum(right), all=len(right))
    source = {"from": "own" if prepared.own else "bots"}
    content = tag(
        "section.paper",
        tag("h2#result", heading),
        tag(
            "ul.judged",
            (_answer_line(prepared.game, *one) for one in zip(prepared.questions, answers, right, strict=True)),
        ),
        tag("h3", _("Your memory")),
        rating(after, before),
        context.form(
            "/you/exercises",
            hidden_fields(game=prepared.game, level=prepared.level, **source),
            tag(
                "p.actions", submit(_("Another one")), " ", tag("a.quiet", _("Other exercises"), href="/you#exercises")
            ),
        ),
    )
    return titled_page(context, _title(prepared), content, main="room narrow book", sheets=SHEETS)


def _title(prepared: Prepared) -> str:
    exercise = exercise_of(prepared.game)
    assert exercise is not None
    return f"{_(exercise.title)} · {_(LEVELS_BY_NAME[prepared.level].title)}"


def choosing(context: PageContext, own_games: frozenset[str], chosen: Level) -> Markup:
    """Return a form for every game with exercises."""
    return together(_form(context, info, info.name in own_games, chosen) for info in games_with_exercises())


def _form(context: PageContext, info: GameInfo, own: bool, chosen: Level) -> Markup:
    exercise = exercise_of(info.name)
    assert exercise is not None
    return context.form(
        "/you/exercises",
        hidden_fields(game=info.name),
        tag("h2", labelled(info.title, _(exercise.title))),
        tag(
            "fieldset.pills.levels",
            tag("legend", _("How hard?")),
            (_pill("level", level.name, _(level.title), _(level.about), level == chosen) for level in LEVELS),
        ),
        tag(
            "fieldset.pills.levels",
            tag("legend", _("Which game?")),
            _pill("from", "bots", _("A new game"), _("Played by bots, different every time."), True),
            _pill("from", "own", _("One of your games"), _("Part of a game you finished."), False),
        )
        if own
        else None,
        tag("p.actions", submit(_("Start"), unseen(f": {info.title}"))),
        selector="form.paper",
    )


def _pill(name: str, value: str, title: str, about: str, checked: bool) -> Markup:
    box = tag("input", type="radio", name=name, value=value, checked=checked)
    return tag("label", box, tag("span", tag("b", title), " ", tag("small", about)))


# --- watching and answering -----------------------------------------------------------------


def watching(context: PageContext, prepared: Prepared) -> Markup:
    """Return the stretch of the game and the questions, without the answers."""
    level = LEVELS_BY_NAME[prepared.level]
    marks: dict[str, str | int] = {"data_milliseconds": level.milliseconds, "data_players": prepared.players}
    return together(
        tag(
            "div.play",
            tag("h2.unseen", _("The table")),
            tag(f"div#table.table-{prepared.game}", Markup(prepared.film.table)),
        ),
        tag("noscript", tag("ol.room.paper", (tag("li", line) for line in prepared.film.told))),
        tag("section#questions.room.narrow", _questions(context, prepared), tabindex=-1),
        tag(
            "div#exercise-bar.replay-bar",
            tag("p#exercise-note", _("Watch closely: nothing is repeated.")),
            tag("button#begin.go", _("Begin"), type="button"),
            tag("progress#seen", max=len(prepared.film.told), value=0, aria_label=_("Progress"), hidden=True),
            hidden=True,
            **marks,
        ),
        tag("script#film", Markup(prepared.film.steps.replace("<", "\\u003c")), type="application/json"),
    )


def _questions(context: PageContext, prepared: Prepared) -> Markup:
    fields = [
        tag("fieldset.asked", tag("legend", about), [_field(prepared.game, place, one) for place, one in group])
        for about, group in groupby(enumerate(prepared.questions), key=lambda item: item[1].about)
    ]
    # Translators: see whether the answers are right
    button = tag("p.actions", submit(_("Check")))
    return context.form("/you/exercise", fields, button, selector="form.paper")


def _field(game: str, place: int, one: Question) -> Markup:
    name = f"answer-{place}"
    if one.choices:
        return together(
            tag("label.tick", tag("input", type="radio", name=name, value=value, required=True), title)
            for value, title in one.choices
        )
    number = tag("input", type="number", id=name, name=name, value=0, min=0, max=99, inputmode="numeric", required=True)
    return tag(
        "div.stepper",
        tag("label", _picture(game, one), tag("span", one.label), for_=name),
        tag("p", _step("−", -1), number, _step("+", 1)),
    )


def _picture(game: str, one: Question) -> Markup | None:
    return Art(game)(one.picture) if one.picture else None


def _step(sign: str, by: int) -> Markup:
    """Return a button to tap; by keyboard the arrows do the same in the number itself."""
    return tag("button.chip", sign, type="button", data_step=by, tabindex=-1, aria_hidden="true")


def _answer_line(game: str, one: Question, given: str, right: bool) -> Markup:
    said = dict(one.choices)
    yours = said.get(given, given) or "–"
    if right:
        # Translators: the answer was right
        came, kind, word = yours, "hit", _("Right")
    else:
        truth = said.get(one.answer, one.answer)
        came, kind, word = _("You said {yours}; it was {truth}.").format(yours=yours, truth=truth), "miss", _("Wrong")
    told = labelled(one.label, came) if one.label else f"{one.about} {came}"
    return tag(f"li.{kind}", _picture(game, one), tag("span", told), " ", tag("b", word))


# --- the curve -------------------------------------------------------------------------------


def memory(done: Sequence[Done], rated: Sequence[Rated]) -> Markup:
    """Return the visitor's memory rating, its curve and the latest exercises."""
    if not done:
        said = _("Do an exercise to get a memory rating.")
        return tag("section.paper", tag("h2", _("Your memory")), tag("p", said))
    before, now = rated[-2:]
    below = [level for level in LEVELS if level.strength <= now.value]
    about = (
        _("You are at level {level}.").format(level=_(below[-1].title))
        if below
        else _("Not yet at level Easy. Keep practising!")
    )
    return tag(
        "section.paper",
        tag("h2", _("Your memory")),
        rating(now, before),
        tag("p", about),
        tag("details", tag("summary", _("The last exercises")), curve(rated[1:]), _last(done, rated[1:])),
    )


def rating(now: Rated, before: Rated) -> Markup:
    """Return the memory rating as one number, with its change."""
    change = now.change_from(before)
    way = "up" if now.value >= before.value else "down"
    words = _("Your memory: {number}").format(number=now)
    return tag(
        "p.rating",
        unseen(f"{words} ({change})"),
        tag("span", tag("b", str(now)), tag(f"i.{way}", change), aria_hidden="true"),
    )


def _last(done: Sequence[Done], rated: Sequence[Rated]) -> Markup:
    heads = (_("Day"), _("Level"), _("Right"), _("Rating"))
    latest = list(zip(done, rated, strict=True))[: -MAX_EXERCISES_SHOWN - 1 : -1]
    rows = (
        (day_markup(day_text(one.time)), _(LEVELS_BY_NAME[one.level].title), f"{one.right}/{one.of}", fixed(now.value))
        for one, now in latest
    )
    return rows_table("", heads, rows)


def curve(rated: Sequence[Rated]) -> Markup:
    """Return the curve of the ratings with their uncertainty, and the levels as guides."""
    last = max(1, len(rated) - 1)

    def across(place: int) -> float:
        return LEFT + (WIDTH - LEFT - 12) * place / last

    def down(value: float) -> float:
        part = (min(HIGHEST, max(LOWEST, value)) - LOWEST) / (HIGHEST - LOWEST)
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - part)

    def line(points: Sequence[tuple[int, float]]) -> str:
        return " ".join(f"{across(place):.1f},{down(value):.1f}" for place, value in points)

    values = [(place, one.value) for place, one in enumerate(rated)]
    high = [(place, one.value + 2 * one.unsure) for place, one in enumerate(rated)]
    low = [(place, one.value - 2 * one.unsure) for place, one in enumerate(rated)]
    levels = [_level_line(level, down(level.strength)) for level in LEVELS]
    told = _("Your memory over {n} exercises: from {first} to {last}, highest {most}.").format(
        n=len(rated),
        first=fixed(rated[0].value),
        last=fixed(rated[-1].value),
        most=fixed(max(one.value for one in rated)),
    )
    end = tag("circle.dot", cx=f"{across(len(rated) - 1):.1f}", cy=f"{down(rated[-1].value):.1f}", r=5)
    return tag(
        "svg.curve",
        levels,
        tag("polygon.band", points=line([*high, *reversed(low)])),
        tag("polyline.line", points=line(values)),
        end,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=told,
    )


def _level_line(level: Level, height: float) -> Markup:
    y = f"{height:.1f}"
    line = tag("line.grid", x1=LEFT, x2=WIDTH - 12, y1=y, y2=y)
    return together(line, tag("text.small", _(level.title), x=LEFT - 10, y=f"{height + 5:.1f}"))
