"""Regions in the middle of the table, which everybody sees.

Every region is a function of the few values it shows, remembered by them: a step that doesn't touch a region costs a
look-up.
"""

from __future__ import annotations

from forno.core.language import N_, _, capital, labelled
from forno.games.pizza_master import words
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import MAX_PICTURES, CardTexts, badge, book_of
from forno.games.pizza_master.face.seats import seat_region
from forno.games.pizza_master.knowledge.views import PizzaMasterView
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import Amounts
from forno.pages.caches import LARGE_CACHE, SMALL_CACHE, remembered
from forno.pages.face import Guests, Regions
from forno.pages.html import NOTHING, Markup, about, markup, tag, together, unseen

TRACK_POINTS = 50
"""The last place of the track in the style sheet; a player with more points stands there with the number."""
MAX_COINS_DRAWN = 4
"""Coins of a stack that are drawn; its number tells the rest."""

STEPS = (
    ("discarding", N_("Orders")),
    ("shopping", N_("Shopping")),
    ("collecting", N_("Collecting")),
    ("scoring", N_("Scoring")),
)
NOW = {
    "discarding": N_("{name} may change orders."),
    "shopping": N_("{name} places coins."),
    "collecting": N_("{name} collects or passes."),
    "cooking": N_("{name} collects, makes a pizza or passes."),
    "making": N_("{name} makes pizzas."),
    "scoring": N_("{name} decides about an ingredient."),
    "declaring": N_("{name} says what the specials are."),
}
NEXT = {
    "discarding": N_("Then everyone shops, in turn order."),
    "shopping": N_("Then everyone collects, in reverse turn order."),
    "collecting": N_("When everyone has passed, the day is scored."),
    "scoring": N_("Then the points move, and a new day begins."),
    "declaring": N_("Then the objectives are scored."),
    "over": N_("The game is over."),
}


Names = tuple[str, ...]
"""Names of the players, or of their colours."""


def board(view: PizzaMasterView, guests: Guests) -> Regions:
    """Return all shared regions, from a spectator's view."""
    game, names = view.game, guests.names
    book, colours = book_of(game), game.colours
    regions = {f"seat-{seat}": seat_region(view, guests, seat) for seat in range(game.players)}
    regions["phase"] = _phase(view, names)
    regions["board"] = _coin_board(game.mode.loads, view.coins, names, colours)
    regions["refrigerator"] = _refrigerator(view.refrigerator, view.supply)
    regions["track"] = _track(view.points, names, colours)
    regions["rail"] = _rail(book, view.row, view.deck, view.discards)
    if game.missions:
        day = _mission(book, view.phase, view.mission, bool(view.missions), view.progress, view.achiever, names)
        regions["mission"] = day + _prizes(book, view.prizes)
    if game.mode.objectives:
        regions["objectives"] = _objectives(book, view.objectives)
    return regions


def _label(text: str) -> Markup:
    return tag("h3.label", text)


# --- the day ----------------------------------------------------------------------


def _phase(view: PizzaMasterView, names: Names) -> Markup:
    """Return the day and its phase, whose decision is awaited, the turn order, and what comes next."""
    phase, awaited, one_a_turn = view.phase, view.awaited, view.game.mode.one_a_turn
    does, name = phase, "" if awaited is None else names[awaited]
    if phase == "collecting":
        does = "cooking" if one_a_turn else "collecting" if awaited in view.collecting else "making"
    queue = view.collecting if phase == "collecting" else view.order[::-1] if phase == "declaring" else view.order
    return together(
        _steps(view.day, phase, one_a_turn),
        _now_and_next(phase, does, awaited, name),
        _queue(queue, awaited, names, view.game.colours),
    )


@remembered(SMALL_CACHE)
def _now_and_next(phase: str, does: str, awaited: int | None, name: str) -> Markup:
    now = None
    if awaited is not None and does in NOW:
        now = about(awaited, markup(_(NOW[does])).format(name=tag("b", name)))
    return tag("div.now-and-next", tag("p.now", now), tag("p.next", _(NEXT[phase])))


