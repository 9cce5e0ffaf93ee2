"""The pictures of Mamma Mia!'s rules: signs, orders, colours, and what each edition plays with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from forno.core.game import instance
from forno.core.language import N_, _, capital, ngettext
from forno.games.mamma_mia.face.beats import RULE_OF
from forno.games.mamma_mia.face.pieces import Leaf, order_back
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.cards import COLOURS, OrderCard
from forno.games.mamma_mia.rules.editions import EDITIONS
from forno.games.mamma_mia.words import kind_word, style_title
from forno.pages.html import Markup, tag
from forno.pages.rule_pictures import Group, Item, Menu
from forno.table.games import shared_game

SAMPLE_COLOUR: Final = "red"
"""Colour of the orders that the pages show."""
FULLEST_EDITION: Final = "grande"
"""The edition in which all signs are found."""

SIGNS: Final = (
    (
        "normale",
        N_("A picture and a number"),
        N_(
            "Exactly this many of this ingredient. The stripe is the owner's colour, and nearly every order takes one "
            "of the owner's own ingredient."
        ),
    ),
    (
        "monotoni",
        N_("Jester's cap"),
        N_(
            "This many of one kind, which the owner chooses when the order comes out of the oven; it can't be the "
            "owner's own kind."
        ),
    ),
    (
        "ghiottona",
        N_("Two jester's caps"),
        N_("Two different kinds of the owner's choice, this many of each; neither is the owner's own."),
    ),
    (
        "minimale",
        N_("The fewest"),
        N_("This many of the rarest kind on the table. The owner's own kind doesn't count."),
    ),
    (
        "minipizza",
        N_("Crossed out"),
        N_("If even one card of this kind is on the table, the pizza isn't baked."),
    ),
    ("mamma-mia", N_("One or the other"), N_("This many of one of the two kinds, all the same; the owner says which.")),
    (
        "bombastica",
        N_("At least fifteen"),
        N_("Fifteen cards or more, of any kinds: the pizza takes everything on the table."),
    ),
)
"""The signs by the sort of order on which they are seen."""


def _game(edition: str) -> MammaMia:
    return instance(shared_game("mamma-mia", {"edition": edition, "players": 2}, None), MammaMia)


def _orders(edition: str) -> tuple[OrderCard, ...]:
    return tuple(_game(edition).deck.orders[SAMPLE_COLOUR])


class MammaMiaMenu(Menu):
    variants = tuple(EDITIONS)

    def facts(self, variant: str) -> Sequence[tuple[str, str]]:
        return list(_facts(variant))

    def signs(self, variant: str) -> Group:
        found = {card.style: card for card in reversed(_orders(variant or FULLEST_EDITION))}
        return Group(
            "signs",
            _("The signs on the orders"),
            _("An order shows what its pizza needs, and how many of each."),
            [
                Item(_face(found[style]), _(name), _(text), RULE_OF.get(style, "MM-14"))
                for style, name, text in SIGNS
                if style in found
            ],
        )

    def cards(self, variant: str) -> Sequence[Group]:
        colours = COLOURS[: EDITIONS[variant].kinds]
        owners = [
            Item(
                tag("span.deal", order_back(colour)),
                capital(_(colour)),
                _("Their own ingredient: {kind}").format(kind=kind_word(place)),
            )
            for place, colour in enumerate(colours)
        ]
        orders = [
            Item(_face(card), style_title(card), Leaf(card, 0, SAMPLE_COLOUR).needs, RULE_OF.get(card.style, "MM-14"))
            for card in _orders(variant)
        ]
        return [
            Group("colours", _("Colours and their own ingredients"), "", owners),
            Group(
                "orders",
                _("All orders of one colour"),
                _(
                    "These are red's. The others have the same orders, each with their own ingredient instead of "
                    "salami."
                ),
                orders,
            ),
        ]

    def left_out(self, variant: str) -> frozenset[str]:
        edition = EDITIONS[variant]
        styles = {card.style for card in _orders(variant)}
        out = {rule for style, rule in RULE_OF.items() if style not in styles}
        if not edition.helping:
            out |= {"MM-18", "MM-19", "MM-20", "MM-21", "MMR-8", "MMR-9", "MMR-14"}
        if "monotoni-junior" not in styles:
            out.add("MMR-7")
        if not edition.must_draw_supply:
            out.add("MM-9")
        if variant != "grande-it":
            out.add("MMR-17")
        return frozenset(out)


def _face(card: OrderCard) -> Markup:
    return tag("span.deal", Leaf(card, 0, SAMPLE_COLOUR).html)


def _facts(variant: str) -> Iterator[tuple[str, str]]:
    edition = EDITIONS[variant]
    # Translators: a range of numbers: 2 to 5
    yield _("Players"), _("{least} to {most}").format(least=2, most=edition.most_players)
    yield (_("Ingredients"), _("{kinds} kinds, {copies} of each").format(kinds=edition.kinds, copies=edition.copies))
    yield _("Orders for each"), str(len(_orders(variant)))
    yield _("Cards in hand"), str(edition.hand)
    if edition.draw < edition.hand:
        draws = ngettext("{n} card at most", "{n} cards at most", edition.draw).format(n=edition.draw)
    else:
        draws = _("up to a full hand")
    yield _("Drawn in a turn"), draws
    yield _("Without an ingredient"), _pass_words(edition.pass_draw)
    if edition.openings_alone != edition.openings:
        openings = _("{n} times, {alone} without helping").format(n=edition.openings, alone=edition.openings_alone)
    else:
        openings = ngettext("{n} time", "{n} times", edition.openings).format(n=edition.openings)
    yield _("The oven is opened"), openings
    yield _("Helping"), _("yes, with 3 or more players") if edition.helping else _("no")
    yield (
        _("Completed orders"),
        _("face up before their owners") if edition.served_openly else _("face down on one pile"),
    )
    if edition.oven_card:
        yield _("Under the oven"), _("an oven card")


def _pass_words(cards: int) -> str:
    if cards:
        return ngettext("pass and draw {n} card", "pass and draw {n} cards", cards).format(n=cards)
    return _("pass and fill your hand")
