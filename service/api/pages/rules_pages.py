"""The pages that teach the games: ``/rules``, ``/rules/<game>`` and the pictures of their examples.

They need no scripts, no account and no store; where scripts run, the menu says who is signed in. The texts are those of
:mod:`engine.kit.text.guide`; each page is made when it is first asked for.

Examples are a few decisions of a game as played by bots, always the same. Pictures and sentences come from the game itself,
so an example is never wrong about the rules.
"""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, render_template, request
from markdown_it.token import Token

from engine.contract import Decision, Event, Game, Json, Language, State, View
from engine.kit.drawing.svg import legend_of
from engine.kit.text.guide import Carded, ExampleText, example_text, examples_of, guide
from engine.kit.text.phrases import LANGUAGES, book_of
from engine.protocol.chance import Draws
from engine.registry import GAMES, SHIPPED, UnknownRules, game, newest, superseded_by
from service.api.http.compression import Published
from service.api.http.problems import Problem
from service.api.http.session import cookie_name
from service.api.pages import documentation
from service.api.pages.account_page import of_reader
from service.api.pages.documentation import Paper, paper
from service.pictures.drawing import NotDrawn, png
from service.web import assets

SEAT = 0
"""The seat whose view an example shows."""


@dataclass(frozen=True)
class Example:
    """The table as seat 0 sees it after the last decision, and what that seat saw happen in the narrated ones."""

    view: View
    seats: int
    events: tuple[Event, ...]


def play_example(
    game: Game, options: Mapping[str, Json], seats: int, *, seed: str, before: int, decisions: int
) -> Example:
    """Play a match from its beginning.

    :param options: as a preset gives them.
    :param seed: all chance comes from it.
    :param before: how many decisions go by before the example begins.
    :param decisions: how many decisions the example tells; it ends earlier where the match does.
    """
    chance = Draws(seed.encode())
    state = game.setup(game.options(dict(options), seats), seats, chance)
    told: list[Event] = []
    for number in range(before + decisions):
        asked = next((one for one in game.decisions(state) if not one["optional"]), None)
        if asked is None:
            break
        state, events = _resolve(game, state, asked, chance, f"{seed}/{number}")
        if number >= before:
            told += [one for one in events if SEAT in one.get("to", [SEAT])]
    return Example(game.view(state, SEAT), seats, tuple(told))


def _resolve(game: Game, state: State, asked: Decision, chance: Draws, seed: str) -> tuple[State, list[Event]]:
    answers = {}
    for seat in asked["seats"]:
        listed = game.moves(state, seat, asked["id"])
        answers[seat] = game.bot(game.view(state, seat), asked, listed, Draws(f"{seed}/{seat}".encode()))
    return game.resolve(state, asked["id"], answers, chance)


