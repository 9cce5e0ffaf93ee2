"""Characters of our bots: names, traits and portraits."""

from __future__ import annotations

from typing import Final, NamedTuple

from forno.core.language import N_


class Person(NamedTuple):
    """A character that a bot plays as."""

    name: str
    word: str
    """Their trait, in a few words."""
    face: str
    """Symbol of their portrait in the shared picture sheet."""


GARZONI: Final = (
    Person("Pino", N_("dreamy"), "bot-garzone"),
    Person("Lia", N_("always in a hurry"), "bot-garzona"),
    Person("Nino", N_("curious"), "bot-garzone"),
    Person("Mimma", N_("cheerful"), "bot-garzona"),
    Person("Gigi", N_("hungry"), "bot-garzone"),
)
CUOCHI: Final = (
    Person("Rosa", N_("calm"), "bot-cuoca"),
    Person("Enzo", N_("stubborn"), "bot-cuoco"),
    Person("Silvia", N_("precise"), "bot-cuoca"),
    Person("Ettore", N_("grumpy"), "bot-cuoco"),
    Person("Marisa", N_("generous"), "bot-cuoca"),
)
PIZZAIOLI: Final = (
    Person("Salvatore", N_("proud"), "bot-pizzaiolo"),
    Person("Concetta", N_("quick-witted"), "bot-pizzaiola"),
    Person("Gennaro", N_("daring"), "bot-pizzaiolo"),
    Person("Assunta", N_("patient"), "bot-pizzaiola"),
    Person("Ciro", N_("sly"), "bot-pizzaiolo"),
)
NONNE: Final = (
    Person("Nonna Pina", N_("sees everything"), "bot-nonna"),
    Person("Nonna Ada", N_("is never in doubt"), "bot-nonna"),
    Person("Nonna Tina", N_("sweet until she plays"), "bot-nonna"),
    Person("Nonna Ida", N_("strict"), "bot-nonna"),
    Person("Nonna Bice", N_("amused"), "bot-nonna"),
)
