"""Notices as JSON to an address of the player's own, in a form that ntfy, Discord and Slack understand."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv6Address, ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from forno.core.errors import OptionError
from forno.core.language import _
from forno.features.notices.messages import Message, Undelivered

TIMEOUT_SECONDS: Final = 10.0
MAX_HEAD_BYTES: Final = 16 * 1024
MAX_URL_CHARACTERS: Final = 500
PORTS: Final = {"https": 443, "http": 80}
GONE: Final = (404, 410)
RESOLVERS: Final = ThreadPoolExecutor(64, "resolving")
"""Threads that look up names; started when they are needed."""


def check_url(text: str, private: bool = False) -> str:
    """Return the address of a webhook. Raises `OptionError`. `private`: addresses at home, and without TLS, too."""
    url = text.strip()
    try:
        parts = urlsplit(url)
        fits = parts.scheme in (("https", "http") if private else ("https",)) and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits or not url.isascii() or not url.isprintable() or " " in url or len(url) > MAX_URL_CHARACTERS:
        raise OptionError(_("We can't send to this address. Enter one that begins with https://."))
    return url


class Webhook:
    """Sends notices to webhooks."""

    def __init__(self, private: bool) -> None:
        """`private`: whether addresses of private networks are allowed."""
        self._private = private

    async def send(self, target: str, message: Message) -> None:
        url, data = payload(target, message)
        headers = {"content-type": "application/json"}
        status = await post(url, headers, json.dumps(data).encode(), self._private)
        if not 200 <= status < 300:
            raise Undelivered(f"the webhook answers {status}", gone=status in GONE)


def payload(url: str, message: Message) -> tuple[str, dict[str, Any]]:
    """Return where to send a notice, and as what: `text` is Slack's, `content` Discord's, `message` ntfy's.

    A server named ntfy takes JSON at its root, with the topic in it. Names of players mention nobody in a chat.
    """
    data: dict[str, Any] = {
        "id": message.id,
        "title": message.title,
        "message": message.text,
        "click": message.link,
        "stop": message.stop_link,
        "text": f"{message.text}\n{message.link}".replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"),
        "content": f"{message.text}\n{message.link}",
        "allowed_mentions": {"parse": []},
    }
    parts = urlsplit(url)
    topic = parts.path.strip("/")
    if "ntfy" in (parts.hostname or "").split(".") and topic and "/" not in topic and not parts.query:
        return parts._replace(path="/").geturl(), {name: data[name] for name in ("title", "message", "click")} | {
            "topic": topic
        }
    return url, data


async def post(url: str, headers: dict[str, str], body: bytes, private: bool) -> int:
    """Send a request and return the status of the answer, of which no more is read. Redirects aren't followed.

    The name is resolved once, and that address is used. Raises `Undelivered`, also for addresses of private networks.
    """
    import h11

    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    named = [("host", parts.netloc.rpartition("@")[2]), ("content-length", str(len(body))), ("connection", "close")]
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_HEAD_BYTES)
    try:
        head = connection.send(h11.Request(method="POST", target=target, headers=[*named, *headers.items()])) or b""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            address = await resolve(host, port, private)
            secure = ssl.create_default_context() if parts.scheme == "https" else None
            reader, writer = await asyncio.open_connection(
                address, port, ssl=secure, server_hostname=host if secure else None
            )
            try:
                writer.write(head + (connection.send(h11.Data(data=body)) or b""))
                connection.send(h11.EndOfMessage())
                while not isinstance(event := connection.next_event(), h11.Response):
                    if event is h11.NEED_DATA:
                        connection.receive_data(await reader.read(4096))
                    elif not isinstance(event, h11.InformationalResponse):
                        raise Undelivered("the receiver sends no answer")
                return int(event.status_code)
            finally:
                writer.close()
    except (OSError, h11.ProtocolError, ValueError) as error:  # TimeoutError and ssl.SSLError are OSErrors
        raise Undelivered(f"the receiver can't be reached: {str(error) or type(error).__name__}") from error


async def resolve(host: str, port: int, private: bool) -> str:
    """Return the address of a host. Raises `Undelivered` if one of its addresses is of a private network.

    It has threads of its own: a name server that doesn't answer holds one for many seconds, and pages need the loop's.
    """
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(RESOLVERS, look_up)
    addresses = [str(address[0]) for *_rest, address in found]
    if not addresses or not (private or all(is_public(address) for address in addresses)):
        raise Undelivered("the receiver's address is of a private network", gone=True)
    return addresses[0]


def is_public(text: str) -> bool:
    """Return whether an address is one of the public internet."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.is_site_local:
            return False
        address = address.ipv4_mapped or address.sixtofour or address
    return address.is_global and not address.is_multicast and not address.is_reserved  # NAT64 among them
