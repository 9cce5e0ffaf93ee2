"""The tools over the Model Context Protocol, by its official SDK."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import forno
from forno.adapters.extras import missing
from forno.core.errors import FornoError
from forno.features.assistants.tools import Toolbox, as_json

try:
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.transport_security import TransportSecuritySettings
except ImportError as error:
    raise missing("The MCP SDK", "mcp") from error

LOOPBACK_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
INSTRUCTIONS = (
    "Play at tables of Forno. Open a table or sit down at one and keep the key; ask 'rules' for what you don't know; "
    "then 'wait', and answer with 'moves': the number that you were told, and one of the actions in its notation. "
    "After the game, 'review' says what was memory, judgement and luck."
)


def mcp_server(toolbox: Toolbox) -> Any:
    """Return an MCP server with these tools. What a tool refuses is answered with the reason."""

    async def list_tools(_context: Any, _params: Any) -> Any:
        tools = toolbox.tools.values()
        return types.ListToolsResult(
            tools=[types.Tool(name=tool.name, description=tool.about, input_schema=tool.schema) for tool in tools]
        )

    async def call_tool(_context: Any, params: Any) -> Any:
        try:
            told = await toolbox.call(params.name, params.arguments or {})
        except FornoError as error:
            return answer(f"{error.code}: {error}", wrong=True)
        return answer(as_json(told))

    def answer(text: str, wrong: bool = False) -> Any:
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=wrong)

    return Server(
        "forno",
        version=forno.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def http_app(server: Any, hosts: Sequence[str]) -> Any:
    """Return the server as an ASGI application for requests to these hosts or to this computer.

    Others are refused by their `Host` or `Origin`: a web page can point its own name at this server, and would
    otherwise use it through the browser of somebody who can reach it.
    """
    names = [*LOOPBACK_HOSTS, *hosts]
    allowed = [part for name in names for part in (name, f"{name}:*")]
    security = TransportSecuritySettings(
        allowed_hosts=allowed,
        allowed_origins=[f"{scheme}://{part}" for scheme in ("http", "https") for part in allowed],
    )
    return server.streamable_http_app(transport_security=security, stateless_http=True, json_response=True)
