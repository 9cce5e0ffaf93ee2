"""Static files: shared ones and a game's own, at addresses that change with their content."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from forno.pages import static_files
from forno.pages.static_files import asset, fingerprint, game_folder, serve_from, static_file


@pytest.fixture(autouse=True)
def from_the_root() -> Iterator[None]:
    yield
    serve_from("")


def test_a_games_own_files_lie_beside_its_face_and_all_others_in_the_shared_folder() -> None:
    folder = game_folder("mamma-mia")
    assert folder is not None
    assert static_file("mamma-mia/art.svg") == folder.joinpath("art.svg")
    assert static_file("art.svg") == static_files.shared_folder().joinpath("art.svg")
    assert static_file("fonts/alegreya.woff2").is_file(), "a folder of the shared ones is no game"
    assert game_folder("chess") is None


def test_an_address_has_a_fingerprint_of_the_content() -> None:
    content = static_file("mamma-mia/art.svg").read_bytes()
    assert asset("mamma-mia/art.svg") == f"/static/{fingerprint(content)}/mamma-mia/art.svg"
    assert fingerprint(content) != fingerprint(content + b" ")
    assert len(fingerprint(content)) == 6


def test_pages_may_load_them_from_another_folder() -> None:
    before = asset("art.svg")
    serve_from("/forno")
    assert asset("art.svg") == "/forno" + before
