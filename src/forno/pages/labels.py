"""Labels of things outside the games: tables, bots, clocks, phrases, languages, and results in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from forno.bots import bots
from forno.bots.people import Person
from forno.bots.registry import BotChoice
from forno.core.game import Game
from forno.core.language import N_, _, capital, labelled, listed, ngettext
from forno.core.registry import GameInfo, game_info
from forno.core.seeds import daily_date
from forno.pages.html import Markup, art, tag
from forno.table.settings import BOT_DECIDES, BOT_PLAYS, NIGHTS, VOTE, WAIT, WEEKENDS
from forno.table.table import Table
from forno.table.timing import HOUR_SECONDS

CLOCKS: Final = (0, 30, 60, 120, 300)
"""Offered decision times, in seconds."""
SLOW_CLOCKS: Final = ((24, 4, 72), (72, 12, 120), (72, 36, 240))
"""Offered times over days, in hours: at the start, more for each move, and the most that a bank holds."""
REACTIONS: Final = (("👏", "bravo"), ("😂", "laugh"), ("😱", "shock"), ("🔥", "fire"), ("❤️", "heart"))
"""Reactions and their pictures."""
PHRASES: Final = (
    N_("Well played!"),
    N_("Thank you!"),
    N_("Sorry!"),
    N_("One moment, please."),
    N_("Buon appetito!"),
)
MONTHS: Final = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
LEVELS: Final = {"garzone": N_("Easy"), "cuoco": N_("Medium"), "pizzaiolo": N_("Hard"), "nonna": N_("Expert")}
"""Levels of the usual bots, the weakest first."""
RESEARCH_BOTS: Final = frozenset({"random", "search"})
"""Bots that programs and the command line know, but pages don't offer."""
LANGUAGES: Final = {"en": "English", "it": "Italiano", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""Names of the languages, in themselves."""

PLACES: Final = {
    2: N_("You came second."),
    3: N_("You came third."),
    4: N_("You came fourth."),
    5: N_("You came fifth."),
    6: N_("You came sixth."),
}


def bot_label(name: str) -> str:
    """Return a bot's name and summary."""
    info = next((info for info in bots() if info.name == name), None)
    return labelled(info.title, _(info.summary)) if info and info.summary else bot_name(name)


def bot_description(name: str) -> str:
    """Return the sentence about a bot where opponents are chosen: how it plays, and how often it wins."""
    info = next((info for info in bots() if info.name == name), None)
    return "" if info is None else _(info.about) if info.about else capital(_(info.summary))


def bot_level(name: str) -> str:
    """Return the level that a bot plays at; the name of a bot without one."""
    return _(LEVELS[name]) if name in LEVELS else bot_name(name)


def bot_choice(name: str) -> str:
    """Return a bot where one is chosen: its level, if it has one, and its name."""
    return f"{bot_level(name)} ({bot_name(name)})" if name in LEVELS else bot_name(name)


def bot_option(bot: BotChoice) -> str:
    """Return a bot in a list of choices: with the size of what is fetched for it, if anything is."""
    size = _("{megabytes} MB to download").format(megabytes=bot.megabytes)
    return f"{bot_choice(bot.name)}, {size}" if bot.megabytes else bot_choice(bot.name)


def bot_name(name: str) -> str:
    """Return a bot's name alone."""
    return next((info.title for info in bots() if info.name == name), name)


def for_players(choices: Sequence[BotChoice]) -> Sequence[BotChoice]:
    """Return the bots that are offered on pages: those for research only where a game has no others."""
    return [choice for choice in choices if choice.name not in RESEARCH_BOTS] or choices


def bot_face(bot: str | None, name: str | None = None) -> str:
    """Return the portrait symbol of a bot or of its named character; empty where no bot plays."""
    if bot is None:
        return ""
    person = _person(bot, name)
    return (
        person.face
        if person
        else next((f"bot-{info.name}" for info in bots() if info.name == bot and info.people), "bot")
    )


def next_name(bot: str, taken: Iterable[str | None]) -> str:
    """Return the next free character of a bot; empty if it has none left."""
    here = set(taken)
    people = next((info.people for info in bots() if info.name == bot), ())
    return next((person.name for person in people if person.name not in here), "")


def character(bot: str, name: str | None) -> str:
    """Return the trait of a bot's character; empty for others."""
    person = _person(bot, name)
    return _(person.word) if person else ""


def _person(bot: str, name: str | None) -> Person | None:
    people = next((info.people for info in bots() if info.name == bot), ())
    return next((person for person in people if person.name == name), None)


def clock_text(seconds: int, increment: int = 0, bank: int = 0) -> str:
    """Format the time of decisions: `30 seconds`, `24 h, +4 h a move, up to 72 h`."""
    if not seconds:
        return _("No limit")
    if increment:
        times = {"start": seconds, "more": increment, "most": bank}
        hours = {name: f"{time / HOUR_SECONDS:g}" for name, time in times.items()}
        return _("{start} h, +{more} h a move, up to {most} h").format(**hours)
    return _duration(seconds)


def _duration(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest:
        return _("{seconds} seconds").format(seconds=seconds)
    hours, rest = divmod(minutes, 60)
    if rest or not hours:
        return ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes)
    return ngettext("{n} hour", "{n} hours", hours).format(n=hours)


def late_texts() -> dict[str, str]:
    """Return what may happen when a player's time is up."""
    return {
        BOT_DECIDES: _("a bot decides this once"),
        BOT_PLAYS: _("a bot plays until they return"),
        WAIT: _("wait until someone adds a bot"),
        VOTE: _("wait until most vote for a bot"),
    }


def rest_texts() -> dict[str, str]:
    """Return the hours that may not count."""
    return {
        "": _("none: the clock always runs"),
        NIGHTS: _("nights (23:00–8:00 local time)"),
        WEEKENDS: _("nights and weekends (local)"),
    }


def answers_text(hours: int) -> str:
    """Return within which time a player usually answers; empty if that isn't known."""
    return {
        0: "",
        1: _("usually answers within an hour"),
        6: _("usually answers within a few hours"),
        24: _("usually answers within a day"),
        72: _("usually answers within a few days"),
    }.get(hours, _("usually takes many days to answer"))


def notes_texts() -> dict[str, str]:
    """Return what may help players to remember over days."""
    return {
        "no": _("honest (remember what you saw)"),
        "yes": _("with notes (everyone has a notebook)"),
    }


def game_text(info: GameInfo, variant: str) -> str:
    """Return the title of a game, or of one edition or mode of it: `Mamma Mia! · Grande`."""
    title = info.variant_title(variant) if variant else ""
    return f"{info.title} · {title}" if title else info.title


def variant_text(info: GameInfo, variant: str, players: int) -> str:
    """Format a variant: `Grande, 4 players`."""
    number = ngettext("{n} player", "{n} players", players).format(n=players)
    title = info.variant_title(variant) if variant else ""
    return f"{title}, {number}" if title else number


def date_text(when: date) -> str:
    """Return a date without its year: `17 November`."""
    return _("{day} {month}").format(day=when.day, month=_(MONTHS[when.month - 1]))


def daily_text(day: int) -> str:
    """Name the daily table of a day: `Daily, 17 November`."""
    return _("Daily, {date}").format(date=date_text(daily_date(day)))


def about(table: Table) -> str:
    """Return the title of a table: its game, variant and players."""
    return f"{game_info(table.game.name).title} · {about_variant(table)}"


def about_variant(table: Table) -> str:
    """Return the title of a table without its game: `Grande, 4 players`."""
    info = game_info(table.game.name)
    parts = [variant_text(info, str(table.game.options.get(info.variant, "")), table.game.players)]
    if table.settings.clock:
        parts.append(clock_text(table.settings.clock, table.settings.increment, table.settings.bank))
    if table.settings.daily:
        parts.append(daily_text(table.settings.daily))
    if table.origin is not None:
        parts.append(_("What if?"))
    return " · ".join(parts)


def starters(game: Game, info: GameInfo) -> list[tuple[str, str]]:
    """Return the choices of the starting seat; none where the game has no such option."""
    if not any(option.name == "starter" for option in info.options):
        return []
    return [("", _("at random")), *((colour, info.seat_title(colour)) for colour in game.colours)]


def phrases(info: GameInfo) -> list[str]:
    """Return the quick phrases: the game's own first."""
    yours = _("{what}!").format(what=_("Your turn"))
    return [*(_(phrase) for phrase in (*info.phrases, *PHRASES)), yours]


def result(places: Sequence[int], names: Sequence[str], mine: Sequence[int]) -> str:
    """Return who won. A viewer with one seat is addressed as "you"; several on one device by name."""
    winners = [seat for seat, place in enumerate(places) if place == 1]
    if not winners:
        return _("The game is over.")
    (me,) = mine if len(mine) == 1 else (None,)
    others = listed([names[seat] for seat in winners if seat != me])
    if me in winners:
        return _("You won together with {names}.").format(names=others) if others else _("You won!")
    won = ngettext("{names} won.", "{names} won together.", len(winners)).format(names=others)
    place = None if me is None else PLACES.get(places[me])
    return f"{won} {_(place)}" if place else won


def heading(places: Sequence[int], names: Sequence[str], mine: Sequence[int]) -> Markup:
    """Return the result as a heading, with a crown for the winner."""
    won = any(places[seat] == 1 for seat in mine if seat < len(places))
    return tag(f"h2#result.result{'.won' if won else ''}", art("crown") if won else None, result(places, names, mine))


def you() -> Markup:
    """Return the mark of the viewer's own row."""
    return tag("small.you", _("you"))
