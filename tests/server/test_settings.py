"""Settings of a server: every limit can be set, and has a smallest value with which the server works."""

from __future__ import annotations

import pytest

from forno.core.errors import OptionError
from forno.server.configuration import configure
from forno.server.settings import LIMITS, OPTIONS, ServerSettings


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_has_a_smallest_value_with_which_the_server_works(name: str) -> None:
    option = OPTIONS[name]
    assert configure({}, {option.variable: str(option.least)}, None)[name] == option.least <= option.default
    below = option.least - 1 if option.kind == "count" else option.least / 2
    with pytest.raises(OptionError, match=rf"{option.variable}: .* from {option.least} on"):
        configure({}, {option.variable: str(below)}, None)


def test_every_limit_is_one_of_the_settings_and_every_number_among_them_can_be_set() -> None:
    numbers = {name for name, value in vars(ServerSettings()).items() if type(value) in (int, float)}
    assert numbers - set(LIMITS) == {"most_request"}
    assert set(LIMITS) <= numbers
