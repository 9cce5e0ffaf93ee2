"""A seat for assistants: the commands of tables as tools of the Model Context Protocol (MCP)."""

from forno.features.assistants.tools import Reviewing, Tool, Toolbox

__all__ = ["Reviewing", "Tool", "Toolbox"]
