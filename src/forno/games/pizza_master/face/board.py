"""What everybody sees in the middle of the table, region by region.

Every region is a function of the few values it shows, remembered by them: a step that doesn't touch a region costs a
look-up. The language is one of those values.
"""

from __future__ import annotations

from forno.core.language import N_, _, language, ngettext
from forno.games.pizza_master.face.pieces import MOST_PICTURES, art, badge, remember, slip, unseen
from forno.games.pizza_master.face.seats import seat_region
from forno.games.pizza_master.face.words import (
    card_name,
    goal_text,
    many_coins,
    many_points,
    objective_goal,
    objective_sign,
    objective_worth,
    reward_text,
)
from forno.games.pizza_master.rules.cards import KINDS
from forno.games.pizza_master.rules.events import Amounts
from forno.games.pizza_master.rules.game import PizzaMaster
from forno.games.pizza_master.rules.views import PizzaMasterView
from forno.games.pizza_master.words import counted, kind_word
from forno.publishing.caches import remembered
from forno.publishing.face import Guests
from forno.publishing.html import esc

TRACK = 50
"""The last place of the track that the style sheet knows; whoever has more stands there with the number."""

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
    "discarding": N_("Then everybody shops, in turn order."),
    "shopping": N_("Then all collect, in reverse turn order."),
    "collecting": N_("When all have passed, the day is scored."),
    "scoring": N_("Then the points move, and a new day begins."),
    "declaring": N_("Then the objectives are scored."),
    "over": N_("The game is over."),
}


def board(view: PizzaMasterView, guests: Guests) -> dict[str, str]:
    """All shared regions, from a spectator's view."""
    game = view.game
    spoken = language()
    regions = {f"seat-{seat}": seat_region(view, guests, seat) for seat in range(game.players)}
    regions["phase"] = _phase(
        spoken,
        game.mode.one_a_turn,
        view.day,
        view.phase,
        view.awaited,
        view.order,
        view.collecting,
        guests.names,
        game.colours,
    )
    regions["board"] = _coin_board(spoken, game.mode.loads, view.coins, guests.names, game.colours)
    regions["refrigerator"] = _refrigerator(spoken, view.refrigerator, view.supply)
    regions["track"] = _track(spoken, view.points, guests.names, game.colours)
    cards = (spoken, game.deck_hash)
    rail = (*cards, game.mode.row_times, view.row, view.deck, view.discards)
    regions["rail"] = remember(("rail", *rail), lambda: _rail(view))
    if game.missions:
        about = (
            view.phase,
            view.mission,
            view.missions,
            view.prizes,
            view.progress,
            view.achiever,
            guests.names,
            game.colours,
        )
        regions["mission"] = remember(("mission", *cards, *about), lambda: _mission(view, guests.names))
    if game.mode.objectives:
        regions["objectives"] = remember(
            ("objectives", *cards, game.players, view.objectives), lambda: _objectives(view)
        )
    return regions


@remembered(1024)
def _phase(
    spoken: str,
    one_a_turn: bool,
    day: int,
    phase: str,
    awaited: int | None,
    order: tuple[int, ...],
    collecting: tuple[int, ...],
    names: tuple[str, ...],
    colours: tuple[str, ...],
) -> str:
    """The day and its phase, whose decision is awaited, the turn order, and what comes next."""
    ended = phase in ("declaring", "over")
    passed = [place for place, (step, _word) in enumerate(STEPS) if step == phase]
    at = passed[0] if passed else len(STEPS)
    steps: list[str] = []
    for place, (step, word) in enumerate(STEPS):
        label = _("Collecting and making") if step == "collecting" and one_a_turn else _(word)
        here = ' aria-current="step"' if place == at else ""
        steps.append(f'<li class="{"past" if place < at else "ahead"}"{here}>{esc(label)}</li>')
    queue = collecting if phase == "collecting" else order[::-1] if phase == "declaring" else order
    players = "".join(
        f'<li class="c-{esc(colours[seat])}{" awaited" if seat == awaited else ""}" title="{esc(names[seat])}">'
        f"{badge(colours[seat])}"
        f"{unseen(names[seat])}</li>"
        for seat in queue
    )
    sentence = ""
    if awaited is not None and phase in NOW:
        key = phase
        if phase == "collecting":
            key = "cooking" if one_a_turn else "collecting" if awaited in collecting else "making"
        name = f"<b>{esc(names[awaited])}</b>"
        sentence = esc(_(NOW[key])).replace("{name}", name)
    return (
        f'<p class="day">{esc(_("Day {day}").format(day=day))}</p>'
        f'<ol class="steps{" ended" if ended else ""}" aria-label="{esc(_("The day"))}">{"".join(steps)}</ol>'
        f'<div class="now-and-next"><p class="now">{sentence}</p><p class="next">{esc(_(NEXT[phase]))}</p></div>'
        f'<ol class="queue" aria-label="{esc(_("Turn order"))}">{players}</ol>'
    )


