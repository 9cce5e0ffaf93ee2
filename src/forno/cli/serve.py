"""`forno serve`: the server."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import logging
import os
import shlex
import shutil
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forno.cli.workers import check_workers, serve_together
from forno.core.errors import MissingExtra, OptionError, not_understood
from forno.core.language import _
from forno.server.bots import check_names
from forno.server.configuration import BOTS_SECTION, GIVEN_KEY, configure, unknown_variables
from forno.server.settings import CHOSEN, OPTIONS, ServerSettings, data_file, lasting_secret
from forno.store import check_place
from forno.store.places import file_of, is_database, shown_place
from forno.store.sqlite.files import make_folder, no_access

if TYPE_CHECKING:
    from forno.web.app import Application

HOST = OPTIONS["host"].default
NOTICES = ("address", "mail", "mail_from", "webhooks", "push")
"""Options of notices."""
MAX_FURTHER_PORTS = 50
"""Number of further ports tried after the first."""
SHUTDOWN_SECONDS = 10
"""Seconds to wait for requests under way when a server stops."""
DRAIN_SECONDS = 0.3
"""Seconds for which connections are still answered, and told that they end: a browser that sends something just
as it is closed would have to send it again."""
ACKNOWLEDGE_MILLISECONDS = 60_000
"""Time to wait for the client to acknowledge what was sent."""


def add_commands(command: Callable[..., argparse.ArgumentParser], _words: Sequence[str]) -> None:
    """Add the command to the command line."""
    served = command(
        "serve",
        run,
        "serve --open",
        "serve --host 0.0.0.0 --port 80",
        "serve --bot 'robo=python my_bot.py'",
    )
    served.add_argument("--host", help=_("address to listen on (default: {host})").format(host=HOST))
    served.add_argument(
        "--port",
        type=int,
        help=_("port (default: {port}, or the next free one)").format(port=OPTIONS["port"].default),
    )
    served.add_argument(
        "--data",
        metavar="PLACE",
        help=_("where tables are kept: a file, or postgresql://… (default: {file})").format(file=data_file()),
    )
    served.add_argument("--open", action="store_true", help=_("open the browser"))
    served.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help=_("offer a program that speaks the line protocol as a bot; can be repeated"),
    )
    served.add_argument(
        "--offline",
        metavar="FOLDER",
        help=_("folder written by 'make offline', offered to visitors for playing offline"),
    )
    served.add_argument(
        "--base-path",
        metavar="PATH",
        help=_("path of all pages, such as /forno; a proxy in front must pass it on"),
    )
    served.add_argument(
        "--workers", type=int, metavar="N", help=_("number of worker processes (default: 1; more need PostgreSQL)")
    )
    served.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help=_("TOML file with these options and more; FORNO_… environment variables work, too"),
    )
    served.add_argument("--listener", type=int, help=argparse.SUPPRESS)  # how a parent starts its workers
    served.add_argument("--ready", type=int, help=argparse.SUPPRESS)
    served.add_argument("--log", choices=("plain", "json"), help=_("json: log every request as a line of JSON"))
    served.add_argument("--quick", action="store_true", help=_("let bots move without pauses (for testing)"))


def run(arguments: argparse.Namespace) -> int:
    gc.disable()  # what a server is made of stays; it collects once that is set aside (`collect_seldom`)
    try:
        return open_server(arguments)
    finally:
        gc.enable()


def open_server(arguments: argparse.Namespace) -> int:
    """Check what was asked for, and serve it."""
    told = configure(vars(arguments), os.environ, arguments.config)
    check_workers(told["workers"], is_database(told["data"]))
    check_place(told["data"] or data_file())
    check_programs(programs_of(told, arguments))
    try:
        from forno.features.identity.passkeys import check_passkeys
        from forno.features.notices.notices import check_notices
        from forno.web.app import create_app
        from forno.web.offline_package import OfflinePackage
    except ImportError as error:
        raise MissingExtra(
            _("the server needs the extra 'web' ({reason}): pip install 'forno[web]'.").format(reason=error)
        ) from error
    if arguments.listener is not None:
        ready = partial(os.write, arguments.ready, b"!")
        serve(create_app(settings_from(told, arguments)), socket.socket(fileno=arguments.listener), ready=ready)
        return 0
    if told["offline"]:
        OfflinePackage(told["offline"])  # so that a wrong folder is named before anything is written
    check_notices(**{name: told[name] for name in NOTICES})
    check_passkeys(told["passkeys"], told["address"])
    check_base_path(told["address"], told["base_path"])
    for sentence in unknown_variables(os.environ):
        print(f"forno: {sentence}", file=sys.stderr)
    tries = 1 if "port" in told[GIVEN_KEY] else MAX_FURTHER_PORTS
    with ExitStack() as stack:
        listeners = listen_together(told["host"], told["port"], told["workers"], tries)
        for listener in listeners:
            stack.callback(listener.close)
        return serve_at(listeners, told, arguments)


def serve_at(listeners: Sequence[socket.socket], told: Mapping[str, Any], arguments: argparse.Namespace) -> int:
    """Say where the server is, and serve until told to stop."""
    from forno.web.app import create_app

    settings = settings_from(told, arguments)
    app = create_app(settings) if told["workers"] == 1 else None
    port = listeners[0].getsockname()[1]
    if told["port"] and port != told["port"]:
        print(_("Port {taken} is taken; using {port}.").format(taken=told["port"], port=port), file=sys.stderr)
    address = f"http://{shown_host(told['host'])}:{port}{settings.base_path}/"
    print(_("Forno is open: {address}").format(address=address), flush=True)
    print(_("Tables are kept in {file}. Stop with Ctrl+C.").format(file=shown_place(settings.data)), flush=True)
    if arguments.open:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    if app is None:
        collect_seldom()
        return serve_together(["serve", *worker_arguments(arguments)], variables(arguments), listeners)
    serve(app, listeners[0])
    return 0


def worker_arguments(arguments: argparse.Namespace) -> list[str]:
    """Return a worker's command-line arguments."""
    told = ["--config", str(arguments.config)] if arguments.config is not None else []
    for program in arguments.bot:
        told += ["--bot", program]
    return [*told, "--quick"] if arguments.quick else told


