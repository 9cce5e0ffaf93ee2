"""Decisions while the oven is open: what to bake an order with, what to add, whom to ask, whether to help."""

from __future__ import annotations

from forno.core.language import _
from forno.games.mamma_mia.face.cards import Leaf, book_of, ingredient_card
from forno.games.mamma_mia.face.forms import button, form, form_of_one_step, span
from forno.games.mamma_mia.face.words import SYMBOLS, amounts, cards, kind_name, listed, number_word, some, style_title
from forno.games.mamma_mia.rules.actions import (
    Action,
    AddCard,
    AddMissing,
    AskForHelp,
    Choose,
    EndRequest,
    Help,
    Request,
    SendBack,
)
from forno.games.mamma_mia.rules.views import MammaMiaPlace
from forno.publishing.face import Guests, Tree
from forno.publishing.html import art, esc

Numbered = dict[int, Action]


def _leaf(place: MammaMiaPlace) -> Leaf:
    """The order that is being decided."""
    opening = place.opening
    assert opening is not None and opening.owner is not None and opening.order is not None
    return book_of(place.game).leaves[opening.owner][opening.order]


def _pictures(kinds: tuple[int, ...]) -> str:
    return "".join(art(SYMBOLS[kind]) for kind in kinds)


# --- the owner of an order --------------------------------------------------------


def baking_form(place: MammaMiaPlace, tree: Tree, offered: Numbered) -> str:
    """The kinds if there is a choice, then what to do about what is missing, then what to ask for."""
    card = _leaf(place).card
    if card.at_least:
        tree = {action: {} for action in tree}  # cards are named one by one after that
        offered = {number: offered[number] for number in tree}
    chooses = any(isinstance(offered[number], Choose) for number in tree)
    ways: list[tuple[int, str]] = []
    back: list[str] = []
    fates: list[str] = []
    for number, action in offered.items():
        if isinstance(action, Choose):
            names = listed([kind_name(kind) for kind in action.kinds])
            hidden = ' class="unseen"' if len(action.kinds) > 1 else ""
            lacks = _lacking(place, action)
            words = _("{number} missing").format(number=lacks) if lacks else _("complete")
            inside = f"{_pictures(action.kinds)}<span{hidden}>{esc(names)}</span> <small>{esc(words)}</small>"
            control = button(number, "kinds", _("with {kinds}").format(kinds=names), inside, "chip kinds")
            ways.append((lacks, control))
        elif isinstance(action, AddMissing):
            inside = esc(_add_label(place))
            fates.append(button(number, "fate", _("and add what is missing from my hand"), inside, "chip"))
        elif isinstance(action, AskForHelp):
            fates.append(button(number, "fate", _("and ask the others for help"), esc(_("Ask for help")), "chip"))
        elif isinstance(action, SendBack):
            slot, row = ("kinds", back) if chooses else ("fate", fates)
            row.append(button(number, slot, _("not at all: it goes back"), esc(_("Send it back")), "chip send-back"))
    kinds = [control for _lacks, control in sorted(ways, key=lambda way: way[0])] + back
    controls = _group(_("With what?"), kinds) + _group(_("What is missing?"), fates) + _requests(place, offered)
    asked = "".join(span(f"ask-{kind}", "") for kind in _asked_kinds(offered))
    sentence = esc(_("I bake {order} {kinds} {fate} {request}")).format(
        order=f"<em>{esc(_leaf(place).title if card.either is None else style_title(card))}</em>",
        kinds=span("kinds", "…") if kinds else "",
        fate=span("fate", "" if kinds else "…") if fates else "",
        request=asked,
    )
    return form(tree, sentence, controls, _("So be it!"), "baking")


def _lacking(place: MammaMiaPlace, choice: Choose) -> int:
    """How many cards would be missing on the table with these kinds."""
    assert place.opening is not None
    card = _leaf(place).card
    needs = list(card.needs)
    for kind, number in zip(choice.kinds, card.jokers or (card.fewest or card.either_count,), strict=True):
        needs[kind] += number
    return sum(max(wanted - there, 0) for wanted, there in zip(needs, place.opening.table, strict=True))


def _add_label(place: MammaMiaPlace) -> str:
    """What adding would take from the hand, where that is settled."""
    opening = place.opening
    assert opening is not None
    card = _leaf(place).card
    if card.at_least:
        lacking = card.at_least - sum(opening.table)
        return _("Add {cards} from my hand").format(cards=cards(lacking))
    if opening.needs is not None and any(opening.needs):
        missing = [max(wanted - there, 0) for wanted, there in zip(opening.needs, opening.table, strict=True)]
        return _("Add {ingredients} from my hand").format(ingredients=amounts(missing))
    return _("Add what is missing from my hand")


