"""HTML of cups: the form that makes one, its page with rounds and standings, and the list on a group's page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from forno.core.language import _, fixed, labelled, listed, ngettext
from forno.core.registry import catalogue, game_info
from forno.features.groups.cup import MAX_SWISS_ROUNDS, MIN_PLAYERS, ROUND_ROBIN, SWISS, Cup, ranks, standings
from forno.features.groups.cup_store import cup_settings
from forno.features.groups.group import MAX_TITLE_CHARACTERS, GroupKey, StandingGroup
from forno.features.you.book_page import SHEETS, rows_table
from forno.pages.documents.document import PageContext, titled_page
from forno.pages.documents.time_fields import settled_time, time_value
from forno.pages.html import Content, Markup, choice, hidden_fields, labelled_field, submit, tag, together, unseen
from forno.pages.labels import CLOCKS, SLOW_CLOCKS, clock_text, you
from forno.table.timing import HOUR_SECONDS

TABLE_SIZES: Final = (2, 3, 4, 5)
USUAL_ROUNDS: Final = 5
BETWEEN: Final = "\N{NO-BREAK SPACE}· "
OFFERED_CLOCKS: Final = (
    *((seconds, 0, 0) for seconds in CLOCKS),
    *((start * HOUR_SECONDS, more * HOUR_SECONDS, most * HOUR_SECONDS) for start, more, most in SLOW_CLOCKS),
)
"""Times that a group's tables are opened with: at once, and over days."""


@dataclass(frozen=True)
class CupVisit:
    """A cup as a member of its group sees it."""

    key: GroupKey
    group: StandingGroup
    cup: Cup
    me: str
    phases: Mapping[str, str]
    """Phase of each table of the cup."""

    @property
    def path(self) -> str:
        return f"{self.key.path}/cups/{self.cup.id}"

    def name(self, player: str) -> str:
        member = self.group.members.get(player)
        return member.name if member is not None else self.cup.players[player].name


def cup_page(context: PageContext, visit: CupVisit) -> Markup:
    cup, group = visit.cup, visit.group
    return titled_page(
        context,
        cup.plan.title,
        tag("p.about-book", about_cup(cup)),
        settled_time(cup_settings(cup.plan), reminded=False),
        tag("div#cup.renewed", cup_now(context, visit), data_renew=f"{visit.path}/now"),
        tag("details.leaf", tag("summary", _("How it works")), (tag("p", line) for line in _explanation(cup))),
        tag("p.actions", tag("a.quiet", group.title, href=visit.key.path)),
        main="room book",
        sheets=SHEETS,
        script="renewing.js",
    )


def cup_now(context: PageContext, visit: CupVisit) -> Markup:
    """Return what changes while somebody looks."""
    if not visit.cup.started:
        return _sign_up(context, visit)
    over = tag("p.about-book", _("The cup is over."), role="status") if visit.cup.ended else None
    return together(over, _rounds(context, visit), _standings(visit), _withdraw(context, visit))


def about_cup(cup: Cup) -> str:
    """Return a cup in a line: `Swiss, 5 rounds · Mamma Mia! · 30 seconds`."""
    plan = cup.plan
    scheme = _("Round robin") if plan.scheme == ROUND_ROBIN else _("Swiss")
    if cup.started or plan.scheme == SWISS:
        number = cup.number_of_rounds
        scheme = f"{scheme}, {ngettext('{n} round', '{n} rounds', number).format(n=number)}"
    numbers = [int(text) for text in plan.clock.split("/")]
    return f"{scheme}{BETWEEN}{game_info(plan.game).title}{BETWEEN}{clock_text(*numbers)}"


def _explanation(cup: Cup) -> list[str]:
    rounds = _("When all tables of a round have finished, the next round opens by itself.")
    points = _("A win is worth one point. At larger tables you get a part for each player you beat, half for a tie.")
    absent = _("If you don't take part, you get none.")
    if cup.plan.scheme == ROUND_ROBIN:
        how = _("Everyone plays everyone once, at tables of two. With an odd number, one player sits out each round.")
        equal = _("If points are equal, your opponents' points decide.")
    else:
        how = _(
            "In each round, players with equal points meet. You don't meet the same people twice if it can be avoided."
        )
        equal = _("If points are equal, your opponents' points decide. Sitting out gives a point.")
    return [how, f"{points} {absent}", equal, rounds]


