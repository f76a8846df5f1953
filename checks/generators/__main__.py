"""``python -m checks.generators [NAME…]`` (``make generators``): run four generators on the document and compile what they made.

A program beside it sends moves: good ones must compile, and every line that ends in a remark must be refused.

- ``openapi-python-client`` and ``datamodel-code-generator`` (pydantic models): ``mypy --strict``;
- ``openapi-typescript`` and ``hey-api``: ``tsc --strict``.

``openapi-python-client`` writes a thousand modules, which take mypy minutes; so this is no part of ``make check``. The types of
our own clients, made by ``datamodel-code-generator`` (TypedDicts) and ``openapi-typescript``, are compiled in the tests.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from checks.clients import typescript
from checks.clients.__main__ import DOCUMENT

LEFT_OUT = {"/v1/matches/{match}/log.jsonl", "/v1/matches/{match}/picture.png", "/v1/matches/{match}/picture.svg"}
"""Paths that openapi-python-client may make no typed answer for: it knows no images and no JSON lines, and gives the bytes."""
PROGRAMS = Path(__file__).parent / "programs"
REFUSED = re.compile(r"(?:#|//) refused$")
"""The end of a line that must not compile."""
MYPY_ERROR = re.compile(r"^(.+?):(\d+): error: ")
TSC_ERROR = re.compile(r"^(.+?)\((\d+),\d+\): error ")
MODELS = (
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--use-annotated",  # else patterns are calls inside annotations, which no type checker takes
    "--enum-field-as-literal=all",  # else defaults of enumerations are texts
    "--no-use-standard-collections",  # Anno 1701's view has a member `list`, which hides Python's
    "--target-python-version=3.11",
)
"""Options with which datamodel-code-generator makes models that a type checker takes."""
TSCONFIG = {
    "strict": True,
    "noEmit": True,
    "target": "ES2022",
    "module": "ES2022",
    "moduleResolution": "bundler",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": [],
}


def main(names: list[str]) -> int:
    """Run the named generators, or all; return 1 when one of them stumbles or its code does not compile."""
    wrong = 0
    for name, made in GENERATORS.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            problem = made(Path(folder))
        print(f"{name}: {problem or 'generates, and compiles strictly'}")
        wrong += bool(problem)
    return min(wrong, 1)


def openapi_python_client(folder: Path) -> str:
    """Return what is wrong with what it makes; nothing: all is well."""
    tools = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    # Its hooks run the ruff that is here, whose newer fixes make the generator's own `__exit__` a type error.
    config = folder / "config.json"
    config.write_text(json.dumps({"post_hooks": []}), encoding="utf-8")
    command = ["openapi_python_client", "generate", "--path", str(DOCUMENT), "--meta", "none", "--config", str(config)]
    done = subprocess.run(  # noqa: S603  our own arguments
        [sys.executable, "-m", *command, "--output-path", str(folder / "client")],
        capture_output=True,
        text=True,
        check=False,
        env=tools,
    )
    warned = {line.split()[3] for line in done.stdout.splitlines() if line.startswith("WARNING parsing ")}
    if done.returncode or warned - LEFT_OUT:
        return f"it leaves out {sorted(warned - LEFT_OUT)}: {done.stderr}"
    return _mypy(folder, "openapi_python_client.py", "client")


def datamodel_code_generator(folder: Path) -> str:
    """Return what is wrong with the pydantic models it makes; nothing: all is well."""
    command = ["datamodel_code_generator", "--input", str(DOCUMENT), "--output", str(folder / "models.py")]
    done = subprocess.run(  # noqa: S603  our own arguments
        [sys.executable, "-W", "ignore", "-m", *command, *MODELS], capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode else _mypy(folder, "datamodel_code_generator.py", "models.py")


def openapi_typescript(folder: Path) -> str:
    """Return what is wrong with the types it makes; nothing: all is well."""
    done = typescript.run("openapi-typescript/bin/cli.js", str(DOCUMENT), "-o", str(folder / "api.ts"))
    return done.stdout + done.stderr if done.returncode else _tsc(folder, "openapi_typescript.ts")


def hey_api(folder: Path) -> str:
    """Return what is wrong with the client it makes; nothing: all is well."""
    done = typescript.run("@hey-api/openapi-ts/bin/run.js", "-i", str(DOCUMENT), "-o", str(folder / "client"))
    return done.stdout + done.stderr if done.returncode else _tsc(folder, "hey_api.ts")


def _mypy(folder: Path, program: str, what: str) -> str:
    """Return what is wrong with generated modules, and with a program that uses them."""
    (folder / "program.py").write_bytes((PROGRAMS / f"{program}.txt").read_bytes())
    done = subprocess.run(  # noqa: S603  our own arguments
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--config-file",
            os.devnull,
            "--cache-dir",
            str(folder / "cache"),
            "--no-pretty",
            what,
            "program.py",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return judged(folder / "program.py", done.stdout, MYPY_ERROR)


def _tsc(folder: Path, program: str) -> str:
    """Return what is wrong with generated modules, and with a program that uses them."""
    (folder / "program.ts").write_bytes((PROGRAMS / f"{program}.txt").read_bytes())
    config = {"compilerOptions": TSCONFIG, "include": ["**/*.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    done = typescript.run("typescript/bin/tsc", "-p", str(folder / "tsconfig.json"))
    return judged(folder / "program.ts", done.stdout, TSC_ERROR)


def judged(program: Path, said: str, error: re.Pattern[str]) -> str:
    """Return what a compiler has said, unless it has refused exactly the lines of the program that it has to."""
    lines = program.read_text(encoding="utf-8").splitlines()
    wanted = {(program.name, number) for number, line in enumerate(lines, start=1) if REFUSED.search(line)}
    refused = {(Path(one[1]).name, int(one[2])) for one in map(error.match, said.splitlines()) if one}
    if refused == wanted:
        return ""
    taken = [f"{program.name}:{number} compiles, and must not" for _, number in sorted(wanted - refused)]
    return "\n".join([*taken, said])


GENERATORS: dict[str, Callable[[Path], str]] = {
    "openapi-python-client": openapi_python_client,
    "datamodel-code-generator": datamodel_code_generator,
    "openapi-typescript": openapi_typescript,
    "hey-api": hey_api,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