def _group(legend: str, controls: list[str], css: str = "") -> str:
    """Controls that belong together. The sentence asks already, so most legends are for those who don't see it."""
    if not controls:
        return ""
    options = f'<span class="options">{"".join(controls)}</span>'
    return f'<fieldset class="choice"><legend class="{css or "unseen"}">{esc(legend)}</legend>{options}</fieldset>'


def _asked_kinds(offered: Numbered) -> list[int]:
    return sorted({action.kind for action in offered.values() if isinstance(action, Request)})


def _requests(place: MammaMiaPlace, offered: Numbered) -> str:
    """MM-18: of each missing kind, how many are asked for."""
    groups: list[str] = []
    for kind in _asked_kinds(offered):
        controls = [
            button(
                number,
                f"ask-{kind}",
                f"({some(kind, action.number)})",
                f'{art(SYMBOLS[kind])}<span aria-hidden="true">{action.number}</span>'
                f'<span class="unseen">{esc(some(kind, action.number))}</span>',
                "chip",
            )
            for number, action in offered.items()
            if isinstance(action, Request) and action.kind == kind
        ]
        groups.append(_group(_("Ask for how many?"), controls, "asks"))
    return "".join(groups)


def request_form(place: MammaMiaPlace, tree: Tree, offered: Numbered) -> str:
    """MM-18, MMR-14: what to ask for, when asking has begun."""
    assert place.opening is not None
    leaf = _leaf(place)
    if leaf.card.at_least:
        asked = amounts(place.opening.request or ())
        lacking = leaf.card.at_least - sum(place.opening.table) - sum(place.opening.request or ())
        sentence = _("I ask for {asked} so far; {lacking} of {order} missing. What else?").format(
            asked=asked, lacking=number_word(lacking), order=leaf.title
        )
        controls = []
        for number in tree:
            action = offered[number]
            if isinstance(action, Request):
                inside = f"{art(SYMBOLS[action.kind])}<span>{esc(some(action.kind, 1))}</span>"
                controls.append(button(number, "ask", some(action.kind, 1), inside, "chip", send=True))
            elif isinstance(action, EndRequest):
                words = _("No more: ask around")
                controls.append(button(number, "ask", words, esc(words), "chip go-on", send=True))
        return form_of_one_step(tree, esc(sentence), controls, "asking")
    asked = "".join(span(f"ask-{kind}", "") for kind in _asked_kinds(offered))
    sentence = esc(_("For {order} I ask the others for help {request}")).format(
        order=f"<em>{esc(leaf.title)}</em>", request=asked
    )
    return form(tree, sentence, _requests(place, offered), _("Who helps?"), "asking")


def adding_form(place: MammaMiaPlace, tree: Tree, offered: Numbered) -> str:
    """MMR-4: one card after the other, until the Bombastica is complete."""
    opening = place.opening
    assert opening is not None
    leaf = _leaf(place)
    added, given = sum(opening.added or ()), sum(opening.given or ())
    lacking = leaf.card.at_least - sum(opening.table) - added - given
    if added:
        sentence = _("I add {added} to {order}; {cards} to go. Which one next?").format(
            added=amounts(opening.added or ()), order=leaf.title, cards=cards(lacking)
        )
    else:
        sentence = _("{order} takes {cards} more. Which one do I add first?").format(
            order=leaf.title, cards=cards(lacking)
        )
    controls = []
    for number in tree:
        action = offered[number]
        assert isinstance(action, AddCard)
        inside = f'{ingredient_card(action.kind)}<span class="unseen">{esc(some(action.kind, 1))}</span>'
        controls.append(button(number, "add", some(action.kind, 1), inside, "card-option", send=True))
    return form_of_one_step(tree, esc(sentence), controls, "adding")


# --- the others -------------------------------------------------------------------


def helping_form(place: MammaMiaPlace, guests: Guests, tree: Tree, offered: Numbered) -> str:
    """MM-19: whether to give what is asked for."""
    opening = place.opening
    assert opening is not None and opening.owner is not None and opening.request is not None
    wanted = amounts(opening.request)
    sentence = _(
        "{name} asks for {ingredients}. If you give them, the top order of your waiter counts as completed."
    ).format(name=guests.names[opening.owner], ingredients=wanted)
    controls = []
    for number in tree:
        if isinstance(offered[number], Help):
            words = _("I help: {ingredients}").format(ingredients=wanted)
            pictures = _pictures(tuple(kind for kind, count in enumerate(opening.request) if count))
            controls.append(button(number, "help", words, f"{pictures}<span>{esc(words)}</span>", "go", send=True))
        else:
            words = _("Not this time")
            controls.append(button(number, "help", words, esc(words), "chip", send=True))
    return form_of_one_step(tree, esc(sentence), controls, "helping")
