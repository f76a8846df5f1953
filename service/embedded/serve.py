"""``serve``: lock the folder, make the keys, start everything in order, show the way in, stop everything in order."""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import socket
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeVar

import redis

from engine.kit.rule_data import BadData
from engine.protocol.log import timestamp
from service.config import Settings, folders
from service.context import Context, lease_owner
from service.embedded import processes, redis_server
from service.embedded.backup.restoring import restores_of
from service.embedded.child import Program
from service.embedded.folder import DataFolder, EmbeddedError
from service.embedded.keys import KeyFiles, ensure_keys
from service.embedded.logs import Logs
from service.embedded.restored import ORIGIN, log_name, note_restore
from service.embedded.supervisor import Stopped, Supervisor
from service.embedded.welcome import Address, welcome
from service.owned_data import hold_folders
from service.signing import KeyMissing
from service.store.connect import StoreUnavailable
from service.store.store import Store
from service.wake import clock_says, wake

Answer = TypeVar("Answer")
FAILED = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""What is wrong with a disk that takes no writes."""
WHERE_SET = {"replies": "SIEGELPOST_REPLY_HOST", "metrics": "SIEGELPOST_METRICS_FOLDER"}
"""Processes that are started only where a setting is there, by that setting."""
RESOLVERS = 2
"""Workers that resolve, unless told otherwise: one may be busy with a long drain."""


def serve(
    directory: Path,
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    resolvers: int = RESOLVERS,
    with_demo: bool = True,
    verbose: bool = False,
) -> int:
    """Run a whole installation in ``directory`` until SIGINT or SIGTERM; return 0, or 1 when it could not start.

    Call it in the main thread of a process that does nothing else. The caller's environment is the children's; ``SMTP_URL``,
    ``SIEGELPOST_PUBLIC_URL`` and ``SIEGELPOST_HOLD_OFF`` in it are respected.

    :param port: 0 for any free one.
    :param resolvers: how many workers resolve.
    :param with_demo: whether a new folder gets the player "you" and a match against a bot, unless mails really go out.
    :param verbose: show all logs on the console, not only what matters.
    """
    os.umask(0o077)
    try:
        with contextlib.closing(DataFolder(directory)) as folder:
            return _serve(folder, host, port, resolvers, with_demo, verbose)
    except EmbeddedError as error:
        return _fail(str(error))
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        return _fail(f"nothing can be written to {directory} ({error.strerror}): make room, and start again")


def _serve(folder: DataFolder, host: str, port: int, resolvers: int, with_demo: bool, verbose: bool) -> int:
    server = redis_server.find_server(folder)
    keys = ensure_keys(folder.keys, matches_exist=folder.has_matches())
    address = Address(host, _free_port(host, port))
    restores = restores_of(folder.path)
    environment = processes.environment(folder, keys, address.bind, address.url, os.environ)
    environment |= log_name(len(restores), environment["SIEGELPOST_PUBLIC_URL"], environment.get(ORIGIN))
    try:
        hold_folders(folders(os.environ))
    except BadData as error:
        raise EmbeddedError(f"the rule data cannot be used:\n{error}") from error
    logs = Logs(folder.log, verbose=verbose)
    supervisor = Supervisor(logs)
    try:
        logs.tell(f"Starting Siegelpost in {folder.path} with {server}")
        _start_redis(supervisor, logs, folder, server, environment)
        _check_keys(environment, keys)
        if restores and note_restore(restores[-1], environment):
            logs.tell(
                f"Put back to the backup of {timestamp(restores[-1])[:19]}Z: what was acknowledged since is lost. Running tables "
                f"are told, and the log of all matches is called {environment[ORIGIN]} from now on; tell its witnesses."
            )
        _start_processes(supervisor, environment, keys, address, resolvers)
        if with_demo and not restores and not folder.demo.exists() and environment["SMTP_URL"].startswith("file:"):
            _make_demo(supervisor, logs, environment, folder)
        logs.show(welcome(address, folder, environment))
        supervisor.run()
        logs.tell("Stopping; matches and mails stay in " + str(folder.path))
    except Stopped:
        logs.tell("Stopped before everything was up.")
    finally:
        supervisor.stop()
        supervisor.close()
        logs.close()
    return 0


def _start_redis(
    supervisor: Supervisor, logs: Logs, folder: DataFolder, server: redis_server.Server, environment: Mapping[str, str]
) -> None:
    folder.empty_queue()
    torn = folder.torn()
    for name in ("state", "queue"):
        program = Program(
            name,
            redis_server.command(server, folder, name),
            is_ready=partial(redis_server.answers, folder.socket(name)),
            progress=partial(redis_server.progress, folder.socket(name)),
            keep_open=(folder.state_lock,) if name == "state" else (),
        )
        supervisor.start([program], environment)
    problems = _ask(environment["REDIS_URL"], Store.check_durability)
    if problems:
        raise EmbeddedError("the store would not keep what it acknowledges: " + "; ".join(problems))
    # The folder is locked: whoever had leased a match or a letter is dead.
    _ask(environment["REDIS_URL"], Store.end_all_leases)
    for aside in sorted(folder.torn() - torn):
        halves = _ask(environment["REDIS_URL"], Store.sweep).halves
        logs.tell(
            f"A crash had torn the end of the store's file; what it tore was never acknowledged and is kept in {aside}. "
            f"Matches in the middle of a step: {halves or 'none'}."
        )


def _check_keys(environment: Mapping[str, str], keys: KeyFiles) -> None:
    """:raises EmbeddedError: when a key is missing that matches need: the processes would refuse to start one by one."""
    settings = Settings.from_environment({**environment, **processes.resolver_settings(keys)})
    try:
        Context.open(settings, resolver=True).store.close()
    except KeyMissing as error:
        raise EmbeddedError(f"{keys.signing.parent}: {error}") from error


def _start_processes(
    supervisor: Supervisor, environment: Mapping[str, str], keys: KeyFiles, address: Address, resolvers: int
) -> None:
    queue_url = environment["QUEUE_URL"]
    api = Program("api", processes.command("api"), is_ready=partial(_answers_ready, address))
    supervisor.start([api], environment)
    resolving = _workers_listen(queue_url, "resolve", resolvers)
    delivering = _workers_listen(queue_url, "deliver", 1)
    # A clock that says why it stands still runs, too: the operator may have halted the service.
    ticking = _quietly(lambda: clock_says(queue_url) is not None)
    buried = partial(_end_leases, environment)
    with_key = processes.resolver_settings(keys)
    supervisor.start(
        [
            *(
                Program(
                    f"resolve-{one}", processes.command("resolve"), resolving, after_death=buried, settings=with_key
                )
                for one in range(1, resolvers + 1)
            ),
            Program("deliver", processes.command("deliver"), delivering, after_death=buried),
            Program("clock", processes.command("clock"), ticking),
            *(
                Program(name, processes.command(name))
                for name, setting in WHERE_SET.items()
                if environment.get(setting)
            ),
        ],
        environment,
    )


def _end_leases(environment: Mapping[str, str], process: int) -> None:
    """Give what a dead worker had claimed to the others. If the store died as well, the leases run out by themselves."""
    store = Store.connect(environment["REDIS_URL"], timeout=1.0)
    try:
        store.end_leases(lease_owner(environment["SIEGELPOST_SUPERVISOR"], process))
    except StoreUnavailable:
        return
    finally:
        store.close()
    wake(environment["QUEUE_URL"], "resolve")
    wake(environment["QUEUE_URL"], "deliver")


def _make_demo(supervisor: Supervisor, logs: Logs, environment: Mapping[str, str], folder: DataFolder) -> None:
    """Set up the demo in a process of its own; a failure is reported and leaves the installation as it is."""
    program = Program("demo", [sys.executable, "-m", "service.embedded.demo", str(folder.demo)])
    if supervisor.run_once(program, environment) != 0:
        logs.tell("\n".join(["The demo could not be set up; everything else runs.", *logs.tail("demo")]))


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


def _ask(url: str, question: Callable[[Store], Answer]) -> Answer:
    """Return what the store says, before anybody else uses it."""
    store = Store.connect(url)
    try:
        return question(store)
    except StoreUnavailable as error:
        raise EmbeddedError(f"the store started and then stopped answering: {error}") from error
    finally:
        store.close()


def _free_port(host: str, port: int) -> int:
    """Return the port after making sure that it is free; :raises EmbeddedError: when it is not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise EmbeddedError(
                f"cannot listen on {host}:{port}: {error.strerror}. Choose another --port, or --host"
            ) from error
        return int(probe.getsockname()[1])


def _fail(message: str) -> int:
    sys.stderr.write(f"siegelpost: {message}\n")
    return FAILED


__all__ = ["serve"]
