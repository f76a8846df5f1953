"""The words of ``serve`` when everything is up: where to go, and the way into the demo."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from service.serve.folder import DataFolder
from service.serve.processes import is_everywhere


@dataclass(frozen=True)
class Address:
    """The address where the API listens, and how a person on this machine reaches it."""

    host: str
    port: int

    @property
    def bind(self) -> str:
        """``host:port`` for the server."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def reachable(self) -> str:
        """A host that leads to this server from this machine."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104  compared, not bound

    @property
    def url(self) -> str:
        """The address for a browser on this machine."""
        host = f"[{self.reachable}]" if ":" in self.reachable else self.reachable
        return f"http://{host}:{self.port}"


def welcome(address: Address, folder: DataFolder, environment: Mapping[str, str]) -> str:
    """Return the text. It contains the demo's token and the mailbox's secret, so it goes to the console and into no log."""
    lines = [
        "",
        "Siegelpost is running.",
        f"  Web table      {address.url}/",
        f"  API            {address.url}/v1",
        f"  Documentation  {address.url}/docs",
        f"  Mailbox        {_mailbox(address, folder, environment)}",
        *_replies(environment),
        *_names(address, environment),
        f"  Data and logs  {folder.path}",
        *directions(folder.demo, address.url),
        "Ctrl-C stops everything; the next start finds all matches again.",
    ]
    return "\n".join(lines)


def directions(file: Path, url: str) -> list[str]:
    """Return the way into the demo in ``file``; empty without one."""
    if not file.exists():
        return []
    demo = json.loads(file.read_text(encoding="utf-8"))
    siegelpost = Path(sys.executable).with_name("siegelpost")
    against = f"{demo.get('game', 'a match')} against a bot"
    return [
        f'  Demo           you sit in "{demo["title"]}", {against}; your first turn is in the mailbox. Play it:',
        f"                 export SIEGELPOST_SERVER={url} SIEGELPOST_TOKEN={demo['token']}",
        f"                 {siegelpost} play {demo['match']}",
    ]


def _replies(environment: Mapping[str, str]) -> list[str]:
    """Return where answers to letters are accepted, if there is an entrance for them."""
    host = environment.get("SIEGELPOST_REPLY_HOST")
    listening = environment.get("SIEGELPOST_REPLY_LISTEN") or "127.0.0.1:2525"
    in_mailbox = "with Reply in the mailbox, or " if "SIEGELPOST_DEV_MAILBOX" in environment else ""
    return [f"  Answers        {in_mailbox}by mail for {host}, to {listening} (docs/reply-by-mail.md)"] if host else []


def _names(address: Address, environment: Mapping[str, str]) -> list[str]:
    """Return the names under which others reach this machine, if it listens on all its addresses."""
    if not is_everywhere(address.host):
        return []
    names = environment.get("SIEGELPOST_ALLOWED_HOSTS", "")
    return [
        f"  Answers to     {names} and the host of SIEGELPOST_PUBLIC_URL; SIEGELPOST_ALLOWED_HOSTS=name,... adds others"
    ]


def _mailbox(address: Address, folder: DataFolder, environment: Mapping[str, str]) -> str:
    if "SIEGELPOST_DEV_MAILBOX" in environment:
        secret = Path(environment["SIEGELPOST_DEV_MAILBOX_KEY"]).read_text(encoding="ascii").strip()
        return f"{address.url}/dev/mailbox/{secret}"
    if environment["SMTP_URL"] == folder.mailbox.as_uri():
        return f"{folder.mailbox} (not published, because others reach this address)"
    if environment["SMTP_URL"].startswith("file:"):
        return f"{unquote(urlsplit(environment['SMTP_URL']).path)} (of SMTP_URL; not published)"
    return "mails go out by SMTP"
