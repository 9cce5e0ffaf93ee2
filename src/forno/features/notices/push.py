"""Notices by web push: a browser shows them while no page is open.

The server's key pair (VAPID) follows from its secret, so that all servers of the tables have the same.
"""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from hmac import digest
from typing import Any, Final
from urllib.parse import urlsplit

from forno.core.errors import OptionError
from forno.core.language import _
from forno.features.notices.messages import Message, Undelivered
from forno.features.notices.webhook import GONE, check_url, post

LIFETIME_SECONDS: Final = 24 * 3600
"""Seconds for which a push service keeps a notice while the browser can't be reached."""
TOKEN_SECONDS: Final = 12 * 3600
POINT_BYTES, AUTH_BYTES = 65, 16
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Order of the curve P-256: private keys are the numbers below it."""


class Push:
    """Sends notices to browsers, through their makers' push services."""

    def __init__(self, secret: str, address: str, private: bool) -> None:
        """`private`: whether push services in private networks are allowed."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        number = 1 + int.from_bytes(digest(secret.encode(), b"web push", "sha512")) % (ORDER - 1)
        self._keys = Vapid02.from_raw(write(number.to_bytes(32)).encode())
        point = self._keys.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = write(point)
        """Public key, as browsers take it."""
        self._address = address
        self._private = private

    def check(self, text: str) -> str:
        """Return what a browser told of its subscription, as far as it is needed. Raises `OptionError`."""
        try:
            told = json.loads(text)
            url = check_url(told["endpoint"], self._private)
            point, auth = told["keys"]["p256dh"], told["keys"]["auth"]
            if (len(read(point)), len(read(auth))) != (POINT_BYTES, AUTH_BYTES):
                raise ValueError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise OptionError(
                _("Your browser sent something that can't be used. Reload the page, then try again.")
            ) from None
        return json.dumps({"endpoint": url, "p256dh": point, "auth": auth})

    async def send(self, target: str, message: Message) -> None:
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        told: dict[str, str] = json.loads(target)
        endpoint = urlsplit(told["endpoint"])
        try:
            body = http_ece.encrypt(
                payload(message),
                private_key=ec.generate_private_key(ec.SECP256R1()),
                dh=read(told["p256dh"]),
                auth_secret=read(told["auth"]),
            )
        except ValueError as error:
            raise Undelivered(f"the browser's key is of no use: {error}", gone=True) from error
        claims: dict[str, Any] = {
            "sub": self._address,
            "aud": f"{endpoint.scheme}://{endpoint.netloc}",
            "exp": int(time.time()) + TOKEN_SECONDS,
        }
        headers = {"content-encoding": "aes128gcm", "ttl": str(LIFETIME_SECONDS), "topic": message.id}
        headers["authorization"] = self._keys.sign(claims)["Authorization"]
        status = await post(told["endpoint"], headers, body, self._private)
        if not 200 <= status < 300:
            raise Undelivered(f"the push service answers {status}", gone=status in GONE)


def payload(message: Message) -> bytes:
    """Return what the browser shows, before it is encrypted."""
    return json.dumps({"id": message.id, "title": message.title, "body": message.text, "link": message.link}).encode()


def read(text: str) -> bytes:
    """Decode base64 as browsers write it. Raises `ValueError`."""
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except Base64Error as error:
        raise ValueError(str(error)) from error


def write(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
