"""Passkeys that hold a player's key: made on one device, used on any other that the passkey reaches.

The authenticator keeps a random secret as the passkey's user handle, and the server the player's key encrypted with it.
So the database alone opens nothing, and a passkey opens one key after its signature was verified.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from hashlib import sha256
from importlib.util import find_spec
from typing import Any, Final
from urllib.parse import urlsplit

from forno.core.errors import MissingExtra, OptionError
from forno.core.language import N_, _
from forno.features.identity.one_time_notes import OneTimeNotes, decrypt, encrypt
from forno.features.identity.players import PlayerKey, Players, read_player_key
from forno.table.errors import NotFound
from forno.table.keys import key_hash

RECORD_KEY: Final = "passkey"
HANDLE_BYTES: Final = 32
MAX_CREDENTIAL_CHARACTERS: Final = 20_000
UNKNOWN: Final = N_("This passkey isn't known here, or it took too long. Try again.")


def check_passkeys(passkeys: str, address: str) -> None:
    """Check that the option fits the server's address and its library is installed. Raises `FornoError`.

    Browsers have passkeys for `https://` and `http://localhost` alone.
    """
    place = urlsplit(address)
    if passkeys == "off":
        return
    if place.scheme != "https" and place.hostname != "localhost":
        raise OptionError(_("Passkeys need this server's https:// address: set 'address'."))
    if find_spec("webauthn") is None:
        missing = _("{library} isn't installed: pip install 'forno[{extra}]'.")
        raise MissingExtra(missing.format(library="webauthn", extra="passkeys"))


class Passkeys:
    """Makes and opens passkeys for one address."""

    def __init__(self, players: Players, address: str) -> None:
        """`address`: of this server."""
        check_passkeys("on", address)
        place = urlsplit(address)
        self.players = players
        self.name = place.hostname or ""
        self.origin = f"{place.scheme}://{place.netloc}"
        self._store = players.store
        self._notes = OneTimeNotes(players.store.sharing, "passkey", UNKNOWN)

    async def creation(self, player: PlayerKey, name: str) -> dict[str, Any]:
        """Return what a browser needs to make a passkey, and the code with which it answers."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        handle = secrets.token_bytes(HANDLE_BYTES)
        options = generate_registration_options(
            rp_id=self.name,
            rp_name="Forno",
            user_name=name or "Forno",
            user_id=handle,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
        )
        note = [_text(options.challenge), _text(handle), key_hash(player.key)]
        return {"code": await self._notes.leave(note), "options": json.loads(options_to_json(options))}

    async def create(self, player: PlayerKey, code: str, credential: Any) -> None:
        """Store a passkey that a browser has made. Raises `NotFound` if it isn't what was asked for."""
        from webauthn import verify_registration_response

        challenge, handle, owner = await self._notes.read(code, take=True)
        if owner != key_hash(player.key):
            raise _unknown()
        made = self._verified(verify_registration_response, credential, expected_challenge=b64decode(challenge))
        record = {
            "public": _text(made.credential_public_key),
            "count": made.sign_count,
            "wrapped": encrypt(player.key, handle),
        }
        namespace, text = _namespace(made.credential_id), json.dumps(record)
        await self._store.key_values.put_new(namespace, RECORD_KEY, text)
        if await self._store.key_values.get(namespace, RECORD_KEY) != text:
            raise _unknown()  # somebody else's: they have chosen its number
        await self.players.add_way(player, namespace)

    async def request(self) -> dict[str, Any]:
        """Return what a browser needs to show a passkey, and the code with which it answers."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=self.name, user_verification=UserVerificationRequirement.REQUIRED
        )
        note = [_text(options.challenge), "", ""]
        return {"code": await self._notes.leave(note), "options": json.loads(options_to_json(options))}

    async def open(self, code: str, credential: Any) -> PlayerKey:
        """Return the player's key that a passkey holds. Raises `NotFound` if it isn't known here."""
        from webauthn import base64url_to_bytes, verify_authentication_response

        challenge, _handle, owner = await self._notes.read(code, take=True)
        try:
            id, handle = (
                base64url_to_bytes(str(text)) for text in (credential["rawId"], credential["response"]["userHandle"])
            )
        except (KeyError, TypeError, ValueError):
            raise _unknown() from None
        namespace = _namespace(id)
        stored = await self._store.key_values.get(namespace, RECORD_KEY)
        if not stored or owner:
            raise _unknown()
        record = json.loads(stored)
        shown = self._verified(
            verify_authentication_response,
            credential,
            expected_challenge=b64decode(challenge),
            credential_public_key=b64decode(record["public"]),
            credential_current_sign_count=record["count"],
        )
        player = read_player_key(decrypt(record["wrapped"], _text(handle)) or "")
        if player is None:
            raise _unknown()
        record["count"] = shown.new_sign_count
        await self._store.key_values.put(namespace, {RECORD_KEY: json.dumps(record)})
        return player

    def _verified(self, verify: Any, credential: Any, **expected: Any) -> Any:
        from webauthn.helpers.exceptions import WebAuthnException

        if not isinstance(credential, dict) or len(json.dumps(credential)) > MAX_CREDENTIAL_CHARACTERS:
            raise _unknown()
        try:
            return verify(
                credential=credential,
                expected_rp_id=self.name,
                expected_origin=self.origin,
                require_user_verification=True,
                **expected,
            )
        except (WebAuthnException, AttributeError, LookupError, TypeError, ValueError):
            raise _unknown() from None


def _namespace(credential_id: bytes) -> str:
    return f"passkey {sha256(credential_id).hexdigest()}"


def _text(some: bytes) -> str:
    return b64encode(some).decode()


def _unknown() -> NotFound:
    return NotFound(_(UNKNOWN))
