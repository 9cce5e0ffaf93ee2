"""Forno's server for the benchmark, without rate limits and pauses.

python server.py PORT FILE [shared]

Several share a port if all of them say so.
"""

from __future__ import annotations

import socket
import sys
from dataclasses import replace

from forno.cli.serve import serve
from forno.server.settings import ServerSettings
from forno.web.app import create_app

ANY = 1e12


def main() -> None:
    port, data = int(sys.argv[1]), sys.argv[2]
    listener = socket.create_server(("127.0.0.1", port), backlog=2048, reuse_port=len(sys.argv) > 3)
    settings = ServerSettings(data=data, bot_pause=(0.0, 0.0), most_tables=ANY, most_moves=ANY, most_words=ANY)
    settings = replace(settings, most_streams_per_address=int(ANY))
    serve(create_app(settings), listener)


if __name__ == "__main__":
    main()
