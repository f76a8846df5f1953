"""An evening: the commands of docs/one-vps.md in a fresh Debian 13, from nothing to the first letter answered by mail.

What a machine has and a folder has not is played: there is no systemd (its units' lines are started by hand, with the socket that
it would keep), no certificate, and editors are scripts. It takes root and the network, so it runs with the long campaigns.
"""

import itertools
import os
import re
import shlex
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from checks import debian
from checks.pythons import BUNDLE, OF_THE_MACHINE, Place
from tests.campaigns.soak.report import Watch, report
from tests.deploy.files import ONE_VPS as UNIT
from tests.deploy.files import ROOT, unit_of
from tests.deploy.test_one_vps import COMMANDS
from tests.servers.ports import free_port
from tests.service.serve.watching import until
from tests.workers.inbox.arriving.test_real_exim import documented as exim_parts
from tests.workers.inbox.arriving.test_real_mail_server import documented as postfix_lines
from tests.workers.mail.post_office import PostOffice, post_office, text_of

pytestmark = [pytest.mark.soak, pytest.mark.timeout(3600)]

SUITE = "trixie"
MINUTES = 15
YOU = "you@example.org"
SUDO = """#!/bin/sh
[ "$1" = -u ] || exec env "$@"
user=$2; shift 2
exec setpriv --reuid="$user" --regid="$user" --init-groups -- env HOME=/var/lib/siegelpost "$@"
"""
SUDOEDIT = """#!/bin/sh -e
for file; do case "$file" in
*/siegelpost.env)
  cut -d= -f1 /root/changed | while read name; do sed -i "/^#\\\\?$name=/d" "$file"; done
  cat /root/changed >> "$file" ;;
*/legal/*.md) sed -i -z 's/\\[\\[[^]]*\\]\\]/Ann Beispiel/g' "$file" ;;
*/Caddyfile)
  sed -i 's#^play.example#{\\n\\tadmin off\\n}\\nhttp://play.example:PROXY#; s#127.0.0.1:8000#127.0.0.1:API#' "$file" ;;
esac; done
"""
SYSTEMCTL = """#!/bin/sh
echo "$@" >> /root/systemctl
"""
SERVE = """
install -d -o siegelpost -g siegelpost -m 0700 /var/lib/siegelpost
set -a; . /etc/siegelpost/siegelpost.env; set +a
cd /; export HOME=/var/lib/siegelpost
LISTEN_FDS=1 LISTEN_PID=$$ exec setpriv --reuid=siegelpost --regid=siegelpost --init-groups --inh-caps=-all {start}
"""
PASS_ON = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.execvp(sys.argv[2], sys.argv[2:])"


REPLY_HOST = "reply.play.example"
REPLY_PAGE = (ROOT / "docs" / "reply-by-mail.md").read_text(encoding="utf-8").replace("reply.example.org", REPLY_HOST)
BOUNCES = """import sys
from pathlib import Path
from service.admin.cli.parked import store_of
with store_of(Path("/var/lib/siegelpost")) as store:
    print(*(one.status for one in store.bounces(sys.argv[1])))
"""
EXIM = """dc_eximconfig_configtype='smarthost'
dc_other_hostnames='play.example'
dc_local_interfaces='127.0.0.1.{mail}'
dc_smarthost='127.0.0.1::{office}'
dc_use_split_config='false'
"""
OPENSMTPD = """listen on 127.0.0.1 port {mail}
action "out" relay host smtp://127.0.0.1:{office}
{documented}
match from local for any action "out"
"""
POSTFIX = """postconf -e 'relayhost = [127.0.0.1]:{office}' inet_interfaces=loopback-only maillog_file=/var/log/mail.log \\
  {documented}
sed -i 's/^smtp      inet/127.0.0.1:{mail} inet/' /etc/postfix/master.cf
"""


