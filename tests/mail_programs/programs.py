"""Terminal mail programs from Debian, in a root of their own, each driven by its keys to reply to a letter as its user would.

What is set is who the user is, which editor types the answer and where mails go; all else is as the package has it. The editor
is a script, so that it types above or below the quote; Alpine types in its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Place = Literal["above", "below"]
LOCALES = {"de": "de_DE.UTF-8", "en": "en_US.UTF-8"}
SECONDS = 20
"""How long a program may take to show what its next keys wait for."""
HOME = "home/ann"
SENDMAIL = """#!/bin/sh
mkdir -p $HOME/out
echo "$@" > $HOME/out/arguments
cat > $HOME/out/.new
mv $HOME/out/.new $HOME/out/mail
"""
EDITOR = r"""#!/bin/sh
for file; do :; done
if [ -n "$WITH_HEADERS" ]; then
  sed '/^\(--------\)\?$/q' "$file" > $HOME/head
  sed '1,/^\(--------\)\?$/d' "$file" > $HOME/body
else
  : > $HOME/head
  cp "$file" $HOME/body
fi
case "$PLACE" in
  below) { cat $HOME/head $HOME/body; echo; echo "$TYPED"; } > "$file" ;;
  *) { cat $HOME/head; echo "$TYPED"; echo; cat $HOME/body; } > "$file" ;;
