"""The turn that a seat composes: a form for every question that it can be asked."""

from __future__ import annotations

from forno.core.language import _, capital, listed
from forno.games.mamma_mia.face.pictures import art
from forno.games.mamma_mia.face.pieces import Leaf, book_of
from forno.games.mamma_mia.knowledge.views import MammaMiaPlace, OpeningView
from forno.games.mamma_mia.rules import actions
from forno.games.mamma_mia.words import SYMBOLS, amounts, cards, kind_word, missing, more_cards, some, style_title
from forno.pages.caches import SMALL_CACHE, remembered
from forno.pages.composer import (
    all_actions,
    blank,
    choices,
    control,
    ends,
    form,
    hints_on_request,
    last_actions,
    one_step,
    question,
    sentence,
)
from forno.pages.face import Guests, Tree
from forno.pages.html import NOTHING, Content, Markup, submit, tag, together, unseen

Offered = dict[int, actions.Action]
"""Actions that can be chosen in a turn, by number."""


def turn_region(place: MammaMiaPlace, guests: Guests, tree: Tree) -> Markup:
    """Return the form for what is asked now, with hints where a plan can still be made."""
    if not tree:
        return NOTHING
    vocabulary = place.game.lookups.actions
    first = vocabulary[next(iter(tree))]
    if isinstance(first, (actions.Place, actions.PlaceOrder, actions.PlaceNoOrder, actions.Draw)):
        return _placing(place, tree) + _hints()
    offered = {number: vocabulary[number] for number in sorted(all_actions(tree))}
    if isinstance(first, actions.Help | actions.RefuseHelp):
        return _helping(place, guests, tree, offered)
    if isinstance(first, actions.SendBack | actions.AddCard) and len(tree) == 1:
        return _no_choice(tree, first)
    if isinstance(first, actions.AddCard):
        return _adding(place, tree)
    if isinstance(first, actions.Request):
        return _asking(place, tree, offered) + _hints()
    return _baking(place, tree, offered) + _hints()


def _hints() -> Markup:
    return hints_on_request(_("Hint"))


def _chosen_turn(tree: Tree, asked: str, controls: Content, kind: str) -> Markup:
    """Return a question that is answered by choosing: every control sends, here or in the hand."""
    options = tag("span.options", controls) if controls else None
    return form(one_step(tree), question(asked), options, kind=f"one-step.{kind}")


# --- a turn at the closed oven ----------------------------------------------------


def _placing(place: MammaMiaPlace, tree: Tree) -> Markup:
    """MM-5 to MM-9: I put in three salami with Bombastica and draw from my waiter."""
    book = book_of(place.game)
    numbers = all_actions(tree)
    asks_order = book.numbers.no_order in numbers
    piles = tuple([draw for draw in book.numbers.draws if draw[0] in numbers])
    send = _placing_controls(piles, bool(place.orders))
    if place.placing is None and place.ordering is None:
        return form(tree, _placing_sentence(asks_order), send)
    placed, order = blank("place", "…"), blank("order") if asks_order else None
    if place.placing is not None:
        action = place.game.actions[place.game.parse(place.placing)]
        assert isinstance(action, actions.Place)
        placed = tag("em", some(action.kind, action.number))
    if place.ordering is not None:
        leaf = book.leaves[place.seat][place.ordering]
        order = tag("em", _("with the order {order}").format(order=leaf.title))
    return form(tree, _place_words(placed, order), send)


@remembered(SMALL_CACHE)
def _placing_sentence(asks_order: bool) -> Markup:
    """Return the sentence of a turn of which nothing is settled yet."""
    return _place_words(blank("place", "…"), blank("order") if asks_order else None)


def _place_words(placed: Markup, order: Markup | None) -> Markup:
    return sentence(_("I put in {ingredients} {order} {draw}"), ingredients=placed, order=order, draw=blank("draw"))


@remembered(SMALL_CACHE)
def _placing_controls(piles: tuple[tuple[int, str], ...], has_orders: bool) -> Markup:
    """Return the piles to draw from, and the button that sends the turn."""
    words = {
        "supply": (_("and draw from the supply"), _("the supply")),
        "waiter": (_("and draw from my waiter"), _("my waiter")),
    }
    usual = "supply" if has_orders else "waiter"  # from the supply, unless there is no order in hand to bake for
    controls = [control(number, "draw", *words[pile], default=pile == usual) for number, pile in piles]
    drawing = choices(_("Draw from"), controls, ".segments", kind="draw", seen=True)
    return tag("div.send", drawing, submit(_("Into the oven!")))


# --- the owner of an order ----------------------------------------------------------


