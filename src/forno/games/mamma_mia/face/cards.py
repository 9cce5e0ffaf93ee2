"""The cards as HTML, and the book of a game's orders in which they are looked up."""

from __future__ import annotations

from functools import cache

from forno.core.language import _, language
from forno.games.mamma_mia.face.words import SYMBOLS, kind_name, needs_words, order_title, style_title
from forno.games.mamma_mia.rules.actions import Draw, Place, PlaceNoOrder, PlaceOrder
from forno.games.mamma_mia.rules.cards import COLOURS, OrderCard
from forno.games.mamma_mia.rules.game import MammaMia
from forno.publishing.html import art, esc

MOST_BOOKS = 200


@cache
def _ingredient(speaks: str, kind: int) -> str:
    return f'<span class="card ingredient" data-kind="{kind}">{_picture(kind)}</span>'


def _picture(kind: int) -> str:
    return f'{art(SYMBOLS[kind])}<span class="cap">{esc(kind_name(kind))}</span>'


def ingredient_card(kind: int) -> str:
    """An ingredient, its picture and its word."""
    return _ingredient(language(), kind)


def order_back(colour: str) -> str:
    """The back of an order: the colour, and the personal ingredient."""
    return f'<span class="card back c-{colour}">{art(SYMBOLS[COLOURS.index(colour)])}</span>'


SUPPLY_BACK = f'<span class="card back">{art("slice")}</span>'


class Leaf:
    """All that is shown of one order."""

    def __init__(self, card: OrderCard, seat: int, colour: str) -> None:
        self.card = card
        self.seat = seat
        self.title = order_title(card)
        self.needs = needs_words(card)
        self.spoken = self.needs if self.title == self.needs else f"{self.title}: {self.needs}"
        """The order for those who don't see it."""
        self.face = (
            f'<span class="card order c-{colour}">'
            f'<span class="order-name" aria-hidden="true">{esc(style_title(card))}</span>{_needs(card)}</span>'
        )
        """The card alone; its words must stand beside it."""
        self.html = f'{self.face}<span class="unseen">{esc(self.spoken)}</span>'
        self.mini = (
            f'<span class="served-order c-{colour}" role="img" aria-label="{esc(self.title)}" '
            f'title="{esc(self.title)}">{_mini(card)}</span>'
        )


def _need(number: int | str, symbols: str, sign: str = "") -> str:
    return f'<span class="need{sign}"><b>{number}</b>{symbols}</span>'


def _needs(card: OrderCard) -> str:
    """What the order asks for, in pictures: most of a kind first."""
    rows: list[tuple[int, str]] = []
    if card.at_least:
        return f'<span class="needs" aria-hidden="true">{_need(f"{card.at_least}+", art("atleast"), " huge")}</span>'
    for kind, count in enumerate(card.needs):
        if count:
            rows.append((count, _need(count, art(SYMBOLS[kind]))))
    rows += [(number, _need(number, art("joker"))) for number in card.jokers]
    if card.fewest:
        rows.append((card.fewest, _need(card.fewest, art("fewest"))))
    if card.either is not None:
        pictures = f'{art(SYMBOLS[card.either[0]])}<i class="or">/</i>{art(SYMBOLS[card.either[1]])}'
        rows.append((card.either_count, _need(card.either_count, pictures, " either")))
    rows.sort(key=lambda row: -row[0])
    crowd = " many" if len(rows) > 3 else " three" if len(rows) == 3 else ""
    html = "".join(row[1] for row in rows)
    if card.forbidden is not None:
        html += f'<span class="need never">{art(SYMBOLS[card.forbidden])}{art("forbidden")}</span>'
    return f'<span class="needs{crowd}" aria-hidden="true">{html}</span>'


def _mini(card: OrderCard) -> str:
    """One picture for a served order."""
    if card.at_least:
        return art("atleast")
    if card.jokers:
        return art("joker")
    if card.fewest:
        return art("fewest")
    if card.either is not None:
        return art("either")
    most = max(range(len(card.needs)), key=lambda kind: card.needs[kind])
    if card.needs[most] == 1:
        return art("pizza")
    return art(SYMBOLS[most])


class Numbers:
    """The numbers of the actions that a turn is made of."""

    def __init__(self, game: MammaMia) -> None:
        actions = list(enumerate(game.tables.actions))
        kinds = range(game.tables.kinds)
        self.places = [
            tuple([number for number, action in actions if isinstance(action, Place) and action.kind == kind])
            for kind in kinds
        ]
        """For every kind, how many of it are placed."""
        self.orders = {action.order: number for number, action in actions if isinstance(action, PlaceOrder)}
        self.no_order = next(number for number, action in actions if isinstance(action, PlaceNoOrder))
        self.draws = [(number, action.pile) for number, action in actions if isinstance(action, Draw)]


class Book:
    """The cards of a game in one language."""

    def __init__(self, game: MammaMia) -> None:
        self.game = game
        self.speaks = language()
        self.leaves = [
            {card.name: Leaf(card, seat, colour) for card in game.deck.orders[colour]}
            for seat, colour in enumerate(game.colours)
        ]
        self.kinds = game.tables.kinds
        self.ingredients = [ingredient_card(kind) for kind in range(self.kinds)]
        self.numbers = Numbers(game)
        self.personal = [COLOURS.index(colour) for colour in game.colours]
        self.backs = [order_back(colour) for colour in game.colours]
        self.tops = {f"{game.seat_name(leaf.seat)} {name}": leaf for page in self.leaves for name, leaf in page.items()}
        """By the name that the top of the oven is called with."""


_books: dict[tuple[str, int], Book] = {}


def book_of(game: MammaMia) -> Book:
    """The book of a game, made once for all tables that play it."""
    key = (language(), id(game))  # the book keeps the game, so its id stays its own
    found = _books.get(key)
    if found is None:
        if len(_books) >= MOST_BOOKS:
            _books.clear()
        found = _books[key] = Book(game)
    return found


def nothing() -> str:
    """A place where a card could lie."""
    return f'<span class="card empty"><span class="unseen">{esc(_("empty"))}</span></span>'
