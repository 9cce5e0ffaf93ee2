"""Client addresses behind reverse proxies, and the base path under which a proxy passes requests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from forno.pages.base_path import base
from forno.server.configuration import ANY_PROXY
from forno.web.health import PATHS


class TrustedProxies:
    """The proxies whose `X-Forwarded-…` headers count: addresses and networks, and `*` for every direct peer."""

    def __init__(self, names: Iterable[str]) -> None:
        named = set(names)
        self._every_peer = ANY_PROXY in named
        self._networks = [ip_network(name) for name in named - {ANY_PROXY}]
        self._is_named = lru_cache(maxsize=4096)(self._lies_within)

    def trusts(self, peer: str) -> bool:
        """Return whether a direct peer is a trusted proxy."""
        return self._every_peer or self._is_named(peer)

    def resolve(self, scope: Any) -> None:
        """Set a request's client and scheme to those that the trusted proxies tell.

        Each proxy appends the address that it sees, so addresses are read from the right, as long as named proxies
        vouch for the next one. What a visitor wrote further left is never believed.
        """
        peer = scope.get("client")
        if not peer or not self.trusts(peer[0]):
            return
        forwarded: list[str] = []
        for name, value in scope["headers"]:
            if name == b"x-forwarded-proto" and value.strip() in (b"http", b"https"):
                scope["scheme"] = value.strip().decode()
            elif name == b"x-forwarded-for":
                forwarded += value.decode("latin-1").split(",")
        for address in _valid_addresses(reversed(forwarded)):
            scope["client"] = (address, 0)
            if not self._is_named(address):
                return

    def _lies_within(self, name: str) -> bool:
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _valid_addresses(texts: Iterable[str]) -> Iterator[str]:
    """Yield addresses without their ports, up to the first text that isn't one."""
    for text in texts:
        host = text.strip()
        if host.startswith("["):
            host = host[1:].partition("]")[0]
        elif host.count(":") == 1:
            host = host.partition(":")[0]
        try:
            yield str(ip_address(host))
        except ValueError:
            return


@lru_cache(maxsize=4096)
def client_name(address: str) -> str:
    """Return the name under which a client is counted: an IPv4 address, or the /64 network of an IPv6 address.

    One connection to the internet usually has a whole /64 network.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or ip_network((int(parsed) >> 64 << 64, 64)))


def inside(scope: Any) -> Any:
    """Return the request without the base path; `None` if it lies outside the path.

    Health checks may come without the path, as they come from inside.
    """
    under, path = base(), scope["path"]
    if not under or path in PATHS:
        return scope
    if not path.startswith(f"{under}/"):
        return None
    raw = scope.get("raw_path", b"").removeprefix(under.encode())
    return {**scope, "path": path.removeprefix(under), "raw_path": raw}


async def answer_outside(scope: Any, send: Any) -> None:
    """Redirect from the root and from the path without its slash; answer 404 to everything else."""
    near = scope["path"] in ("/", base())
    told = (b"location", f"{base()}/".encode()) if near else (b"content-type", b"text/plain; charset=utf-8")
    body = b"" if near else b"There is nothing here.\n"
    headers = [told, (b"content-length", str(len(body)).encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 307 if near else 404, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