PUBLIC = {"Cache-Control": "public, max-age=300", "Vary": "Accept-Language"}
OF_VISITORS, OF_PLAYERS = (
    {**PUBLIC, "Vary": "Accept-Language, Cookie"},
    {"Cache-Control": "private, max-age=300", "Vary": "Accept-Language, Cookie"},
)
"""The headers of a page: signed-in players get a link to their tables, so pages differ; nothing in them identifies the
reader."""
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
POLICY_OF_PLAYERS = f"{POLICY}; script-src 'self'; connect-src 'self'"
"""For the one module that asks who is signed in and writes that into the menu (``web/static/frame/who.js``)."""
DRAWING = {**PUBLIC, "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
NAMES = ("Anna", "Ben", "Clara", "David", "Emma", "Felix")
"""The players in the examples, by seat."""
COVER = "cover"
"""The picture that represents a game: that of its page's first example."""
COVER_WIDTH = 800
"""The width of that picture in pixels as a PNG."""
KEPT = 64
"""The most examples that one process remembers: more than all guides have."""

blp = Blueprint("rules_pages", __name__)


@blp.get("/rules")
def all_rules() -> Response:
    """Show the available games, each with a link to its page."""
    spoken = _language()
    return _sent(f"rules.{spoken}", lambda signed_in: _page("rules_list.html", spoken, signed_in=signed_in, shown=None))


@blp.get("/rules/<name>")
def rules_page(name: str) -> Response:
    """Teach a game; a rule set's id (``kontor@1``) shows the page of its game."""
    played, spoken = _game(name), _language()
    one = _name(played)
    return _sent(
        f"rules/{one}.{spoken}",
        lambda signed_in: _page(
            "rules.html",
            spoken,
            signed_in=signed_in,
            shown=one,
            paper=rules_paper(played, spoken),
            title=_title(played, spoken),
        ),
    )


@blp.get("/rules/<name>/<example>.<spoken>.svg")
def example_picture(name: str, example: str, spoken: str) -> Response:
    """Show the table of an example."""
    return _example_drawing(name, example, spoken).response("image/svg+xml", DRAWING)


@blp.get("/rules/<name>/cover.<spoken>.png")
def cover(name: str, spoken: str) -> Response:
    """Show a game's picture as a PNG, for messengers that unfold a link and cannot draw SVG."""
    svg = _example_drawing(name, COVER, spoken).forms[None].decode()
    try:
        drawn = documentation.once(f"rules/{_name(_game(name))}/{COVER}.{spoken}.png", lambda: png(svg, COVER_WIDTH))
    except NotDrawn:
        raise Problem("unavailable", "the picture could not be drawn: try again") from None
    return drawn.response("image/png", DRAWING)


def _example_drawing(name: str, example: str, spoken: str) -> Published:
    """Return the table of an example as SVG; :raises Problem: not-found."""
    played = _game(name)
    if spoken not in LANGUAGES:
        raise Problem("not-found", f"pictures are available in {', '.join(LANGUAGES)}")
    examples = examples_of(guide(played, spoken))
    found = next(iter(examples.values()), None) if example == COVER else examples.get(example)
    if found is None:
        raise Problem("not-found", "the page of this game has no such example")
    return documentation.once(
        f"rules/{_name(played)}/{example}.{spoken}.svg", lambda: _drawn(played.rules.id, found, spoken)
    )


def rules_paper(played: Game, spoken: Language) -> Paper:
    """Return the guide of a game with its examples, legend and cards."""
    return paper(guide(played, spoken), rewrite=_Writer(played, spoken).rewrite)


class _Writer:
    """Carries out the conventions of :mod:`engine.kit.text.guide` for one game in one language."""

    def __init__(self, played: Game, spoken: Language) -> None:
        self.game, self.spoken = played, spoken

    def rewrite(self, tokens: list[Token]) -> None:
        """Change the tokens of a guide in place."""
        for place, token in enumerate(tokens):
            if token.type == "heading_open":
                self._title_preset(token, tokens[place + 1])
            elif token.type == "fence":
                written = self._fence(token.info.strip(), token.content)
                if written is not None:
                    token.type, token.content = "html_block", written

    def _title_preset(self, heading: Token, inline: Token) -> None:
        titles = self.game.rules.preset_titles.get(inline.content.strip("`"))
        if titles is not None and inline.content.startswith("`"):
            heading.attrSet("id", "preset-" + inline.content.strip("`"))
            inline.children = [Token("text", "", 0, content=titles[self.spoken])]

    def _fence(self, info: str, content: str) -> str | None:
        if info.startswith("example "):
            return self._show(example_text(info.removeprefix("example ").strip(), content))
        if info == "legend":
            signs = legend_of(self.game, self.spoken)
            listed = "".join(f"<li>{_silent(one.sign)}<span>{html.escape(one.words)}</span></li>" for one in signs)
            return f'<div class="legend"><ul>{listed}</ul></div>\n'
        if info == "cards" and isinstance(self.game, Carded):
            return "".join(
                f"<h3>{html.escape(one.title)}</h3>\n<ul>"
                + "".join(f"<li>{html.escape(line)}</li>" for line in one.lines)
                + "</ul>\n"
                for one in self.game.card_lists(self.spoken)
            )
        return None

    def _show(self, text: ExampleText) -> str:
        played = _example(self.game.rules.id, text)
        picture = f"/rules/{_name(self.game)}/{text.name}.{self.spoken}.svg"
        words = _shipped(self.game.rules.id).words
        said = [words.event(one, NAMES[: played.seats], self.spoken) for one in played.events]
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in said if line)
        shows = html.escape(text.shows)
        width, height = _size(_drawn(self.game.rules.id, text, self.spoken))
        return (
            f'<figure class="example" id="example-{text.name}"><a href="{picture}"><img src="{picture}" alt="{shows}" '
            f'width="{width}" height="{height}" loading="lazy"></a>'
            f"<figcaption>{shows}</figcaption>{f'<ol>{lines}</ol>' if lines else ''}</figure>\n"
        )


