"""Forms for new tables, made from a game's registered options, and the parsing of what they send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from forno.bots.registry import BotChoice
from forno.core.errors import FornoError, OptionError
from forno.core.language import _, capital, labelled
from forno.core.registry import GameInfo, Option, game_info
from forno.pages.documents.time_fields import read_time
from forno.pages.html import Markup, art, labelled_field, select, tag, together
from forno.pages.labels import bot_choice, bot_description, bot_face, bot_option, for_players
from forno.pages.lessons import lesson_for
from forno.table.games import shared_game
from forno.table.settings import TableSettings
from forno.table.table import Table

OPEN, ME, PERSON, BOT = "open", "me", "person", "bot:"
OPTION_PREFIX: Final = "option_"
MAX_PILLS: Final = 8
"""Maximum number of choices shown side by side; more become an input field."""
YES, NO, USUAL = "yes", "no", ""
Form = Mapping[str, Any]


@dataclass(frozen=True)
class FormField:
    """One option in a form."""

    name: str
    id: str
    kind: str
    label: str
    help: str
    value: Any
    main: bool
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    wrong: str = ""
    """Error message; empty if it is valid."""

    def shown(self) -> Markup:
        about = [f"{self.id}-{part}" for part in ("help", "wrong") if getattr(self, part)]
        marks: dict[str, str | None] = {"aria_describedby": " ".join(about) or None}
        marks["aria_invalid"] = "true" if self.wrong else None
        told = together(
            tag(f"small#{self.id}-help", self.help) if self.help else None,
            tag(f"small#{self.id}-wrong.wrong", self.wrong) if self.wrong else None,
        )
        if self.main and self.kind == "choice":
            radios = (self._radio(value, text) for value, text in self.choices)
            marks = marks if self.wrong else {}
            return tag("fieldset.pills.big", tag("legend", self.label), radios, told if self.wrong else None, **marks)
        if self.main and self.kind == "number" and self.most - self.least < MAX_PILLS:
            numbers = (self._radio(str(number), str(number)) for number in range(self.least, self.most + 1))
            return tag("fieldset.pills", tag("legend", self.label), numbers, told, **marks)
        shown: dict[str, str | int | None] = {"name": self.name, **marks}
        if self.kind == "number":
            control = tag(
                f"input#{self.id}", type="number", min=self.least, max=self.most, value=str(self.value), **shown
            )
        elif self.kind == "file":
            control = tag(f"input#{self.id}", type="file", accept=".toml,text/plain", **shown)
        else:
            control = select(self.id, self.name, self.choices, self.value, **marks)
        return labelled_field(self.id, self.label, control, told)

    def _radio(self, value: str, text: str) -> Markup:
        checked = value == str(self.value)
        return tag("label", tag("input", type="radio", name=self.name, value=value, checked=checked), tag("span", text))


@dataclass(frozen=True)
class SeatField:
    """The choice of a seat's player in a form."""

    choices: tuple[tuple[str, str], ...]
    value: str
    person: str = ""
    colours: tuple[tuple[str, str], ...] = ()
    colour: str = ""


@dataclass
class TableWish:
    """A requested table: game options, settings and players."""

    options: dict[str, Any] = field(default_factory=dict)
    settings: TableSettings = field(default_factory=TableSettings)
    deck_text: str | None = None
    seats: list[str] = field(default_factory=list)
    """Wishes by seat: `open`, `me`, `person` or `bot:NAME`."""
    people: list[str] = field(default_factory=list)
    """Names of people who share the device, by seat; empty if nobody does."""


def usual_wish(info: GameInfo, others: str) -> TableWish:
    """Return the usual table of a game with the visitor in the first seat, and all others open or a bot's."""
    options = dict(info.usual_table)
    return TableWish(options, seats=[ME] + [others] * (shared_game(info.name, options, None).players - 1))


def lesson_wish(game: str) -> TableWish | None:
    """Return the table of a game's lesson, with the visitor in the first seat; `None` for a game without one."""
    lesson = lesson_for(game)
    if lesson is None:
        return None
    seats = [ME, *(BOT + bot for bot in lesson.bots)]
    return TableWish(dict(lesson.options), TableSettings(lesson=lesson.name), seats=seats)


