"""Terminal mail programs from Debian, in a root of their own, each driven by its keys to reply to a letter as its user would.

What is set is who the user is, which editor types the answer and where mails go; all else is as the package has it. The editor
is a script, so that it types above or below the quote; Alpine and Emacs type in their own.

``python -m tests.mail_programs.programs ROOT [PROGRAM ...]`` records anew what they write (``recorded/``). ROOT is made with
``debootstrap --variant=minbase``; it needs the programs' packages, ``NEEDED``, both locales and a user ann, as
``test_programs.py`` makes it.
"""

import datetime
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
import redis

from engine.contract import Language
from tests.given.undrawn import draw_nothing
from tests.mail_programs.bench import Case, situation
from tests.servers.redis_server import RedisServer

Place = Literal["above", "below"]
Form = Literal["text", "html"]
NEEDED = ("tmux", "w3m", "locales", "notmuch")
"""Packages beside those of the programs."""
RECORDED = Path(__file__).with_name("recorded")
SAMPLES: Sequence[tuple[str, Form, Place, Language]] = (
    ("kontor", "text", "above", "de"),
    ("packet-row", "text", "below", "de"),
    ("anno-1701", "text", "below", "en"),
    ("seafarers", "html", "above", "en"),
)
"""What each program replies to: the game, the whole letter or its HTML alone, and where the answer goes."""
LOCALES = {"de": "de_DE.UTF-8", "en": "en_US.UTF-8"}
SECONDS = 180
"""How long a program may take to show what its next keys wait for."""
HOME = "home/ann"
SENDMAIL = """#!/bin/sh
mkdir -p $HOME/out
echo "$@" > $HOME/out/arguments
cat > $HOME/out/.new
# As every sendmail does for programs that leave the sender to it:
sed '/^$/q' $HOME/out/.new | grep -qi '^From:' || sed -i '1i From: Ann Beispiel <ann@players.example>' $HOME/out/.new
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


MUTT_STEPS = [
    ("Siegelpost", "r"),
    (r"\?.*\(\[", "Enter"),  # to Reply-To
    (r"(?m)^(To|An): ", "Enter"),
    (r"(?m)^(Subject|Betreff): ", "Enter"),
    (r"(?m)^(Include|Nachricht).*\(\[", "Enter"),  # with quote
    (r"y:(Send|Absenden)", "y"),
]
MUTTRC = """set realname="Ann Beispiel" from=ann@players.example
set editor=/opt/bench/edit sendmail=/opt/bench/sendmail
"""
EMACS = """(setq user-full-name "Ann Beispiel" user-mail-address "ann@players.example" sendmail-program "/opt/bench/sendmail"
 message-send-mail-function 'message-send-mail-with-sendmail rmail-file-name "~/letter.mbox" inhibit-startup-screen t
 mu4e-maildir "~/box" mu4e-sent-folder "/sent" mu4e-drafts-folder "/drafts")
