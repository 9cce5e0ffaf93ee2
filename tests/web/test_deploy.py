"""The files in `deploy/` work, as far as they can be run without an image: commands, the healthcheck, proxies."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from forno.cli import main
from tests.databases import PostgresServer
from tests.web.servers import Listener, Program, Running, ServerProcess, await_answer, running
from tools.servers import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
HOSTING = (DEPLOY.parent / "docs" / "hosting.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("deploy")) as server:
        yield server


def commands() -> list[list[str]]:
    """Every command line of ours that is written there."""
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    entry = json.loads(re.search(r"^ENTRYPOINT (.*)$", image, re.MULTILINE)[1])  # type: ignore[index]

    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    club = json.loads(re.search(r"^  command: (.*)$", compose, re.MULTILINE)[1])  # type: ignore[index]
    unit = (DEPLOY / "forno.service").read_text(encoding="utf-8")
    started = [shlex.split(line) for line in re.findall(r"^(?:# )?ExecStart=(.+)$", unit, re.MULTILINE)]
    admin = re.findall(r"(?:exec \S+|--entrypoint) (forno) (?:home )?(admin [a-z]+)", compose + HOSTING)
    assert len(admin) >= 3
    return [entry, [*entry, *club], *started, *([program, *words.split()] for program, words in admin)]


def test_every_command_line_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    found = commands()
    assert len(found) >= 4
    for program, *words in found:
        assert program.endswith("forno")
        assert main([*words, "--help"]) == 0
    capsys.readouterr()


def test_the_healthcheck_of_the_image_tells_a_server_that_serves_from_none(server: Running) -> None:
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", "")
    command = json.loads(re.search(r"^HEALTHCHECK .*? CMD (\[.*\])$", image, re.MULTILINE)[1])  # type: ignore[index]
    assert command[0] == "python"
    for address, fine in ((server.address, True), (f"http://127.0.0.1:{free_port()}", False)):
        code = command[2].replace("http://127.0.0.1:8000", address)
        asked = subprocess.run([sys.executable, command[1], code], capture_output=True)
        assert (asked.returncode == 0) == fine


def test_the_image_has_every_extra_that_a_host_may_need() -> None:
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    needed = {extra for extras in re.findall(r"'forno\[(web[^\]]*)\]'", HOSTING) for extra in extras.split(",")}
    assert needed >= {"web", "postgres", "notices", "passkeys"}
    installed = re.search(r"'\.\[(.*)\]'", image)
    assert installed is not None
    assert needed == set(installed[1].split(","))


def test_administration_in_the_image_finds_the_tables_of_its_server() -> None:
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "FORNO_DATA=/data/forno.sqlite3" in image
    assert "--data" not in image


def test_a_password_of_the_club_needs_no_escapes() -> None:
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert "PGPASSWORD: ${POSTGRES_PASSWORD:-}" in compose
    assert not re.search(r"postgresql://\S*\$", compose)


@pytest.mark.parametrize("name", ["deploy/nginx.conf", "deploy/nginx-path.conf", "docs/hosting.md"])
def test_nginx_passes_the_host_on_with_its_port(name: str) -> None:
    text = (DEPLOY.parent / name).read_text(encoding="utf-8")
    hosts = re.findall(r"proxy_set_header Host (\S+);", text)
    assert hosts
    assert set(hosts) == {"$http_host"}


def test_the_version_of_postgresql_that_is_claimed_is_the_one_tested(cluster: PostgresServer) -> None:
    version = int(cluster.execute("SHOW server_version_num")[0][0]) // 10_000
    assert f"tested with version {version})" in HOSTING
    assert f"image: postgres:{version}\n" in (DEPLOY / "compose.yaml").read_text(encoding="utf-8")


def test_the_image_isnt_roots_and_the_root_may_be_read_only() -> None:
    image = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert image.count("\nFROM ") == 2
    assert "\nUSER forno\n" in image.rpartition("\nFROM ")[2]
    assert "\nVOLUME /data\n" in image
    assert "read_only: true" in (DEPLOY / "compose.yaml").read_text(encoding="utf-8")


def test_a_server_is_kept_within_files_memory_and_processes() -> None:
    unit = (DEPLOY / "forno.service").read_text(encoding="utf-8")
    assert {"LimitNOFILE=65536", "MemoryMax=2G", "TasksMax=512"} <= set(unit.splitlines())
    compose = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    every = compose.partition("x-forno: &forno")[2].partition("\n\n")[0]
    for line in ("mem_limit: 2g", "pids_limit: 512", "ulimits: { nofile: 65536 }"):
        assert line in every


def nginx(folder: Path, http: str) -> list[str]:
    """The command that runs it with these settings, all that it writes in a folder."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    text = f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {places} {http} }}"
    (folder / "nginx.conf").write_text(text)
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@contextmanager
def proxy(name: str, address: str, folder: Path) -> Iterator[str]:
    """A proxy before a server, set up as we say. Yields its address."""
    port, server = free_port(), address.removeprefix("http://")
    environment = dict(os.environ)
    if name == "nginx":
        site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        site = site.replace("server 127.0.0.1:8000", f"server {server}").replace("listen 80;", f"listen {port};")
        (folder / "site.conf").write_text(site)
        command = nginx(folder, f"include {folder}/site.conf;")
    else:
        environment |= {"SITE": f"http://127.0.0.1:{port}", "WORKERS": server}
        environment |= {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        command = ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    try:
        await_answer(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx isn't here")
def test_a_house_lies_under_a_path_of_another_host(tmp_path: Path) -> None:
    house = ServerProcess(tmp_path, "--base-path", "/forno", base="/forno")
    port = free_port()
    site = (DEPLOY / "nginx-path.conf").read_text(encoding="utf-8").replace("127.0.0.1:8000", f"127.0.0.1:{house.port}")
    command = nginx(tmp_path, f"server {{ listen {port}; {site} }}")
    house.start()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/forno"
    try:
        await_answer(address, process)
        program = Program.opens(address, "mamma-mia", options={"players": 2})
        program.start()
        stream = Listener(address, f"/t/{program.table}/stream")
        program.play_on(3)
        stream.wait_for("public")
        stream.close()
        assert httpx.get(f"{address}/metrics").status_code == 404
        assert httpx.get(address).headers["location"].endswith("/forno/")
        assert httpx.get(f"http://127.0.0.1:{port}/lobby").status_code != 200
    finally:
        process.terminate()
        process.wait()
        house.stop()


def test_proxies_pass_on_at_once_what_happens_at_a_table(server: Running, tmp_path: Path) -> None:
    """Those that are here: others' machines have neither. `make test-load` tries both."""
    for name in filter(shutil.which, ("nginx", "caddy") if os.environ.get("FORNO_FAULTS") == "all" else ("nginx",)):
        folder = tmp_path / name
        folder.mkdir()
        with proxy(name, server.address, folder) as address:
            program = Program.opens(address, "mamma-mia", options={"players": 2})
            program.start()
            stream = Listener(address, f"/t/{program.table}/stream")
            program.play_on(3)
            stream.wait_for("public")
            stream.close()
            if name == "nginx":
                assert httpx.get(f"{address}/metrics").status_code == 404
