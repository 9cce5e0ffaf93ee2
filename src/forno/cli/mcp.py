"""`forno mcp`: tables for assistants, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from tempfile import TemporaryDirectory
from typing import Any

from forno.adapters.extras import missing
from forno.cli.options import Parser, example
from forno.cli.serve import listen, shown_host
from forno.core.errors import OptionError
from forno.core.language import _

DEFAULT_PORT = 8765


def add_commands(command: Callable[..., Parser], _words: Sequence[str]) -> None:
    served = command(
        "mcp",
        _serve,
        "mcp",
        example("mcp --http --port 8765", _("at http://127.0.0.1:8765/mcp, for several assistants")),
        example("mcp --data postgresql://…", _("at the tables of a server, with people")),
    )
    served.add_argument("--http", action="store_true", help=_("over HTTP instead of standard input and output"))
    served.add_argument("--host", default="127.0.0.1", help=_("the address to listen on (default: 127.0.0.1)"))
    served.add_argument("--port", type=int, default=DEFAULT_PORT, help=_("the port (default: 8765)"))
    served.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help=_("a name by which others reach it, such as forno.example; can be repeated"),
    )
    served.add_argument(
        "--data", metavar="PLACE", help=_("file or database for the tables (default: none, they end with the program)")
    )


def _serve(arguments: argparse.Namespace) -> int:
    try:
        from forno.features.assistants.protocol import mcp_server
        from forno.server.host import ServerHost
    except ModuleNotFoundError as error:
        raise missing("The MCP SDK", "mcp") from error
    from forno.features.assistants.tools import Toolbox
    from forno.server.settings import ServerSettings

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[Any, ServerHost]]:
        with TemporaryDirectory() as folder:
            host = ServerHost(ServerSettings(data=arguments.data or f"{folder}/tables.sqlite3", evenings=0))
            await host.open()
            try:
                yield mcp_server(Toolbox(host, host.store.listing, host.reviewers)), host
            finally:
                await host.close()

    if arguments.http:
        import uvicorn

        with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
            runner.run(_over_http(opened, arguments))
    else:
        asyncio.run(_over_stdio(opened))
    return 0


def request_hosts(host: str, address: str, names: Sequence[str]) -> list[str]:
    """Return the hosts that requests may name, as in their `Host` header but without a port.

    `address` is the IP address of `host`, on which the server listens. Raises `OptionError`.
    """
    allowed = [_request_host(name) for name in names]
    if not ip_address(address).is_unspecified:
        return [_request_host(host), _request_host(address), *allowed]
    if not allowed:
        raise OptionError(
            _("with --host {host}, say by which name others reach it: --allow-host forno.example").format(host=host)
        )
    return allowed


def _request_host(name: str) -> str:
    try:
        return shown_host(str(ip_address(name)))
    except ValueError:
        if re.fullmatch(r"[A-Za-z0-9.-]+", name):
            return name.lower()
    raise OptionError(
        _("{name}: --allow-host must be only a name, such as forno.example, without https:// and port.").format(
            name=name
        )
    )


async def _over_stdio(opened: Any) -> None:
    from mcp.server.stdio import stdio_server

    try:
        async with opened() as (server, _host), stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
    except* BrokenPipeError:
        pass  # the assistant has left while it was answered


async def _over_http(opened: Any, arguments: argparse.Namespace) -> None:
    import uvicorn

    from forno.features.assistants.protocol import http_app
    from forno.web.connections import connection_class
    from forno.web.proxies import TrustedProxies

    with listen(arguments.host, arguments.port) as listener:
        hosts = request_hosts(arguments.host, listener.getsockname()[0], arguments.allow_host)
        async with opened() as (server, host):
            app = http_app(server, hosts)
            limited = connection_class(host.settings, host.capacity, TrustedProxies(host.settings.trusted_proxies))
            address = f"http://{shown_host(arguments.host)}:{listener.getsockname()[1]}/mcp"
            print(_("Assistants connect to {address}").format(address=address), flush=True)
            config = uvicorn.Config(app, log_level="warning", proxy_headers=False, http=limited)
            await uvicorn.Server(config).serve([listener])
