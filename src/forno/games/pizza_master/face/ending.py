"""The final scoring, told step by step: the days, the missions, the specials, each objective, the winner (PM-16)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from forno.core.language import _, capital, listed, ngettext
from forno.games.pizza_master.face.beats import END_RULES
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import badge, book_of
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.knowledge.views import Award, PizzaMasterView
from forno.games.pizza_master.rules.cards import KINDS, TYPES, OrderCard
from forno.games.pizza_master.rules.events import ObjectiveScored
from forno.games.pizza_master.rules.objectives import count_types
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.sentences import ENDINGS, tell, who_won
from forno.games.pizza_master.words import ORDERS_OF_TYPE, card_name, many_points, objective_text
from forno.pages.face import BestOrder, Guests
from forno.pages.html import NOTHING, Content, Markup, tag, together, unseen, why_link
from forno.pages.labels import you

Names = tuple[str, ...]


def ending(view: PizzaMasterView, guests: Guests) -> Markup:
    """Return the final scoring; empty while the game goes on."""
    outcome = view.outcome
    if outcome is None:
        return NOTHING
    game, names = view.game, guests.names
    winner = outcome.winners[0]
    missions = book_of(game).missions
    bonus = [sum(missions[mission].bonus for mission in won) for won in view.won]
    objectives = [sum(award.points for award in view.awards if award.seat == seat) for seat in range(game.players)]
    days = [score - extra - awarded for score, extra, awarded in zip(outcome.scores, bonus, objectives, strict=True)]
    ended = view.ending or "points"
    last_day = tag("p", _(ENDINGS[ended]).format(goal=game.mode.goal), " ", _why(END_RULES[ended]))
    steps = [_step(_("The last day"), last_day, _scores(view, names, days))]
    if game.missions:
        steps.append(_step(_("Mission cards"), _missions(view, names, bonus)))
    if any(any(types) for types in view.declared):
        steps.append(_step(_("Specials"), _declared_specials(view, names)))
    if view.awards:
        awards = (tag("li", _award(view, names, award)) for award in view.awards)
        steps.append(_step(capital(_("objectives")), tag("ul.awards", awards)))
    tied = None
    if outcome.reason == "turn-order":
        tied = tag("p.won", who_won(outcome.scores, outcome.winners, outcome.reason, names), " ", _why("PMR-16"))
    return tag(
        f"div.bill.c-{game.colours[winner]}",
        tied,
        _table(view, names, {_("days"): days} | _extras(game, bonus, objectives)),
        tag("ol.reckoning", steps),
    )


def _step(title: str, *inside: Content) -> Markup:
    return tag("li", tag("h3", title), *inside)


def _why(rule: str) -> Markup:
    return why_link("pizza-master", rule)


def _player(view: PizzaMasterView, names: Names, seat: int) -> Markup:
    colour = view.game.colours[seat]
    return tag(f"span.player.c-{colour}", badge(colour), names[seat])


def _standing(view: PizzaMasterView, names: Names, told: Sequence[tuple[int, Content]]) -> Markup:
    """Return what is told of the players, each with the name."""
    return tag("ul.standing", (tag("li", _player(view, names, seat), " ", what) for seat, what in told))


def _scores(view: PizzaMasterView, names: Names, points: list[int]) -> Markup:
    """Return everyone's points, most first."""
    ranked = sorted(range(len(points)), key=lambda seat: -points[seat])
    return _standing(view, names, [(seat, tag("b", many_points(points[seat]))) for seat in ranked])


def _missions(view: PizzaMasterView, names: Names, bonus: list[int]) -> Markup:
    won = [
        (seat, (tag("b", many_points(bonus[seat])), " ", tag("small", listed(map(card_name, cards)))))
        for seat, cards in enumerate(view.won)
        if cards
    ]
    return _standing(view, names, won) if won else tag("p", _("Nobody has any."))


def _declared_specials(view: PizzaMasterView, names: Names) -> Markup:
    declared = [
        (seat, [_orders_of_type(type_, number) for type_, number in enumerate(types) if number])
        for seat, types in enumerate(view.declared)
        if any(types)
    ]
    told = _("Specials count as orders of the types that their owners chose:")
    return tag("p", told) + _standing(view, names, declared)


def _orders_of_type(type_: int, number: int) -> Markup:
    """Return a number of orders of a type, which are no ingredients though they share their pictures."""
    said = ngettext(*ORDERS_OF_TYPE[type_], number).format(n=number)
    shown = tag("span", art(TYPES[type_]), f" {number}", aria_hidden="true")
    return tag(f"span.token.type-{TYPES[type_]}", shown, unseen(said))