def _leaf(place: MammaMiaPlace) -> Leaf:
    """Return the order that is being decided."""
    opening = _opening(place)
    assert opening.owner is not None and opening.order is not None
    return book_of(place.game).leaves[opening.owner][opening.order]


def _opening(place: MammaMiaPlace) -> OpeningView:
    assert place.opening is not None
    return place.opening


def _pictures(kinds: tuple[int, ...]) -> Markup:
    return together([art(SYMBOLS[kind]) for kind in kinds])


def _no_choice(tree: Tree, only: actions.SendBack | actions.AddCard) -> Markup:
    """MM-14, MMR-4: an owner with one answer is asked, too; if the game went on at once, the others could tell."""
    [number] = tree
    words, told = _("Send it back"), _("You can't complete this order: it goes back.")
    if isinstance(only, actions.AddCard):
        words, told = _("Add them"), _("There is only one way to complete this order with your cards.")
    answer = control(number, "fate", words, words, css=".chip", send=True)
    return _chosen_turn(tree, told, answer, "baking")


def _baking(place: MammaMiaPlace, tree: Tree, offered: Offered) -> Markup:
    """Return the kinds if there is a choice, then what to do about what is missing, then what to ask for.

    What settles everything is sent with one press.
    """
    leaf = _leaf(place)
    if leaf.card.at_least:
        tree = one_step(tree)  # cards are named one by one after that
        offered = {number: offered[number] for number in tree}
    sends = _sends(tree, offered)
    chooses = any(isinstance(offered[number], actions.Choose) for number in tree)
    ways: list[tuple[int, Markup]] = []
    back: list[Markup] = []
    fates: list[Markup] = []
    for number, action in offered.items():
        if isinstance(action, actions.Choose):
            ways.append(_way(place, number, action, number in sends))
        elif isinstance(action, actions.AddMissing):
            phrase = _("and add {cards} from my hand").format(cards=_("what is missing"))
            label = _("Add {cards} from my hand").format(cards=_to_add(place))
            fates.append(control(number, "fate", phrase, label, css=".chip", send=number in sends))
        elif isinstance(action, actions.AskForHelp):
            phrase = _("and ask the others for help")
            label = capital(_("ask for help"))
            fates.append(control(number, "fate", phrase, label, css=".chip", send=number in sends))
        elif isinstance(action, actions.SendBack):
            slot, row = ("kinds", back) if chooses else ("fate", fates)
            phrase, label = _("no, send it back"), capital(_("send it back"))
            row.append(control(number, slot, phrase, label, css=".chip.send-back", send=number in sends))
    kinds = [shown for _lacks, shown in sorted(ways, key=lambda way: way[0])] + back
    said = sentence(
        _("I bake {order} {kinds} {fate} {request}"),
        order=tag("em", leaf.title if leaf.card.either is None else style_title(leaf.card)),
        kinds=blank("kinds", "…") if kinds else None,
        fate=blank("fate", "" if kinds else "…") if fates else None,
        request=_request_blanks(offered),
    )
    controls = (choices(_("With what?"), kinds), choices(_("What is missing?"), fates), _requests(offered, sends))
    return form(tree, said, tag("div.send", controls, _submit(tree, sends, _("Done"))), kind="baking")


def _way(place: MammaMiaPlace, number: int, action: actions.Choose, send: bool) -> tuple[int, Markup]:
    """Return one choice of kinds: how many cards would be missing on the table with it, and its control."""
    card = _leaf(place).card
    needs = list(card.needs)
    for kind, count in zip(action.kinds, card.jokers or (card.fewest or card.either_count,), strict=True):
        needs[kind] += count
    lacks = sum(max(wanted - there, 0) for wanted, there in zip(needs, _opening(place).table, strict=True))
    names = listed([kind_word(kind) for kind in action.kinds])
    shown = tag("span.unseen" if len(action.kinds) > 1 else "span", names)
    # Translators: nothing is missing from the order
    told = tag("small", missing(lacks) if lacks else _("complete"))
    inside = (_pictures(action.kinds), shown, " ", told)
    phrase = _("with {kinds}").format(kinds=names)
    return lacks, control(number, "kinds", phrase, inside, css=".chip.kinds", send=send)


def _to_add(place: MammaMiaPlace) -> str:
    """Return what adding would take from the hand, where that is settled."""
    opening, card = _opening(place), _leaf(place).card
    if card.at_least:
        return cards(card.at_least - sum(opening.table))
    if opening.needs is not None and any(opening.needs):
        lacks = [max(wanted - there, 0) for wanted, there in zip(opening.needs, opening.table, strict=True)]
        return amounts(lacks)
    return _("what is missing")


def _asked_kinds(offered: Offered) -> list[int]:
    return sorted({action.kind for action in offered.values() if isinstance(action, actions.Request)})


