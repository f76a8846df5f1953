"""Mail programs with windows, and web mail, from Debian: each is driven by its keys to reply to a letter as its user would.

They run without a screen (Xvfb) in a root of their own, and send to an SMTP server here. What is set is who the user is, how
mails are fetched and sent, and whether answers are written as text or as HTML; all else is as the package has it.

``python -m tests.mail_programs.windows ROOT [PROGRAM ...]`` records anew what they write (``recorded/``). ROOT is made as
:mod:`tests.mail_programs.programs` says, and has the packages of ``NEEDED`` as well.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from playwright.sync_api import sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.mail_programs.programs import HOME, LOCALES, Place, Program, Root, record

NEEDED = (
    "xvfb",
    "xdotool",
    "openbox",
    "imagemagick",
    "dbus-x11",
    "dovecot-imapd",
    "php-cli",
    "php-sqlite3",
    "roundcube-sqlite3",
)
SMTP, IMAP, WEB = 8501, 8502, 8503
DISPLAY = ":85"
RESTS = 0.8
"""Seconds without a change after which a screen is taken to rest."""


class Sink:
    """An SMTP server that keeps the last mail."""

    def __init__(self) -> None:
        self.mail: bytes | None = None

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Keep a mail."""
        self.mail = envelope.content
        return "250 OK"


class Desk(Root):
    """A root with a screen, a window manager, a session bus, and servers for the user's mails."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sink = Sink()

    def reply(self, program: Program, letter: bytes, *, lang: str, place: Place, typed: str = "3") -> bytes:
        """Have a letter answered; return the mail as the program sends it."""
        self.deliver(letter, program.files)
        self.sink.mail = None
        server = Controller(self.sink, hostname="127.0.0.1", port=SMTP)
        server.start()
        try:
            self._written(program, lang, place, typed)
        finally:
            server.stop()
        return self.sink.mail or (self.home / "out/mail").read_bytes()

    def _written(self, program: Program, lang: str, place: Place, typed: str) -> None:
        """Write the answer and send it."""
        with self._screen(program.start, lang):
            for title, keys in program.below if place == "below" and program.below else program.steps:
                self._await_window(title)
                for key in keys.format(typed=typed).split("|"):
                    self._press(key)
            self._until(lambda: self.sink.mail is not None or (self.home / "out/mail").exists(), self._shown)

    @contextmanager
    def _screen(self, start: str, lang: str) -> Iterator[None]:
        """Show a program on a screen of its own; all processes end with the block."""
        script = (f"rm -f /tmp/.X85-lock /tmp/.X11-unix/X85; Xvfb {DISPLAY} -screen 0 1200x900x24 -nolisten tcp & "
                  f"export DISPLAY={DISPLAY}; "
                  f"until xdotool getdisplaygeometry; do sleep 0.1; done; openbox & {start}; exec sleep 600")  # fmt: skip
        env = {"HOME": f"/{HOME}", "USER": "ann", "LOGNAME": "ann", "PATH": "/usr/bin:/bin:/usr/sbin:/usr/games",
               "LANG": LOCALES[lang], "LANGUAGE": lang, "TZ": "Europe/Berlin", "NO_AT_BRIDGE": "1",
               "XDG_RUNTIME_DIR": f"/{HOME}"}  # fmt: skip
        inside = ["chroot", "--userspec=ann:ann", str(self.folder), "/usr/bin/env", "-i",
                  *(f"{k}={v}" for k, v in env.items()), "dbus-run-session", "--", "sh", "-c", f"cd; {script}"]  # fmt: skip
        with self._running(inside):
            yield

    @contextmanager
    def _running(self, inside: Sequence[str]) -> Iterator[None]:
        """Run a command in a process space of its own, with which all that it has started ends."""
        space = ["unshare", "--pid", "--fork", f"--mount-proc={self.folder}/proc"]
        quiet = subprocess.DEVNULL
        running = subprocess.Popen([*space, *inside], stdin=quiet, stdout=quiet, stderr=quiet)
        try:
            yield
        finally:
            for first in Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split():
                os.kill(int(first), signal.SIGKILL)
            running.wait()

    def _press(self, key: str) -> None:
        if key.startswith("'"):
            self._tool("type", "--delay", "40", key[1:])
        elif key.startswith("@"):
            self._tool("mousemove", *key[1:].split(","), "click", "1")
        elif key:
            self._tool("key", "--delay", "40", key)

    def _tool(self, *command: str) -> str:
        return self.run("xdotool", *command, DISPLAY=DISPLAY)

    def _await_window(self, title: str) -> None:
        """Await that the active window has a title and that the screen rests."""
        self._until(lambda: re.search(title, self._active()) is not None, lambda: f"no {title!r}: {self._shown()}")
        seen = [b"", self._picture()]
        while seen[-1] != seen[-2]:
            time.sleep(RESTS)
            seen.append(self._picture())

    def _active(self) -> str:
        return self._tool("getactivewindow", "getwindowname")

    def _picture(self) -> bytes:
        taken = self.run("sh", "-c", "import -window root ppm:- | md5sum", DISPLAY=DISPLAY)
        return taken.encode()

    def _shown(self) -> str:
        self.run("import", "-window", "root", f"/{HOME}/screen.png", DISPLAY=DISPLAY)
        return f"active {self._active()!r}, see {self.home}/screen.png"


ROUNDCUBE = {
    "config/config.inc.php": f"""<?php
