"""`forno serve`: the server, on this machine or for the house."""

from __future__ import annotations

import argparse
import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forno.core.errors import MissingExtra, OptionError, not_understood
from forno.core.language import _
from forno.web.settings import Settings, data_file, lasting_secret

if TYPE_CHECKING:
    from forno.web.app import Application

HOST, PORT = "127.0.0.1", 8000
TRIES = 50
"""How many ports after the first are tried."""
GRACE_SECONDS = 2
VANISHED_MILLISECONDS = 60_000
"""So long is waited for the other machine to acknowledge what was sent."""


def add_serve(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    served = command(
        "serve",
        run,
        _("serve the games to browsers"),
        "serve --open",
        "serve --host 0.0.0.0 --port 80",
        "serve --bot 'robo=python my_bot.py'",
    )
    served.add_argument("--host", default=HOST, help=_("the address to listen on (default: {host})").format(host=HOST))
    served.add_argument("--port", type=int, default=PORT, help=_("the port; if it is taken, the next one that is free"))
    served.add_argument(
        "--data", metavar="FILE", help=_("where tables are kept (default: {file})").format(file=data_file())
    )
    served.add_argument("--open", action="store_true", help=_("open the browser"))
    served.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help=_("a program that speaks the line protocol, seated like any bot; repeat for several"),
    )
    served.add_argument(
        "--offline",
        metavar="FOLDER",
        default="",
        help=_("what 'make offline' wrote: visitors can fetch it, to play without a network"),
    )
    served.add_argument("--quick", action="store_true", help=_("bots move at once (for trying things out)"))


def run(arguments: argparse.Namespace) -> int:
    settings = settings_from(arguments)
    try:
        from forno.web.app import create_app
    except ImportError as error:
        raise MissingExtra(
            _("the server needs the extra 'web' ({reason}): pip install 'forno[web]'.").format(reason=error)
        ) from error
    app = create_app(settings)
    listener = listen(arguments.host, arguments.port)
    port = listener.getsockname()[1]
    if port != arguments.port:
        print(_("Port {taken} is taken; using {port}.").format(taken=arguments.port, port=port), file=sys.stderr)
    address = f"http://{shown_host(arguments.host)}:{port}/"
    print(_("Forno is open: {address}").format(address=address), flush=True)
    print(_("Tables are kept in {file}. Stop with Ctrl+C.").format(file=settings.data), flush=True)
    if arguments.open:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    serve(app, listener)
    return 0


def settings_from(arguments: argparse.Namespace) -> Settings:
    data = arguments.data or str(data_file())
    if "://" not in data:
        Path(data).parent.mkdir(parents=True, exist_ok=True)
    programs = dict(read_program(text) for text in arguments.bot)
    settings = Settings(data=data, secret=lasting_secret(data), programs=programs, offline=arguments.offline)
    return replace(settings, bot_pause=(0.0, 0.0)) if arguments.quick else settings


def read_program(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not equals or not name.strip() or not command.strip():
        raise not_understood(text, "--bot NAME=COMMAND")
    return name.strip(), command.strip()


def listen(host: str, port: int) -> socket.socket:
    """A socket at that port, or at the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + TRIES if port else 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":  # whoever vanished without a word is given up; every connection inherits it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED_MILLISECONDS)
        try:
            listener.bind((host, candidate))
            listener.listen(2048)
            return listener
        except OSError as error:
            listener.close()
            last = error
        except OverflowError:
            listener.close()
            break
    else:
        raise OptionError(_("{path} can't be used: {reason}.").format(path=f"{host}:{port}", reason=last))
    raise OptionError(_("there is no port {port}.").format(port=port))


def shown_host(host: str) -> str:
    """The address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::", ""):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


class PathOnly(logging.Filter):
    """Addresses without what must not be read in a log: queries, and the keys of personal links."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and len(record.args) == 5:
            client, method, path, version, status = record.args
            shown = str(path).partition("?")[0]
            head, me, _key = shown.partition("/me/")
            record.args = (client, method, f"{head}{me}…" if me else shown, version, status)
        return True


def serve(
    app: Application, listener: socket.socket, log_level: str = "warning", stop: threading.Event | None = None
) -> None:
    """Serve until told to stop. Streams are closed at once, or they would keep the server waiting."""
    import uvicorn

    class Server(uvicorn.Server):
        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or (stop is not None and stop.is_set())

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.house.close_streams()
            await super().shutdown(sockets)

    collect_seldom()
    take_turns_often()
    try:
        Server(server_config(app, log_level)).run(sockets=[listener])
    finally:
        app.house.end_processes()  # also when somebody couldn't wait for the end


def collect_seldom() -> None:
    """Look for garbage in circles seldom: tables make next to none, and looking takes a sixth of a server's time.

    Nor through too much at once: everybody waits meanwhile, some 15 ms for so many.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 250, 100)


def take_turns_often() -> None:
    """Let threads take turns often: whoever writes to the disk, or thinks, waits for the others at every step."""
    sys.setswitchinterval(0.001)


def server_config(app: Application, log_level: str = "warning") -> Any:
    import uvicorn

    from forno.web import connections

    class Connection(connections.Connection):
        settings = app.settings

    logging.getLogger("uvicorn.access").addFilter(PathOnly())
    return uvicorn.Config(
        app,
        log_level=log_level,
        access_log=log_level in ("info", "debug"),
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
        server_header=False,
        ws="none",
        http=Connection,
    )
