"""Web push reaches a service that checks the server's signature, and a browser that decrypts it."""

from __future__ import annotations

import json
import time
from base64 import urlsafe_b64encode
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from forno.core.errors import OptionError
from forno.features.notices.messages import Message, Undelivered
from forno.features.notices.push import Push, read, write
from tests.features.notices.receivers import receiver
from tests.loops import run

ADDRESS = "https://forno.example.org"
AUTH = bytes(range(16))
MESSAGE = Message("0" * 32, "It's your turn", "Mamma Mia! with Zoë: It's your turn.", f"{ADDRESS}/t/one", "stop")


class Subscriber:
    """A browser."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())

    def told(self, endpoint: str) -> dict[str, Any]:
        """Return what the page's script sends."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": endpoint, "expirationTime": None, "keys": {"p256dh": write(point), "auth": write(AUTH)}}


def test_a_browser_gets_what_the_service_can_not_read() -> None:
    push, browser = Push("secret", ADDRESS, private=True), Subscriber()
    with receiver() as service:
        run(push.send(push.check(json.dumps(browser.told(f"{service.address}/endpoint"))), MESSAGE))
    ((path, headers, body),) = service.received
    assert (path, headers["content-encoding"], headers["ttl"]) == ("/endpoint", "aes128gcm", "86400")
    assert headers["topic"] == MESSAGE.id
    assert b"turn" not in body
    shown = json.loads(http_ece.decrypt(body, private_key=browser.key, auth_secret=AUTH))
    assert shown == {"id": MESSAGE.id, "title": MESSAGE.title, "body": MESSAGE.text, "link": MESSAGE.link}
    check_signature(headers["authorization"], push.public_key, service.address)


def check_signature(authorization: str, public_key: str, audience: str) -> None:
    """As a push service does (RFC 8292)."""
    scheme, _gap, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    signed, _dot, signature = parts["t"].rpartition(".")
    number = read(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(public_key))
    whole = encode_dss_signature(int.from_bytes(number[:32]), int.from_bytes(number[32:]))
    key.verify(whole, signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(read(part)) for part in signed.split("."))
    assert head["alg"] == "ES256"
    assert (claims["aud"], claims["sub"]) == (audience, ADDRESS)
    assert time.time() < claims["exp"] < time.time() + 24 * 3600


def test_the_key_follows_from_the_secret() -> None:
    assert Push("secret", ADDRESS, False).public_key == Push("secret", ADDRESS, False).public_key
    assert Push("secret", ADDRESS, False).public_key != Push("another", ADDRESS, False).public_key


def test_a_browser_that_is_gone_is_forgotten() -> None:
    push, browser = Push("secret", ADDRESS, private=True), Subscriber()
    with receiver() as service, pytest.raises(Undelivered) as error:
        run(push.send(push.check(json.dumps(browser.told(f"{service.address}/410"))), MESSAGE))
    assert error.value.gone


def test_what_no_browser_sends_is_refused() -> None:
    push, good = Push("secret", ADDRESS, private=False), Subscriber().told("https://push.example.org/1")
    assert json.loads(push.check(json.dumps(good)))["endpoint"] == good["endpoint"]
    short = {"p256dh": good["keys"]["p256dh"], "auth": urlsafe_b64encode(b"short").decode()}
    for bad in (
        "",
        "1",
        "[]",
        "{}",
        "[" * 9999,
        good | {"endpoint": "http://10.0.0.1/"},
        good | {"keys": short},
        {"keys": 1},
    ):
        with pytest.raises(OptionError):
            push.check(bad if isinstance(bad, str) else json.dumps(bad))


def test_a_point_that_lies_on_no_curve_is_an_error_and_no_crash() -> None:
    told = Subscriber().told("https://push.example.org/1")
    told["keys"]["p256dh"] = write(b"\4" + bytes(64))
    push = Push("secret", ADDRESS, private=False)
    with pytest.raises(Undelivered):
        run(push.send(push.check(json.dumps(told)), MESSAGE))
