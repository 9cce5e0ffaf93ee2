"""The final scoring, told step by step: the days, the missions, the specials, each objective, the winner (PM-16)."""

from __future__ import annotations

from forno.core.language import _, ngettext
from forno.games.pizza_master.face.evening import ENDINGS
from forno.games.pizza_master.face.pieces import art, badge, unseen
from forno.games.pizza_master.face.words import card_name, listed, many_points, objective_goal, objective_worth
from forno.games.pizza_master.rules.cards import KINDS, TYPES
from forno.games.pizza_master.rules.questions import SPECIALS
from forno.games.pizza_master.rules.views import Award, PizzaMasterView
from forno.games.pizza_master.words import ORDERS_OF_TYPE
from forno.publishing.face import Guests
from forno.publishing.html import esc


def ending(view: PizzaMasterView, guests: Guests) -> str:
    """Empty while the game goes on."""
    outcome = view.outcome
    if outcome is None:
        return ""
    game = view.game
    names = guests.names
    winner = outcome.winners[0]
    bonus = [sum(_bonus(view, mission) for mission in won) for won in view.won]
    objectives = [sum(award.points for award in view.awards if award.seat == seat) for seat in range(game.players)]
    days = [score - extra - awarded for score, extra, awarded in zip(outcome.scores, bonus, objectives, strict=True)]
    sentence, rule = ENDINGS[view.ending or "points"]
    steps = [
        _step(
            _("The last day"),
            f"<p>{esc(_(sentence).format(goal=game.mode.goal))} {_why(rule)}</p>{_scores(view, names, days)}",
        )
    ]
    if game.missions:
        steps.append(_step(_("Mission cards"), _missions(view, names, bonus)))
    if any(any(types) for types in view.declared):
        steps.append(_step(_("Specials"), _declared(view, names)))
    if view.awards:
        awards = "".join(f"<li>{_award(view, names, award)}</li>" for award in view.awards)
        steps.append(_step(_("Objectives"), f'<ul class="awards">{awards}</ul>'))
    headline = _("{name} wins with {points}").format(name=names[winner], points=many_points(outcome.scores[winner]))
    return (
        f'<div class="bill c-{esc(game.colours[winner])}"><h2>{art("crown")}{esc(headline)}</h2>'
        f'<p class="won">{_decided(view, names)}</p>{_table(view, names, days, bonus, objectives)}'
        f'<ol class="story">{"".join(steps)}</ol></div>'
    )


def _decided(view: PizzaMasterView, names: tuple[str, ...]) -> str:
    """What made the winner, with the rule."""
    outcome = view.outcome
    assert outcome is not None
    winner = outcome.winners[0]
    name = f"<b>{esc(names[winner])}</b>"
    if outcome.reason == "turn-order":
        tied = listed(names[seat] for seat in view.order if outcome.scores[seat] == outcome.scores[winner])
        told = _("{names} have equally many points. The tie goes to the earlier in turn order: {winner}.")
        return esc(told.format(names=tied, winner="{winner}")).replace("{winner}", name) + " " + _why("PMR-16")
    return esc(_("{winner} has most points and wins.")).replace("{winner}", name) + " " + _why("PM-16")


def _step(title: str, inside: str) -> str:
    return f"<li><h3>{esc(title)}</h3>{inside}</li>"


def _why(rule: str) -> str:
    """The way to the rule that explains it."""
    return f'<a class="why" href="/rules/pizza-master#{rule}">{esc(_("Why?"))}</a>'


def _bonus(view: PizzaMasterView, mission: str) -> int:
    return next(card.bonus for card in view.game.deck.missions if card.name == mission)


def _player(view: PizzaMasterView, names: tuple[str, ...], seat: int) -> str:
    colour = view.game.colours[seat]
    return f'<span class="player c-{esc(colour)}">{badge(colour)}{esc(names[seat])}</span>'


def _scores(view: PizzaMasterView, names: tuple[str, ...], points: list[int]) -> str:
    """Everyone's points, most first."""
    ranked = sorted(range(len(points)), key=lambda seat: -points[seat])
    found = "".join(f"<li>{_player(view, names, seat)} <b>{esc(many_points(points[seat]))}</b></li>" for seat in ranked)
    return f'<ul class="standing">{found}</ul>'


def _missions(view: PizzaMasterView, names: tuple[str, ...], bonus: list[int]) -> str:
    found = "".join(
        f"<li>{_player(view, names, seat)} <b>{esc(many_points(bonus[seat]))}</b> "
        f"<small>{esc(listed(map(card_name, won)))}</small></li>"
        for seat, won in enumerate(view.won)
        if won
    )
    return f'<ul class="standing">{found}</ul>' if found else f"<p>{esc(_('Nobody has any.'))}</p>"