@lru_cache(maxsize=KEPT)
def _drawn(rules: str, found: ExampleText, spoken: Language) -> bytes:
    """Return the picture of an example, using the players' names from the text beside it."""
    played = _example(rules, found)
    return _shipped(rules).picture(played.view, spoken, NAMES[: played.seats]).encode()


def _size(picture: bytes) -> tuple[int, int]:
    """Return width and height of a picture, so that its place on the page is kept until it comes."""
    found = re.search(rb'viewBox="[^ "]+ [^ "]+ ([^ "]+) ([^ "]+)"', picture)
    assert found is not None
    return round(float(found[1])), round(float(found[2]))


@lru_cache(maxsize=KEPT)
def _example(rules: str, text: ExampleText) -> Example:
    played = _shipped(rules)
    return play_example(
        played,
        played.rules.presets[text.preset],
        text.seats,
        seed=text.seed,
        before=text.before,
        decisions=text.decisions,
    )


def _shipped(rules: str) -> Game:
    """Return a game with the package's data, because the titles of examples describe that, whatever cards an owner has
    put in."""
    return next(one for one in SHIPPED if one.rules.id == rules)


def _silent(sign: str) -> str:
    """Return the drawing of a sign without a text of its own: the words beside it say everything."""
    return sign.replace("<svg ", '<svg aria-hidden="true" ', 1)


def _game(name: str) -> Game:
    try:
        return game(newest(name.partition("@")[0]))
    except UnknownRules:
        raise Problem("not-found", "there is no such game: see /rules") from None


def _name(played: Game) -> str:
    return played.rules.id.partition("@")[0]


def _title(played: Game, spoken: Language) -> str:
    return played.rules.title_in(spoken)


def _language() -> Language:
    return of_reader(request.args.get("language"))


def _page(template: str, spoken: Language, **facts: object) -> bytes:
    games = [
        {"name": _name(one), "title": _title(one, spoken), "about": one.rules.about.get(spoken, "")}
        for one in GAMES.values()
        if superseded_by(one.rules.id) is None
    ]
    return render_template(
        f"web/{template}",
        asset=assets.url,
        language=spoken,
        say=book_of("service.api", spoken).say,
        games=games,
        **facts,
    ).encode()


def _sent(name: str, write: Callable[[bool], bytes]) -> Response:
    # Whether the session is still good is not asked: these pages need no store.
    signed_in = cookie_name() in request.cookies
    headers = {
        **(OF_PLAYERS if signed_in else OF_VISITORS),
        "Content-Security-Policy": POLICY_OF_PLAYERS if signed_in else POLICY,
        "Referrer-Policy": "same-origin",
    }
    whole = documentation.once(f"{name}.player" if signed_in else name, lambda: write(signed_in))
    return whole.response("text/html; charset=utf-8", headers)