def fields(info: GameInfo, sent: Form, wrong: Mapping[str, str]) -> list[FormField]:
    """Return the fields of all options but colours. `wrong` has error messages by option."""
    return [
        _field(info, option, sent.get(OPTION_PREFIX + option.name), wrong.get(option.name, ""))
        for option in info.options
        if option.kind != "names"
    ]


def option_fields(info: GameInfo, sent: Form) -> list[FormField]:
    """Return the fields that a host may still change at a table: neither deck nor starter."""
    starter = f"{OPTION_PREFIX}starter"
    return [field for field in fields(info, sent, {}) if field.kind != "file" and field.name != starter]


def _field(info: GameInfo, option: Option, sent: Any, wrong: str) -> FormField:
    main = option.name in (info.variant, "players")
    usual = (USUAL, _("default"))  # Translators: a choice in a form: what the option is if nothing is chosen
    choices: tuple[tuple[str, str], ...] = ()
    chosen = sent if isinstance(sent, str) else ""
    if option.kind == "switch":
        choices = ((YES, _("yes")), (NO, _("no")))
        if option.default is None:
            choices = (usual, *choices)
        chosen = chosen or {True: YES, False: NO}.get(option.default, USUAL)
    elif option.kind == "choice":
        choices = tuple((choice, option.value_title(choice)) for choice in option.choices)
        if option.default is None:
            choices = (usual, *choices)
        chosen = chosen or str(option.default or USUAL)
    elif option.kind == "number":
        chosen = chosen or str(option.default)
    return FormField(
        name=OPTION_PREFIX + option.name,
        id=f"option-{option.name}",
        kind=option.kind,
        label=option.title(),
        help=capital(_(option.help)),
        value=chosen,
        main=main,
        choices=choices,
        least=option.least,
        most=option.most,
        wrong=wrong,
    )


def seat_fields(info: GameInfo, bots: Sequence[BotChoice], usual_bot: str, sent: Form) -> list[SeatField]:
    """Return the choices of players for each seat."""
    # Translators: who may take a seat; "Me" is the visitor who opens the table
    choices = [(OPEN, _("Anyone with the link")), (ME, _("Me")), (PERSON, _("Someone on this device"))]
    choices += [(BOT + bot.name, labelled(capital(_("bot")), bot_option(bot))) for bot in for_players(bots)]
    option = info.colours
    colours = (
        ((USUAL, _("any colour")), *((name, option.value_title(name)) for name in option.choices)) if option else ()
    )
    return [
        SeatField(
            tuple(choices),
            str(sent.get(f"seat_{place}") or (ME if place == 0 else BOT + usual_bot)),
            str(sent.get(f"person_{place}") or ""),
            colours,
            str(sent.get(f"colour_{place}") or ""),
        )
        for place in range(info.option("players").most)
    ]


def about_bots(bots: Sequence[BotChoice]) -> Markup:
    """Return the list of bots that can be chosen, each with its sentence."""

    def known(bot: BotChoice) -> Markup:
        told = tag("span", tag("b", bot_choice(bot.name)), " ", bot.about or bot_description(bot.name))
        return tag("li", art(bot_face(bot.name)), told)

    listed = tag("ul.bots", (known(bot) for bot in for_players(bots)))
    return tag("details.about-bots", tag("summary", _("Who are the bots?")), listed)


def read_wish(info: GameInfo, sent: Form, deck_text: str | None) -> TableWish:
    """Parse a submitted form. Raises `OptionError`; the game validates its own options."""
    wish = TableWish(read_options(info, sent), deck_text=deck_text)
    option = info.option("players")
    places = range(min(int(wish.options.get("players") or option.default), option.most))
    wish.seats = [str(sent.get(f"seat_{place}") or OPEN) for place in places]
    wish.people = [str(sent.get(f"person_{place}") or "") for place in places]
    colours = [str(sent.get(f"colour_{place}") or "") for place in places]
    if any(colours):
        wish.options["colours"] = whole_colours(info, colours)
    for seat in wish.seats:
        if seat not in (OPEN, ME, PERSON) and not seat.startswith(BOT):
            raise OptionError(_("there is no player {guest!r}; choose one from the list.").format(guest=seat))
    if wish.seats.count(ME) > 1:
        raise OptionError(_("You can take only one seat; give the others to someone else on this device."))
    wish.settings = read_settings(sent, TableSettings())
    return wish


