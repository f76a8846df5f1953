"""What programmers read: the guide, the reference, the protocol; as pages for people and as text for programs."""

import re
from importlib.resources import files

import flask_openapi_rapidoc
import pytest

from engine.registry import game, newest
from service.accounts.access import grants, tokens
from service.accounts.webhooks import PORTS
from service.api.pages.documentation import paper
from service.matches import caps
from tests.service.api.players import Player

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
LINKED = re.compile(r'(?:href|src)="([^"]+)"')
ANCHORS = re.compile(r' id="([^"]+)"')


@pytest.mark.parametrize("path", ["/docs", "/docs/reference", "/protocol"])
def test_the_documentation_loads_nothing_from_elsewhere(visitor: Player, path: str) -> None:
    page = visitor.ask("GET", path, Accept=BROWSER)
    text = page.get_data(as_text=True)
    assert page.mimetype == "text/html"
    assert "unsafe-eval" not in page.headers["Content-Security-Policy"]
    for loaded in re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"', text):
        assert loaded.startswith("/docs/")
        assert visitor.get(loaded).status_code == 200


@pytest.mark.parametrize("path", ["/docs", "/protocol"])
def test_every_link_of_a_page_leads_somewhere(visitor: Player, path: str) -> None:
    text = visitor.ask("GET", path, Accept=BROWSER).get_data(as_text=True)
    anchors = {path: set(ANCHORS.findall(text))}
    assert len(anchors[path]) == len(ANCHORS.findall(text))
    document = visitor.get("/openapi.json").get_json()
    known = {_in_the_reference(method, one) for one, item in document["paths"].items() for method in item}
    for link in LINKED.findall(text):
        address, _, anchor = link.partition("#")
        address = address or path
        if address == "/docs/reference":
            assert not anchor or anchor in known, link
            continue
        if address not in anchors:
            answer = visitor.ask("GET", address, Accept=BROWSER)
            assert answer.status_code in (200, 303), link
            anchors[address] = (
                set(ANCHORS.findall(answer.get_data(as_text=True))) if "html" in str(answer.mimetype) else set()
            )
        assert not anchor or anchor in anchors[address], link


def _in_the_reference(method: str, path: str) -> str:
    """Return the anchor that RapiDoc gives an operation."""
    return f"{method}-{re.sub('[{}]', '-', path)}"


def test_files_of_the_documentation_are_those_listed_and_no_others(visitor: Player) -> None:
    for path in (
        "/docs/..%2fapp.py",
        "/docs/app.py",
        "/docs/guide/guide.md",
        "/docs/guide/..%2fapp.py",
        "/docs/guide/x.py",
    ):
        assert visitor.get(path).status_code == 404
    seal = visitor.get("/docs/guide/seal.ts")
    assert seal.content_type == "text/plain; charset=utf-8"
    assert seal.data == (files("service.api") / "guide" / "seal.ts").read_bytes()


def test_the_reference_is_rapidoc_as_its_authors_made_it() -> None:
    package = files(flask_openapi_rapidoc) / "templates" / "rapidoc" / "js" / "rapidoc-min.js"
    ours = files("service.api") / "static" / "rapidoc"
    assert (ours / "rapidoc-min.js").read_bytes() == package.read_bytes()
    version = re.search(r"rapidoc v([\d.]+)", package.read_text(encoding="utf-8"))
    assert version is not None
    assert f"RapiDoc {version[1]}," in (ours / "LICENSE.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("accept", ["", "*/*", "text/markdown", "text/html;q=0.5, text/markdown"])
def test_programs_get_the_protocol_byte_for_byte(visitor: Player, accept: str) -> None:
    source = (files("service.api") / "protocol.md").read_bytes()
    answer = visitor.ask("GET", "/protocol", **({"Accept": accept} if accept else {}))
    assert (answer.content_type, answer.data) == ("text/markdown; charset=utf-8", source)
    assert "Accept" in answer.vary
    assert b"sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ" in answer.data
    assert visitor.ask("GET", "/protocol.md", Accept=BROWSER).data == source


def test_people_get_the_protocol_with_contents_and_anchors(visitor: Player) -> None:
    text = visitor.ask("GET", "/protocol", Accept=BROWSER).get_data(as_text=True)
    assert '<a href="#128-what-a-network-observer-sees">' in text
    assert '<h3 id="128-what-a-network-observer-sees">' in text
    assert "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ" in text
    assert "<table>" in text


def test_html_in_a_paper_is_shown_and_not_run() -> None:
    shown = paper(
        "# A <script>alert(1)</script>\n\n[x](javascript:alert(1))\n\n```python file=<b>.py\n```\n", lambda name: name
    )
    assert "<script" not in shown.body
    assert 'href="javascript' not in shown.body
    assert "<b>" not in shown.body


def test_a_list_of_so_many_things_is_no_link() -> None:
    assert paper("`seats`: [player](1..64)\n").body == "<p><code>seats</code>: [player](1..64)</p>\n"


def test_lists_with_bounds_on_the_protocol_page_are_code_so_that_nobody_takes_them_for_links() -> None:
    text = (files("service.api") / "protocol.md").read_text(encoding="utf-8")
    bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert re.findall(r"\]\([0-9][^)]*\)", bare) == []


def test_the_guide_names_the_numbers_that_count() -> None:
    text = " ".join((files("service.api") / "guide" / "guide.md").read_text(encoding="utf-8").split())
    for said in (
        f"makes {caps.CREATIONS[0]} a day (a guest {caps.CREATIONS_OF_GUEST}), has {caps.MOST_TABLES} that wait",
        f"{caps.MOST_UNFINISHED} unfinished ones (a guest in {caps.MOST_OF_GUEST})",
        f"at most {caps.MOST_THINKING} seats of bots that think (a guest's {caps.MOST_THINKING_OF_GUEST})",
        f"an authorization code {grants.GRANT_LIFE // 1000} seconds, a device code {grants.DEVICE_LIFE // 60_000} minutes",
        f"a token {grants.APP_TOKEN_LIFE // 86_400_000} days",
        f"At most {tokens.MOST_PER_CLIENT} tokens of one `client_id`",
        f"whose default is {game(newest('packet-row')).rules.hold} (`hold_seconds`",
        f"at port {PORTS[0]} or {PORTS[1]}",
    ):
        assert said in text, said
