"""A software authenticator: makes and shows passkeys as a device does."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encoded(some: bytes) -> str:
    return urlsafe_b64encode(some).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey, and what its device sends; tests change what it says to lie."""

    def __init__(self, origin: str, verified: bool = True) -> None:
        self.origin = origin
        self.flags = PRESENT | (VERIFIED if verified else 0)
        self.id = secrets.token_bytes(16)
        self.handle = b""
        self.count = 0
        self.counts = True
        """Whether it counts signatures; passkeys that are on several devices don't."""
        self._private = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make the passkey that a page asks for."""
        self.handle = decoded(options["user"]["id"])
        numbers = self._private.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        response = {
            "clientDataJSON": encoded(self._client("webauthn.create", options["challenge"])),
            "attestationObject": encoded(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return self._credential(response)

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """Sign the challenge of a page."""
        self.count += self.counts
        client, data = self._client("webauthn.get", options["challenge"]), self._data(options["rpId"])
        signature = self._private.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": encoded(client),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
            "userHandle": encoded(self.handle),
        }
        return self._credential(response)

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _data(self, name: str, more: int = 0) -> bytes:
        return sha256(name.encode()).digest() + bytes([self.flags | more]) + self.count.to_bytes(4)

    def _credential(self, response: dict[str, Any]) -> dict[str, Any]:
        id = encoded(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
