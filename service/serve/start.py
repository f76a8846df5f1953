"""The start of ``serve``'s processes: at once, because Python is slow to begin, and opened when the store is found sound.

The API starts beside the state server and reports how far the data are loaded; if loading takes long, all other processes
start beside it, too. Nobody asks the store before :meth:`Start.open` (:mod:`service.processes.starting`). So the first
answer comes when the data are loaded, and what a start does beside loading does not depend on the number of matches.

When everything is up, the terminal says where to go, and the way into the demo.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypedDict
from urllib.parse import unquote, urlsplit

import redis

from service.processes.starting import Progress, Starting, lease_owner
from service.processes.wake import clock_says, wake
from service.serve import processes, redis_server
from service.serve.child import Program
from service.serve.confined import Confined
from service.serve.folder import KEEP_LOGINS, DataFolder, EmbeddedError, Restores
from service.serve.keys import KeyFiles
from service.serve.logs import Logs
from service.serve.processes import is_everywhere
from service.serve.redis_server import Server
from service.serve.supervisor import Post, Supervisor
from service.store.connection.connect import StoreUnavailable

WHERE_SET = {"replies": "SIEGELPOST_REPLY_HOST", "metrics": "SIEGELPOST_METRICS_FOLDER"}
"""Processes started only if a setting is present, with that setting."""
PRIVATE = ("keys", "state", "queue", "log")
"""Parts of a data folder that are only for the supervisor, the servers and the resolvers; of the keys, all but the
resolver's are readable for every process. In addition, ``backup-...`` contains all keys while a backup is taken."""
SOON = 5.0
"""Seconds that the store may take to load before the workers start beside it; if it is quicker, the API has the processors."""
TELL_EVERY = 1.0
"""Seconds between two reports to the API about the progress of loading."""


class Confinement(TypedDict):
    """The parts of a program that keep it from the resolver's key."""

    confined: Confined
    settings: Mapping[str, str]


def confined_to(folder: DataFolder, environment: Mapping[str, str]) -> Confined:
    """Return the files for processes without the resolver's key: they write letters, archive and metrics."""
    places = [environment.get("SIEGELPOST_ARCHIVE", "")]
    places += environment.get("SIEGELPOST_METRICS_FOLDER", "").split(os.pathsep)
    sink = urlsplit(environment["SMTP_URL"])
    outside = [Path(one) for one in places if one and "://" not in one]
    outside += [Path(unquote(sink.path))] if sink.scheme == "file" else []
    writable = tuple(dict.fromkeys([folder.tmp, folder.archive, folder.mailbox, *(one.resolve() for one in outside)]))
    for one in writable:
        if folder.keys.is_relative_to(one):
            raise EmbeddedError(f"{one} holds the keys: choose a folder of its own for letters, archive and metrics")
        with contextlib.suppress(OSError):  # whoever needs it says so
            one.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The program itself may lie there, with 'serve --data .'.
    readable = [one for one in folder.path.iterdir() if one.name not in PRIVATE and not one.name.startswith("backup-")]
    return Confined(folder.keys, (*readable, *writable), writable)