$config = ['db_dsnw' => 'sqlite:////srv/rc/rc.db', 'imap_host' => '127.0.0.1:{IMAP}', 'smtp_host' => '127.0.0.1:{SMTP}',
  'smtp_user' => '', 'smtp_pass' => '', 'des_key' => 'a-key-for-nothing-at-all', 'plugins' => [], 'log_dir' => '/srv/rc/',
  'temp_dir' => '/srv/rc/', 'mail_domain' => 'players.example', 'htmleditor' => (int) getenv('HTML')];
""",
    "dovecot.conf": f"""protocols = imap
listen = 127.0.0.1
base_dir = /srv/rc/dovecot
log_path = /srv/rc/dovecot.log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:/{HOME}/box
first_valid_uid = 500
passdb {{
  driver = static
  args = password=bench
}}
userdb {{
  driver = static
  args = uid=ann gid=ann home=/{HOME}
}}
service imap-login {{
  inet_listener imap {{
    port = {IMAP}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
""",
}
SERVE_ROUNDCUBE = f"""cd /srv/rc && cp /etc/roundcube/defaults.inc.php /etc/roundcube/mimetypes.php config/
php -r '$db = new PDO("sqlite:rc.db"); $db->exec(file_get_contents("/usr/share/roundcube/SQL/sqlite.initial.sql"));'
chown -R ann . && dovecot -c /srv/rc/dovecot.conf
export ROUNDCUBE_CONFIG_DIR=/srv/rc/config
exec setpriv --reuid=ann --regid=ann --clear-groups php -S 127.0.0.1:{WEB} -t /var/lib/roundcube/public_html
"""


class WebMail(Desk):
    """A root with an IMAP server and Roundcube; ``start`` of a program is its setting ``htmleditor`` (0: text, 1: HTML)."""

    def _written(self, program: Program, lang: str, place: Place, typed: str) -> None:
        """Answer in a browser, above the quote or below it."""
        place_of = self.folder / "srv/rc"
        shutil.rmtree(place_of, ignore_errors=True)
        for name, text in ROUNDCUBE.items():
            (place_of / name).parent.mkdir(parents=True, exist_ok=True)
            (place_of / name).write_text(text)
        browser = chromium()
        serving = ["chroot", str(self.folder), "/usr/bin/env", f"HTML={program.start}", "TZ=Europe/Berlin", "sh", "-c",
                   SERVE_ROUNDCUBE]  # fmt: skip
        with self._running(serving), sync_playwright() as play:
            self._until(lambda: _listens(WEB) and _listens(IMAP), lambda: "Roundcube does not begin")
            started = play.chromium.launch(
                executable_path=str(browser.program), env={**browser.environment}, args=ARGUMENTS
            )
            page = started.new_context(locale=lang, timezone_id="Europe/Berlin").new_page()
            page.goto(f"http://127.0.0.1:{WEB}/")
            page.fill("#rcmloginuser", "ann")
            page.fill("#rcmloginpwd", "bench")
            page.click("#rcmloginsubmit")
            page.wait_for_selector("#messagelist tbody tr")
            page.goto(f"http://127.0.0.1:{WEB}/?_task=mail&_mbox=INBOX&_action=compose&_reply_uid=1")
            if program.start == "1":
                page.frame_locator("iframe.tox-edit-area__iframe, iframe#composebody_ifr").locator("body").click()
            else:
                page.focus("#composebody")
            page.keyboard.press("Control+End" if place == "below" else "Control+Home")
            for key in ("Enter", typed) if place == "below" else (typed, "Enter"):
                page.keyboard.press(key)
            page.click("button.send")
            self._until(lambda: self.sink.mail is not None, lambda: page.content()[:3000])
            started.close()


def _listens(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


CLAWS = """[Account: 1]
account_name=ann@players.example
is_default=1
name=Ann Beispiel
address=ann@players.example
protocol=5
use_mail_command=1
mail_command=/opt/bench/sendmail -t -i
"""
CLAWS_FOLDERS = """<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
  <folder type="mh" name="Mail" path="Mail" account_id="1">
    <folderitem type="inbox" name="inbox" path="inbox" mtime="0" />
    <folderitem type="outbox" name="sent" path="sent" mtime="0" />
    <folderitem type="draft" name="draft" path="draft" mtime="0" />
    <folderitem type="queue" name="queue" path="queue" mtime="0" />
    <folderitem type="trash" name="trash" path="trash" mtime="0" />
  </folder>
</folderlist>
"""
EMPTY = {f"Mail/{one}/.keep": "" for one in ("sent", "draft", "queue", "trash")}


def thunderbird(*, html: bool) -> Mapping[str, str]:
    """Return the profile of a user of Thunderbird who writes HTML, as new ones do, or text."""
    prefs: dict[str, str | int | bool] = {
        "mail.accountmanager.accounts": "account1", "mail.accountmanager.defaultaccount": "account1",
        "mail.account.account1.server": "server1", "mail.account.account1.identities": "id1",
        "mail.server.server1.type": "pop3", "mail.server.server1.hostname": "127.0.0.1", "mail.server.server1.name": "ann",
        "mail.server.server1.userName": "ann", "mail.server.server1.login_at_startup": False,
        "mail.server.server1.check_new_mail": False, "mail.server.server1.storeContractID":
        "@mozilla.org/msgstore/berkeleystore;1",
        "mail.server.server1.directory-rel": "[ProfD]Mail/ann", "mail.server.server1.directory": "/home/ann/tb/Mail/ann",
        "mail.identity.id1.fullName": "Ann Beispiel", "mail.identity.id1.useremail": "ann@players.example",
        "mail.identity.id1.valid": True, "mail.identity.id1.smtpServer": "smtp1", "mail.identity.id1.compose_html": html,
        "mail.identity.id1.fcc": False,
        "mail.smtpservers": "smtp1", "mail.smtp.defaultserver": "smtp1", "mail.smtpserver.smtp1.hostname": "127.0.0.1",
        "mail.smtpserver.smtp1.port": SMTP, "mail.smtpserver.smtp1.authMethod": 1, "mail.smtpserver.smtp1.try_ssl": 0,
        "mail.warn_on_send_accel_key": False, "mail.shell.checkDefaultClient": False, "mail.rights.version": 1,
        "mailnews.start_page.enabled": False, "app.donation.eoy.version.viewed": 999, "mail.spellcheck.inline": False,
        "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False,
        "extensions.autoDisableScopes": 0, "ui.caretBlinkTime": 0, "intl.locale.requested": "",
        "mail.compose.warn_public_recipients.aggressive": False,
    }  # fmt: skip
    lines = [f'user_pref("{name}", {_js(value)});' for name, value in prefs.items()]
    return {"tb/user.js": "\n".join(lines) + "\n", "tb/Mail/ann/.keep": ""}


def _js(value: str | int | bool) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


EVOLUTION = {
    "ann": "[Data Source]\nDisplayName=Ann\nEnabled=true\nParent=\n[Mail Account]\nBackendName=maildir\nIdentityUid=ann-id\n"
    "[Maildir Backend]\nPath=/home/ann/box\n",
    "ann-id": "[Data Source]\nDisplayName=Ann\nEnabled=true\nParent=ann\n[Mail Identity]\nAddress=ann@players.example\n"
    "Name=Ann Beispiel\n[Mail Submission]\nTransportUid=ann-tr\n",
    "ann-tr": "[Data Source]\nDisplayName=Ann\nEnabled=true\nParent=ann\n[Mail Transport]\nBackendName=sendmail\n"
    "[Sendmail Backend]\nUseCustomBinary=true\nCustomBinary=/opt/bench/sendmail\n",
}
EVOLUTION_STARTS = (
    "box=$HOME/.local/share/evolution/mail/local; (until [ -d $box/new ]; do sleep 0.2; done; cp letter.eml $box/new/1) & "
    "WEBKIT_FORCE_SANDBOX=0 WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1 evolution -c mail"
)
"""Its mailbox is of its own making, so the letter arrives while it runs. WebKit's sandbox needs rights that no chroot has."""


def answering(
    package: str,
    start: str,
    opening: Sequence[tuple[str, str]],
    files: Mapping[str, str],
    *,
    send: str = "ctrl+Return",
    asked: Sequence[tuple[str, str]] = (),
) -> Program:
    """Return a program that shows the letter's answer after ``opening``, and after ``send`` may ask something."""
    places = ("ctrl+Home", "ctrl+End|Return")
    above, below = ([*opening, ("Re: ", f"{place}|'{{typed}}|Return|{send}"), *asked] for place in places)
    return Program(package, start, above, files, below)


LETTER = "Kontor|Packet|Anno|Seafarers"
WINDOWS: Mapping[str, Program] = {
    "claws-mail": answering(
        "claws-mail",
        "claws-mail --select '#mh/Mail/inbox/1'",
        [("Claws Mail", "ctrl+r")],
        {".claws-mail/accountrc": CLAWS, ".claws-mail/folderlist.xml": CLAWS_FOLDERS, **EMPTY,
         ".claws-mail/clawsrc": "[Common]\nenable_aspell=0\n"},
    ),
    "thunderbird": answering(
        "thunderbird",
        "thunderbird --profile /home/ann/tb /home/ann/letter.eml",
        [(LETTER, "ctrl+r")],
        thunderbird(html=True),
    ),
    "thunderbird-text": answering(
        "thunderbird",
        "thunderbird --profile /home/ann/tb /home/ann/letter.eml",
        [(LETTER, "ctrl+r")],
        thunderbird(html=False),
    ),
    "evolution": answering(
        "evolution",
        EVOLUTION_STARTS,
        [("Mail", "@87,194"), ("Eingang|Inbox", "@400,196"), ("Eingang|Inbox", "ctrl+r"), (r"^ \n", "@570,338")],
        {f".config/evolution/sources/{name}.source": text for name, text in EVOLUTION.items()},
        asked=[(r"^ \n", "Return")],
    ),
}  # fmt: skip
"""All of them answer the samples of :mod:`tests.mail_programs.programs`; places on the screen are clicked (``@``)."""
WEB_MAIL = {
    "roundcube": Program("roundcube-core", "0", (), {}),
    "roundcube-html": Program("roundcube-core", "1", (), {}),
}
"""Programs in a browser."""


if __name__ == "__main__":
    folder, names = Path(sys.argv[1]), sys.argv[2:] or [*WINDOWS, *WEB_MAIL]
    record(Desk(folder), {name: WINDOWS[name] for name in names if name in WINDOWS})
    record(WebMail(folder), {name: WEB_MAIL[name] for name in names if name in WEB_MAIL})
