"""Client addresses behind proxies: only what trusted proxies have written counts."""

from __future__ import annotations

from typing import Any

import pytest

from forno.web.proxies import TrustedProxies
from forno.web.security import client_of

LOCAL = ("127.0.0.1", "::1")


def resolved(trusted: tuple[str, ...], peer: str, *forwarded: str, scheme: str = "") -> dict[str, Any]:
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    headers += [(b"x-forwarded-proto", scheme.encode())] if scheme else []
    scope = {"client": (peer, 50_000), "headers": headers, "scheme": "http"}
    TrustedProxies(trusted).resolve(scope)
    return scope


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "client"),
    [
        (LOCAL, "127.0.0.1", (), "127.0.0.1"),
        (LOCAL, "127.0.0.1", ("203.0.113.5",), "203.0.113.5"),
        (LOCAL, "127.0.0.1", ("1.2.3.4, 203.0.113.5",), "203.0.113.5"),
        (LOCAL, "127.0.0.1", ("1.2.3.4", "203.0.113.5:4711"), "203.0.113.5"),
        (LOCAL, "198.51.100.1", ("203.0.113.5",), "198.51.100.1"),
        (LOCAL, "127.0.0.1", ("203.0.113.5, unknown",), "127.0.0.1"),
        (LOCAL, "127.0.0.1", ("203.0.113.5, ",), "127.0.0.1"),
        (("*",), "10.0.0.7", ("1.2.3.4, 203.0.113.5",), "203.0.113.5"),
        (("*",), "10.0.0.7", ("1.2.3.4, 10.0.0.8",), "10.0.0.8"),
        (("*", "10.0.0.0/8"), "172.16.0.1", ("1.2.3.4, 203.0.113.5, 10.0.0.8",), "203.0.113.5"),
        (("10.0.0.7", "192.0.2.0/24"), "10.0.0.7", ("1.2.3.4, 203.0.113.5, 192.0.2.9",), "203.0.113.5"),
        (("10.0.0.7",), "10.0.0.7", ("[2001:db8:0:1::2]:4711",), "2001:db8:0:1::/64"),
        (("10.0.0.7",), "10.0.0.7", ("2001:db8:0:1:ffff::3",), "2001:db8:0:1::/64"),
        (("10.0.0.7",), "10.0.0.7", ("::ffff:203.0.113.5",), "203.0.113.5"),
    ],
)
def test_addresses_count_from_the_right_as_far_as_trusted_proxies_vouch_for_them(
    trusted: tuple[str, ...], peer: str, forwarded: tuple[str, ...], client: str
) -> None:
    assert client_of(resolved(trusted, peer, *forwarded)) == client


def test_the_scheme_is_told_by_trusted_proxies_alone() -> None:
    assert resolved(LOCAL, "127.0.0.1", scheme="https")["scheme"] == "https"
    assert resolved(LOCAL, "203.0.113.5", scheme="https")["scheme"] == "http"
    assert resolved(LOCAL, "127.0.0.1", scheme="gopher")["scheme"] == "http"
