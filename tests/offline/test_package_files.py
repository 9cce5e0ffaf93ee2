"""Static files of the offline package: read as they were written, at addresses beside the pages."""

from __future__ import annotations

from forno.core.language import languages, use
from forno.core.registry import catalogue
from forno.offline.package_files import PackageFiles, shell_page, shell_words
from forno.web.assets import Assets

PATHS = ["forno.css", "page.js", "icon.svg", "theme.js"]
NETWORKS = {"games/mamma_mia/bots/network.bin": ("./networks/n.bin", 1000)}


def test_files_lie_beside_the_pages() -> None:
    files = PackageFiles.of(Assets(), PATHS, NETWORKS)
    assert set(PATHS) < set(files.addresses)
    assert all(address.startswith("./") for address in files.addresses.values())
    assert files.address("forno.css") == f".{Assets().address('forno.css')}"
    assert set(files.modules) == {"page.js", "theme.js"}


def test_every_game_has_its_style_sheets() -> None:
    files = PackageFiles.of(Assets(), PATHS, NETWORKS)
    for info in catalogue():
        assert files.sheets_of(info.name) == Assets().sheets_of(info.name)
        assert all(sheet in files.addresses for sheet in files.sheets_of(info.name))


def test_they_are_read_as_they_were_written() -> None:
    files = PackageFiles.of(Assets(), PATHS, NETWORKS)
    again = PackageFiles.read(files.write())
    assert again.addresses == files.addresses
    assert list(again.modules_of("page.js")) == list(files.modules_of("page.js"))
    assert again.write() == files.write()


def test_the_shell_has_its_words_in_every_language() -> None:
    told = {}
    for language in languages():
        with use(language):
            told[language] = shell_words()
            assert all(told[language].values())
    assert len({tuple(words.values()) for words in told.values()}) == len(told)
    page = shell_page(PackageFiles.of(Assets(), PATHS, NETWORKS), {"title": "</script>"}, "default-src 'self'")
    assert 'content="default-src &#x27;self&#x27;"' in page
    assert page.count("</script>") == page.count("<script")
