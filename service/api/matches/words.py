"""A match in words, for clients that show it to people: the question, the choices, the effect of silence, the table as
text."""

from dataclasses import asdict
from typing import Any

from engine.contract import Game, Language, View
from engine.kit.drawing.svg import signs_of, spots_of, tools_of
from engine.kit.terminal import terminal_of
from engine.kit.text.particulars import (
    Seen,
    choice_in_words,
    particulars_of,
    pictured_choices,
    subject_of,
    under_way_in,
)
from engine.match.asking import decision_of
from engine.match.table import Standing
from engine.registry import game_of
from service.api.http import compression, etags
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller
from service.api.matches import representations
from service.api.matches.loading import load_visible
from service.api.matches.lobby import OWN
from service.api.schemas import requests, responses
from service.matches.coaching import coaching_at
from service.matches.orders import unasked_told
from service.matches.seating.seats import preset_title, seat_of
from service.matches.seen import as_closed, held_at_end
from service.notifications.said_ahead import told_ahead
from service.store.records import Record
from service.text.deleted_names import names_as_read

blp = Blueprint("words", __name__, "A match in words.")


@blp.route("/v1/matches/<match:match>/words")
@blp.operation(
    "getWords",
    scope="match:read",
    optional=True,
    remembered=True,
    codes=("not-found", "private", "other-data"),
    headers=("IF_NONE_MATCH",),
    tagged=True,
)
@blp.arguments(requests.WordsQuery, location="query")
@blp.response(200, responses.MatchInWords)
def get_words(query: dict[str, Any], match: str) -> Any:
    """Show a match in words: what it waits for, and what your seat may answer.

    Deadlines and acts are in `GET /v1/matches/{match}`; `GET /v1/matches/{match}/feed` tells what happened. A
    choice's `spots` are the ids, without `spot-`, of the elements of picture.svg that it is about.
    """
    record = load_visible(match)
    account = caller().account
    seat = None if account is None else seat_of(record.table, account)
    language: Language = query["language"]
    names = [one["name"] for one in record.table["seats"]]  # they change without an entry
    headers = etags.fresh(etags.made_tag("words", match, record.head, seat, names, language), **OWN)
    seen = representations.view(record, seat)
    shown = in_words(record, seat, seen, language)
    if seen is not None and not shown["said_ahead"] and particulars_of(game_of(record.table)).is_public(seen):
        compression.allow()
    return shown, headers


def in_words(record: Record, seat: int | None, seen: View | None, language: Language) -> dict[str, Any]:
    """Return what a viewer may know of a match, in words."""
    table, game = record.table, game_of(record.table)
    names = names_as_read(table["seats"], language)
    view = None if seen is None else as_closed(table, seen)
    under_way = under_way_in(game, view, language, names) if view and table["status"] == "running" else None
    untitled = table["title"] == game.rules.title
    return {
        "match": record.match,
        "n": record.n,
        "head": record.head,
        "seat": seat,
        "language": language,
        "game": game.rules.title_in(language),
        "about": game.rules.about.get(language, ""),
        "length": game.rules.length.get(language, ""),
        "unasked": unasked_told(table, seat, language),
        "preset": preset_title(game.rules, table["options"], language),
        "title": game.rules.title_in(language) if untitled else table["title"],
        "names": names,
        "held": {} if view is None else dict(particulars_of(game).held(view)),
        "seats": [] if view is None else _seats(game, view, len(names), language),
        "decisions": [_decision(record, one, seat, view, language) for one in table["standing"]],
        "held_at_end": held_at_end(record, language),
        "under_way": None if under_way is None else asdict(under_way),
        "coach": coaching_at(record, seat),
        "said_ahead": told_ahead(table, game, seat, language),
        "table": None if view is None else game.words.table(view, names, language).strip("\n"),
    }


def _seats(game: Game, view: View, seats: int, language: Language) -> list[dict[str, str | None]]:
    """Return the picture's name for each seat, and its colour; null if it has no name of its own."""
    return [
        {"called": None, "colour": None} if sign is None else {"called": sign.called, "colour": sign.colour}
        for sign in signs_of(game, view, seats, language)
    ]


def _decision(
    record: Record, standing: Standing, seat: int | None, view: View | None, language: Language
) -> dict[str, Any]:
    """Return an open decision; its question and choices only if it asks the viewer's seat."""
    game, names = game_of(record.table), names_as_read(record.table["seats"], language)
    state, kind = record.state, standing["kind"]
    shown: dict[str, Any] = {
        "id": standing["id"],
        "question": game.words.question(decision_of(standing), language),
        "about": None,
        "advice": None,
        "silence": None,
        "choices": [],
        "tools": [],
    }
    if state is None or view is None or seat is None or seat not in standing["seats"]:
        return shown
    moves, seen = game.moves(state, seat, standing["id"]), Seen(decision_of(standing), view, language, names)
    particulars = particulars_of(game)
    divided = [
        (move, words, particulars.group(move, seen))
        for move, words in zip(moves, pictured_choices(game, moves, seen), strict=True)
    ]
    choices = [
        {
            "move": move,
            "words": words,
            "price": particulars.price(move, seen),
            "follow_ups": [
                {"words": one.words, "answers": [{"kind": kind, "move": given} for kind, given in one.answers]}
                for one in particulars.follow_ups(move, seen)
            ],
            "group": None if group is None else group.title,
            "spots": spots_of(game, move),
        }
        for move, words, group in sorted(divided, key=lambda one: 0 if one[2] is None else one[2].place)
    ]
    silence = None
    if not standing["optional"]:
        fallback = game.fallback(state, seat, standing["id"], "absent")
        usual = choice_in_words(game, fallback, seen)
        silence = particulars.pictured(fallback, seen) or usual
    advice = terminal_of(game).advice(view, language)
    return {
        **shown,
        "about": subject_of(game, seen) or None,
        "advice": advice,
        "silence": silence,
        "choices": choices,
        "tools": [asdict(one) for one in tools_of(game, view, kind, moves, language)],
    }
