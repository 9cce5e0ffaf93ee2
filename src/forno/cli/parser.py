"""The parser of the command line: it speaks the language of the context, and says what is wrong in Forno's own way."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from forno.core.language import N_, _, best, from_environment, gettext, languages, ngettext

USAGE = 2
LANGUAGE = "--language"

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("show program's version number and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("not allowed with argument %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("expected one argument"),
    N_("expected at least one argument"),
)
"""What argparse itself says. It looks its translations up in gettext's binary catalogues, and ours aren't such."""


class Parser(argparse.ArgumentParser):
    """A command line, or a command of it."""

    def __init__(self, **settings: Any) -> None:
        vars(argparse).update(_=gettext, ngettext=ngettext)
        super().__init__(**settings)
        self.add_argument(
            LANGUAGE,
            type=_language,
            metavar="NAME",
            help=_("speak this language: {languages} (default: that of your system)").format(
                languages=", ".join(languages())
            ),
        )

    def error(self, message: str) -> NoReturn:
        print(
            _("forno: {message}. Try '{command} --help'.").format(message=message, command=self.prog), file=sys.stderr
        )
        raise SystemExit(USAGE)


def spoken(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that a command line asks for, before it can be read; else that of the environment."""
    for place, word in enumerate(words):
        if word.startswith(f"{LANGUAGE}="):
            return best([word.partition("=")[2]])
        if word == LANGUAGE and place + 1 < len(words):
            return best([words[place + 1]])
    return from_environment(environment)


def example(command: str, comment: str) -> str:
    """A command with a word about it."""
    return f"{command:32}{comment}"


def _language(text: str) -> str:
    if text not in languages():
        raise argparse.ArgumentTypeError(
            _("there is no language {text!r}; there are {languages}").format(
                text=text, languages=", ".join(languages())
            )
        )
    return text
