"""Every number of a rule that code and tests cite is defined in that game's RULES.md.

A citation is a number such as E12 in a comment, in a docstring, in the name of a test (``test_e12_...``) or in brackets at the
end of a message. Other strings are data: a card may well be called C19. Modules about corrections and their tests count as
"Found in play" counts (``test_1_...``). Outside a game's folders a citation names the game: "Packet Row E2.6".
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
RULES = "RULES.md"
TITLES = {type(game).__module__.split(".")[2]: game.rules.title for game in GAMES.values()}
"""Title by folder of every registered game."""

NUMBERS = {
    "kontor": r"A[1-4](?:-\d+)?|[BCD][1-9]|E\d+[ab]?",
    "packet_row": r"[BCD]\d+(?:\.\d+)?|E\d+(?:\.\d+)?|T\d+",
    "seafarers": r"[BC]\d+|D14-[a-f]|[DEF]\d+",
    "anno_1701": r"[BCDE]\.\d+(?:\.\d+)?|[BEW]\d+",
}
"""What a cited number looks like, by game. Kontor's cards are C01 to C93, Anno's landscapes D1 to D7: neither matches."""

PLACES = ("engine", "service", "workers", "tests", "docs")
SUFFIXES = frozenset({".py", ".toml", ".json", ".csv", ".md"})
CAMPAIGNS = "docs/campaigns.md"

Found = Iterator[tuple[int, str]]
"""Line and citation."""


@cache
def one_of(game: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.])(?:(?:{NUMBERS[game]})(?!\w|\.\d)|[Ff]ound\s+in\s+play\"?\s+(?P<play>\d+))")


@cache
def several_of(game: str) -> re.Pattern[str]:
    """A number, or a list of them: "D2, D3; E1.1 to E1.5"."""
    one = rf"(?:{NUMBERS[game]})"
    return re.compile(rf"{one}(?:(?:, | and | to |; |-|–){one})*(?!\w|\.\d)")


def spelled_out(text: str, game: str) -> Iterator[str]:
    """Return the citations of a text; of a range every number, so that E2-E8 cites E5 too."""
    last, end = "", 0
    for found in one_of(game).finditer(text):
        number = f"Found in play {found['play']}" if found["play"] else found[0]
        if text[end : found.start()] in ("-", "–", " to "):
            yield from between(last, number)
        yield number
        last, end = number, found.end()


def between(first: str, last: str) -> list[str]:
    """Return the numbers between two ends of a range, without the ends.

    >>> between("E1.2", "E1.5")
    ['E1.3', 'E1.4']
    """
    low, high = (re.fullmatch(r"(.*?)(\d+)", one) for one in (first, last))
    if low is None or high is None or low[1] != high[1]:
        return []
    return [f"{low[1]}{number}" for number in range(int(low[2]) + 1, int(high[2]))]


def citations(text: str, suffix: str, game: str) -> Found:
    """Return what a file of a game cites."""
    if suffix == ".py":
        yield from of_python(text, game)
    else:
        for line, content in enumerate(text.splitlines(), 1):
            if suffix == ".md":
                yield from ((line, one) for one in spelled_out(content, game))
            elif suffix == ".toml" and (comment := re.search(r"(?:^|\s)#\s.*", content)):
                yield from ((line, one) for one in spelled_out(comment[0], game))
            else:
                yield from ((line, one) for one in in_brackets(content, game))


def of_python(text: str, game: str) -> Found:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], one) for one in spelled_out(token.string, game))
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = spelled_out(node.value, game) if id(node) in prose else in_brackets(node.value, game)
            yield from ((node.lineno, one) for one in found)
        elif isinstance(node, ast.FunctionDef):
            yield from ((node.lineno, one) for one in in_name(node.name, game))


def in_brackets(text: str, game: str) -> Iterator[str]:
    """Return the citations of a message: ``a ship is free (B3)``, or ``E2.6: fulfil first``."""
    several = several_of(game)
    for inner in (*re.findall(r"\(([^()]+)\)", text), *re.findall(r"^([^:]+): ", text)):
        if several.fullmatch(inner):
            yield from spelled_out(inner, game)


def in_name(name: str, game: str) -> Iterator[str]:
    """Return the citations of a test's name: of ``test_e45_and_e49_...`` two, of ``test_e1_27_...`` E1.27 or E1."""
    found = re.match(r"test((?:(?:_and|_to)?_[a-etw]\d+[a-z]?(?:_\d+)?)+)_", name)
    for letter, digits, sub, part in re.findall(r"_([a-etw])(\d+)([a-z]?)((?:_\d+)?)", found[1] if found else ""):
        number = f"{letter.upper()}{int(digits)}{sub}"
        whole = number + part.replace("_", ".")
        for one in dict.fromkeys((whole, number)):
            if re.fullmatch(NUMBERS[game], one):
                yield one
                break


