"""Notes that work once: read with their code alone."""

from __future__ import annotations

from forno.features.identity.one_time_notes import decrypt, encrypt


def test_a_transfer_is_decrypted_with_its_code_alone() -> None:
    assert decrypt(encrypt("olives", "code"), "code") == "olives"
    assert decrypt(encrypt("olives", "code"), "Code") is None