@dataclass
class Start:
    """The start of one installation."""

    supervisor: Supervisor
    logs: Logs
    folder: DataFolder
    server: Server
    environment: Mapping[str, str]
    keys: KeyFiles
    address: Address
    listener: int
    resolvers: int
    _api: list[Post] = field(default_factory=list)
    _workers: list[Post] = field(default_factory=list)
    _told: float = 0.0

    def load(self, restores: Restores) -> list[Path]:
        """Start the servers and the API, wait until all data are loaded, and check them; return files with what a crash had
        torn.

        :param restores: the backups from which the installation was restored; the first start afterwards reports it.
        :raises EmbeddedError: when one does not start, or a check finds a reason not to open.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        torn = self.folder.torn()
        self._starting.tell(Progress())
        servers = self.supervisor.begin([self._server("state"), self._server("queue")], self.environment)
        self._check("settings")
        self._api = self.supervisor.begin([self._listener()], self.environment)
        begun = time.monotonic()

        def meanwhile() -> None:
            now = time.monotonic()
            if now - self._told >= TELL_EVERY:
                self._told = now
                self._starting.tell(Progress(loaded=redis_server.loaded(self.folder.socket("state"))))
            if now - begun >= SOON and not self._workers:
                self._begin_workers()

        self.supervisor.wait(servers, meanwhile)
        self._check("store", *map(str, restores.taken[-1:]), *([KEEP_LOGINS] if restores.keep_logins else []))
        if restores.taken and (said := self.logs.last("preflight")):
            self.logs.tell(said)
        return sorted(self.folder.torn() - torn)

    def open(self) -> None:
        """Let all processes ask the store, and wait until everything runs that tables need; then begin what else there is.

        :raises EmbeddedError: when something does not start.
        :raises Stopped: when somebody asked to stop meanwhile.
        """
        self._starting.tell(Progress(over=True))
        self.supervisor.wait(self._api)
        if not self._workers:
            self._begin_workers()
        self.supervisor.wait(self._workers)
        # Last, because no table needs them: the others have the processors until then.
        named = [name for name, setting in WHERE_SET.items() if self.environment.get(setting)]
        kept = self._confinement()
        self.supervisor.start([Program(name, processes.command(name), **kept) for name in named], self.environment)

    def look_at_torn(self, files: list[Path]) -> None:
        """Report files torn by a crash, and the matches left in the middle of a step; everything runs meanwhile."""
        if not files:
            return
        program = Program("torn", [sys.executable, "-m", "service.serve.torn"])
        found = self.supervisor.run_once(program, self.environment) == 0
        halves = self.logs.last("torn") if found else "not known, see the clock's log"
        for aside in files:
            self.logs.tell(
                "A crash had torn the end of the store's file; what it tore was never acknowledged and is kept in "
                f"{aside}. Matches in the middle of a step: {halves}."
            )

    @property
    def _starting(self) -> Starting:
        return Starting(self.folder.starting, self.environment["SIEGELPOST_SUPERVISOR"])

    def _server(self, name: str) -> Program:
        return Program(
            name,
            redis_server.command(self.server, self.folder, name),
            is_ready=partial(redis_server.answers, self.folder.socket(name)),
            progress=partial(redis_server.progress, self.folder.socket(name)),
            keep_open=(self.folder.state_lock,) if name == "state" else (),
        )

    def _listener(self) -> Program:
        return Program(
            "api",
            processes.command("api"),
            is_ready=partial(_answers_ready, self.address),
            listener=self.listener,
            **self._confinement(),
        )

    def _confinement(self) -> Confinement:
        """Return the confinement that keeps processes other than the resolvers from the resolver's key."""
        confined = confined_to(self.folder, self.environment)
        return {"confined": confined, "settings": {"TMPDIR": str(self.folder.tmp)}}

    def _begin_workers(self) -> None:
        queue_url = self.environment["QUEUE_URL"]
        resolving = _workers_listen(queue_url, "resolve", self.resolvers)
        delivering = _workers_listen(queue_url, "deliver", 1)
        # A clock that says why it stands still runs, too: the operator may have halted the service.
        ticking = _quietly(lambda: clock_says(queue_url) is not None)
        buried = partial(_end_leases, self.environment)
        kept = self._confinement()
        resolve, with_key = processes.command("resolve"), processes.resolver_settings(self.keys)
        programs = [
            *(
                Program(f"resolve-{one}", resolve, resolving, after_death=buried, settings=with_key)
                for one in range(1, self.resolvers + 1)
            ),
            Program("deliver", processes.command("deliver"), delivering, after_death=buried, **kept),
            Program("clock", processes.command("clock"), ticking, **kept),
            Program("checking", [sys.executable, "-m", "service.serve.checking", str(self.folder.state)]),
        ]
        self._workers = self.supervisor.begin(programs, self.environment)

    def _check(self, *what: str) -> None:
        """Run a check of :mod:`service.serve.preflight`; :raises EmbeddedError: with what it found."""
        command = [sys.executable, "-m", "service.serve.preflight", *what]
        program = Program("preflight", command, settings=processes.resolver_settings(self.keys))
        if self.supervisor.run_once(program, self.environment) != 0:
            raise EmbeddedError(self.logs.last("preflight"))


def _end_leases(environment: Mapping[str, str], process: int) -> None:
    """Release a dead worker's leases for the others. If the store died as well, the leases expire by themselves."""
    from service.store.store import Store  # not before: nothing else that the supervisor does takes so much

    store = Store.connect(environment["REDIS_URL"], timeout=1.0)
    try:
        store.end_leases(lease_owner(environment["SIEGELPOST_SUPERVISOR"], process))
    except StoreUnavailable:
        return
    finally:
        store.close()
    wake(environment["QUEUE_URL"], "resolve")
    wake(environment["QUEUE_URL"], "deliver")


def _answers_ready(address: Address) -> bool:
    # A server that listens but has no worker yet lets us wait, which is the quickest way to learn that it has one.
    connection = http.client.HTTPConnection(address.reachable, address.port, timeout=2)
    try:
        connection.request("GET", "/ready")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _workers_listen(queue_url: str, queue: str, count: int) -> Callable[[], bool]:
    """Return a check that tells whether so many workers have registered for a queue."""

    def listen() -> bool:
        with redis.Redis.from_url(queue_url, socket_timeout=1, protocol=2) as client:
            return int(client.execute_command("SCARD", f"rq:workers:{queue}")) >= count

    return _quietly(listen)


def _quietly(question: Callable[[], bool]) -> Callable[[], bool]:
    """Return the check, answering "no" while the queue does not answer."""

    def ask() -> bool:
        with contextlib.suppress(redis.RedisError):
            return question()
        return False

    return ask


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