def _award(view: PizzaMasterView, names: Names, award: Award) -> Markup:
    """Return an objective: what it asks for, how many everyone has, who gets it and why."""
    game = view.game
    card = book_of(game).objectives[award.objective]
    counts = [count(view, seat, card.counts) for seat in range(game.players)]
    best = min(counts) if card.fewest else max(counts)
    tied = sum(number == best for number in counts) > 1
    rule = "PMR-7" if award.seat is None or tied else "PM-16"
    secret = None
    if award.holder is not None:
        secret = (" ", tag("span.secret", _("{name}'s secret").format(name=names[award.holder])))
        rule = "PMR-3" if award.seat is None else rule
    have = (
        tag("li.first" if seat == award.seat else "li", _player(view, names, seat), " ", tag("b", number))
        for seat, number in enumerate(counts)
    )
    told = tell(game, ObjectiveScored(award.objective, award.holder, award.seat, award.points), names)
    return together(
        tag("h4", art("objective"), card_name(award.objective), secret),
        tag("p.goal", objective_text(card, game.players)),
        tag("ul.counts", have),
        tag("p.got", told, " ", _why(rule)),
    )


def count(view: PizzaMasterView, seat: int, counted: str) -> int:
    """Return how much a player has of what an objective counts (PM-16), as everybody can see it."""
    if counted == "orders":
        return len(view.completed[seat]) + view.extras[seat]
    if counted == "missions":
        return len(view.won[seat])
    face_up = view.face_up[seat]
    if counted == "side dishes":
        return sum(face_up[1:SPECIALS:2])
    declared = view.declared[seat]
    types = [face_up[2 * type_] + face_up[2 * type_ + 1] + declared[type_] for type_ in range(len(KINDS))]
    return count_types(types, counted)


def _extras(game: PizzaMaster, bonus: list[int], objectives: list[int]) -> dict[str, list[int]]:
    """Return what brought points besides the days, in the modes that have it."""
    found = {_("missions"): bonus} if game.missions else {}
    return found | ({_("objectives"): objectives} if game.mode.objectives else {})


def _table(view: PizzaMasterView, names: Names, parts: dict[str, list[int]]) -> Markup:
    """Return the sum of what the days, missions and objectives brought, the winner on top, the own row marked."""
    outcome = view.outcome
    assert outcome is not None
    most = max(1, *outcome.scores)
    heads = (_("player"), *(parts if len(parts) > 1 else ()), _("points"))
    rows = []
    for seat in chain(*outcome.ranking):
        mine = seat == view.seat
        brought = [part[seat] for part in parts.values()]
        player = (_player(view, names, seat), you() if mine else None, _bar(brought, most))
        rows.append(
            tag(
                f"tr.c-{view.game.colours[seat]}{'.mine' if mine else ''}",
                tag("th", player, scope="row"),
                [tag("td", points) for points in brought] if len(parts) > 1 else None,
                tag("td", tag("b", outcome.scores[seat])),
            )
        )
    head = tag("thead", tag("tr", [tag("th", head, scope="col") for head in heads]))
    return tag("div", tag("table.scores.sums", head, tag("tbody", rows)))


def _bar(parts: Sequence[int], most: int) -> Markup:
    """Return the points as a bar, part after part, beside the longest."""
    found, start = [], 0
    for place, points in enumerate(parts):
        found.append(tag(f"rect.part-{place}", x=start, width=max(points, 0), height=1))
        start += max(points, 0)
    hidden = {"aria_hidden": "true", "focusable": "false"}
    return tag("svg.sum", found, viewBox=f"0 0 {most} 1", preserveAspectRatio="none", **hidden)


def best(view: PizzaMasterView) -> BestOrder | None:
    """Return the completed order that brought most points; of those, the best player's."""
    outcome = view.outcome
    if outcome is None:
        return None
    slips = book_of(view.game).slips
    made = [(seat, slips[name]) for seat in chain(*outcome.ranking) for name in view.completed[seat]]
    if not made:
        return None
    seat, slip = max(made, key=lambda order: order[1].card.points)
    return BestOrder(seat, f"{slip.name} ({many_points(slip.card.points)})", _pieces(slip.card))


def _pieces(card: OrderCard) -> tuple[tuple[str, str], ...]:
    parts = [(count, KINDS[kind]) for kind, count in enumerate(card.needs) if count]
    parts += [(count, "joker") for count in card.wild]
    return tuple((str(count), symbol) for count, symbol in parts)
