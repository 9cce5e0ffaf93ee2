"""The end in words and in a table: completed orders, then ingredients in hand, then a shared win (MM-23, MMR-10)."""

from __future__ import annotations

from collections.abc import Sequence

from forno.core.language import _
from forno.games.mamma_mia.face.board import minis
from forno.games.mamma_mia.face.cards import book_of
from forno.games.mamma_mia.face.words import listed, orders
from forno.games.mamma_mia.rules.views import MammaMiaView
from forno.publishing.face import Guests
from forno.publishing.html import art, esc


def winners_words(scores: Sequence[int], winners: Sequence[int], reason: str, guests: Guests) -> str:
    """Who won, and what decided it."""
    names = listed([guests.names[seat] for seat in winners])
    best = orders(max(scores))
    if reason == "most-orders":
        return _("The end. {name} wins with {orders}.").format(name=names, orders=best)
    if reason == "most-ingredients":
        return _("The end. A tie at {orders}: {name} wins with most ingredients in hand.").format(
            name=names, orders=best
        )
    return _("The end. A tie at {orders}, in ingredients too: {names} share the win.").format(names=names, orders=best)


def ranking(scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """The seats, winners first, then by completed orders."""
    return sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))


def final_table(scores: Sequence[int], ingredients: Sequence[int], winners: Sequence[int], guests: Guests) -> str:
    """What everyone has at the end: shown when it is told."""
    rows = "".join(
        f'<tr><th scope="row">{art("crown", _("winner")) if seat in winners else ""}{esc(guests.names[seat])}</th>'
        f"<td>{scores[seat]}</td><td>{ingredients[seat]}</td></tr>"
        for seat in ranking(scores, winners)
    )
    return (
        f'<table class="final"><thead><tr><th scope="col">{esc(_("Player"))}</th>'
        f'<th scope="col">{esc(_("Completed orders"))}</th><th scope="col">{esc(_("Ingredients in hand"))}</th>'
        f"</tr></thead><tbody>{rows}</tbody></table>"
    )


def ending(view: MammaMiaView, guests: Guests) -> str:
    """The final scoring, one step after the other, with everyone's completed orders."""
    outcome = view.outcome
    if outcome is None:
        return ""
    scores, winners = outcome.scores, outcome.winners
    best = max(scores)
    book = book_of(view.game)
    bars = "".join(
        f'<li class="score c-{view.game.colours[seat]}{" won" if seat in winners else ""}">'
        f'<span class="who">{art("crown", _("winner")) if seat in winners else ""}{esc(guests.names[seat])}</span>'
        '<span class="bar">'
        f"{minis(book, seat, outcome.revealed[seat])}</span>"
        f'<span class="points">{esc(orders(scores[seat]))}</span></li>'
        for seat in ranking(scores, winners)
    )
    leaders = [guests.names[seat] for seat, score in enumerate(scores) if score == best]
    steps = [_("First count the completed orders: the most is {number}.").format(number=best)]
    if len(leaders) == 1:
        steps.append(_("{name} alone has that many and wins.").format(name=leaders[0]))
    else:
        steps.append(_("{names} are tied, so ingredients in hand decide.").format(names=listed(leaders)))
        won = listed([guests.names[seat] for seat in winners])
        if outcome.reason == "most-ingredients":
            steps.append(_("{name} holds the most and wins.").format(name=won))
        else:
            steps.append(_("{names} hold equally many: they share the win.").format(names=won))
    told = "</li><li>".join(map(esc, steps))
    return (
        f'<div class="bill"><h2>{esc(_("The bill, please!"))}</h2>'
        f'<p class="won">{esc(winners_words(scores, winners, outcome.reason, guests))}</p>'
        f'<ul class="scores">{bars}</ul>'
        f'<ol class="steps"><li>{told} {_why("MMR-10" if outcome.reason == "shared" else "MM-23")}</li></ol></div>'
    )


def _why(rule: str) -> str:
    """The way to the rule that decides."""
    return f'<a class="why" href="/rules/mamma-mia#{rule}">{esc(_("Why?"))}</a>'
