"""Reasons why a table is closed: the operator closed it, or its rules aren't here any more.

A game is never replayed under other rules than its own, since that would be another game, or none.
"""

from __future__ import annotations

from dataclasses import dataclass

from forno.core.language import _, capital
from forno.core.registry import ITS_OWN_RELEASE, OLDER_RULES, OTHER_RULES


@dataclass(frozen=True)
class RulesMissing:
    """The rules or the deck of the game aren't here."""

    theirs: int | None
    """Version of the rules that the game began with; `None` in logs that name none."""
    ours: int
    """Version of today's rules."""

    def __str__(self) -> str:
        """A sentence for the guests, in the language of the context."""
        if self.theirs is None:
            why = _(OLDER_RULES)
        elif self.theirs == self.ours:
            why = _("This game was started with a deck that is no longer here.")
        else:
            why = _(OTHER_RULES)
        said = capital(why.format(theirs=self.theirs, ours=self.ours))
        return " ".join((said, _("The table is closed."), _(ITS_OWN_RELEASE)))


class ClosedByOperator:
    """The operator of the server closed the table."""

    def __str__(self) -> str:
        return _("This table was closed by the people who run this server.")
