"""Pages for programmers: the guide, the reference, its OpenAPI document, the protocol. They work without a network.

Their texts are Markdown (CommonMark with tables). Headings get the anchors that GitHub gives them. A fence whose info names
a file (``python file=seal.py``) shows that file: what a reader copies is what the tests run.
"""

import html
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Blueprint, Response, current_app, render_template, request
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from engine.kit.rule_data import Faults
from engine.registry import BUILT_IN_GAMES, GAMES, OUTSIDE
from service.api import routes
from service.api.document import assembly
from service.api.http.compression import Published
from service.api.http.current import context
from service.api.http.problems import Problem
from service.commit import RELEASE

ADDRESSES = ("/", "#", "https://", "http://", "mailto:")
"""Beginnings of link targets. `[player](1..64)` in the protocol is no link, but a list of 1 to 64 players."""
NAMED = re.compile(r"file=(\S+)")


@dataclass(frozen=True)
class Heading:
    """A line of the table of contents."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True)
class Paper:
    """A text as HTML, its title, and its headings below that."""

    title: str
    body: str
    headings: list[Heading]


def paper(
    text: str, file: Callable[[str], str] | None = None, rewrite: Callable[[list[Token]], None] | None = None
) -> Paper:
    """Return a Markdown text as a page shows it; HTML in it is shown as text.

    :param file: returns the content of a file that a fence names.
    :param rewrite: changes the parsed text before anything else; an ``id`` that it gives a heading is kept.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "highlight": _coloured}).enable("table")
    markdown.validateLink = lambda url: url.startswith(ADDRESSES)  # type: ignore[method-assign]
    tokens = markdown.parse(text)
    if rewrite is not None:
        rewrite(tokens)
    title, headings = "", []
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            words = _plain(tokens[place + 1])
            anchor = str(token.attrGet("id") or anchor_of(words))
            token.attrSet("id", anchor)
            if token.tag == "h1":
                title = title or words
            else:
                headings.append(Heading(int(token.tag[1:]), anchor, words))
        elif token.type == "fence" and file is not None:
            named = NAMED.search(token.info)
            if named is not None:
                token.content = file(named[1])
    return Paper(title, markdown.renderer.render(tokens, markdown.options, {}), headings)


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading.

    >>> anchor_of("12.8 What a network observer sees")
    '128-what-a-network-observer-sees'
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _plain(inline: Token) -> str:
    return "".join(one.content for one in inline.children or () if one.type in ("text", "code_inline"))


def _coloured(code: str, language: str, info: str) -> str:
    """Return a whole ``pre`` of a fence; a named file is headed by a link to it."""
    if not language:
        return ""  # as plain text
    shown: str = highlight(code, get_lexer_by_name(language), HtmlFormatter(nowrap=True))
    # markdown-it takes what begins with <pre as it is; where the file stands is told by the caption above it.
    named = NAMED.search(info)
    name = html.escape(named[1]) if named else ""
    caption = f'<a class="file" href="/docs/guide/{name}">{name}</a>\n' if named else ""
    return f'<pre class="code" tabindex="0">{caption}<code>{shown}</code></pre>\n'


READING = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
TRYING = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
"""RapiDoc styles its elements inline; scripts come from here and nowhere else."""
PUBLIC = {"Cache-Control": "public, max-age=300"}
FOR_A_DAY = {"Cache-Control": "public, max-age=86400"}
ASSETS = {
    "rapidoc-min.js": ("api/static/rapidoc/rapidoc-min.js", "text/javascript; charset=utf-8"),
    "reference.js": ("api/static/reference.js", "text/javascript; charset=utf-8"),
    "reference.css": ("api/static/reference.css", "text/css; charset=utf-8"),
    "style.css": ("api/static/style.css", "text/css; charset=utf-8"),
    "icon.svg": ("web/static/icon.svg", "image/svg+xml"),
}
EXAMPLE = "https://siegelpost.example"
"""The placeholder in the guide for the address of the installation."""
PROGRAMS = {".py": "text/x-python", ".ts": "text/plain", ".sh": "text/plain"}
"""The runnable files of the guide, by ending. Not ``text/javascript``, because none of them runs on this site."""

Write = Callable[[], bytes]

_writing = threading.Lock()

blp = Blueprint("documentation", __name__)


@blp.get("/docs")
def guide() -> Response:
    """Show the guide."""
    return once("guide", lambda: _page("guide.md")).response(*_html(READING))


