"""`forno mcp`: tables for assistants, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory
from typing import Any

from forno.adapters.extras import missing
from forno.cli.parser import Parser, example
from forno.cli.serve import listen, shown_host
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
        "--data", metavar="PLACE", help=_("a file or database where tables are kept (default: until it ends)")
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
    async def opened() -> AsyncIterator[Any]:
        with TemporaryDirectory() as folder:
            host = ServerHost(ServerSettings(data=arguments.data or f"{folder}/tables.sqlite3", evenings=0))
            await host.open()
            try:
                yield mcp_server(Toolbox(host, host.listing, host.reviewers))
            finally:
                await host.close()

    asyncio.run(_over_http(opened, arguments) if arguments.http else _over_stdio(opened))
    return 0


async def _over_stdio(opened: Any) -> None:
    from mcp.server.stdio import stdio_server

    async with opened() as server, stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


async def _over_http(opened: Any, arguments: argparse.Namespace) -> None:
    import uvicorn

    with listen(arguments.host, arguments.port) as listener:
        async with opened() as server:
            app = server.streamable_http_app(host=arguments.host, stateless_http=True, json_response=True)
            address = f"http://{shown_host(arguments.host)}:{listener.getsockname()[1]}/mcp"
            print(_("Assistants connect to {address}").format(address=address), flush=True)
            await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve([listener])