def variables(arguments: argparse.Namespace) -> dict[str, str]:
    """Return a worker's environment variables: addresses may hold a password, and command lines are public."""
    given = {OPTIONS[name].variable: str(value) for name, value in vars(arguments).items() if name in OPTIONS and value}
    return given | {OPTIONS["workers"].variable: "1"}


def settings_from(told: Mapping[str, Any], arguments: argparse.Namespace) -> ServerSettings:
    data = told["data"] or str(data_file())
    if not told["data"]:  # the user's data folder may be new; a folder that was named and isn't there is a slip
        make_folder(data_file())
    quick: dict[str, Any] = {"bot_pause": (0.0, 0.0), "evenings": 0} if arguments.quick else {}
    try:
        secret = lasting_secret(data, told["secret"])
    except OSError as error:
        raise no_access(file_of(data), error) from error
    more = {option.name: told[option.name] for option in CHOSEN}
    return ServerSettings(data=data, secret=secret, programs=programs_of(told, arguments), **(more | quick))


def programs_of(told: Mapping[str, Any], arguments: argparse.Namespace) -> dict[str, str]:
    """Return the command of each program that can be seated, by its name."""
    return dict(told[BOTS_SECTION]) | dict(read_program(text) for text in arguments.bot)


def check_programs(programs: Mapping[str, str]) -> None:
    """Check the names and commands of programs. Raises `OptionError`."""
    check_names(programs)
    for name, command in programs.items():
        try:
            program = shlex.split(command)[0]
        except (ValueError, IndexError):
            raise not_understood(f"{name}={command}", "--bot NAME=COMMAND") from None
        if shutil.which(program) is None:
            raise OptionError(
                _("the bot {name} can't be started: there is no program {program!r}; check the path.").format(
                    name=name, program=program
                )
            )