@remembered(SMALL_CACHE)
def _steps(day: int, phase: str, one_a_turn: bool) -> Markup:
    """Return the day and its steps: those that are past, and the one that it is in."""
    at = next((place for place, (step, _word) in enumerate(STEPS) if step == phase), len(STEPS))
    steps: list[Markup] = []
    for place, (step, word) in enumerate(STEPS):
        label = _("Cooking") if step == "collecting" and one_a_turn else _(word)
        here = "step" if place == at else None
        steps.append(tag("li.past" if place < at else "li.ahead", label, aria_current=here))
    ended = ".ended" if phase in ("declaring", "over") else ""
    today = tag("p.day", _("Day {day}").format(day=day))
    return today + tag(f"ol.steps.at-{phase}{ended}", steps, aria_label=_("The day"))


@remembered(LARGE_CACHE)
def _queue(seats: tuple[int, ...], awaited: int | None, names: Names, colours: Names) -> Markup:
    players = (
        tag(
            f"li.c-{colours[seat]}{'.awaited' if seat == awaited else ''}",
            badge(colours[seat]),
            unseen(names[seat]),
            title=names[seat],
        )
        for seat in seats
    )
    return tag("ol.queue", players, aria_label=_("Turn order"))


# --- the kitchen ------------------------------------------------------------------


@remembered(LARGE_CACHE)
def _coin_board(loads: Amounts, coins: tuple[Amounts, ...], names: Names, colours: Names) -> Markup:
    """PM-6: the round board with a slice for each ingredient, and everyone's stack of coins on it."""
    slices: list[Markup] = []
    for kind, load in enumerate(loads):
        stacks: list[Markup] = []
        total = 0
        for seat, placed in enumerate(coins):
            number = placed[kind]
            if number:
                total += number
                told = labelled(names[seat], words.many_coins(number))
                shown = (badge(colours[seat]), tag("b", number, aria_hidden="true"), unseen(told))
                stacks.append(tag(f"li.stack.high-{min(number, MAX_COINS_DRAWN)}.c-{colours[seat]}", shown))
        if total:
            # Translators: how many ingredients the coins placed here bring
            told = _("brings {n}").format(n=total * load)
            brings = tag("span", f"+{total * load}", aria_hidden="true") + unseen(told)
        else:
            told = _("{n} a coin").format(n=load)  # Translators: how many ingredients a coin placed here brings
            brings = markup(told)
        slices.append(
            tag(
                f"li.slice.slice-{KINDS[kind]}",
                art(KINDS[kind]),
                unseen(words.kind_word(kind)),
                tag("ul.stacks", stacks),
                tag("span.brings", brings, title=told),
            )
        )
    return tag("h3.unseen", _("Coins")) + tag("ul.slices", slices)


@remembered(LARGE_CACHE)
def _refrigerator(inside: Amounts, supply: Amounts) -> Markup:
    """PM-7: the shelves of the refrigerator, and below them what is left of the supply."""
    shelves: list[Markup] = []
    crates: list[Markup] = []
    for kind, name in enumerate(KINDS):
        count = inside[kind]
        pictures = tag("span.goods", art.plain(name) * min(max(count, 1), MAX_PICTURES), aria_hidden="true")
        bare = "" if count else ".bare"
        shelves.append(tag(f"li.shelf.shelf-{name}{bare}", pictures, _number(kind, count)))
        crates.append(tag(f"li.crate.crate-{name}", art(name), _number(kind, supply[kind])))
    return together(
        tag("div.fridge", _label(_("Refrigerator")), tag("ul.shelves", shelves)),
        tag("div.supply", _label(_("Supply")), tag("ul.crates", crates)),
    )


def _number(kind: int, count: int) -> Markup:
    """Return how many of an ingredient, to be seen and to be heard."""
    return tag("b", count, aria_hidden="true") + unseen(words.amount_text(count, kind))


@remembered(LARGE_CACHE)
def _track(points: tuple[int, ...], names: Names, colours: Names) -> Markup:
    """Return everyone's points, around the edge of the table; pawns on the same place stand side by side."""
    met: dict[int, int] = {}
    pawns: list[Markup] = []
    for seat, number in enumerate(points):
        place = min(number, TRACK_POINTS)
        beside = met.get(place, 0)
        met[place] = beside + 1
        told = labelled(names[seat], words.many_points(number))
        shown = tag("b", number, aria_hidden="true") if number > TRACK_POINTS else None
        css = f"li.pawn.beside-{beside}.c-{colours[seat]}"
        pawns.append(tag(css, badge(colours[seat]), shown, unseen(told), data_n=f"{place:02}"))
    return tag("h3.unseen", _("Score track")) + tag("ul", pawns)


