"""``serve``: lock the folder, make the keys, start everything, show the way in, stop everything in order."""

import contextlib
import errno
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from gunicorn.systemd import SD_LISTEN_FDS_START, listen_fds

from service.config.settings import Settings
from service.config.variables import BadSetting
from service.serve import processes, redis_server
from service.serve.child import Program
from service.serve.confined import landlock_version
from service.serve.folder import DataFolder, EmbeddedError, restores_of
from service.serve.keys import ensure_keys
from service.serve.logs import Logs
from service.serve.start import Address, Start, welcome
from service.serve.supervisor import Stopped, Supervisor
from service.serve.template import Template

FAILED = 1
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Errors of a disk that accepts no writes."""
BACKLOG = 1024
"""Connections that wait in the listening socket while nobody takes them."""
RESOLVERS = 2
"""Workers that resolve, by default: one may be busy with a long drain."""


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
    ``SIEGELPOST_PUBLIC_URL`` and ``SIEGELPOST_HOLD_OFF`` in it are respected. A listening socket that systemd has passed on
    takes the place of ``host`` and ``port``.

    :param port: 0 for any free one.
    :param resolvers: how many workers resolve.
    :param with_demo: whether a new folder gets the player "Guest" and a match against a bot, unless mails really go out.
    :param verbose: show all logs on the console, not only what matters.
    """
    os.umask(0o077)
    template = None
    try:
        passed_on = _passed_on()
        template = Template.begin(passed_on)  # first: nothing else is open yet, and no key is read
        with contextlib.closing(DataFolder(directory)) as folder, passed_on or _listen(host, port) as listener:
            listens_on, number = listener.getsockname()[:2]
            address = Address(host if passed_on is None else listens_on, number)
            return _serve(folder, template, listener, address, resolvers, with_demo, verbose)
    except (EmbeddedError, BadSetting) as error:
        return _fail(str(error))
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
        return _fail(f"nothing can be written to {directory} ({error.strerror}): make room, and start again")
    finally:
        if template is not None:
            template.close()


def _serve(
    folder: DataFolder,
    template: Template | None,
    listener: socket.socket,
    address: Address,
    resolvers: int,
    with_demo: bool,
    verbose: bool,
) -> int:
    server = redis_server.find_server(folder)
    keys = ensure_keys(folder.keys, matches_exist=folder.has_matches())
    restores = restores_of(folder.path)
    environment = processes.environment(folder, keys, address.bind, address.url, os.environ)
    environment |= _reply_listener(environment)
    environment |= processes.log_name(
        len(restores.taken), environment["SIEGELPOST_PUBLIC_URL"], environment.get(processes.ORIGIN)
    )
    Settings.from_environment(environment)  # a setting that cannot be read is told before anything starts
    logs = Logs(folder.log, verbose=verbose)
    supervisor = Supervisor(logs, template)
    try:
        logs.tell(f"Starting Siegelpost in {folder.path} with {server}")
        if not landlock_version():
            logs.tell("This kernel has no Landlock: the API's process could read the resolver's key (SECURITY.md).")
        start = Start(supervisor, logs, folder, server, environment, keys, address, listener.fileno(), resolvers)
        torn = start.load(restores)
        start.open()
        start.look_at_torn(torn)
        if (
            with_demo
            and not restores.taken
            and not folder.demo.exists()
            and environment["SMTP_URL"].startswith("file:")
        ):
            _make_demo(supervisor, logs, environment, folder)
        logs.show(welcome(address, folder, environment))
        supervisor.run()
        logs.tell("Stopping; matches and mails stay in " + str(folder.path))
    except Stopped:
        logs.tell("Stopped before everything was up.")
    finally:
        listener.close()  # the API has its own: once it ends, others are refused, or systemd lets them wait
        supervisor.stop()
        supervisor.close()
        logs.close()
    return 0


def _make_demo(supervisor: Supervisor, logs: Logs, environment: Mapping[str, str], folder: DataFolder) -> None:
    """Set up the demo in a process of its own; a failure is reported and leaves the installation as it is."""
    program = Program("demo", [sys.executable, "-m", "service.serve.demo", str(folder.demo)])
    if supervisor.run_once(program, environment) != 0:
        logs.tell("\n".join(["The demo could not be set up; everything else runs.", *logs.tail("demo")]))


def _reply_listener(environment: Mapping[str, str]) -> dict[str, str]:
    """Return where the entrance for replies listens, if that is not configured and only our mailbox needs to know."""
    if environment.get("SIEGELPOST_REPLY_HOST") != processes.REPLY_HOST or environment.get("SIEGELPOST_REPLY_LISTEN"):
        return {}
    host, port = Settings.reply_listen
    try:
        probe = _bind(host, port)
    except EmbeddedError:
        probe = _bind(host, 0)
    with probe:
        return {"SIEGELPOST_REPLY_LISTEN": f"{host}:{probe.getsockname()[1]}"}


def _passed_on() -> socket.socket | None:
    """Return the listening socket that systemd keeps for us (``sd_listen_fds(3)``), or None.

    :raises EmbeddedError: when there are several, or it is none of TCP.
    """
    count = listen_fds()
    if not count:
        return None
    found = socket.socket(fileno=SD_LISTEN_FDS_START)
    found.set_inheritable(False)
    if count > 1 or found.family not in (socket.AF_INET, socket.AF_INET6):
        raise EmbeddedError("systemd has to pass on one socket with address and port: one ListenStream=127.0.0.1:8000")
    return found


def _listen(host: str, port: int) -> socket.socket:
    """Return a new listening socket; :raises EmbeddedError: when it cannot listen there."""
    listener = _bind(host, port)
    listener.listen(BACKLOG)
    return listener


def _bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to a free port; :raises EmbeddedError: when it is not free."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise EmbeddedError(
            f"cannot listen on {host}:{port}: {error.strerror}. Choose another --port, or --host"
        ) from error
    return bound


def _fail(message: str) -> int:
    sys.stderr.write(f"siegelpost: {message}\n")
    return FAILED
