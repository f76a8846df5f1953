"""Proxies before a server with the lines of the operator's pages: programs of this machine, or else unpacked from Debian's."""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import requests

from checks import debian
from tests.deploy.files import DEPLOY, ROOT
from tests.servers.ports import free_port
from tests.service.serve.watching import until

LIBRARIES = ("liblua5.3-0", "libopentracing-c-wrapper0", "libopentracing1", "libpcre2-8-0", "libpcre3")
"""What HAProxy and nginx need and not every machine has."""
PAGE = "127.0.0.1:8000"
"""Where the pages say that Siegelpost listens."""
KINDS = ("caddy", "nginx", "haproxy")


def documented(kind: str) -> str:
    """Return the lines for a proxy in the operator's pages."""
    if kind == "caddy":
        return (DEPLOY / "one-vps" / "Caddyfile").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    found = re.search(rf"(?im)^    # {kind}\n((?:    .+\n)+)", page)
    assert found is not None, kind
    return re.sub(r"(?m)^    ", "", found[1])


def configuration(kind: str, folder: Path, port: int, upstream: str) -> str:
    """Return a whole configuration around the documented lines: it listens at ``port`` and leads to ``upstream``."""
    lines = documented(kind)
    assert PAGE in lines
    lines = lines.replace(PAGE, upstream)
    match kind:
        case "caddy":
            return "{\n\tadmin off\n\tauto_https off\n}\n" + lines.replace("play.example", f"http://127.0.0.1:{port}")
        case "nginx":
            paths = "".join(
                f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            return (
                f"pid {folder}/pid; error_log {folder}/errors; worker_processes 2; daemon off; events {{}}\n"
                f"http {{ access_log {folder}/access; {paths} server {{ listen 127.0.0.1:{port};\n{lines}}} }}\n"
            )
        case _:
            return lines.replace(":443 ssl crt /etc/haproxy/play.example.pem", f"127.0.0.1:{port}")


@contextlib.contextmanager
def proxy(kind: str, folder: Path, upstream: str) -> Iterator[str]:
    """Run a proxy before a server at ``host:port`` that answers; yield the proxy's address."""
    program, port = shutil.which(kind), free_port()
    env = {**os.environ, "HOME": str(folder)}
    if program is None:
        packages = debian.unpack(Path("build/servers/proxies"), "bookworm", [*KINDS, *LIBRARIES])
        assert packages is not None, "the packages of Debian cannot be had here"
        program = str(packages.absolute() / "usr" / ("bin" if kind == "caddy" else "sbin") / kind)
        env["LD_LIBRARY_PATH"] = debian.libraries(packages)
    file = folder / "configuration"
    file.write_text(configuration(kind, folder, port, upstream), encoding="utf-8")
    command = {
        "caddy": [program, "run", "--adapter", "caddyfile", "--config", str(file)],
        "nginx": [program, "-p", str(folder), "-e", f"{folder}/errors", "-c", str(file)],
        "haproxy": [program, "-db", "-f", str(file)],
    }[kind]
    with (folder / "said").open("wb") as said:
        running = subprocess.Popen(command, env=env, stdout=said, stderr=said)
    try:
        until(lambda: running.poll() is not None or _answers(f"http://127.0.0.1:{port}/health"), f"{kind} answers")
        assert running.poll() is None, (folder / "said").read_text(encoding="utf-8")
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(60)


def _answers(url: str) -> bool:
    try:
        return requests.get(url, timeout=5).status_code == 200
    except requests.RequestException:
        return False
