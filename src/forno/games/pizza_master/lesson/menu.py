"""The pictures of Pizza Master's rules: signs, orders, missions, objectives, and what each mode plays with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from forno.core.game import instance
from forno.core.language import N_, _, capital, listed
from forno.games.pizza_master import words
from forno.games.pizza_master.face.pictures import art
from forno.games.pizza_master.face.pieces import book_of
from forno.games.pizza_master.game import PizzaMaster
from forno.games.pizza_master.rules.cards import KINDS, TYPES, OrderCard
from forno.games.pizza_master.rules.modes import MODES
from forno.pages.html import Markup, tag
from forno.pages.rule_pictures import Group, Item, Menu
from forno.table.games import shared_game

SAMPLE_PLAYERS: Final = 4
"""Number of players for which the worth of objectives is shown."""

SYMBOLS: Final = (
    ("cheese", N_("cheese"), N_("Part of nearly every order. A coin on cheese brings two."), "PM-7"),
    ("vegetable", N_("vegetable"), N_("An ingredient, and a type of order. A coin brings one."), "PM-1"),
    ("seafood", N_("seafood"), N_("An ingredient, and a type of order. A coin brings one."), "PM-1"),
    ("meat", N_("meat"), N_("An ingredient, and a type of order. A coin brings one."), "PM-1"),
    (
        "special",
        N_("special"),
        N_(
            "A type of order of its own: four ingredients, and the most points. At the end it may count as another "
            "type."
        ),
        "PM-2",
    ),
    (
        "joker",
        N_("Jester's cap"),
        N_(
            "An ingredient of your choice, but not cheese. Caps in one frame are all of one kind, caps in another "
            "frame of another; you say which when you make it."
        ),
        "PM-2",
    ),
    ("side-dish", N_("side dish"), N_("A small order: two ingredients, three points."), "PM-1"),
    (
        "coin",
        N_("Coin"),
        N_("What you shop with. On the track it marks where you get one more, along with one more card."),
        "PM-5",
    ),
    ("refrigerator", N_("Refrigerator"), N_("Everyone takes from it. Leftovers stay for the next day."), "PM-9"),
    (
        "tray",
        N_("Tray"),
        N_("What you collected today. In the evening each ingredient left on it costs a point."),
        "PM-13",
    ),
)
MISSION: Final = (
    "mission",
    N_("mission"),
    N_("The first player to do what it says gets the card and its bonus."),
    "PM-13",
)
OBJECTIVE: Final = (
    "objective",
    N_("objective"),
    N_("Scored at the end of the game by the player with the most."),
    "PM-16",
)


def _game(mode: str) -> PizzaMaster:
    return instance(shared_game("pizza-master", {"mode": mode, "players": SAMPLE_PLAYERS}, None), PizzaMaster)


class PizzaMasterMenu(Menu):
    variants = tuple(MODES)

    def facts(self, variant: str) -> Sequence[tuple[str, str]]:
        return list(_facts(variant))

    def signs(self, variant: str) -> Group:
        signs = [*SYMBOLS]
        if not variant or MODES[variant].missions:
            signs.append(MISSION)
        if not variant or MODES[variant].objectives:
            signs.append(OBJECTIVE)
        return Group(
            "signs",
            _("The signs on the cards"),
            _("Shapes mean the same as colours: nobody has to tell red from green."),
            [Item(_sign(symbol), capital(_(name)), _(text), rule) for symbol, name, text, rule in signs],
        )

    def cards(self, variant: str) -> Sequence[Group]:
        game = _game(variant)
        groups = [
            Group(
                f"orders-{KINDS[type_] if type_ < len(KINDS) else 'special'}",
                capital(_(words.TYPE_TITLES[type_])),
                "",
                [_order(game, card) for card in game.deck.orders if card.type == type_],
            )
            for type_ in range(len(TYPES))
        ]
        if game.mode.missions:
            missions = [
                Item(_sign("mission"), words.card_name(card.name), words.mission_text(card))
                for card in game.deck.missions
            ]
            groups.append(Group("missions", _("Mission cards"), _(MISSION[2]), missions))
        if game.mode.objectives:
            objectives = [
                Item(_sign("objective"), words.card_name(card.name), f"{words.objective_text(card, SAMPLE_PLAYERS)}.")
                for card in game.deck.objectives
            ]
            told = _("The values are for {n} players.").format(n=SAMPLE_PLAYERS)
            groups.append(Group("objectives", capital(_("objectives")), told, objectives))
        return groups

    def left_out(self, variant: str) -> frozenset[str]:
        mode = MODES[variant]
        out = {"PM-10"} if mode.one_a_turn else {"PM-11", "PMR-13"}
        if not mode.reserving:
            out |= {"PM-8", "PMR-5"}
        if not mode.trading:
            out |= {"PM-12", "PMR-14"}
        if not mode.missions:
            out |= {"PMR-2", "PMR-8", "PMR-15"}
        if mode.objectives:
            out.add("PMR-17")
        else:
            out.add("PMR-3")
        return frozenset(out)


def _sign(symbol: str) -> Markup:
    return tag("span.sign", art(symbol))


def _order(game: PizzaMaster, card: OrderCard) -> Item:
    copies = words.many_cards(card.count)
    # Translators: an order: what it needs, its points, how many such cards there are
    text = _("{needs}: {points} ({cards}).").format(
        needs=words.needs_text(card), points=words.many_points(card.points), cards=copies
    )
    return Item(book_of(game).slips[card.name].html, words.card_name(card.name), text)


def _facts(variant: str) -> Iterator[tuple[str, str]]:
    mode = MODES[variant]
    yield _("Players"), _("{least} to {most}").format(least=mode.least_players, most=mode.most_players)
    yield _("Coins at the start"), words.many_coins(mode.coins)
    yield (
        _("Orders in hand"),
        _("{n}, the first a special").format(n=mode.hand) if mode.first_hand_special else str(mode.hand),
    )
    yield (
        _("Orders for everyone"),
        _("{n} for each player and {n} more").format(n=mode.row_times) if mode.row_times else _("none"),
    )
    # Translators: whether the mode has missions
    yield _("Mission of the day"), _("yes") if mode.missions else _("no")
    yield capital(_("objectives")), _("as many as players") if mode.objectives else _("none")
    yield _("Reserving"), _("yes") if mode.reserving else _("no")
    yield _("Trading orders"), _("yes") if mode.trading else _("no")
    yield _("Pizzas are made"), _("one a turn, instead of collecting") if mode.one_a_turn else _("after passing")
    yield _("Help coin for the last"), words.many_coins(mode.help_coins) if mode.help_coins else _("none")
    yield _("One more coin and card"), _("at {points} points").format(points=listed(map(str, mode.own_milestones)))
    yield _("The end"), _("at {points} points").format(points=mode.goal)