def of_corrections(text: str) -> Found:
    """Return the rules found wrong in play that a module about corrections tells apart by their numbers."""
    for line, content in enumerate(text.splitlines(), 1):
        if found := re.search(r"^def test_(\d+)_|# (\d+): ", content):
            yield line, f"Found in play {found[1] or found[2]}"


def named(text: str, game: str) -> Found:
    """Return what a text anywhere cites of a game by its title: ``(Packet Row E2.6)``."""
    title = re.compile(rf"{TITLES[game]}(?:'s)?\W{{1,6}}(?:{RULES},? )?(?={NUMBERS[game]})")
    for line, content in enumerate(text.splitlines(), 1):
        for found in title.finditer(content):
            if cited := several_of(game).match(content, found.end()):
                yield from ((line, one) for one in spelled_out(cited[0], game))


def definitions(rules: str, game: str) -> set[str]:
    """Return the numbers that a RULES.md defines: in bold at the start of a list item or row, or at that of a heading."""
    marked = re.compile(
        rf"^(?:(?:[-|] )?\*\*(Found in play \d+|{NUMBERS[game]})\*\*|#{{2,5}} (Found in play \d+|{NUMBERS[game]})(?!\S))",
        re.MULTILINE,
    )
    return {bold or heading for bold, heading in marked.findall(rules)}


@cache
def files() -> Mapping[Path, str]:
    """Return the texts of all files that may cite, by path; this one is about citations and cites nothing."""
    paths = [path for place in PLACES for path in sorted((ROOT / place).rglob("*")) if path.suffix in SUFFIXES]
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in paths if path != Path(__file__)}


def belongs(path: Path, game: str) -> bool:
    """Return whether a file is about one game: in its folders, or a test named for it."""
    return (
        path.parts[:3] == ("engine", "games", game) or path.parts[:3] == ("tests", "engine", game) or game in path.stem
    )


def undefined(game: str, defined: set[str]) -> list[str]:
    """Return file, line and number of what is cited of a game and not defined."""
    missing = []
    for path, text in files().items():
        found = [*citations(text, path.suffix, game)] if belongs(path, game) else [*named(text, game)]
        if belongs(path, game) and path.stem.endswith("corrections"):
            found += of_corrections(text)
        missing += [f"{path}:{line}: {number}" for line, number in found if number not in defined]
    return missing


@pytest.mark.parametrize("game", TITLES)
def test_every_number_that_is_cited_is_defined(game: str) -> None:
    assert game in NUMBERS, f"say in NUMBERS what the numbers of {game} look like"
    rules = ROOT / "engine" / "games" / game / RULES
    assert rules.exists(), f"{game} needs its rules in {rules.relative_to(ROOT)}"
    assert undefined(game, definitions(rules.read_text(encoding="utf-8"), game)) == []


