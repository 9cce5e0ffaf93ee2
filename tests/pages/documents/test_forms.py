"""Forms that hosts send, read as options and settings."""

from __future__ import annotations

from forno.pages.documents.forms import read_choices
from forno.table.entries import Opened
from forno.table.settings import TableSettings
from forno.table.table import Table
from tests.table.helpers import do


def test_a_configured_table_keeps_the_settings_that_the_form_doesnt_have() -> None:
    table = Table("t")
    do(table, Opened(0.0, "mamma-mia", {"players": 2}, None, TableSettings(clock=30, lesson="mamma-mia", daily=3)))
    _options, settings = read_choices(table, {"clock": "60", "public": "yes"})
    assert settings == TableSettings(public=True, clock=60, lesson="mamma-mia", daily=3)