"""
GNUS = """(setq gnus-select-method '(nnmaildir "" (directory "~/gnus")) gnus-init-file nil gnus-startup-file "~/.newsrc")
"""
NOTMUCH = """[database]
path=/home/ann/box
[user]
name=Ann Beispiel
primary_email=ann@players.example
"""
ALOT = """editor_spawn = False
[accounts]
[[ann]]
realname = Ann Beispiel
address = ann@players.example
sendmail_command = /opt/bench/sendmail -t
"""
PROGRAMS: Mapping[str, Program] = {
    "mutt": Program("mutt", "mutt -f ~/letter.mbox", MUTT_STEPS, {".muttrc": MUTTRC}),
    "neomutt": Program("neomutt", "neomutt -f ~/letter.mbox", MUTT_STEPS, {".neomuttrc": MUTTRC}),
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
    "bsd-mailx": Program(
        "bsd-mailx",
        "bsd-mailx -f ~/letter.mbox",
        [(r"& *$", "reply 1|Enter"), ("(?m)^Subject: ", "{typed}|Enter|Enter|~m|Enter"), ("continue", ".|Enter"),
         ("(?m)^Cc:", "Enter")],
        {".mailrc": "set sendmail=/opt/bench/sendmail\n"},
        [(r"& *$", "reply 1|Enter"), ("(?m)^Subject: ", "~m|Enter"), ("continue", "{typed}|Enter|.|Enter"),
         ("(?m)^Cc:", "Enter")],
    ),
    "mailutils": Program(
        "mailutils",
        "mail.mailutils -f ~/letter.mbox",
        [(r"\? *$", "reply 1|Enter"), ("Re: ", "{typed}|Enter|Enter|~m|Enter"), ("continue|fortsetzen", ".|Enter")],
        {".mailrc": "set sendmail=sendmail:/opt/bench/sendmail\n"},
        [(r"\? *$", "reply 1|Enter"), ("Re: ", "~m|Enter"), ("continue|fortsetzen", "{typed}|Enter|.|Enter")],
    ),
    "rmail": Program(
        "emacs-nox",
        "emacs -nw -f rmail",
        [("Siegelpost", "r"), ("text follows", "C-c|C-y|C-c|C-b|{typed}|Enter|Enter|C-c|C-c")],
        {".emacs": EMACS},
        [("Siegelpost", "r"), ("text follows", "C-c|C-y|M->|{typed}|Enter|C-c|C-c")],
    ),
    "mu4e": Program(
        "mu4e",
        "cd; for one in sent drafts trash; do mkdir -p box/$one/cur box/$one/new box/$one/tmp; done; "
        "mu init --maildir=$HOME/box --my-address=ann@players.example; mu index; emacs -nw --eval '(mu4e)'",
        [("Contacts updated|Main", "s"), ("(?i)search", "Siegelpost|Enter"), ("(?i)kontor|packet|anno|seafarers", "R"),
         ("text follows", "C-c|C-b|{typed}|Enter|Enter|C-c|C-c")],
        {".emacs": EMACS + "(require 'mu4e)\n"},
        [("Contacts updated|Main", "s"), ("(?i)search", "Siegelpost|Enter"), ("(?i)kontor|packet|anno|seafarers", "R"),
         ("text follows", "M->|{typed}|Enter|C-c|C-c")],
    ),
    "gnus": Program(
        "emacs-nox",
        "mkdir ~/gnus; cp -r ~/box ~/gnus/inbox; "
        """emacs -nw --eval '(progn (gnus) (gnus-group-read-group t nil "inbox"))'""",
        [("Siegelpost", "R"), ("text follows", "C-c|C-b|{typed}|Enter|Enter|C-c|C-c")],
        {".emacs": EMACS + GNUS},
        [("Siegelpost", "R"), ("text follows", "M->|{typed}|Enter|C-c|C-c")],
    ),
    "notmuch-emacs": Program(
        "elpa-notmuch",
        """notmuch new; emacs -nw --eval '(notmuch-search "Siegelpost")'""",
        [("Siegelpost", "r"), ("text follows", "C-c|C-b|{typed}|Enter|Enter|C-c|C-c")],
        {".emacs": EMACS + "(require 'notmuch)\n(setq notmuch-fcc-dirs nil)\n", ".notmuch-config": NOTMUCH},
        [("Siegelpost", "r"), ("text follows", "M->|{typed}|Enter|C-c|C-c")],
    ),
    "alot": Program(
        "alot",
        "notmuch new; alot search Siegelpost",
        [("Siegelpost", "Enter"), ("Du kannst|You can", "r"), ("(?i)envelope", "y")],
        {
            ".mailcap": "text/html; w3m -dump -T text/html '%s'; copiousoutput\n",
            ".notmuch-config": NOTMUCH,
            ".config/alot/config": ALOT,
        },
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
        self.folder, self.home, self.sessions = folder, folder / HOME, 0
        bench = folder / "opt/bench"
        bench.mkdir(parents=True, exist_ok=True)
        for name, text in (("sendmail", SENDMAIL), ("edit", EDITOR)):
            (bench / name).write_text(text)
            (bench / name).chmod(0o755)
        (folder / "etc/mailname").write_text("players.example\n")
        mts = folder / "etc/nmh/mts.conf"
        if mts.exists() and "/opt/bench" not in mts.read_text():
            mts.write_text(
                mts.read_text() + "\nlocalname: players.example\nmts: sendmail/pipe\nsendmail: /opt/bench/sendmail\n"
            )

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
        forms = {"letter.mbox": mbox, "letter.eml": text, "Mail/inbox/1": text,
                 **{f"{one}/cur/1:2,S": text for one in ("box", "aerc/INBOX")}}  # fmt: skip
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
        self.sessions += 1
        server = [
            "tmux",
            "-L",
            f"bench{os.getpid()}-{self.sessions}",
            "-f",
            "/dev/null",
        ]  # one that ends keeps its settings
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

    def _until(self, happens: Callable[[], bool], told: Callable[[], str]) -> None:
        end = time.monotonic() + SECONDS
        while not happens():
            assert time.monotonic() < end, told()
            time.sleep(0.05)


class Letters:
    """Real letters that ask for a first move, one for each game and language."""

    def __init__(self, redis_url: str, folder: Path) -> None:
        self.redis_url, self.folder = redis_url, folder

    def letter(self, game: str, lang: Language, form: Form) -> tuple[bytes, Callable[[bytes], bytes]]:
        """Return a letter, or its HTML alone, and what puts the bench's addresses into the mail that replies to it."""
        case = Case("recorded", "answer", lang, "3", b"", game)
        with redis.Redis.from_url(self.redis_url) as client:
            client.flushall()
        with situation(case, self.redis_url, Path(tempfile.mkdtemp(dir=self.folder))) as (post, writer):
            mail = post.last_to(writer)
        address = str(mail["Reply-To"]).encode()
        raw = next(raw for raw, one in zip(post.office.raw, post.office.letters, strict=True) if one is mail)
        raw = raw.replace(b"\r\n", b"\n").replace(writer.mail.encode(), b"ann@players.example")
        if form == "html":
            part = mail.get_body(("html",))
            assert part is not None
            raw = raw.partition(b"MIME-Version")[0] + b"MIME-Version: 1.0\n" + part.as_bytes().replace(b"\r\n", b"\n")

        def anonymous(written: bytes) -> bytes:
            text = written.replace(address, b"m+TOKEN@reply.example")
            text = text.replace(b"@" + socket.gethostname().encode() + b">", b"@players.example>")
            return re.sub(rb"<[0-9a-f-]{36}\.[^>]*@localhost\.invalid>", b"<LETTER@localhost.invalid>", text)

        return raw, anonymous


@contextmanager
def letters() -> Iterator[Letters]:
    """Yield the letters of an installation that lasts as long as the block."""
    with pytest.MonkeyPatch.context() as patched, tempfile.TemporaryDirectory() as data:
        server = RedisServer(Path(data))
        server.start()
        draw_nothing(patched)
        try:
            yield Letters(server.url, Path(data))
        finally:
            server.stop()


def record(root: Root, programs: Mapping[str, Program]) -> None:
    """Record what programs write, and list it in the index."""
    index = RECORDED / "index.json"
    listed = {one["id"]: one for one in json.loads(index.read_text(encoding="utf-8"))}
    debian = (root.folder / "etc/debian_version").read_text().strip()
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    with letters() as found:
        for name, program in programs.items():
            for game, form, place, lang in SAMPLES:
                letter, anonymous = found.letter(game, lang, form)
                case = f"{name}-{game}-{form}-{place}-{lang}"
                (RECORDED / f"{case}.eml").write_bytes(anonymous(root.reply(program, letter, lang=lang, place=place)))
                whole = "HTML alone" if form == "html" else "text and HTML"
                listed[case] = {
                    "id": case, "group": "answer", "game": game, "lang": lang, "expected": "3",
                    "what": f"{name} {root.version(program.package)} of Debian {debian}, recorded {today}: "
                    f"3 {place} the quote of a letter in {whole}",
                }  # fmt: skip
                index.write_text(json.dumps([listed[one] for one in sorted(listed)], indent=1) + "\n", encoding="utf-8")
                print(case)


if __name__ == "__main__":
    record(Root(Path(sys.argv[1])), {name: PROGRAMS[name] for name in sys.argv[2:] or PROGRAMS})
