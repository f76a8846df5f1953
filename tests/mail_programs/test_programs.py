"""Real mail programs, in a fresh root of Debian, answer real letters; the real entrance does what they say.

They are more than a gigabyte of packages and take root and the network, so this runs with the long campaigns. What they wrote
when they were recorded is read in every run (``test_bench.py``).
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from checks import debian
from checks.pythons import OF_THE_MACHINE
from checks.pythons import Place as Machine
from engine.contract import Language
from tests.mail_programs.bench import Case, judge
from tests.mail_programs.programs import NEEDED, PROGRAMS, SAMPLES, Form, Letters, Place, Root, letters
from tests.mail_programs.windows import NEEDED as NEEDED_BY_WINDOWS
from tests.mail_programs.windows import WEB_MAIL, WINDOWS, Desk, WebMail

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]

SUITE = "bookworm"
ALL = {**PROGRAMS, **WINDOWS, **WEB_MAIL}
MOUNTED = ("proc", "dev", "dev/pts", "dev/shm")
FINISH = """
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends {packages}
sed -i 's/^# \\(de_DE\\|en_US\\).UTF-8/\\1.UTF-8/' /etc/locale.gen; locale-gen > /dev/null
id ann > /dev/null || useradd --create-home ann
"""
"""Makes of a bare root one with the programs, both languages, and Ann."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A root with all programs; kept for the next run."""
    assert os.geteuid() == 0, "a root of its own cannot be set up without root"
    root = (Path("build") / "mail-programs").absolute()
    if not (root / "etc/debian_version").exists():
        assert debian.bootstrap(root, SUITE), "the packages of Debian cannot be had here"
    for file in OF_THE_MACHINE:
        (root / file.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, root / file.relative_to("/"))
    packages = sorted({one.package for one in ALL.values()} | {*NEEDED, *NEEDED_BY_WINDOWS})
    finishing = Machine("", root / "root", "", root).command("sh", "-ec", FINISH.format(packages=" ".join(packages)))
    subprocess.run(finishing, check=True)
    with ExitStack() as mounts:
        for name in MOUNTED:
            mounts.enter_context(mounted(Path("/") / name, root / name))
        yield root


@contextmanager
def mounted(folder: Path, place: Path) -> Iterator[None]:
    """Have a folder of this machine at a place, too."""
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "--bind", "--make-private", folder, place], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@pytest.fixture(scope="module")
def written() -> Iterator[Letters]:
    with letters() as found:
        yield found


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("game", "form", "place", "lang"), SAMPLES)
def test_an_answer_does_what_its_writer_wanted(
    folder: Path,
    written: Letters,
    redis_url: str,
    tmp_path: Path,
    name: str,
    game: str,
    form: Form,
    place: Place,
    lang: Language,
) -> None:
    root = (Root if name in PROGRAMS else Desk if name in WINDOWS else WebMail)(folder)
    letter, anonymous = written.letter(game, lang, form)
    mail = anonymous(root.reply(ALL[name], letter, lang=lang, place=place))
    result = judge(Case("real", "answer", lang, "3", mail, game), redis_url, tmp_path)
    assert (result.verdict, result.quoted_back) == ("done", False), (root.version(ALL[name].package), result.got)
