"""What is left of a turn's letter where a mailbox keeps its HTML only still proves what the server signed, in every game.

Real programs turn the HTML into text, on this machine or unpacked from Debian's packages, so it runs with the long campaigns.
"""

import os
import shutil
import subprocess
import textwrap
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from checks import debian
from service.cli import main
from tests.mail_programs.bench import SEATS
from tests.workers.inbox.corresponding import correspondence
from tests.workers.mail.post_office import html_of

pytestmark = [pytest.mark.soak, pytest.mark.timeout(300)]

PROGRAMS = {
    "w3m": ["w3m", "-dump", "-T", "text/html", "-O", "UTF-8"],
    "html2text": ["html2text", "-utf8"],
    "pandoc": ["pandoc", "--from", "html", "--to", "plain"],
    "lynx": ["lynx", "-stdin", "-dump", "-assume_charset=utf-8", "-display_charset=utf-8"],
}


def as_text(program: str, page: str) -> str:
    """Return an HTML page as a program shows it."""
    command, env = PROGRAMS[program], dict(os.environ)
    if shutil.which(command[0]) is None:
        packages = debian.unpack(Path("build/servers/readers"), "bookworm", [*PROGRAMS, "libgc1", "lynx-common"])
        assert packages is not None, "the packages of Debian cannot be had here"
        env |= {"PATH": f"{packages.absolute()}/usr/bin:{env['PATH']}", "LD_LIBRARY_PATH": debian.libraries(packages)}
    done = subprocess.run(command, input=page, capture_output=True, text=True, timeout=60, check=True, env=env)
    return done.stdout


@pytest.mark.parametrize("game", ["kontor", "packet-row", "anno-1701", "seafarers"])
def test_a_letter_of_which_its_html_is_left_proves_what_the_server_signed(
    game: str, redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path / "house") as post:
        post.begin(game, SEATS.get(game, 2))
        letter = post.last_to(next(player for player in post.players if post.is_asked(player)))
        key = post.context.signer.public_key
    page = html_of(letter)
    alone = EmailMessage()
    alone["Subject"] = "Your turn"
    alone.set_content(page, subtype="html", cte="quoted-printable")
    attached = EmailMessage()
    attached["Subject"] = "Fwd: Your turn"
    attached.set_content("Look at this")
    attached.add_attachment(alone)
    kept = {"html alone": alone.as_bytes(), "forwarded as a file": attached.as_bytes()}
    for program in PROGRAMS:
        text = as_text(program, page)
        for name, words in ((program, text), (f"{program}, forwarded", textwrap.indent(text, "> ", lambda _: True))):
            mail = EmailMessage()
            mail["Subject"] = "Fwd: Your turn"
            mail.set_content(words, cte="quoted-printable")
            kept[name] = mail.as_bytes()
    lost = []
    for name, raw in kept.items():
        (tmp_path / "mail.eml").write_bytes(raw)
        told = CliRunner().invoke(main, ["verify", "--mail", str(tmp_path / "mail.eml"), "--key", key])
        if (told.exit_code, "PASS" in told.output) != (0, True):
            lost.append(f"{name}: {told.output}")
    assert lost == []
