"""Attacks on a server of your own, as `tools/attack.py` makes them: one module for each kind."""

from __future__ import annotations

from tools.attacks import crowds, files, floods, seats, texts

ATTACKS = (*floods.ATTACKS, *texts.ATTACKS, *seats.ATTACKS, *crowds.ATTACKS, *files.ATTACKS)