@pytest.mark.parametrize("game", TITLES)
def test_nothing_points_at_a_document_that_readers_do_not_have(game: str) -> None:
    """Data are left as they are: their bytes are part of the hash that running matches were begun with."""
    own = [(path, text) for path, text in files().items() if belongs(path, game) and path.suffix == ".py"]
    assert [str(path) for path, text in own if re.search("dossier", text, re.IGNORECASE)] == []


def test_every_campaign_that_is_cited_is_in_the_list() -> None:
    known = set(re.findall(r"^\| (\d+) \|", files()[Path(CAMPAIGNS)], re.MULTILINE))
    campaign = re.compile(r"\bcampaigns? (\d+)\b")
    cited = {(str(path), number) for path, text in files().items() for number in campaign.findall(text)}
    assert cited
    assert {one for one in cited if one[1] not in known} == set()


# -- that it can fail ----------------------------------------------------------------------------------------------------


MADE_UP = '''
"""A module (E2-E4; D1)."""

CARD = "C19"  # the pub of C3, see found in play 2
"""Never C20 but A1-8."""


def test_e45_and_e07_what_is_wrong() -> None:
    """E15a to E17."""
    print("pay what you owe (E8, E9)", "B4", "the card C1 (C1 is a card)", f"{CARD} is free (B2)")
'''


def test_what_is_read_as_a_citation_and_what_is_not() -> None:
    assert {number for _, number in citations(MADE_UP, ".py", "kontor")} == {
        "E2", "E3", "E4", "D1", "C3", "Found in play 2", "A1-8", "E45", "E7", "E15a", "E17", "E8", "E9", "B2",
    }  # fmt: skip


def test_each_game_writes_its_numbers_in_its_own_way() -> None:
    text = "# D.11 (B48, E1.37; D3.2) and T7, W2, not D6 or L4\n"
    assert [number for _, number in citations(text, ".toml", "anno_1701")] == ["D.11", "B48", "W2"]
    assert [number for _, number in citations(text, ".toml", "packet_row")] == ["B48", "E1.37", "D3.2", "T7", "D6"]
    assert [number for _, number in citations("def test_e1_27_x(): pass", ".py", "packet_row")] == ["E1.27"]
    assert [number for _, number in citations("def test_e42_e43_x(): pass", ".py", "anno_1701")] == ["E42", "E43"]


def test_elsewhere_a_citation_names_its_game() -> None:
    text = "holds (Packet Row E2, rule 2), and Packet Row's RULES.md, E1.3 to E1.5. E99 is somebody else's\n"
    assert [number for _, number in named(text, "packet_row")] == ["E2", "E1.3", "E1.4", "E1.5"]


def test_corrections_are_numbered_as_found_in_play() -> None:
    text = 'SINCE = {"one": 2}  # 1: what was wrong\n\n\ndef test_3_how_it_is_now(): ...\n'
    assert list(of_corrections(text)) == [(1, "Found in play 1"), (4, "Found in play 3")]
    assert [one for _, one in citations('"""("Found in\nplay" 2)."""', ".py", "kontor")] == ["Found in play 2"]


def test_what_defines_a_number() -> None:
    rules = "- **E1** one\n| **E2** | two |\n**E3** three\n### E4 four\n### E5\nbut **E6** not, nor E7\n- **Found in play 1** x\n"
    assert definitions(rules, "kontor") == {"E1", "E2", "E3", "E4", "E5", "Found in play 1"}


def test_a_number_that_is_not_defined_is_told_with_its_place() -> None:
    rules = (ROOT / "engine/games/kontor" / RULES).read_text(encoding="utf-8")
    without = definitions(rules, "kontor") - {"E31"}
    told = undefined("kontor", without)
    assert any(re.fullmatch(r"engine/games/kontor/rules/scoring\.py:\d+: E31", one) for one in told), told
    assert any(re.fullmatch(r"tests/engine/kontor/rules/test_scoring\.py:\d+: E31", one) for one in told), told
