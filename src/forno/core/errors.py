"""The errors of Forno: few, typed, each with a stable code and a sentence that tells a person what to do.

Three of them speak about moves, as in python-chess: a text can be *invalid* (it is no notation at all),
*ambiguous* (it could mean several actions) or *illegal* (it is an action, but not one that the rules allow now).
"""

from __future__ import annotations

from typing import ClassVar

from forno.core.language import _

MAX_SHOWN_CHARACTERS = 80


class Shown:
    """A value as an error shows it, shortened."""

    def __init__(self, value: object) -> None:
        try:
            text = repr(value)
        except Exception:  # a number that takes too long to write, or a type that can't show itself
            text = f"<{type(value).__name__}>"
        self.text = text if len(text) <= MAX_SHOWN_CHARACTERS else f"{text[:MAX_SHOWN_CHARACTERS]}…"

    def __repr__(self) -> str:
        return self.text


class FornoError(Exception):
    """The base of every error that Forno raises on purpose. `code` never changes once released."""

    code: ClassVar[str] = "error"


class InvalidNotation(FornoError, ValueError):
    """A text that names no action of the game."""

    code = "invalid-notation"


class AmbiguousNotation(FornoError, ValueError):
    """A text that could name several actions."""

    code = "ambiguous-notation"


class IllegalAction(FornoError, ValueError):
    """An action that the rules do not allow now. The state is as it was."""

    code = "illegal-action"


class UnknownGame(FornoError, LookupError):
    """No game of this name is registered."""

    code = "unknown-game"


class UnknownSeat(FornoError, LookupError):
    """A seat that isn't at the table."""

    code = "unknown-seat"


class WrongArgument(FornoError, TypeError, ValueError):
    """An argument that a method can't use: of another type, or of another game or seat."""

    code = "wrong-argument"


class Unobservable(FornoError, LookupError):
    """A game without observations."""

    code = "unobservable"


class UnknownRules(FornoError, LookupError):
    """A version of a game's rules that isn't here any more, or not yet."""

    code = "unknown-rules"


class OptionError(FornoError, ValueError):
    """An option that the game does not have, or a value that it can't take."""

    code = "option"


class SeedError(FornoError, ValueError):
    """Something that no game can be dealt from."""

    code = "seed"


class SealError(FornoError, ValueError):
    """A sealed deal that doesn't come from what was sealed and promised, or a number that can't be part of one."""

    code = "seal"


class DeckError(FornoError, ValueError):
    """A deck file that can't be used. The message names the file, the card and what is wrong with it."""

    code = "deck"


class MissingExtra(FornoError, ImportError):
    """A package is missing. The message says how to install it."""

    code = "missing-extra"


class ResultsError(FornoError, ValueError):
    """A file of results that can't be read, or that holds other games than those to be played."""

    code = "results"


class PositionError(FornoError, ValueError):
    """A position that can't be: a card too many, a card missing, a hand that the rules never produce."""

    code = "position"


class UnknownEvent(FornoError, ValueError):
    """Plain data that is no event of the game."""

    code = "unknown-event"


class BotError(FornoError, RuntimeError):
    """A bot that can't go on: it chose what isn't allowed, or its program failed."""

    code = "bot"


class RecordError(FornoError, ValueError):
    """A record that can't be read or does not replay. `line` is the line at which it breaks, from 1."""

    code = "record"

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else _("line {line}: {message}").format(line=line, message=message))
        self.line = line


def not_understood(text: object, example: str) -> OptionError:
    """Return the error for what was written in a way that can't be read."""
    return OptionError(_("{text!r} isn't understood; write {example}, for example.").format(text=text, example=example))


def cant_be_loaded(name: str, reason: object) -> str:
    """Return the refusal of a plug-in that is broken."""
    return _("{name!r} is installed but can't be loaded ({reason}); fix or remove its package.").format(
        name=name, reason=reason
    )


def suggest(word: object, words: list[str]) -> str:
    """Return a suggestion for a misspelt name, for the end of an error; empty if nothing comes near."""
    from difflib import get_close_matches  # only for mistakes

    close = get_close_matches(word, words, n=1) if isinstance(word, str) else []
    return _(" (did you mean {word!r}?)").format(word=close[0]) if close else ""
