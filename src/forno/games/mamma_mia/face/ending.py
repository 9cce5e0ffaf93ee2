"""The bill: completed orders, then ingredients in hand, then a shared win (MM-23, MMR-10)."""

from __future__ import annotations

from itertools import chain

from forno.core.language import _, listed
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.face.pieces import book_of, minis
from forno.games.mamma_mia.knowledge.views import MammaMiaView
from forno.games.mamma_mia.rules.cards import OrderCard
from forno.games.mamma_mia.words import SYMBOLS, orders
from forno.pages.face import BestOrder, Guests
from forno.pages.html import NOTHING, Markup, tag, why_link
from forno.pages.labels import you


def ending(view: MammaMiaView, guests: Guests) -> Markup:
    """Return the final scoring, one step after the other, with everyone's completed orders."""
    outcome = view.outcome
    if outcome is None:
        return NOTHING
    scores, winners = outcome.scores, outcome.winners
    best = max(scores)
    book = book_of(view.game)
    bars = []
    for seat in chain(*outcome.ranking):
        won, crown = (".won", art("crown", _("winner"))) if seat in winners else ("", None)
        bars.append(
            tag(
                f"li.score.c-{view.game.colours[seat]}{won}",
                tag("span.who", crown, guests.names[seat], you() if seat == view.seat else None),
                tag("span.bar", minis(book, seat, outcome.revealed[seat])),
                tag("span.points", orders(scores[seat])),
            )
        )
    leaders = [guests.names[seat] for seat, score in enumerate(scores) if score == best]
    steps = []
    if len(leaders) > 1:
        steps.append(_("{names} are tied, so ingredients in hand decide.").format(names=listed(leaders)))
        first = listed([guests.names[seat] for seat in winners])
        if outcome.reason == "most-ingredients":
            steps.append(_("{name} holds the most and wins.").format(name=first))
        else:
            steps.append(_("{names} hold the same number: they share the win.").format(names=first))
    why = why_link("mamma-mia", "MMR-10" if outcome.reason == "shared" else "MM-23")
    return tag(
        "div.bill",
        tag("h2", _("The bill, please!")),
        tag("ul.scores", bars),
        tag("p.steps", " ".join(steps), " ", why) if steps else None,
    )


def best(view: MammaMiaView) -> BestOrder | None:
    """Return the completed order that took most ingredients; of those, the best player's."""
    outcome = view.outcome
    if outcome is None:
        return None
    book = book_of(view.game)
    leaves = [book.leaves[seat][name] for seat in chain(*outcome.ranking) for name in outcome.revealed[seat]]
    if not leaves:
        return None
    leaf = max(leaves, key=lambda leaf: _fewest_ingredients(leaf.card))
    return BestOrder(leaf.seat, leaf.title, _pieces(leaf.card))


def _fewest_ingredients(card: OrderCard) -> int:
    """Return how many ingredients an order takes at least."""
    return sum(card.needs) + sum(card.jokers) + card.fewest + card.either_count + card.at_least


def _pieces(card: OrderCard) -> tuple[tuple[str, str], ...]:
    """Return what it asks for, most first."""
    if card.at_least:
        return ((f"{card.at_least}+", "atleast"),)
    parts = [(count, SYMBOLS[kind]) for kind, count in enumerate(card.needs) if count]
    parts += [(count, "joker") for count in card.jokers]
    parts += [(card.fewest, "fewest")] if card.fewest else []
    parts += [(card.either_count, "either")] if card.either is not None else []
    return tuple((str(count), symbol) for count, symbol in sorted(parts, key=lambda part: -part[0]))