def _declared(view: PizzaMasterView, names: tuple[str, ...]) -> str:
    found = "".join(
        f"<li>{_player(view, names, seat)} {''.join(map(_orders_of_type, range(len(types)), types))}</li>"
        for seat, types in enumerate(view.declared)
        if any(types)
    )
    told = _("Specials count as orders of the types that their owners said:")
    return f'<p>{esc(told)}</p><ul class="standing">{found}</ul>'


def _orders_of_type(type_: int, number: int) -> str:
    """So many orders of a type, which are no ingredients though they share their pictures; empty for none."""
    if not number:
        return ""
    said = ngettext(*ORDERS_OF_TYPE[type_], number).format(n=number)
    return (
        f'<span class="token type-{TYPES[type_]}"><span aria-hidden="true">{art(TYPES[type_])} {number}</span>'
        f"{unseen(said)}</span>"
    )


def _award(view: PizzaMasterView, names: tuple[str, ...], award: Award) -> str:
    """An objective: what it asks for, how many everyone has, who gets it and why."""
    game = view.game
    card = next(card for card in game.deck.objectives if card.name == award.objective)
    counts = [count(view, seat, card.counts) for seat in range(game.players)]
    best = min(counts) if card.fewest else max(counts)
    tied = sum(number == best for number in counts) > 1
    rule = "PMR-7" if award.seat is None or tied else "PM-16"
    if award.holder is not None:
        secret = _("{name}’s secret").format(name=names[award.holder])
        title = f'{esc(card_name(award.objective))} <span class="secret">{esc(secret)}</span>'
        rule = "PMR-3" if award.seat is None else rule
    else:
        title = esc(card_name(award.objective))
    have = "".join(
        f'<li class="{"first" if seat == award.seat else ""}">{_player(view, names, seat)} <b>{number}</b></li>'
        for seat, number in enumerate(counts)
    )
    if award.seat is None:
        told = _("Nobody gets it.")
    elif tied:
        told = _("{name}, the earlier in turn order, gets {points}.")
    else:
        told = _("{name} gets {points}.")
    told = told.format(name=names[award.seat or 0], points=many_points(award.points))
    return (
        f"<h4>{art('objective')}{title}</h4>"
        f'<p class="goal">{esc(objective_goal(card))}: {esc(objective_worth(card, game.players))}</p>'
        f'<ul class="counts">{have}</ul><p class="got">{esc(told)} {_why(rule)}</p>'
    )


def count(view: PizzaMasterView, seat: int, counted: str) -> int:
    """How much a player has of what an objective counts (PM-16), as everybody can see it."""
    if counted == "orders":
        return len(view.completed[seat]) + view.extras[seat]
    if counted == "missions":
        return len(view.won[seat])
    face_up = view.face_up[seat]
    if counted == "side dishes":
        return sum(face_up[1:SPECIALS:2])
    declared = view.declared[seat]
    types = [face_up[2 * type_] + face_up[2 * type_ + 1] + declared[type_] for type_ in range(len(KINDS))]
    return min(types) if counted == "sets" else types[KINDS.index(counted)]


def _table(
    view: PizzaMasterView, names: tuple[str, ...], days: list[int], bonus: list[int], objectives: list[int]
) -> str:
    """The sum, the winner on top."""
    outcome = view.outcome
    assert outcome is not None
    places = {seat: place for place, seat in enumerate(view.order)}
    ranked = sorted(range(len(days)), key=lambda seat: (-outcome.scores[seat], places[seat]))
    most = max(1, *outcome.scores)
    heads = (_("days"), _("missions"), _("objectives"), _("points"))
    rows = "".join(
        f'<tr class="c-{esc(view.game.colours[seat])}"><th scope="row">{_player(view, names, seat)}'
        f"{_bar((days[seat], bonus[seat], objectives[seat]), most)}</th>"
        f"<td>{days[seat]}</td><td>{bonus[seat]}</td><td>{objectives[seat]}</td>"
        f"<td><b>{outcome.scores[seat]}</b></td></tr>"
        for seat in ranked
    )
    return (
        f'<div class="scroll"><table class="scores sums"><thead><tr><th scope="col">{esc(_("player"))}</th>'
        + "".join(f'<th scope="col">{esc(head)}</th>' for head in heads)
        + f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _bar(parts: tuple[int, ...], most: int) -> str:
    """The points as a bar, part after part, beside the longest."""
    found, start = "", 0
    for place, points in enumerate(parts):
        found += f'<rect class="part-{place}" x="{start}" width="{max(points, 0)}" height="1"/>'
        start += max(points, 0)
    return (
        f'<svg class="sum" viewBox="0 0 {most} 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{found}</svg>"
    )
