"""A stranger's game: the commands of docs/adding-a-game.md, in an environment of its own, with a release's wheels and theirs."""

import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
import requests
from PIL import Image

from checks.release import environment, exported, packages
from tests.campaigns.bench.compiled import PROJECT
from tests.service.serve.test_serve import Serving
from tests.service.serve.watching import until

TUTORIAL = (PROJECT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"^```sh\n(.*?)^```$", TUTORIAL, re.M | re.S) for line in block.splitlines()]
MAKE, INSTALL, INSTALL_GAME, SERVE, EXPORT, RULES, NEW, WAITING, PLAY, BOT, LOG, VERIFY, INSTALL_IN_CLONE, LAWS = LINES
"""Every command of the page: one that nobody runs here fails in this line."""
WITHOUT_NETWORK = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_IGNORE_INSTALLED": "1",  # what the environment of the tests holds is seen, and would do
    "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this as the option's value: no isolation
    "PIP_QUIET": "1",
}


class Stranger:
    """Types commands of the page in a folder of their own."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        self.folder = folder
        self.python = folder / "games" / "bin" / "python"
        bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SIEGELPOST_"))}
        self.environment = {
            **bare,
            **WITHOUT_NETWORK,
            "PIP_FIND_LINKS": str(wheels),
            "SIEGELPOST_DATA": str(folder / "kept"),
        }

    def types(self, line: str, *, cwd: Path | None = None) -> str:
        """Run a line, return what it prints; it must succeed."""
        done = self.tries(line, cwd=cwd)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def tries(self, line: str, *, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", line], cwd=cwd or self.folder, env=self.environment, capture_output=True, text=True, timeout=300,
            check=False,
        )  # fmt: skip


@pytest.fixture(scope="module")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    """Somebody who has copied the example and installed it beside Siegelpost.

    Dependencies are those of the tests' environment; Siegelpost itself and the game are installed from wheels.
    """
    folder = tmp_path_factory.mktemp("stranger")
    shutil.copytree(
        PROJECT / "tests" / "engine" / "fingers", folder / "fingers", ignore=shutil.ignore_patterns("__pycache__")
    )
    wheels = folder / "wheels"
    wheels.mkdir()
    packages(exported(folder / "tree"), wheels, environment())
    found = Stranger(folder, wheels)
    assert MAKE == "python3 -m venv games"
    venv.create(folder / "games", symlinks=True)
    held = folder / "games" / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    (held / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    shutil.rmtree(folder / "tree")
    for line in (INSTALL, INSTALL.replace("siegelpost[server]", "siegelpost-client"), INSTALL_GAME):
        found.types(line)
    return found


@pytest.fixture(scope="module")
def serving(stranger: Stranger) -> Iterator[Serving]:
    alone = [
        "env",
        "-i",
        "-C",
        str(stranger.folder),
        *(f"{name}={value}" for name, value in stranger.environment.items()),
    ]
    begun = Serving(stranger.folder / "var", command=[*alone, *SERVE.split(), "--port", "0"])
    try:
        yield begun.up()
    finally:
        begun.end()


def test_siegelpost_and_the_game_come_from_their_wheels(stranger: Stranger) -> None:
    names = ("engine", "service", "workers", "siegelpost_client", "siegelpost_fingers")
    where = stranger.types(
        f"{stranger.python} -c 'import {', '.join(names)}; print({'.__file__, '.join(names)}.__file__)'"
    )
    assert [Path(one).is_relative_to(stranger.folder / "games") for one in where.split()] == [True] * len(names)


def test_it_is_played_drawn_mailed_taught_and_verified(stranger: Stranger, serving: Serving) -> None:
    given = re.search(r"export (SIEGELPOST_SERVER=\S+) (SIEGELPOST_TOKEN=\S+)", serving.said)
    assert given is not None and EXPORT == "export SIEGELPOST_SERVER=http://127.0.0.1:8000 SIEGELPOST_TOKEN=sp_..."
    stranger.environment |= dict(one.split("=", 1) for one in given.groups())
    ask = requests.Session()
    ask.headers["Authorization"] = given[2].replace("SIEGELPOST_TOKEN=", "Bearer ")

    assert "Fingers  fingers@1" in stranger.types(RULES)
    printed = re.search(r"[0-9a-f]{8}-[0-9a-f-]{27}", stranger.types(NEW))
    assert printed is not None
    match = printed[0]

    def letter() -> EmailMessage | None:
        return next((one for one in serving.mails() if one["Subject"].startswith("Fingers")), None)

    until(lambda: letter() is not None, "the turn mail")
    mail = letter()
    assert mail is not None
    text, page = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None and page is not None
    assert "Show one to five fingers" in text.get_content()
    assert "Round 1 of 3. The sum is 0." in text.get_content()
    [drawn] = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    with Image.open(io.BytesIO(drawn.get_content())) as picture:
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 3, "two names in two colours on paper"

    assert "Fingers" in stranger.types(WAITING)
    assert "Together you show 4." in stranger.types(PLAY.replace("MATCH", match))

    def is_over() -> bool:
        return bool(ask.get(f"{serving.url}/v1/matches/{match}", timeout=120).json()["status"] == "closed")

    with subprocess.Popen([*BOT.split(), "--pause", "0.05"], cwd=stranger.folder, env=stranger.environment) as bot:
        try:
            until(is_over, "the match is over")
        finally:
            bot.terminate()
    table = ask.get(f"{serving.url}/v1/matches/{match}/picture.svg", timeout=120)
    assert table.headers["Content-Type"].startswith("image/svg+xml") and "Steady" in table.text
    stranger.types(LOG.replace("MATCH", match))
    assert "PASS" in stranger.types(VERIFY)

    assert "show one to five fingers" in ask.get(f"{serving.url}/rules/fingers", timeout=120).text
    assert ask.get(f"{serving.url}/v1/rules/fingers", timeout=120).json()["id"] == "fingers@1"
    schemas = ask.get(f"{serving.url}/openapi.json", timeout=120).json()["components"]["schemas"]
    assert {"FingersView", "Fingers1MoveShow"} <= schemas.keys()
    lobby = ask.get(f"{serving.url}/v1/meta", timeout=120).json()
    assert "fingers@1" in lobby["rules"]


def test_it_keeps_the_laws_in_a_clone(stranger: Stranger) -> None:
    assert INSTALL_IN_CLONE == ".venv/bin/python -m pip install --no-deps ./fingers"
    said = stranger.types(LAWS.replace(".venv/bin/python", str(stranger.python)) + " -p no:cacheprovider", cwd=PROJECT)
    assert re.search(r"\d+ passed, \d+ deselected", said), said


def test_made_for_another_contract_nothing_starts_and_the_distribution_is_named(stranger: Stranger) -> None:
    [about] = (stranger.folder / "games" / "lib").rglob("siegelpost_fingers/__init__.py")
    was = about.read_text(encoding="utf-8")
    about.write_text(was.replace("CONTRACT = 1", "CONTRACT = 2"), encoding="utf-8")
    # Python takes compiled modules by size and second, and it may have been installed in this very second.
    compiled = about.parent / "__pycache__"
    shutil.rmtree(compiled, ignore_errors=True)
    told = "siegelpost-fingers 1.0: was made for version 2 of the contract of games, and this Siegelpost has version 1"
    try:
        (stranger.folder / "empty.jsonl").write_text("")
        for line in (
            f"{SERVE}-other --port 0",
            "games/bin/siegelpost verify empty.jsonl",
            "games/bin/siegelpost waiting",
        ):
            done = stranger.tries(line)
            assert (done.returncode, told in done.stderr, "Traceback" in done.stderr) == (1, True, False), done.stderr
    finally:
        about.write_text(was, encoding="utf-8")
        shutil.rmtree(compiled, ignore_errors=True)


def test_the_example_is_short_enough_to_be_read_at_once() -> None:
    files = [
        path for path in (PROJECT / "tests" / "engine" / "fingers").rglob("*") if path.suffix in (".py", ".md", ".toml")
    ]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 300