def read_options(info: GameInfo, sent: Form) -> dict[str, Any]:
    """Return the chosen options without colours and decks; defaults are left out."""
    chosen = {
        option: sent.get(OPTION_PREFIX + option.name) for option in info.options if option.kind not in ("names", "file")
    }
    return {
        option.name: read_option(option, str(text))
        for option, text in chosen.items()
        if text is not None and text != USUAL
    }


def written_options(info: GameInfo, options: Mapping[str, Any]) -> dict[str, str]:
    """Return options as form fields: the inverse of `read_options`."""
    words = {True: YES, False: NO}
    return {
        OPTION_PREFIX + option.name: words[value] if isinstance(value, bool) else str(value)
        for option in info.options
        if option.kind not in ("names", "file") and (value := options.get(option.name)) is not None
    }


def read_choices(table: Table, form: Form) -> tuple[dict[str, Any], TableSettings]:
    """Parse the host's choices before the start: colours, starter, clock, lobby."""
    game = table.game
    info = game_info(game.name)
    options = dict(game.options)
    wished = [str(form.get(f"colour_{place}") or "") for place in range(game.players)]
    if info.colours is not None and any(wished):
        options["colours"] = whole_colours(info, wished)
    if any(option.name == "starter" for option in info.options):
        starter = str(form.get("starter") or "")
        options.pop("starter", None)
        # Who starts is named by colour: a choice among the old colours doesn't outlive them.
        if starter and starter in options.get("colours", ()):
            options["starter"] = starter
    return options, read_settings(form, table.settings)


def changed_options(table: Table, sent: Form) -> dict[str, Any]:
    """Parse the options changed by the host."""
    options = read_options(game_info(table.game.name), sent)
    # Colours and who starts go by the seats: where those stay the same, they do too.
    if options.get("players") == table.game.players:
        options |= {name: value for name, value in table.options.items() if name in ("colours", "starter")}
    return options


def faulty_option(info: GameInfo, sent: Form, deck_text: str | None) -> str:
    """Return the option that makes a form invalid: without it, the rest is valid. Empty if it isn't an option.

    The last of several is meant: those that come first, edition and players, are what the others have to fit.
    """
    if deck_text is not None and _would_do(info, sent, None):
        return next((option.name for option in info.options if option.kind == "file"), "")
    for option in reversed(info.options):
        without = {key: text for key, text in sent.items() if key != OPTION_PREFIX + option.name}
        if option.kind == "names":
            without = {key: text for key, text in sent.items() if not key.startswith("colour_")}
        if len(without) < len(sent) and _would_do(info, without, deck_text):
            return option.name
    return ""


def _would_do(info: GameInfo, sent: Form, deck_text: str | None) -> bool:
    try:
        shared_game(info.name, read_wish(info, sent, deck_text).options, deck_text)
    except FornoError:
        return False
    return True


def read_option(option: Option, text: str) -> Any:
    """Parse one option's value; the registry validates it."""
    try:
        return option.read(text.strip())
    except ValueError as error:
        raise OptionError(f"{labelled(option.title(), error)}.") from error


def read_settings(sent: Form, before: TableSettings) -> TableSettings:
    """Read a table's settings; what the form doesn't have stays as before. Raises `OptionError`."""
    return replace(read_time(sent, before), public=sent.get("public") == YES)


def whole_colours(info: GameInfo, wished: Sequence[str]) -> tuple[str, ...]:
    """Return the colours of all seats: the chosen ones, then those left, in order."""
    option = info.colours
    if option is None:
        raise OptionError(_("This game has no colours to choose."))
    left = [name for name in option.choices if name not in wished]
    colours = [name or (left.pop(0) if left else "") for name in wished]
    if len(set(colours)) < len(colours):
        raise OptionError(_("Two seats can't have the same colour."))
    return tuple(colours)