def read_program(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not equals or not name.strip() or not command.strip():
        raise not_understood(text, "--bot NAME=COMMAND")
    return name.strip(), command.strip()


def check_base_path(address: str, base_path: str) -> None:
    """Check that links in notices lead to the pages of this server. Raises `OptionError`."""
    if address and not address.rstrip("/").endswith(base_path):
        raise OptionError(
            _("'address' must end with the base path, such as {address}.").format(
                address=f"https://forno.example.org{base_path}"
            )
        )


def listen_together(host: str, port: int, number: int, tries: int) -> list[socket.socket]:
    """Return `number` listening sockets on the first free one of `tries` ports from `port` on.

    Where the system doesn't distribute connections among sockets, all are the same one.
    """
    first = listen(host, port, tries)
    if number == 1 or sys.platform != "linux":
        return [first] * number
    free = first.getsockname()[1]
    first.close()  # it stood alone there, so nobody else's is joined
    return [listen(host, free, shared=True) for _place in range(number)]


def listen(host: str, port: int, tries: int = 1, shared: bool = False) -> socket.socket:
    """Return a socket on the first free one of `tries` ports, `shared` with other workers. Raises `OptionError`."""
    for candidate in range(port, port + tries):
        try:
            return bind(host, candidate, shared)
        except OverflowError:
            raise OptionError(_("there is no port {port}; the last is 65535.").format(port=candidate)) from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                continue
            if error.errno == errno.EACCES:
                raise OptionError(
                    _("port {port} is for the administrator alone; choose one from 1024 on.").format(port=candidate)
                ) from error
            raise OptionError(
                _(
                    "{host} isn't an address of this machine; listen on 127.0.0.1 for yourself, or 0.0.0.0 for others."
                ).format(host=host or repr(host))
            ) from error
    raise OptionError(
        _("port {port} is taken; stop the program that has it, or choose another with --port.").format(port=port)
    )


def bind(host: str, port: int, shared: bool) -> socket.socket:
    """Return a listening socket. Raises `OSError` or `OverflowError`."""
    if not host:  # sockets take it for every address of this machine
        raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared and sys.platform == "linux":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if sys.platform == "linux":  # gives up clients that vanished; every connection inherits it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, ACKNOWLEDGE_MILLISECONDS)
        listener.bind((host, port))
        listener.listen(2048)
    except BaseException:
        listener.close()
        raise
    return listener


def shown_host(host: str) -> str:
    """Return the address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


class PathOnly(logging.Filter):
    """Logging filter that removes queries and keys from addresses."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and len(record.args) == 5:
            from forno.web.logs import shown_path

            client, method, path, version, status = record.args
            record.args = (client, method, shown_path(str(path).partition("?")[0]), version, status)
        return True


def serve(
    app: Application,
    listener: socket.socket,
    log_level: str = "warning",
    stop: threading.Event | None = None,
    ready: Callable[[], object] = lambda: None,
    drain_seconds: float = DRAIN_SECONDS,
) -> None:
    """Serve until told to stop, then drain: requests under way are answered, streams told to reconnect.

    `ready` is called once requests are answered.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready()

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or (stop is not None and stop.is_set())

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            for server in self.servers:
                server.close()
            app.drain()
            await asyncio.sleep(drain_seconds)
            await super().shutdown(sockets)

    collect_seldom()
    take_turns_often()
    try:
        Server(server_config(app, log_level)).run(sockets=[listener])
    finally:
        app.host.end_processes()  # also when somebody couldn't wait for the end


def collect_seldom() -> None:
    """Run the cyclic garbage collector rarely: tables make few cycles, and collecting took a sixth of the time.

    Nor through too much at once: everybody waits meanwhile, some 15 ms for this many.
    """
    gc.freeze()
    gc.set_threshold(20_000, 250, 100)
    gc.enable()


def take_turns_often() -> None:
    """Switch threads often: those that write to disk or think otherwise wait at every step."""
    sys.setswitchinterval(0.001)


def server_config(app: Application, log_level: str = "warning") -> Any:
    import uvicorn

    from forno.web.connections import connection_class

    logging.getLogger("uvicorn.access").addFilter(PathOnly())
    plain: dict[str, Any] = {}
    if app.settings.log == "json":
        from forno.web.logs import write_lines

        write_lines()
        plain = {"log_config": None}
    return uvicorn.Config(
        app,
        **plain,
        log_level=log_level,
        access_log=log_level in ("info", "debug"),
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=30,
        server_header=False,
        proxy_headers=False,  # the application reads them itself
        ws="none",
        http=connection_class(app.settings, app.host.capacity, app.proxies),
    )