def _sends(tree: Tree, offered: Offered) -> set[int]:
    """Return buttons that send at once: answers that settle everything, but for requests of several kinds."""
    last = last_actions(tree)
    if len(_asked_kinds(offered)) > 1:
        return {number for number in last if not isinstance(offered[number], actions.Request)}
    return last


def _submit(tree: Tree, sends: set[int], words: str) -> Markup | None:
    """Return the button that sends, unless every way ends with a choice that does."""
    return None if ends(tree) <= sends else submit(words)


def _request_blanks(offered: Offered) -> list[Markup]:
    return [blank(f"ask-{kind}") for kind in _asked_kinds(offered)]


def _requests(offered: Offered, sends: set[int]) -> list[Markup | None]:
    """MM-18: of each missing kind, how many are asked for."""
    groups: list[Markup | None] = []
    for kind in _asked_kinds(offered):
        controls = []
        for number, action in offered.items():
            if isinstance(action, actions.Request) and action.kind == kind:
                words = some(kind, action.number)
                inside = (art(SYMBOLS[kind]), tag("span", action.number, aria_hidden="true"), unseen(words))
                slot, send = f"ask-{kind}", number in sends
                controls.append(control(number, slot, f"({words})", inside, css=".chip", send=send))
        groups.append(choices(_("Ask for how many?"), controls, kind="asks", seen=True))
    return groups


def _asking(place: MammaMiaPlace, tree: Tree, offered: Offered) -> Markup:
    """MM-18, MMR-14: what to ask for, when asking has begun."""
    leaf, opening = _leaf(place), _opening(place)
    if not leaf.card.at_least:
        said = sentence(
            _("For {order} I ask the others for help {request}"),
            order=tag("em", leaf.title),
            request=_request_blanks(offered),
        )
        sends = _sends(tree, offered)
        send = _submit(tree, sends, _("Who helps?"))
        return form(tree, said, tag("div.send", _requests(offered, sends), send), kind="asking")
    asked = opening.request or ()
    lacking = leaf.card.at_least - sum(opening.table) - sum(asked)
    if any(asked):
        told = _("I ask for {asked}; {cards} to go. Which next?").format(asked=amounts(asked), cards=cards(lacking))
    else:
        told = _("{order} needs {cards}. Which do I ask for first?").format(order=leaf.title, cards=more_cards(lacking))
    controls = []
    for number in tree:
        action = offered[number]
        if isinstance(action, actions.Request):
            inside = (art(SYMBOLS[action.kind]), tag("span", kind_word(action.kind)))
            controls.append(control(number, "ask", some(action.kind, 1), inside, css=".chip", send=True))
        elif isinstance(action, actions.EndRequest):
            words = _("That's all: ask the others")
            controls.append(control(number, "ask", words, words, css=".chip.go-on", send=True))
    return _chosen_turn(tree, told, controls, "asking")


def _adding(place: MammaMiaPlace, tree: Tree) -> Markup:
    """MMR-4: one card of the hand after the other, until the Bombastica is complete."""
    leaf, opening = _leaf(place), _opening(place)
    added, given = sum(opening.added or ()), sum(opening.given or ())
    lacking = leaf.card.at_least - sum(opening.table) - added - given
    if added:
        told = _("I add {added} to {order}; {cards} to go. Which next?").format(
            added=amounts(opening.added or ()), order=leaf.title, cards=cards(lacking)
        )
    else:
        told = _("{order} needs {cards}. Which do I add first?").format(order=leaf.title, cards=more_cards(lacking))
    return _chosen_turn(tree, told, (), "adding")


# --- the others -------------------------------------------------------------------


def _helping(place: MammaMiaPlace, guests: Guests, tree: Tree, offered: Offered) -> Markup:
    """MM-19: whether to give what is asked for. Who doesn't have it is asked, too, or the others could tell (MMR-8)."""
    opening = _opening(place)
    assert opening.owner is not None and opening.request is not None
    wanted = amounts(opening.request)
    asked = _("{name} asks for {ingredients}. You can't help.")
    if len(tree) > 1:
        asked = _("{name} asks for {ingredients}. If you help, the top order of your waiter counts as completed.")
    controls = []
    for number in tree:
        if isinstance(offered[number], actions.Help):
            words = _("I help: {ingredients}").format(ingredients=wanted)
            pictures = _pictures(tuple(kind for kind, count in enumerate(opening.request) if count))
            controls.append(control(number, "help", words, pictures, tag("span", words), css=".go", send=True))
        else:
            words = _("Not this time")
            controls.append(control(number, "help", words, words, css=".chip", send=True))
    return _chosen_turn(tree, asked.format(name=guests.names[opening.owner], ingredients=wanted), controls, "helping")