@remembered(1024)
def _coin_board(
    spoken: str, loads: Amounts, coins: tuple[Amounts, ...], names: tuple[str, ...], colours: tuple[str, ...]
) -> str:
    """PM-6: the round board with a slice for each ingredient, and everyone's stack of coins on it."""
    slices: list[str] = []
    for kind, load in enumerate(loads):
        stacks: list[str] = []
        total = 0
        for seat, placed in enumerate(coins):
            number = placed[kind]
            if number:
                total += number
                stacks.append(
                    f'<li class="stack high-{min(number, 7)} c-{esc(colours[seat])}">{badge(colours[seat])}'
                    f'<b aria-hidden="true">{number}</b>'
                    f"{unseen(_('{name}: {coins}').format(name=names[seat], coins=many_coins(number)))}</li>"
                )
        word = kind_word(kind)
        told = _("brings {n}").format(n=total * load) if total else _("{n} a coin").format(n=load)
        brings = f'<span aria-hidden="true">+{total * load}</span>{unseen(told)}' if total else esc(told)
        slices.append(
            f'<li class="slice slice-{KINDS[kind]}">{art(KINDS[kind])}<span class="slice-name">{esc(word)}</span>'
            f'<ul class="stacks">{"".join(stacks)}</ul><span class="brings" title="{esc(told)}">{brings}</span></li>'
        )
    return f'<h3 class="unseen">{esc(_("Coins"))}</h3><ul class="slices">{"".join(slices)}</ul>'


@remembered(4096)
def _refrigerator(spoken: str, inside: Amounts, supply: Amounts) -> str:
    """PM-7: the shelves of the refrigerator, and below them what is left of the supply."""
    shelves: list[str] = []
    crates: list[str] = []
    for kind, name in enumerate(KINDS):
        count = inside[kind]
        pictures = art(name) * min(max(count, 1), MOST_PICTURES)
        empty = "" if count else " bare"
        shelves.append(
            f'<li class="shelf shelf-{name}{empty}"><span class="goods" aria-hidden="true">{pictures}</span>'
            f'<b aria-hidden="true">{count}</b>{unseen(counted(count, kind))}</li>'
        )
        crates.append(
            f'<li class="crate crate-{name}">{art(name)}<b aria-hidden="true">{supply[kind]}</b>'
            f"{unseen(counted(supply[kind], kind))}</li>"
        )
    return (
        f'<div class="fridge"><h3 class="label">{esc(_("Refrigerator"))}</h3>'
        f'<ul class="shelves">{"".join(shelves)}</ul></div>'
        f'<div class="supply"><h3 class="label">{esc(_("Supply"))}</h3><ul class="crates">{"".join(crates)}</ul></div>'
    )


@remembered(512)
def _track(spoken: str, points: tuple[int, ...], names: tuple[str, ...], colours: tuple[str, ...]) -> str:
    """Everyone's points, around the edge of the table. Who stands on the same place stands beside the others there."""
    met: dict[int, int] = {}
    pawns: list[str] = []
    for seat, number in enumerate(points):
        place = min(number, TRACK)
        beside = met.get(place, 0)
        met[place] = beside + 1
        told = _("{name}: {points}").format(name=names[seat], points=many_points(number))
        shown = f'<b aria-hidden="true">{number}</b>' if number > TRACK else ""
        pawns.append(
            f'<li class="pawn at-{place} beside-{beside} c-{esc(colours[seat])}">{badge(colours[seat])}'
            f"{shown}{unseen(told)}</li>"
        )
    return f'<h3 class="unseen">{esc(_("Score track"))}</h3><ul>{"".join(pawns)}</ul>'