# --- cards ------------------------------------------------------------------------


@remembered(LARGE_CACHE)
def _rail(book: CardTexts, row: tuple[str, ...], deck: int, discards: int) -> Markup:
    """PM-4: the orders for everyone, on their rail, and the deck that all orders come from."""
    piles = tag(
        "p.piles",
        tag("span.deck", _("Deck"), " ", tag("b", deck)),
        tag("span.discards", _("Discards"), " ", tag("b", discards)),
    )
    if not book.game.mode.row_times:
        return piles
    slips = [tag("li", book.slips[name].html) for name in row] or [tag("li.bare", _("None now."))]
    return together(_label(_("Orders for everyone")), piles, tag("ul.slips", slips))


@remembered(LARGE_CACHE)
def _mission(
    book: CardTexts,
    phase: str,
    mission: str | None,
    more: bool,
    progress: tuple[int, ...],
    achiever: int | None,
    names: Names,
) -> Markup:
    """PM-13: the mission of the day, with how far everyone is."""
    label = _label(_("Mission of the day"))
    if mission is None:
        if phase != "discarding":
            waiting = _("None today.") if phase in ("shopping", "collecting") else _("Done for today.")
        else:
            waiting = _("Revealed when shopping begins.") if more else _("There is none left.")
        return label + tag("div.mission-card.closed", art("mission"), tag("p", waiting))
    card, colours = book.missions[mission], book.game.colours
    won = bars = None
    if achiever is not None:
        told = _("{name} was the last to pass so far.") if card.goal == "last pass" else _("{name} has fulfilled it.")
        css = f"p.fulfilled.c-{colours[achiever]}"
        won = tag(css, badge(colours[achiever]), told.format(name=names[achiever]))
    elif card.number and any(progress):
        bars = [
            tag(f"li.c-{colours[seat]}", badge(colours[seat]), unseen(names[seat]), tag("b", count), f"/{card.number}")
            for seat, count in enumerate(progress)
            if count
        ]
    reward = words.reward_text(card)
    return label + tag(
        "div.mission-card",
        art("mission"),
        tag("h4", words.card_name(mission), " ", tag("span.bonus", words.bonus_text(card))),
        tag("p.goal", words.goal_text(card)),
        tag("p.reward", reward) if reward else None,
        tag("ul.progress", bars) if bars else None,
        won,
    )


@remembered(SMALL_CACHE)
def _prizes(book: CardTexts, prizes: tuple[str | None, ...]) -> Markup:
    """PM-13: the cards for the first at 10 and 25 points."""
    if not any(prizes):
        return NOTHING
    lying = []
    for prize, points in zip(prizes, book.game.mode.prizes, strict=False):
        # Translators: the mission of the day has been won by somebody
        told = f"{words.card_name(prize)}, {words.bonus_text(book.missions[prize])}" if prize else _("taken")
        lying.append(tag("li" if prize else "li.taken", tag("b", words.many_points(points)), " ", tag("span", told)))
    return tag("h4.label", _("For the first with")) + tag("ul.prizes", lying)


@remembered(SMALL_CACHE)
def _objectives(book: CardTexts, names: tuple[str, ...]) -> Markup:
    """PM-16: what scores at the end of the game."""
    cards = (tag("li", objective(book, name)) for name in names)
    return _label(capital(_("objectives"))) + tag("ul.objective-cards", cards)


def objective(book: CardTexts, name: str) -> Markup:
    """Return one objective: who gets it, and what it is worth."""
    card, players = book.objectives[name], book.game.players
    worth = words.objective_worth(card, players)
    return tag(
        "div.objective-card",
        art("objective"),
        tag("h4", words.card_name(name)),
        tag("p.goal", words.objective_goal(card)),
        tag("span.worth", words.objective_sign(card, players), aria_hidden="true"),
        unseen(worth),
        title=worth,
    )