esac
"""


@dataclass(frozen=True)
class Program:
    """A mail program: its package, how it is started, and which keys follow on what it shows.

    ``steps`` are pairs of what has to be on the screen (a regular expression) and keys for ``tmux``; ``{typed}`` is the answer.
    ``below`` are the steps of somebody who answers below the quote, where the editor does not do that.
    """

    package: str
    start: str
    steps: Sequence[tuple[str, str]]
    files: Mapping[str, str]
    below: Sequence[tuple[str, str]] = ()
    with_headers: bool = False
    """Whether the editor gets the headers, too."""


SEND = "Send this message|absenden"
PROGRAMS: Mapping[str, Program] = {
    "neomutt": Program(
        "neomutt",
        "neomutt -f ~/letter.mbox",
        [
            ("Siegelpost", "r"),
            (r"\?.*\(\[", "Enter"),  # to Reply-To
            (r"(?m)^(To|An): ", "Enter"),
            (r"(?m)^(Subject|Betreff): ", "Enter"),
            (r"(?m)^(Include|Nachricht).*\(\[", "Enter"),  # with quote
            (r"y:(Send|Absenden)", "y"),
        ],
        {
            ".neomuttrc": 'set realname="Ann Beispiel" from=ann@players.example\n'
            "set editor=/opt/bench/edit sendmail=/opt/bench/sendmail\n"
        },
    ),
    "s-nail": Program(
        "s-nail",
        "s-nail -R -f ~/letter.mbox",
        [(r"\? *$", "reply 1|Enter"), (r"\[yes\]/no", "Enter"), ("Keine Mails mehr|No more mails", "~v|Enter"),
         (r"\(continue\)", "C-d"),
         ("Send this message", "yes|Enter")],
        {".mailrc": 'set from="Ann Beispiel <ann@players.example>" mta=/opt/bench/sendmail\n'},
        [(r"\? *$", "reply 1|Enter"), (r"\[yes\]/no", "Enter"), ("Keine Mails mehr|No more mails", "{typed}|Enter|C-d"),
         ("Send this message", "yes|Enter")],
        with_headers=True,
    ),
    "alpine": Program(
        "alpine",
        "alpine -i",
        [("Exit this greeting", "e"), ("N +1 ", "r"), ("Include original", "y"), ("Use .Reply-To", "y"),
         ("Get Help", "{typed}|Enter|C-x"), ("Send message", "y")],
        {
            ".pinerc": "personal-name=Ann Beispiel\nuser-domain=players.example\nsendmail-path=/opt/bench/sendmail -t -oi\n"
            'inbox-path=/home/ann/letter.mbox\ndefault-fcc=""\n'
        },
        [("Exit this greeting", "e"), ("N +1 ", "r"), ("Include original", "y"), ("Use .Reply-To", "y"),
         ("Get Help", "C-w|C-v|Enter|{typed}|Enter|C-x"),
         ("Send message", "y")],
    ),
    "mblaze": Program(
        "mblaze",
        "mlist ~/box | mseq -S; mrep 1",
        [("What now", "s|Enter")],
        {
            ".mblaze/profile": "Local-Mailbox: Ann Beispiel <ann@players.example>\nFQDN: players.example\n"
            "Sendmail: /opt/bench/sendmail\nOutbox: /home/ann/box\n"
        },
        with_headers=True,
    ),
    "nmh": Program(
        "nmh",
        "repl +inbox 1",
        [("What now", "send|Enter")],
        {".mh_profile": "Path: Mail\nLocal-Mailbox: Ann Beispiel <ann@players.example>\nWelcome: disable\n"},
        with_headers=True,
    ),
    "nmh-quoting": Program(
        "nmh",
        "repl -format +inbox 1",
        [("What now", "send|Enter")],
        {".mh_profile": "Path: Mail\nLocal-Mailbox: Ann Beispiel <ann@players.example>\nWelcome: disable\n"},
        with_headers=True,
    ),
    "aerc": Program(
        "aerc",
        "aerc",
        [("Siegelpost", "R|q"), ("Send this email", "y")],
        {
            ".config/aerc/accounts.conf": "[ann]\nsource = maildir:///home/ann/aerc\noutgoing = /opt/bench/sendmail\n"
            "from = Ann Beispiel <ann@players.example>\ndefault = INBOX\n"
        },
    ),
}  # fmt: skip


class Root:
    """A root of Debian with the programs in it, and a user who has one letter."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home = folder, folder / HOME
        bench = folder / "opt/bench"
        bench.mkdir(parents=True, exist_ok=True)
        for name, text in (("sendmail", SENDMAIL), ("edit", EDITOR)):
            (bench / name).write_text(text)
            (bench / name).chmod(0o755)
        (folder / "etc/mailname").write_text("players.example\n")
        mts = folder / "etc/nmh/mts.conf"
        if mts.exists() and "/opt/bench" not in mts.read_text():
            mts.write_text(mts.read_text() + "\nmts: sendmail/pipe\nsendmail: /opt/bench/sendmail\n")

    def run(self, *command: str, lang: str = "de", **more: str) -> str:
        """Run a command as the user and return what it says."""
        env = {"HOME": f"/{HOME}", "USER": "ann", "LOGNAME": "ann", "PATH": "/usr/bin:/bin:/usr/sbin:/usr/bin/mh",
               "TERM": "screen-256color", "LANG": LOCALES[lang], "TZ": "Europe/Berlin", **more}  # fmt: skip
        inside = [
            "chroot",
            "--userspec=ann:ann",
            str(self.folder),
            "/usr/bin/env",
            "-i",
            *(f"{k}={v}" for k, v in env.items()),
        ]
        done = subprocess.run(
            [*inside, *command], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        return done.stdout

    def version(self, package: str) -> str:
        """Return the installed version of a package."""
        return self.run("dpkg-query", "-W", "-f", "${Version}", package)

    def deliver(self, letter: bytes, files: Mapping[str, str]) -> None:
        """Leave the user with nothing but one letter, in each form of mailbox, and with these settings."""
        shutil.rmtree(self.home, ignore_errors=True)
        text = letter.replace(b"\r\n", b"\n")
        mbox = b"From post@localhost.invalid Sun Nov 29 02:55:17 2026\n" + text + b"\n"
        forms = {"letter.mbox": mbox, "box/cur/1:2,S": text, "Mail/inbox/1": text, "aerc/INBOX/cur/1:2,S": text}
        for name, content in {**forms, **{name: one.encode() for name, one in files.items()}}.items():
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o600)
        for box in ("box", "aerc/INBOX"):
            for one in ("new", "tmp"):
                (self.home / box / one).mkdir(parents=True)
        owner = (self.folder / "etc/passwd").read_text().partition("\nann:x:")[2].split(":")[:2]
        for path in (self.home, *self.home.rglob("*")):
            os.chown(path, int(owner[0]), int(owner[1]))

    def reply(self, program: Program, letter: bytes, *, lang: str, place: Place, typed: str = "3") -> bytes:
        """Have a letter answered; return the mail as the program hands it to sendmail."""
        self.deliver(letter, program.files)
        with_headers = {"WITH_HEADERS": "1"} if program.with_headers else {}
        said = {
            "VISUAL": "/opt/bench/edit",
            "EDITOR": "/opt/bench/edit",
            "TYPED": typed,
            "PLACE": place,
            **with_headers,
        }
        server = ["tmux", "-L", "bench", "-f", "/dev/null"]
        try:
            shown = [
                *server,
                "new-session",
                "-d",
                "-x",
                "110",
                "-y",
                "44",
                "sh",
                "-c",
                f"{program.start}; exec sleep 600",
            ]
            self.run(*shown, lang=lang, **said)
            for sign, keys in program.below if place == "below" and program.below else program.steps:
                self._await(server, sign)
                for key in keys.format(typed=typed).split("|"):
                    self.run(*server, "send-keys", key)
            mail = self.home / "out/mail"
            self._until(mail.exists, lambda: self.run(*server, "capture-pane", "-p"))
            return mail.read_bytes()
        finally:
            self.run(*server, "kill-server")

    def _await(self, server: Sequence[str], sign: str) -> None:
        def screen() -> str:
            return self.run(*server, "capture-pane", "-p").rstrip()

        self._until(lambda: re.search(sign, screen()) is not None, lambda: f"no {sign!r} in\n{screen()}")

    def _until(self, happens: object, told: object) -> None:
        end = time.monotonic() + SECONDS
        while not happens():  # type: ignore[operator]
            assert time.monotonic() < end, told()  # type: ignore[operator]
            time.sleep(0.05)