@blp.get("/docs/reference")
def reference() -> Response:
    """Show every operation, with a form to try it."""
    return once("reference", lambda: render_template("reference.html").encode()).response(*_html(TRYING))


@blp.get("/docs/<name>")
def asset(name: str) -> Response:
    """Return a file of these pages."""
    if name not in ASSETS:
        raise Problem("not-found", "")
    path, content_type = ASSETS[name]
    return once(path, files("service").joinpath(path).read_bytes).response(content_type, FOR_A_DAY)


@blp.get("/docs/guide/<name>")
def program(name: str) -> Response:
    """Return a program of the guide."""
    media_type = PROGRAMS.get(name[name.rfind(".") :])
    if media_type is None or name not in {one.name for one in _guide().iterdir()}:
        raise Problem("not-found", "")
    return Response(_program(name), headers=PUBLIC, content_type=f"{media_type}; charset=utf-8")


@blp.get("/protocol")
def protocol() -> Response:
    """Return the sealed-move protocol with its vectors: to browsers a page, to programs the Markdown that it is written in."""
    if request.accept_mimetypes.best_match(["text/markdown", "text/html"]) == "text/html":
        content_type, headers = _html(READING)
        return once("protocol", lambda: _page("protocol.md")).response(content_type, {**headers, "Vary": "Accept"})
    return _markdown({**PUBLIC, "Vary": "Accept"})


@blp.get("/protocol.md")
def protocol_source() -> Response:
    """Return the protocol as Markdown, whatever the request accepts."""
    return _markdown(PUBLIC)


@blp.get("/openapi.json")
def openapi() -> Response:
    """Return the OpenAPI document of this release; ``Link`` gives its address for this release."""
    link = f'</openapi/{RELEASE}.json>; rel="version-history"'
    return _document().response("application/json", {**PUBLIC, "Link": link})


@blp.get("/openapi.yaml")
def openapi_as_yaml() -> Response:
    """Return the same document for programs that ask for YAML, of which JSON is a subset."""
    return _document().response("application/yaml", PUBLIC)


@blp.get("/openapi/<release>.json")
def openapi_of(release: str) -> Response:
    """Return the document of a release, if it is the running one."""
    if release != RELEASE:
        raise Problem("not-found", f"this installation runs release {RELEASE}: see /openapi/{RELEASE}.json")
    return _document().response("application/json", PUBLIC)


def _document() -> Published:
    address = context().settings.public_url
    return once("document", lambda: assembly.text(routes.description(), address, GAMES.values()).encode("utf-8"))


def check_outside_games() -> None:
    """Refuse other people's games whose schemas do not fit into the document.

    :raises BadData: naming each distribution.
    """
    faults, games = Faults(), [*BUILT_IN_GAMES]
    for one in OUTSIDE.games:
        games += one.package.VERSIONS
        try:
            assembly.document(routes.description(), "", games)
        except (LookupError, TypeError, ValueError) as error:
            faults.add(
                f"{one.distribution}: its schemas do not fit into the OpenAPI document ({error}); mend or remove it"
            )
    faults.settle()


def once(name: str, write: Write) -> Published:
    """Return a text that is generated on first request."""
    with _writing:  # some take a second: many who ask first must not all write them
        kept: dict[str, Published] = current_app.extensions.setdefault("siegelpost-published", {})
        if name not in kept:
            kept[name] = Published.of(write())
    return kept[name]


def _html(policy: str) -> tuple[str, dict[str, str]]:
    """Return content type and headers of a page that loads nothing from elsewhere."""
    headers = {**PUBLIC, "Content-Security-Policy": policy, "Referrer-Policy": "same-origin"}
    return "text/html; charset=utf-8", headers


def _page(name: str) -> bytes:
    folder = _guide() if name == "guide.md" else files("service.api")
    text = folder.joinpath(name).read_text(encoding="utf-8")
    if name == "guide.md":  # so that its lines can be copied as they are
        text = text.replace(EXAMPLE, context().settings.public_url).replace("{release}", RELEASE)
    shown = paper(text, _program)
    return render_template("paper.html", paper=shown, source=name).encode()


def _markdown(headers: dict[str, str]) -> Response:
    return once("protocol.md", files("service.api").joinpath("protocol.md").read_bytes).response(
        "text/markdown; charset=utf-8", headers
    )


def _guide() -> Traversable:
    return files("service.api") / "guide"


def _program(name: str) -> str:
    return _guide().joinpath(name).read_text(encoding="utf-8")