# --- before the start ---------------------------------------------------------------------------


def _sign_up(context: PageContext, visit: CupVisit) -> Markup:
    cup = visit.cup
    entered = visit.me in cup.players
    names = listed(visit.name(player) for player in cup.players) or _("nobody yet")
    enough = len(cup.players) >= MIN_PLAYERS
    start = None
    if cup.may_lead(visit.me):
        start = _button(context, f"{visit.path}/start", _("Start the cup"), "go") if enough else None
    wait = _("At least {n} players are needed.").format(n=MIN_PLAYERS)
    if enough and start is None:
        wait = _("{name} starts the cup.").format(name=visit.name(cup.plan.maker))
    join = _("Withdraw") if entered else _("Take part")
    return tag(
        "section.paper",
        tag("h2", _("Who takes part?")),
        tag("p", names),
        tag("p", tag("small", wait)) if start is None else None,
        tag(
            "div.actions",
            start,
            _button(context, f"{visit.path}/{'withdraw' if entered else 'enter'}", join, "quiet" if entered else "go"),
        ),
    )


def _button(context: PageContext, path: str, word: str, loud: str, **values: str | int) -> Markup:
    button = tag(f"button.{loud}", word, type="submit")
    return context.form(path, hidden_fields(**values), button)


# --- rounds and standings -----------------------------------------------------------------------


def _rounds(context: PageContext, visit: CupVisit) -> Content:
    """Return the latest round, and the earlier ones folded away."""
    if not visit.cup.rounds:
        return None
    last = len(visit.cup.rounds) - 1
    earlier = [_round(visit, number) for number in range(last - 1, -1, -1)]
    folded = tag("details.leaf.rounds", tag("summary", _("Earlier rounds")), earlier) if earlier else None
    return (_round(visit, last, _close(context, visit, last)), folded)


def _round(visit: CupVisit, number: int, close: Content = None) -> Markup:
    lines = (_table(visit, number, place) for place in range(len(visit.cup.rounds[number])))
    heading = _("Round {n}").format(n=number + 1)
    return tag("section", tag("h2", heading), tag("ul.results", lines), close)


def _table(visit: CupVisit, number: int, place: int) -> Markup:
    cup, players = visit.cup, visit.cup.rounds[number][place]
    if len(players) == 1:
        return tag("li", tag("b", visit.name(players[0])), " ", tag("span", _("sits out")))
    table = cup.table(number, place)
    places = cup.places.get((number, place))
    names = " – ".join(visit.name(player) for player in players)
    if places is not None:
        first = [visit.name(player) for player in players if places.get(player) == min(places.values(), default=0)]
        state = ngettext("{names} won.", "{names} won together.", len(first)).format(names=listed(first))
        state = state if first else _("No result")
    elif number in cup.closed:
        state = _("No result")
    elif visit.phases.get(table) == "playing":
        state = _("Your game is running") if visit.me in players else _("In progress")
    else:
        state = _("Your table is ready") if visit.me in players else _("Waiting for players")
    mine = visit.me in players and places is None and number not in cup.closed
    if mine:
        way = tag(f"a#to-{table}.go", _("Go there"), unseen(f": {names}"), href=f"/t/{table}")
        return tag("li.mine", tag("b", names), " ", tag("span", tag("b", state)), " ", way)
    return tag("li", tag(f"a#to-{table}", names, href=f"/t/{table}"), " ", tag("span", state))


def _close(context: PageContext, visit: CupVisit, number: int) -> Markup | None:
    cup = visit.cup
    if cup.is_over(number) or not cup.may_lead(visit.me):
        return None
    about = _("Unfinished tables then give no points.")
    form = _button(context, f"{visit.path}/close", _("Close the round"), "quiet", number=number)
    return tag(
        "details.leaf.closing", tag("summary", _("Is someone missing?")), tag("p", about), tag("div.actions", form)
    )