def _rail(view: PizzaMasterView) -> str:
    """PM-4: the orders for everyone, on their rail, and the deck that all orders come from."""
    game, row = view.game, view.row
    piles = (
        f'<p class="piles"><span class="deck">{esc(_("Deck"))} <b>{view.deck}</b></span>'
        f'<span class="discards">{esc(_("Discards"))} <b>{view.discards}</b></span></p>'
    )
    if not game.mode.row_times:
        return piles
    slips = "".join(f"<li>{slip(game, name)}</li>" for name in row)
    none = "" if row else f'<li class="bare">{esc(_("None now."))}</li>'
    return f'<h3 class="label">{esc(_("Orders for everyone"))}</h3>{piles}<ul class="slips">{slips}{none}</ul>'


def _mission(view: PizzaMasterView, names: tuple[str, ...]) -> str:
    """PM-13: the mission of the day with how far everyone is, and the cards for the first at 10 and 25 points."""
    game, mission, achiever = view.game, view.mission, view.achiever
    deck = {card.name: card for card in game.deck.missions}
    parts = [f'<h3 class="label">{esc(_("Mission of the day"))}</h3>']
    if mission is None:
        if view.phase != "discarding":
            waiting = _("None today.") if view.phase in ("shopping", "collecting") else _("Settled for today.")
        else:
            waiting = _("It is turned up when the shop opens.") if view.missions else _("There is none left.")
        parts.append(f'<div class="mission-card closed">{art("mission")}<p>{esc(waiting)}</p></div>')
    else:
        card = deck[mission]
        bars = ""
        if card.number and achiever is None:
            done = [(count, seat) for seat, count in enumerate(view.progress) if count]
            bars = "".join(
                f'<li class="c-{esc(game.colours[seat])}">{badge(game.colours[seat])}'
                f"{unseen(names[seat])}<b>{count}</b>/{card.number}</li>"
                for count, seat in done
            )
        won = ""
        if achiever is not None:
            told = (
                _("{name} has passed last so far.") if card.goal == "last pass" else _("{name} has fulfilled it.")
            ).format(name=names[achiever])
            won = f'<p class="fulfilled c-{esc(game.colours[achiever])}">{badge(game.colours[achiever])}{esc(told)}</p>'
        reward = reward_text(card)
        parts.append(
            f'<div class="mission-card">{art("mission")}<h4>{esc(card_name(mission))} '
            f'<span class="bonus">{esc(bonus_text(card.bonus))}</span></h4>'
            f'<p class="goal">{esc(goal_text(card))}</p>'
            + (f'<p class="reward">{esc(reward)}</p>' if reward else "")
            + (f'<ul class="progress">{bars}</ul>' if bars else "")
            + f"{won}</div>"
        )
    lying = any(view.prizes) and "".join(
        f"<li><b>{esc(many_points(points))}</b> <span>{esc(card_name(prize))}, {esc(bonus_text(deck[prize].bonus))}"
        "</span></li>"
        if prize
        else f'<li class="taken"><b>{esc(many_points(points))}</b> <span>{esc(_("taken"))}</span></li>'
        for prize, points in zip(view.prizes, game.mode.prizes, strict=False)
    )
    if lying:
        parts.append(f'<h4 class="label">{esc(_("For the first with"))}</h4><ul class="prizes">{lying}</ul>')
    return "".join(parts)


def bonus_text(bonus: int) -> str:
    return ngettext("bonus {n}", "bonus {n}", bonus).format(n=bonus)


def _objectives(view: PizzaMasterView) -> str:
    """PM-16: what scores at the end of the game."""
    found = "".join(f"<li>{objective(view.game, name)}</li>" for name in view.objectives)
    return f'<h3 class="label">{esc(_("Objectives"))}</h3><ul class="objective-cards">{found}</ul>'


def objective(game: PizzaMaster, name: str) -> str:
    """One objective: who gets it, and what it is worth."""
    card = next(card for card in game.deck.objectives if card.name == name)
    worth = objective_worth(card, game.players)
    return (
        f'<div class="objective-card" title="{esc(worth)}">{art("objective")}<h4>{esc(card_name(name))}</h4>'
        f'<p class="goal">{esc(objective_goal(card))}</p>'
        f'<span class="worth" aria-hidden="true">{esc(objective_sign(card, game.players))}</span>{unseen(worth)}</div>'
    )
