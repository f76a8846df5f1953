"""Puzzles: the one of each day, those before, and answering them (docs/puzzles.md)."""

from dataclasses import asdict
from typing import Any

from flask import Response

from engine.contract import Language
from engine.registry import OtherData, UnknownRules
from service.api.http import cursors
from service.api.http.blueprint import Blueprint
from service.api.http.current import caller, context
from service.api.http.problems import Problem
from service.api.matches.pictures import POLICY
from service.api.schemas import requests, responses
from service.matches import puzzles
from service.matches.puzzles import Posed, Solution, Solved

blp = Blueprint("puzzles", __name__, "Puzzles from finished public matches, one a day.")
NONE_YET = "this day has no puzzle: list those that there are at /v1/puzzles"


@blp.route("/v1/puzzles")
@blp.operation("listPuzzles", shared=True, paged=True)
@blp.arguments(requests.PuzzlesQuery, location="query")
@blp.response(200, responses.PuzzlePage)
def list_puzzles(query: dict[str, Any]) -> Any:
    """List the puzzles of the last year, the newest first. Today's is among them once somebody has asked for it."""
    place = cursors.decode(query, int)
    start = 0 if place is None else max(0, place[0])
    found = puzzles.earlier(context().store, start, query["limit"])
    following = cursors.encode(start + len(found)) if len(found) == query["limit"] else None
    shown = [_listed(one, solved, query["language"]) for one, solved in found]
    return {"puzzles": [one for one in shown if one is not None], "next": following}, cursors.link(following)


@blp.route("/v1/puzzles/<puzzle:day>")
@blp.operation("getPuzzle", scope="match:read", optional=True, codes=("not-found", "other-data"))
@blp.arguments(requests.LanguageQuery, location="query")
@blp.response(200, responses.Puzzle)
def get_puzzle(query: dict[str, Any], day: str) -> dict[str, Any]:
    """Show the puzzle of a day, such as `2026-11-30`, or of `today` (in UTC), in which one move is clearly better.

    It shows what its seat could know then, and names nobody. Everybody gets the same one.
    """
    one, account, language = posed(day), caller().account, query["language"]
    store, puzzle = context().store, one.puzzle
    solved = Solved.of(one.found, store.puzzle_counts([one.day])[0])
    found = None if account is None else puzzles.answered(store, account, one)
    words = one.choices(language)
    return {
        "date": one.day,
        "rules": one.found.rules,
        "title": one.game.rules.title_in(language),
        "seat": puzzle["seat"],
        "seats": puzzle["seats"],
        "kind": puzzle["decision"]["kind"],
        "question": one.question(language),
        "table": one.table(language),
        "view": puzzle["view"],
        "choices": [
            {"number": number, "move": move, "words": said}
            for number, (move, said) in enumerate(zip(puzzle["moves"], words, strict=True), 1)
        ],
        **asdict(solved),
        "answer": None if found is None else told(found),
    }


@blp.route("/v1/puzzles/<puzzle:day>/answer", methods=["PUT"])
@blp.operation("answerPuzzle", scope="match:play", optional=True, codes=("not-found", "other-data"))
@blp.arguments(requests.PuzzleAnswerRequest)
@blp.response(200, responses.PuzzleSolution)
def answer_puzzle(body: dict[str, Any], day: str) -> dict[str, Any]:
    """Answer a puzzle by the number of a choice, and learn what the search says of each.

    Only your account's first answer counts: later ones return what came of that. Without a token you may try, and nothing is
    stored.
    """
    one = posed(day)
    if body["choice"] > len(one.puzzle["moves"]):
        fault = f"must be one of the puzzle's choices, 1 to {len(one.puzzle['moves'])}"
        raise Problem("invalid", "", [{"pointer": "/choice", "detail": fault}])
    return told(puzzles.answer(context().store, caller().account, one, body["choice"] - 1))


@blp.route("/v1/puzzles/<puzzle:day>/picture.svg")
@blp.operation("getPuzzlePictureSvg", shared=True, codes=("not-found", "other-data"))
@blp.arguments(requests.LanguageQuery, location="query")
@blp.response(200, {"type": "string"}, content_type="image/svg+xml")
def get_puzzle_svg(query: dict[str, Any], day: str) -> Response:
    """Show the table of a puzzle as an SVG document."""
    return Response(posed(day).picture(query["language"]), headers=POLICY, content_type="image/svg+xml")


def posed(day: str) -> Posed:
    """Return the puzzle of a day; :raises Problem: not-found, other-data."""
    found = puzzles.posed(context(), day)
    if found is None:
        raise Problem("not-found", NONE_YET)
    found.game  # noqa: B018  # refused here if it cannot be played any more
    return found


def told(found: Solution) -> dict[str, Any]:
    """Return a solution as the API tells it: choices are counted from 1."""
    return {
        "choice": found.choice + 1,
        "best": found.best + 1,
        "right": found.right,
        "shares": found.values,
        "playouts": found.playouts,
        "match": found.match,
        "n": found.n,
    }


def _listed(one: Posed, solved: Solved, language: Language) -> dict[str, Any] | None:
    """Return a puzzle for a list, or None if its game is not here any more."""
    try:
        title = one.game.rules.title_in(language)
    except (OtherData, UnknownRules):
        return None
    return {"date": one.day, "rules": one.found.rules, "title": title, **asdict(solved)}
