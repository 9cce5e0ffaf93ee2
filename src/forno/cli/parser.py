"""The argument parser: translated, with Forno's own error messages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from forno.cli.screen import printable
from forno.core.language import N_, _, best, from_environment, gettext, languages, ngettext

USAGE_EXIT_CODE = 2
LANGUAGE = "--language"

ARGPARSE_MESSAGES = (
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
"""Messages of argparse itself, which looks translations up in binary catalogues that we don't have."""


class Parser(argparse.ArgumentParser):
    """Parser of the command line or of one command."""

    def __init__(self, **settings: Any) -> None:
        vars(argparse).update(_=gettext, ngettext=ngettext)
        super().__init__(**settings)
        self.add_argument(
            LANGUAGE,
            type=_language,
            metavar="NAME",
            help=_("language: {languages} (default: your system's)").format(languages=", ".join(languages())),
        )

    def error(self, message: str) -> NoReturn:
        said = _("forno: {message}. Try '{command} --help'.").format(message=message, command=self.prog)
        print(printable(said), file=sys.stderr)
        raise SystemExit(USAGE_EXIT_CODE)


def requested_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language asked for on the command line, before it is parsed; else that of the environment."""
    for place, word in enumerate(words):
        if word.startswith(f"{LANGUAGE}="):
            return best([word.partition("=")[2]])
        if word == LANGUAGE and place + 1 < len(words):
            return best([words[place + 1]])
    return from_environment(environment)


def example(command: str, comment: str) -> str:
    """Format an example of a command with its comment."""
    return f"{command:32}{comment}"


def _language(text: str) -> str:
    if text not in languages():
        raise argparse.ArgumentTypeError(
            _("there is no language {text!r}; there are {languages}").format(
                text=text, languages=", ".join(languages())
            )
        )
    return text