def _standings(visit: CupVisit) -> Markup:
    lines = standings(visit.cup)
    rows: list[Sequence[Content]] = []
    for rank, line in zip(ranks(lines), lines, strict=True):
        own = (" ", you()) if line.player == visit.me else None
        gone = (" ", tag("small", _("withdrawn"))) if line.player in visit.cup.out else None
        who = (f"{rank}. ", visit.name(line.player), own, gone)
        rows.append((who, line.played, fixed(line.points, 0 if line.points % 1 == 0 else 2)))
    heads = (_("Who"), _("Played"), _("Points"))
    return tag("section.paper", tag("h2", _("Standings")), rows_table("", heads, rows, _("Standings")))


def _withdraw(context: PageContext, visit: CupVisit) -> Markup | None:
    cup = visit.cup
    if cup.ended or visit.me not in cup.order or visit.me in cup.out:
        return None
    about = _("You finish your table, and sit out from the next round on.")
    form = _button(context, f"{visit.path}/withdraw", _("Withdraw"), "quiet")
    return tag("details.leaf.withdrawing", tag("summary", _("Withdraw")), tag("p", about), tag("div.actions", form))


# --- on a group's page, and new cups ------------------------------------------------------------


def cup_list(key: GroupKey, cups: Collection[Cup]) -> Markup:
    """Return the cups of a group, the newest first, and the way to a new one."""
    lines = []
    for cup in reversed(list(cups)):
        state = _("The cup is over.") if cup.ended else _("In progress") if cup.started else _("Sign up")
        link = tag(f"a#to-{cup.id}", cup.plan.title, href=f"{key.path}/cups/{cup.id}")
        lines.append(tag("li", link, " ", tag("span", about_cup(cup)), " ", tag("small", state)))
    new = tag("a.quiet", _("New cup"), href=f"{key.path}/cups/new")
    shown = (
        tag("ul.results", lines) if lines else tag("p.empty", _("Play a tournament: everyone in the group can join."))
    )
    return tag("section", tag("h2", _("Cups")), shown, tag("p.actions", new))


def new_cup_page(
    context: PageContext, key: GroupKey, group: StandingGroup, sent: Mapping[str, Any] | None = None, wrong: str = ""
) -> Markup:
    """Return the form that makes a cup; after a mistake with what was sent."""
    sent = sent or {}
    games = [(info.name, info.title) for info in catalogue()]
    schemes = [(ROUND_ROBIN, _("Round robin")), (SWISS, _("Swiss"))]
    ways = (
        labelled(_("Round robin"), _("everyone plays everyone")),
        labelled(_("Swiss"), _("players with equal points meet")),
    )
    sizes = [(str(size), str(size)) for size in TABLE_SIZES]
    title = tag(
        "input#title",
        name="title",
        value=str(sent.get("title") or ""),
        maxlength=MAX_TITLE_CHARACTERS,
        autocomplete="off",
        required=True,
    )
    rounds = tag(
        "input#rounds",
        type="number",
        name="rounds",
        min=1,
        max=MAX_SWISS_ROUNDS,
        value=str(sent.get("rounds") or USUAL_ROUNDS),
    )
    return titled_page(
        context,
        _("New cup"),
        context.form(
            f"{key.path}/cups",
            labelled_field("title", _("Name of the cup"), title),
            tag(
                "div",
                _select("scheme", _("Who plays whom"), schemes, sent),
                [tag("p", tag("small", way)) for way in ways],
            ),
            _select("game", _("Game"), games, sent),
            time_select(str(sent.get("clock") or "")),
            tag(
                "fieldset.two",
                tag("legend", _("Swiss only")),
                _select("size", _("Players at a table"), sizes, sent),
                labelled_field("rounds", _("Rounds"), rounds),
            ),
            tag("p.actions", submit(_("Create the cup"))),
            selector="form.paper",
        ),
        tag("p.actions", tag("a.quiet", group.title, href=key.path)),
        wrong=wrong,
        sheets=SHEETS,
    )


def _select(name: str, label: str, choices: Sequence[tuple[str, str]], sent: Mapping[str, Any]) -> Markup:
    return choice(name, label, name, choices, str(sent.get(name) or ""))


def time_select(chosen: str = "") -> Markup:
    """Return the choice of a table's time."""
    choices = [(time_value(*time), clock_text(*time)) for time in OFFERED_CLOCKS]
    return choice("clock", _("Time"), "clock", choices, chosen)