class Evening:
    """A fresh machine, its ports, and the mail server of somebody's provider."""

    def __init__(self, root: Path, office: PostOffice) -> None:
        self.root, self.office = root, office
        self.proxy, self.api, self.replies, self.mail = free_port(), free_port(), free_port(), free_port()
        self.public = f"http://play.example:{self.proxy}"
        self.log = root.with_suffix(".log").open("ab")
        self.you = YOU
        self.install_stubs()
        (root / "root/changed").write_text(
            f"SIEGELPOST_PUBLIC_URL={self.public}\nSIEGELPOST_LEGAL=/etc/siegelpost/legal\n"
            f"SMTP_URL='{office.url}?tls=never'\nSIEGELPOST_MAIL_FROM='Siegelpost <post@play.example>'\n"
            f"SIEGELPOST_REPLY_HOST={REPLY_HOST}\nSIEGELPOST_REPLY_LISTEN=127.0.0.1:{self.replies}\n"
        )
        with (root / "etc/hosts").open("a") as hosts:
            hosts.write("127.0.0.1 play.example\n")

    def install_stubs(self) -> None:
        """Put the programs that are played where systemd's and others' would be."""
        for name, text in (("sudo", SUDO), ("sudoedit", SUDOEDIT), ("systemctl", SYSTEMCTL)):
            file = self.root / "usr/bin" / name
            file.unlink(missing_ok=True)
            file.write_text(text.replace("PROXY", str(self.proxy)).replace("API", str(self.api)))
            file.chmod(0o755)

    def command(self, line: str, folder: str) -> list[str]:
        trusting = (
            f"export PIP_CERT=/root/{BUNDLE.name}\n{line}"  # the package ca-certificates writes its own over the other
        )
        return Place("", self.root / folder, "", self.root).command("sh", "-ec", trusting)

    def run(self, line: str, folder: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(self.command(line, folder), capture_output=True, text=True, timeout=1800, check=False)
        self.log.write(f"$ {line}\n{done.stdout}{done.stderr}".encode())
        self.log.flush()
        return done

    @contextmanager
    def running(self, command: list[str], **more: Any) -> Iterator[None]:
        child = subprocess.Popen(command, stdout=self.log, stderr=self.log, start_new_session=True, **more)
        try:
            yield
            assert child.poll() is None
        finally:
            os.killpg(child.pid, signal.SIGTERM)
            child.wait(90)

    def ask(self, method: str, path: str, expect: int, token: str = "", **body: object) -> Any:
        headers = {"Host": f"play.example:{self.proxy}", **({"Authorization": f"Bearer {token}"} if token else {})}
        url = f"http://127.0.0.1:{self.proxy}{path}"
        answer = requests.request(method, url, json=body or None, headers=headers, timeout=60)
        assert answer.status_code == expect, answer.text
        return answer.json()

    def pass_replies_on(self) -> None:
        """Do what the mail server of the reply host does, until the test is over."""
        for number in itertools.count():
            self.office.wait_for(number + 1, seconds=3_600)
            recipient = self.office.recipients[number]
            if recipient.endswith(f"@{REPLY_HOST}"):
                with smtplib.SMTP("127.0.0.1", self.replies) as smtp:
                    smtp.sendmail(self.office.senders[number], [recipient], self.office.raw[number])

    def takes_mail(self) -> bool:
        """Return whether the mail server of this machine listens."""
        with socket.socket() as tried:
            return tried.connect_ex(("127.0.0.1", self.mail)) == 0

    def is_ready(self) -> bool:
        try:
            answer = requests.get(
                f"http://127.0.0.1:{self.proxy}/ready", headers={"Host": f"play.example:{self.proxy}"}, timeout=5
            )
            return bool(answer.status_code == 200 and answer.json()["status"] == "ready")
        except requests.RequestException:
            return False


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    assert os.geteuid() == 0, "a root of its own cannot be set up without root"
    fresh, used = ROOT / "build" / SUITE, ROOT / "build" / "evening"
    if not (fresh / "etc/debian_version").exists():
        assert debian.bootstrap(fresh, SUITE), "the packages of Debian cannot be had here"
    shutil.rmtree(used, ignore_errors=True)
    subprocess.run(["cp", "-a", fresh, used], check=True)
    for file in OF_THE_MACHINE:
        (used / file.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, used / file.relative_to("/"))
    shutil.copy(BUNDLE, used / "root")
    subprocess.run(["git", "clone", "--quiet", "--bare", ".", str(used / "siegelpost.git")], cwd=ROOT, check=True)
    with post_office() as office:
        found = Evening(used, office)
        yield found
    found.log.close()
    shutil.rmtree(used)


def as_here(line: str, evening: Evening) -> str:
    """Return a command of the page with what is another one's on every machine."""
    line = line.strip().replace("https://your.git/siegelpost", "/siegelpost.git").replace("you@example.org", YOU)
    return line.replace("apt install", "DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet")


def letter(evening: Evening, found: Callable[[str], object]) -> Any:
    """Wait for a letter to you whose text has what is looked for; return it."""
    return until(
        lambda: next(
            (one for one in list(evening.office.letters) if evening.you in str(one["To"]) and found(text_of(one))), None
        ),
        "a letter",
        120,
    )


def install(evening: Evening) -> list[float]:
    """Carry out all commands of the page but the last; return how many seconds each took."""
    assert len(COMMANDS) == 12
    times = list[float]()
    evening.run("apt-get update --quiet", "root")  # a machine of a provider has fresh lists
    folder = "root"
    for line in (as_here(line, evening) for line in COMMANDS[:-1]):
        began = time.monotonic()
        done = evening.run(line, folder)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        times.append(time.monotonic() - began)
        if line.endswith("cd /opt/siegelpost"):
            folder = "opt/siegelpost"
    assert (evening.root / "root/systemctl").read_text().splitlines()[-3:] == [
        "daemon-reload", "enable --now siegelpost.socket siegelpost", "reload caddy",
    ]  # fmt: skip
    return times


@contextmanager
def serving(evening: Evening) -> Iterator[None]:
    """Run what systemd would, and carry out the last command of the page."""
    start = unit_of(UNIT)["ExecStart"][-1]
    with ExitStack() as ends:
        listener = ends.enter_context(socket.create_server(("127.0.0.1", evening.api), backlog=1024))
        passing = [sys.executable, "-c", PASS_ON, str(listener.fileno())]
        serve = evening.command(SERVE.format(start=start), "root")
        caddy = evening.command("exec caddy run --adapter caddyfile --config /etc/caddy/Caddyfile", "root")
        ends.enter_context(evening.running([*passing, *serve], pass_fds=(listener.fileno(),)))
        ends.enter_context(evening.running(caddy))
        until(evening.is_ready, "it is ready behind Caddy", 180)
        checked = evening.run(as_here(COMMANDS[-1], evening), "opt/siegelpost")
        assert checked.returncode == 0, checked.stdout + checked.stderr
        yield


def test_twelve_commands_lead_from_nothing_to_a_letter_answered_by_mail(evening: Evening) -> None:
    watch = Watch()
    threading.Thread(target=evening.pass_replies_on, daemon=True).start()
    times = install(evening)
    with serving(evening):
        answered(evening, evening.replies)
    report(
        "one VPS in an evening, in a fresh Debian 13", watch.seconds, commands=len(COMMANDS),
        longest=f"{max(times):.0f} s ({shlex.split(COMMANDS[times.index(max(times))])[1:4]})",
        minutes=round(watch.seconds / 60, 1),
    )  # fmt: skip
    assert watch.seconds < MINUTES * 60


def of_postfix(evening: Evening, office: str) -> str:
    """Set Postfix up; return the command that starts it."""
    documented = " ".join(map(shlex.quote, postfix_lines(REPLY_PAGE)))
    script = POSTFIX.format(mail=evening.mail, office=office, documented=documented)
    done = evening.run(script.replace("2525", str(evening.replies)), "root")
    assert done.returncode == 0, done.stderr
    return "exec postfix start-fg"


def of_exim(evening: Evening, office: str) -> str:
    """Set Exim up; return the command that starts it."""
    etc = evening.root / "etc/exim4"
    (etc / "update-exim4.conf.conf").write_text(EXIM.format(mail=evening.mail, office=office))
    template = (etc / "exim4.conf.template").read_text(encoding="utf-8")
    for line, more in (
        (r"  route_list = \* DCsmarthost byname", "  self = send"),  # the provider's server is on this machine, too
        (r"remote_smtp_smarthost:(?:\n.*)*?\n  driver = smtp", "  allow_localhost"),
    ):
        template = re.sub(f"(?m)^{line}$", rf"\g<0>\n{more}", template)
    for name, text in exim_parts(REPLY_PAGE.replace("2525", str(evening.replies))).items():
        at = re.search(rf"(?m)^(?:begin )?{name}:?$\n", template)
        assert (at is None) == (name == "main"), name
        place = 0 if at is None else at.end()
        template = f"{template[:place]}{text}\n{template[place:]}"
    (etc / "exim4.conf.template").write_text(template, encoding="utf-8")
    done = evening.run("update-exim4.conf && mkdir -p /run/exim4 && chown Debian-exim: /run/exim4 && exim4 -bV", "root")
    assert done.returncode == 0, done.stdout + done.stderr
    return "exec exim4 -bdf -q1m"


def of_opensmtpd(evening: Evening, office: str) -> str:
    """Set OpenSMTPD up; return the command that starts it."""
    documented = "\n".join(re.findall(r'(?m)^ +((?:action|match) .*"siegelpost".*)$', REPLY_PAGE))
    settings = OPENSMTPD.format(mail=evening.mail, office=office, documented=documented)
    (evening.root / "etc/smtpd.conf").write_text(settings.replace("2525", str(evening.replies)))
    return "exec smtpd -d"


MAIL_SERVERS = {"exim4-daemon-light": of_exim, "opensmtpd": of_opensmtpd, "postfix": of_postfix}
"""Debian's packages, and how each is set up."""


class Refusals(dict[str, str]):
    """What a post office says to letters; ``said`` once it has been said."""

    def __init__(self, recipient: str, words: str) -> None:
        super().__init__({recipient: words})
        self.said = False

    def __getitem__(self, recipient: str) -> str:
        self.said = True
        return super().__getitem__(recipient)


def test_each_mail_server_of_debian_on_the_same_machine_carries_letters_answers_and_reports(evening: Evening) -> None:
    """With what the pages say about it. A full mailbox is no refusal, and one refusal stops no mail."""
    office = evening.office.url.rpartition(":")[2].strip("/")
    changed = evening.root / "root/changed"
    changed.write_text(changed.read_text().replace(f":{office}?", f":{evening.mail}?"))
    install(evening)
    for package, set_up in MAIL_SERVERS.items():
        done = evening.run(f"DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet {package}", "root")
        assert done.returncode == 0, done.stdout + done.stderr
        evening.you = f"you@{package}.example"
        with evening.running(evening.command(set_up(evening, office), "root")):
            until(evening.takes_mail, f"{package} listens")
            with serving(evening):
                token = answered(evening, evening.mail)
                refuse(evening, token, "552 5.2.2 Mailbox full")
                refuse(evening, token, "550 5.1.1 nobody has this address")
                until(partial(told, evening, token, "5.1.1"), f"the report of {package} is read", 120)
                evening.office.refuses = {}
                turn_letter(evening, begin(evening, token))


def refuse(evening: Evening, token: str, words: str) -> None:
    """Have the letter of a new match refused."""
    evening.office.refuses = refusals = Refusals(evening.you, words)
    begin(evening, token)
    until(lambda: refusals.said, "the letter is refused", 120)


def told(evening: Evening, token: str, *refusals: str) -> bool:
    """Return whether delivery reports have told of these refusals and no others."""
    account = evening.ask("GET", "/v1/me", 200, token)["account"]
    line = f"sudo -u siegelpost .venv/bin/python -c {shlex.quote(BOUNCES)} {account}"
    return evening.run(line, "opt/siegelpost").stdout.split() == [*refusals]


def test_the_units_of_one_machine_and_of_three_are_set_up_by_their_commands(evening: Evening) -> None:
    """Up to ``systemctl``, and systemd then finds every program and every file that the units name."""
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8").partition("### With systemd")[2]
    lines = [as_here(line, evening) for line in page.partition("\n\n    ")[2].partition("\n\n")[0].splitlines()]
    assert len(lines) == 12 and "siegelpost-resolve@2" in lines[-1]
    evening.run("apt-get update --quiet && apt-get install --yes --quiet systemd openssl", "root")
    evening.install_stubs()
    folder = "root"
    for line in lines:
        done = evening.run(line, folder)
        assert done.returncode == 0, f"{line}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
        if line.endswith("cd /opt/siegelpost"):
            folder = "opt/siegelpost"
    three = (ROOT / "docs" / "three-machines.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in re.findall(r"(?m)^    .+$", three.partition("## When a machine dies")[0])]
    assert len(lines) == 10 and "PASSWORD=..." in lines[1]
    done = evening.run("\n".join(lines).replace("PASSWORD=...", "PASSWORD=$(openssl rand -hex 32)"), folder)
    assert done.returncode == 0, done.stderr[-2000:]
    called = (evening.root / "root/systemctl").read_text().split()
    units = sorted({one for one in called if one.startswith("siegelpost-")})
    assert len(units) == 10
    verified = evening.run(
        f"systemd-analyze verify --man=no --recursive-errors=no {' '.join(map(_unit, units))}", "root"
    )
    assert verified.returncode == 0, verified.stderr[-2000:]
    for name in ("state", "queue", "sentinel"):
        file = evening.root / f"var/lib/siegelpost-{name}/{name}.conf"
        assert not re.search("HERE|FIRST|SECOND|THIRD|PASSWORD", file.read_text(encoding="utf-8"))
        assert file.stat().st_mode & 0o777 == 0o600 and file.stat().st_uid != 0


def _unit(name: str) -> str:
    return name if "." in name else f"{name}.service"


def begin(evening: Evening, token: str) -> str:
    """Begin a match against a bot; return its id."""
    table = {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0, "visibility": "private"}
    return str(evening.ask("POST", "/v1/matches", 201, token, **table)["match"])


def turn_letter(evening: Evening, match: str) -> Any:
    """Return the letter of the first turn."""
    return letter(evening, lambda text: f"/table/{match}" in text)


def answered(evening: Evening, port: int) -> str:
    """Sign in by a letter, begin a match against a bot, and answer the letter of the first turn; return a token.

    :param port: where answers come in.
    """
    evening.ask("POST", "/v1/login", 202, mail=evening.you, name="You", language="en", zone="Europe/Berlin")
    signing_in = text_of(letter(evening, lambda text: "/login/" in text))
    code = re.search(r"/login/(\S+)", signing_in)
    assert code is not None and evening.public in signing_in
    token = str(evening.ask("POST", "/v1/login/confirm", 200, code=code[1], name="test")["token"])
    match = begin(evening, token)
    turn = turn_letter(evening, match)
    with smtplib.SMTP("127.0.0.1", port) as smtp:
        smtp.sendmail(evening.you, [turn["Reply-To"].addresses[0].addr_spec], _reply(turn, evening.you))
    confirmed = letter(evening, lambda text: "sealed" in text.lower() and text != text_of(turn))
    assert confirmed["In-Reply-To"] is not None
    waiting = evening.ask("GET", f"/v1/me/waiting?match={match}", 200, token)["waiting"]
    assert [one for one in waiting if one["decision"]["id"] == "r1.choose"] == []
    return token


def _reply(turn: Any, sender: str) -> str:
    head = {
        "From": sender, "To": turn["Reply-To"], "Subject": f"Re: {turn['Subject']}", "Message-ID": "<reply@example.org>",
        "In-Reply-To": turn["Message-ID"],
    }  # fmt: skip
    return "".join(f"{name}: {value}\r\n" for name, value in head.items()) + "\r\n3\r\n"
