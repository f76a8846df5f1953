"""What a letter asks: the question, until when, the choices, what silence means, how to send the answer; the subject line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

from engine.contract import Decision, Game, Move
from service.notifications.relevance import Ask, asks
from service.store.records import Notice, Record
from workers.mail.headers import plain
from workers.mail.reader import Reader

CHOICES = 24
"""So many choices are listed in a letter; more are listed by the API."""


def asked_facts(
    news: Sequence[Notice], reader: Reader, record: Record, game: Game, match_url: str
) -> list[SimpleNamespace]:
    """Return everything the reader's seat is asked now, the most urgent first."""
    seat = news[0]["seat"]
    near = {notice.get("decision") for notice in news if notice["kind"] == "deadline-near"}
    facts = []
    for ask in asks(record, seat, news):
        assert seat is not None
        url = f"{match_url}/decisions/{quote(ask.standing['id'], safe='')}"
        if ask.kind == "open":
            facts.append(_opening(ask, reader, record, game, seat, url))
        else:
            facts.append(_answer(ask, reader, record, game, seat, url, near=ask.standing["id"] in near))
    return facts


def headline(news: Sequence[Notice], reader: Reader, record: Record, game: Game) -> tuple[list[str], str]:
    """Return subject lines, the fullest first, and the kind of news that gave them: what matters most to the reader."""
    say, kinds = reader.say, {notice["kind"]: notice for notice in news}
    asked = asks(record, news[0]["seat"], news)
    if "over" in kinds:
        return [str(say.subject_over())], "over"
    if asked:
        return _question_lines(asked[0], reader, game, reminder="deadline-near" in kinds)
    if "invited" in kinds:
        return [str(say.subject_invited(_inviting(kinds["invited"], reader)))], "invited"
    if "resolved" in kinds:
        return [str(say.subject_resolved(reader.place(kinds["resolved"].get("decision", ""))))], "resolved"
    if "said" in kinds:
        name = record.table["seats"][kinds["said"]["facts"]["from"]]["name"]
        return [str(say.subject_said(plain(name, 60)))], "said"
    return [str(say.subject_started())], "started"


def joining(notice: Notice, terms: list[str], match_url: str, reader: Reader) -> SimpleNamespace:
    """Return the invitation: who invites, what the terms are, how to sit down, for newcomers how to log in first."""
    match, invitation, new = notice["match"], notice["facts"]["invitation"], reader.newcomer
    first = [_command(reader.say.with_login(), f"siegelpost login {shlex.quote(new)}")] if new else []
    return SimpleNamespace(
        by=_inviting(notice, reader),
        terms=terms,
        commands=[
            *first,
            _command(reader.say.with_program(), f"siegelpost join {match} --invitation {shlex.quote(invitation)}"),
            _command(reader.say.with_curl_join(), _curl(f"{match_url}/seats/me", {"invitation": invitation})),
        ],
    )


def decision_of(ask: Ask) -> Decision:
    """Return the bare decision as the game's words know it."""
    one = ask.standing
    return Decision(id=one["id"], kind=one["kind"], seats=one["seats"], sealed=one["sealed"], optional=one["optional"])


def _inviting(notice: Notice, reader: Reader) -> str:
    """Return who invites: by name only where the reader has an account of his own, for names are free text."""
    return "" if reader.newcomer else plain(notice["facts"]["by"], 60)


def _question_lines(ask: Ask, reader: Reader, game: Game, *, reminder: bool) -> tuple[list[str], str]:
    say, place, by = reader.say, reader.place(ask.standing["id"]), reader.short_moment(ask.until)
    if ask.kind == "open":
        return [str(say.subject_opening(place, one)) for one in (by, "")], "opening-needed"
    question = game.words.question(decision_of(ask), reader.language)
    line = say.subject_reminder if reminder else say.subject_answer
    forms = ((place, by), ("", by), (place, ""), ("", ""))
    return [str(line(where, question, until)) for where, until in forms], "deadline-near" if reminder else "your-turn"


def _answer(
    ask: Ask, reader: Reader, record: Record, game: Game, seat: int, url: str, *, near: bool
) -> SimpleNamespace:
    say, standing = reader.say, ask.standing
    assert record.state is not None
    question = game.words.question(decision_of(ask), reader.language)
    silence = game.fallback(record.state, seat, standing["id"], "absent")
    until = say.no_deadline() if ask.until is None else say.until(reader.moment(ask.until), reader.left(ask.until))
    terms = [until]
    terms += [say.sealed()] if standing["sealed"] else []
    terms += [say.optional()] if standing["optional"] else [say.silence(game.words.move(silence, reader.language))]
    moves = game.moves(record.state, seat, standing["id"])
    shown = short_list(moves)
    hidden = len(moves) - len(shown)
    commands = [_command(say.with_program(), f"siegelpost play {record.match}")]
    if moves and not (standing["sealed"] and record.table["custody"] == "client"):
        lead = say.with_curl_sealed() if standing["sealed"] else say.with_curl_open()
        door = "commitment" if standing["sealed"] else "move"
        commands.append(_command(lead, _curl(f"{url}/{door}", {"move": moves[0]})))
    return SimpleNamespace(
        title=str(say.reminder(question) if near else say.turn(question)),
        terms=[str(line) for line in terms],
        choices=[SimpleNamespace(words=game.words.move(one, reader.language), json=_json(one)) for one in shown],
        more=str(say.more_choices(hidden, f"{url}/moves")) if hidden else "",
        how=str(say.how_to_answer()),
        commands=commands,
    )


def _opening(ask: Ask, reader: Reader, record: Record, game: Game, seat: int, url: str) -> SimpleNamespace:
    say, until = reader.say, ask.until
    question = game.words.question(decision_of(ask), reader.language)
    ours = any(lock["seat"] == seat and lock["custody"] != "client" for lock in ask.standing["locked"])
    when = say.no_deadline() if until is None else say.until_opened(reader.moment(until), reader.left(until))
    return SimpleNamespace(
        title=str(say.opening(question)),
        terms=[str(when), str(say.we_cannot_open() if ours else say.only_you_can_open())],
        choices=[],
        more="",
        how=str(say.how_to_open()),
        commands=[
            _command(say.with_program_there(), f"siegelpost play {record.match}"),
            _command(say.with_curl_opening(), f"{_curl_start(f'{url}/opening')} --data-binary @opening.json"),
        ],
    )


def short_list(moves: Sequence[Move]) -> list[Move]:
    """Return the moves worth listing in a letter, in the game's order: the simplest kinds if there are too many."""
    if len(moves) <= CHOICES:
        return list(moves)
    for members in sorted({len(move) for move in moves}, reverse=True):
        simpler = [move for move in moves if len(move) < members]
        if 0 < len(simpler) <= CHOICES:
            return simpler
    return list(moves[:CHOICES])


def _command(lead: Any, text: str) -> SimpleNamespace:
    return SimpleNamespace(lead=str(lead), text=text)


def _curl(url: str, body: dict[str, Any]) -> str:
    return f"{_curl_start(url)} -d {shlex.quote(_json(body))}"


def _curl_start(url: str) -> str:
    return (
        f'curl -X PUT {shlex.quote(url)} -H "Authorization: Bearer $SIEGELPOST_TOKEN"'
        " -H 'Content-Type: application/json'"
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
