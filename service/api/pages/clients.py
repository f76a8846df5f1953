"""The published clients and the verifiers, as this installation serves them at ``/clients/``.

The Python packages are made from what is installed here, in memory, when they are first asked for: a wheel is a zip archive, so
that takes neither a network nor a build tool, and what people get is what this release runs. The npm package needs a
compiler and is therefore carried as a file (``python -m checks.clients --write``).
"""

import base64
import gzip
import hashlib
import io
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, render_template

from service.api.http import etags
from service.api.http.current import context
from service.api.http.problems import Problem
from service.commit import RELEASE

PACKAGES = {"siegelpost-client": ("siegelpost_client",), "siegelpost": ("engine", "service", "workers")}
"""Distributions that are served as wheels, with their top-level packages."""
CARRIED = (
    *(
        ".py",
        ".json",
        ".toml",
        ".csv",
        ".lua",
        ".txt",
        ".html",
        ".md",
        ".ttf",
        ".woff2",
        ".css",
        ".js",
        ".ts",
        ".sh",
        ".svg",
    ),
    *(".png", ".webmanifest", ".zdict", ".conf", ".typed", ".tgz"),
)
"""Endings of the files in a package, as in pyproject.toml. Compiled modules are left out; their sources are included."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that all processes of an installation make the same bytes."""
PYTHON_CLIENT = f"siegelpost_client-{RELEASE}-py3-none-any.whl"
SOURCES = f"siegelpost_client-{RELEASE}.tar.gz"
COMMAND_LINE = f"siegelpost-{RELEASE}-py3-none-any.whl"
TYPESCRIPT_CLIENT = f"siegelpost-client-{RELEASE}.tgz"
TRANSCRIPT = "transcript.mjs"
SUMS = "SHA256SUMS"
TYPES = {".whl": "application/zip", ".gz": "application/gzip", ".tgz": "application/gzip", ".mjs": "text/javascript"}
PUBLIC = {"Cache-Control": "public, max-age=300"}
READING = "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
BUILD = """\
[build-system]
requires = ["setuptools>=77,<83"]
build-backend = "setuptools.build_meta"

[project]
name = "siegelpost-client"
version = "{version}"
requires-python = "{python}"
dependencies = [{dependencies}]

[tool.setuptools]
packages = ["siegelpost_client"]

[tool.setuptools.package-data]
siegelpost_client = ["py.typed"]
"""

_making = threading.Lock()

blp = Blueprint("clients", __name__)


@blp.get("/clients/")
def index() -> Response:
    """List the files, each with the line that installs it."""
    here = f"{context().settings.public_url}/clients"
    text = render_template("clients.html", lines=install_lines(here), sums=SUMS)
    return Response(text, headers={**PUBLIC, "Content-Security-Policy": READING})


@blp.get("/clients/<name>")
def download(name: str) -> Response:
    """Return one of the files."""
    with _making:  # the first takes a second: many who ask at once must not all make them
        found = published().get(name)
    if found is None:
        raise Problem("not-found", f"there is no such file: see {context().settings.public_url}/clients/")
    tag = etags.tag_of(hashlib.sha256(found).hexdigest())
    media_type = next((kind for ending, kind in TYPES.items() if name.endswith(ending)), "text/plain")
    return Response(found, headers=etags.fresh(tag, **PUBLIC), content_type=media_type)


def install_lines(here: str) -> dict[str, tuple[str, str]]:
    """Return the files by kind, each with the line that installs or runs it.

    :param here: the address of the folder, without a slash at its end.
    """
    return {
        "Python client": (PYTHON_CLIENT, f"pip install {here}/{PYTHON_CLIENT}"),
        "Python client, sources": (SOURCES, f"pip install {here}/{SOURCES}"),
        "TypeScript client": (TYPESCRIPT_CLIENT, f"npm install {here}/{TYPESCRIPT_CLIENT}"),
        "Command line, with siegelpost verify": (
            COMMAND_LINE,
            f"pip install {here}/{PYTHON_CLIENT} {here}/{COMMAND_LINE}",
        ),
        "Verifier in one file, for Node.js": (
            TRANSCRIPT,
            f"curl -O {here}/{TRANSCRIPT} && node {TRANSCRIPT} match.jsonl",
        ),
    }


@cache
def published() -> Mapping[str, bytes]:
    """Return all files by name; made once in each process."""
    service = files("service")
    made = {
        PYTHON_CLIENT: wheel("siegelpost-client"),
        SOURCES: sources(),
        COMMAND_LINE: wheel("siegelpost"),
        TYPESCRIPT_CLIENT: service.joinpath("api/clients/typescript.tgz").read_bytes(),
        TRANSCRIPT: service.joinpath("web/static/verifying/transcript.js").read_bytes(),
    }
    sums = [f"{hashlib.sha256(raw).hexdigest()}  {name}\n" for name, raw in sorted(made.items())]
    return {**made, SUMS: "".join(sums).encode()}


def wheel(name: str) -> bytes:
    """Return an installed distribution of ours as a wheel (the binary distribution format of Python packages)."""
    installed = distribution(name)
    info = f"{name.replace('-', '_')}-{installed.version}.dist-info"
    members = dict(_modules(PACKAGES[name]))
    members[f"{info}/METADATA"] = _metadata(name).encode()
    members[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: siegelpost\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    for optional in ("entry_points.txt", "licenses/LICENSE"):
        text = installed.read_text(optional)
        if text is not None:
            members[f"{info}/{optional}"] = text.encode()
    record = [f"{path},sha256={_digest(raw)},{len(raw)}\n" for path, raw in members.items()]
    members[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, raw in members.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr, entry.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
            archive.writestr(entry, raw)
    return packed.getvalue()


def sources() -> bytes:
    """Return the Python client as a source distribution, which setuptools builds."""
    metadata = distribution("siegelpost-client").metadata
    needed = [one for one in metadata.get_all("Requires-Dist") or [] if "extra ==" not in one]
    build = BUILD.format(
        version=metadata["Version"],
        python=metadata["Requires-Python"],
        dependencies=", ".join(f'"{one}"' for one in needed),
    )
    members = {
        "PKG-INFO": _metadata("siegelpost-client").encode(),
        "pyproject.toml": build.encode(),
        **dict(_modules(PACKAGES["siegelpost-client"])),
    }
    return tarball(f"siegelpost_client-{RELEASE}", members)


def tarball(folder: str, members: Mapping[str, bytes]) -> bytes:
    """Return files as a compressed archive, all below one folder; the same files always make the same bytes."""
    inside = io.BytesIO()
    with tarfile.open(fileobj=inside, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, raw in members.items():
            entry = tarfile.TarInfo(f"{folder}/{path}")
            entry.size, entry.mode = len(raw), 0o644
            archive.addfile(entry, io.BytesIO(raw))
    return gzip.compress(inside.getvalue(), mtime=0)


def _metadata(name: str) -> str:
    """Return the core metadata of an installed distribution."""
    text = distribution(name).read_text("METADATA")
    if text is None:
        raise LookupError(f"{name} is installed without METADATA: install it again with pip")
    return text


def _modules(packages: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for package in packages:
        yield from _files(files(package), package)


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a package, by path, in the same order everywhere."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.startswith((".", "__pycache__")):
            continue
        if one.is_dir():
            yield from _files(one, f"{path}/{one.name}")
        elif one.name.endswith(CARRIED):
            yield f"{path}/{one.name}", one.read_bytes()


def _digest(raw: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=").decode()


__all__ = ["RELEASE", "blp", "install_lines", "published", "tarball"]
