"""HTML of cards, and the cached texts of a game's orders."""

from __future__ import annotations

from forno.core.language import _, labelled
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.game import MammaMia
from forno.games.mamma_mia.rules.actions import Draw, Place, PlaceNoOrder, PlaceOrder
from forno.games.mamma_mia.rules.cards import COLOURS, OrderCard
from forno.games.mamma_mia.words import SYMBOLS, kind_word, needs_text, order_title, style_title
from forno.pages.caches import SMALL_CACHE, once_a_game, remembered
from forno.pages.html import Content, Markup, tag, together, unseen


@remembered(SMALL_CACHE)
def ingredient_card(kind: int) -> Markup:
    """Return an ingredient, its picture and its word."""
    return tag("span.card.ingredient", art(SYMBOLS[kind]), tag("span.cap", kind_word(kind)), data_kind=kind)


def order_back(colour: str) -> Markup:
    """Return the back of an order: the colour, and the personal ingredient."""
    return tag(f"span.card.back.c-{colour}", art(SYMBOLS[COLOURS.index(colour)]))


SUPPLY_BACK = tag("span.card.back", art("slice"))


def no_card() -> Markup:
    """Return the HTML of an empty place for a card."""
    return tag("span.card.empty", unseen(_("empty")))


class Leaf:
    """One order card: its texts and its HTML."""

    def __init__(self, card: OrderCard, seat: int, colour: str) -> None:
        self.card = card
        self.seat = seat
        self.title = order_title(card)
        self.needs = needs_text(card)
        spoken = self.needs if self.title == self.needs else labelled(self.title, self.needs)
        name = tag("span.order-name", style_title(card), aria_hidden="true")
        self.face = tag(f"span.card.order.c-{colour}", name, _needs(card))
        """The card alone; its words must stand beside it."""
        self.html = self.face + unseen(spoken)
        self.mini = tag("span.served-order", _mini(card), role="img", title=self.title)


def _need(number: int | str, symbols: Content, sign: str = "") -> Markup:
    return tag(f"span.need{sign}", tag("b", number), symbols)


def _needs(card: OrderCard) -> Markup:
    """Return what the order asks for, in pictures: most of a kind first."""
    if card.at_least:
        return tag("span.needs", _need(f"{card.at_least}+", art.plain("atleast"), ".huge"), aria_hidden="true")
    rows = [(count, _need(count, art.plain(SYMBOLS[kind]))) for kind, count in enumerate(card.needs) if count]
    rows += [(number, _need(number, art.plain("joker"))) for number in card.jokers]
    if card.fewest:
        rows.append((card.fewest, _need(card.fewest, art.plain("fewest"))))
    if card.either is not None:
        one, other = (art.plain(SYMBOLS[kind]) for kind in card.either)
        rows.append((card.either_count, _need(card.either_count, (one, tag("i.or", "/"), other), ".either")))
    rows.sort(key=lambda row: -row[0])
    crowd = ".many" if len(rows) > 3 else ".three" if len(rows) == 3 else ""
    never = None
    if card.forbidden is not None:
        never = tag("span.need.never", art.plain(SYMBOLS[card.forbidden]), art.plain("forbidden"))
    return tag(f"span.needs{crowd}", [row[1] for row in rows], never, aria_hidden="true")


def _mini(card: OrderCard) -> Markup:
    """Return one picture for a served order."""
    if card.at_least:
        return art.plain("atleast")
    if card.jokers:
        return art.plain("joker")
    if card.fewest:
        return art.plain("fewest")
    if card.either is not None:
        return art.plain("either")
    most = max(range(len(card.needs)), key=lambda kind: card.needs[kind])
    return art.plain("pizza" if card.needs[most] == 1 else SYMBOLS[most])


def minis(book: CardTexts, seat: int, served: tuple[str, ...]) -> Markup:
    """Return the orders that a player has served."""
    leaves = book.leaves[seat]
    return together([leaves[order].mini for order in served])


class Numbers:
    """The numbers of the actions that a turn is made of."""

    def __init__(self, game: MammaMia) -> None:
        actions = list(enumerate(game.lookups.actions))
        kinds = range(game.lookups.kinds)
        self.places = [
            tuple([number for number, action in actions if isinstance(action, Place) and action.kind == kind])
            for kind in kinds
        ]
        """Phrases by kind and number placed."""
        self.orders = {action.order: number for number, action in actions if isinstance(action, PlaceOrder)}
        self.no_order = next(number for number, action in actions if isinstance(action, PlaceNoOrder))
        self.draws = [(number, action.pile) for number, action in actions if isinstance(action, Draw)]


class CardTexts:
    """The cards of a game in one language."""

    def __init__(self, game: MammaMia) -> None:
        self.game = game
        self.leaves = [
            {card.name: Leaf(card, seat, colour) for card in game.deck.orders[colour]}
            for seat, colour in enumerate(game.colours)
        ]
        self.kinds = game.lookups.kinds
        self.ingredients = [ingredient_card(kind) for kind in range(self.kinds)]
        self.numbers = Numbers(game)
        self.backs = [order_back(colour) for colour in game.colours]
        self.tops = {f"{game.seat_name(leaf.seat)} {name}": leaf for page in self.leaves for name, leaf in page.items()}
        """Cards by the name that the top of the oven is called with."""


book_of = once_a_game(SMALL_CACHE)(CardTexts)
