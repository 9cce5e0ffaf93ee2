"""Sealed deals on a table's page: before and during the game, and when the deal is opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forno.core.language import _, listed
from forno.pages.face import Guests
from forno.pages.html import NOTHING, Content, Markup, script_json, tag, together
from forno.table.table import Table


def deal_words(table: Table, guests: Guests) -> Markup:
    """Return the note on the deal before its end; empty where the visitor's own browser deals."""
    if table.chosen:
        return _chosen_words(table)
    if not table.sealed:
        return NOTHING
    deal = table.deal
    adding = [guests.names[seat] for seat in sorted(deal.promises if table.state is None else deal.numbers)]
    told = [
        _("Nobody can choose or predict these cards."),
        _("The server sealed a secret number when the table was opened, and each player's browser adds its own."),
    ]
    if adding:
        word = _("Ready to add a number: {names}.") if table.state is None else _("Added a number: {names}.")
        told.append(word.format(names=listed(adding)))
    if table.state is not None:
        told += _left_out(table, guests)
        told.append(_("After the game you can check the deal."))
    return together(tag("p", " ".join(told)), _hash(_("The seal"), deal.seal))


def _left_out(table: Table, guests: Guests) -> list[str]:
    people = [place for place, seat in enumerate(table.seats) if seat.person]
    missing = [guests.names[place] for place in people if place not in table.deal.numbers]
    return [_("Left out, since no number came in time: {names}.").format(names=listed(missing))] if missing else []


def _chosen_words(table: Table) -> Markup:
    """Return the note on a deal that isn't sealed."""
    if table.settings.daily:
        return tag("p", _("Everyone gets these cards at this daily table."))
    return tag("p", _("Everyone gets the same practice deal."))


def _hash(label: str, text: str) -> Markup:
    return tag("p.hash", tag("span", label), " ", tag("code", text))


def opened_envelope(table: Table, guests: Guests, mine: list[int]) -> Markup:
    """Return the opened deal after the game: its inputs, and the checks that this browser can make."""
    if table.chosen:
        return _chosen_words(table)
    envelope = table.envelope
    if envelope is None:
        return NOTHING
    seed = table.final.seed
    told: list[Content] = [
        tag(
            "p",
            _("Nobody could choose these cards: the server sealed a secret number before the players added theirs."),
        ),
        _hash(_("The secret"), envelope.secret),
        _hash(_("The seal"), envelope.seal),
    ]
    told += [
        # Translators: followed by the secret number of this player
        _hash(_("{name} added").format(name=guests.names[seat]), envelope.numbers[seat])
        for seat in sorted(envelope.numbers)
    ]
    told += [tag("p", text) for text in _left_out(table, guests)]
    told += [
        _hash(_("The cards were dealt from"), str(seed)),
        tag("ol.checks", [tag("li", words.pop("waits"), data_check=name, **words) for name, words in _checks()]),
        tag(
            "p",
            _("To check the whole deal yourself, download the record and run {command}.").format(
                command="forno verify"
            ),
        ),
    ]
    data = {
        "table": table.id,
        "seal": envelope.seal,
        "secret": envelope.secret,
        "promises": _string_keys(envelope.promises),
        "numbers": _string_keys(envelope.numbers),
        "seed": seed,
        "mine": mine,
    }
    return tag(
        "details.envelope",
        tag("summary.quiet", _("Fair deal")),
        tag("div.opened", told),
        tag("script#envelope", script_json(data), type="application/json"),
    )


def _checks() -> list[tuple[str, dict[str, Any]]]:
    """Return the checks of the script with their messages."""
    return [
        (
            "kept",
            {
                "waits": _("Is it the seal that this browser saw?"),
                "data_fine": _("It is the seal that this browser saw before the game."),
                "data_wrong": _("This isn't the seal that this browser saw before the game: the server changed it!"),
                "data_unknown": _("This browser didn't see the seal before the game, so it can't compare."),
            },
        ),
        (
            "secret",
            {
                "waits": _("Does the seal fit the secret?"),
                "data_fine": _("The seal fits the secret."),
                "data_wrong": _("The seal doesn't fit the secret: something else was sealed!"),
            },
        ),
        (
            "mine",
            {
                "waits": _("Is this browser's number among them?"),
                "data_fine": _("This browser's number is among them."),
                "data_wrong": _("This browser sent a number that isn't among them!"),
                "data_late": _("This browser's number came too late, or the server left it out."),
                "data_unknown": _("This browser added no number."),
            },
        ),
        (
            "promises",
            {
                "waits": _("Are the numbers those that were promised?"),
                "data_fine": _("All numbers are those that were promised before the first was shown."),
                "data_wrong": _("Someone's number isn't the one that was promised!"),
            },
        ),
        (
            "seed",
            {
                "waits": _("Does the deal come from the secret and the numbers?"),
                "data_fine": _("The deal comes from the secret and the numbers, and from nothing else."),
                "data_wrong": _("The deal doesn't come from the secret and the numbers!"),
            },
        ),
    ]


def deal_data(table: Table) -> dict[str, Any]:
    """Return the deal as data for programs."""
    deal = table.deal
    kind = "chosen" if table.chosen else "sealed" if table.sealed else "unsealed"
    told: dict[str, Any] = {"kind": kind, "seal": deal.seal if table.sealed else None}
    told |= {"promises": _string_keys(deal.promises), "called": deal.called is not None}
    if table.phase == "over" and (envelope := table.envelope) is not None:
        told |= {"secret": envelope.secret, "numbers": _string_keys(envelope.numbers), "seed": table.final.seed}
        told["left_out"] = list(envelope.left_out)
    return told


def _string_keys(numbers: Mapping[int, str]) -> dict[str, str]:
    """Convert keys from seats to strings, for JSON."""
    return {str(seat): number for seat, number in sorted(numbers.items())}
