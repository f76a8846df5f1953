"""What a letter tells: how a match started, what was played, what is offered, how it ended. Sentences from facts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from babel.lists import format_list

from engine.contract import Event, Game
from engine.protocol.talk import LONGEST_TEXT
from service.matches.messages import open_channels
from service.notifications.plain import plain
from service.store.records import Notice, Record
from workers.mail.reader import Reader
from workers.mail.when import LOCALES, span, weekdays

FAULTS = {
    "unopened": "fault_unopened",
    "illegal": "fault_illegal",
    "salt-reused": "fault_salt_reused",
    "escrow-failed": "fault_escrow",
}
REASONS = {"resigned": "over_resigned", "cancelled": "over_cancelled", "expired": "over_expired"}


def happened(news: Sequence[Notice], reader: Reader, game: Game, names: Sequence[str]) -> list[str]:
    """Return what happened as sentences, oldest first: from what was resolved, else from what the question brings."""
    resolved = [notice for notice in news if notice["kind"] == "resolved"]
    if not resolved:
        bringing = [notice for notice in news if notice["facts"].get("events")]
        return [line for notice in bringing for line in _events(notice, reader, game, names)]
    lines: list[str] = []
    ordered: int | None = None
    for notice in resolved:
        told = _events(notice, reader, game, names)
        before, ordered = ordered, _ordered(notice)
        if ordered is None:
            lines += _moves(notice, reader, game, names, all_of_them=not told)
        else:
            lines += [str(reader.say.orders_play(names[ordered]))] * (ordered != before)
            told = told or _played(notice, reader, game, names)
        lines += [*_faults(notice, reader, names), *told]
    return lines


def _ordered(notice: Notice) -> int | None:
    """Return the seat if standing orders alone answered: one line says so for a run of such answers."""
    moves = notice["facts"].get("moves", [])
    return int(moves[0]["seat"]) if len(moves) == 1 and moves[0]["by"] == "order" else None


def said_facts(news: Sequence[Notice], reader: Reader, record: Record, names: Sequence[str]) -> SimpleNamespace | None:
    """Return what partners say, oldest first, and how to answer while a channel of the reader's stands.

    Their words are others' words: one harmless line each, between quotation marks, escaped by the HTML part.
    """
    said = [notice for notice in news if notice["kind"] == "said"]
    if not said:
        return None
    lines = [
        str(reader.say.said(names[one["facts"]["from"]], plain(one["facts"]["text"], LONGEST_TEXT))) for one in said
    ]
    reply = f"siegelpost say {record.match} ..." if open_channels(record, said[0]["seat"]) else ""
    return SimpleNamespace(lines=lines, reply=reply)


def started_sentence(reader: Reader, title: str, names: Sequence[str], seat: int | None) -> str:
    """Return the news that the match has begun, and where the reader sits."""
    say = reader.say
    sentence = str(say.started(title, _list(names, reader)))
    return sentence if seat is None else f"{sentence} {say.you_are(seat)}"


def invitation_terms(reader: Reader, record: Record) -> list[str]:
    """Return what somebody who is invited should know before sitting down."""
    table, say = record.table, reader.say
    taken = sum(seat["player"] is not None for seat in table["seats"])
    lines = [say.invited_seats(taken, len(table["seats"])), _pace(table["pace"], reader)]
    if reader.newcomer:
        return [str(line) for line in lines]
    named = sorted(table["options"].items(), key=lambda option: (option[0] != "preset", option[0]))
    options = ", ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in named)
    return [str(line) for line in (*lines, *([say.invited_options(plain(options))] if options else []))]


def outcome_facts(reader: Reader, record: Record, names: Sequence[str], log: str) -> SimpleNamespace:
    """Return how the match ended: the result, the scores, the reason if it is not the game's own end, how to verify.

    :param log: where the log is, and with which key it is checked, as the command line takes them.
    """
    outcome, say = record.table["outcome"], reader.say
    reason = record.table["over"] or "finished"
    if outcome is None:
        result, scores = say.over_none(), []
    else:
        winners = [names[seat] for seat in outcome["winners"]]
        result = (say.over_won if len(winners) == 1 else say.over_shared)(_list(winners, reader))
        scores = [say.over_score(name, score) for name, score in zip(names, outcome["scores"], strict=True)]
        scores = scores if any(outcome["scores"]) or reason == "finished" else []
    if reason == "finished":
        why = ""
    else:
        why = getattr(say, REASONS[reason])() if reason in REASONS else say.over_other(plain(reason, 80))
    return SimpleNamespace(
        result=str(result), scores=[str(line) for line in scores], reason=str(why), verify=f"siegelpost verify {log}"
    )


def _events(notice: Notice, reader: Reader, game: Game, names: Sequence[str]) -> list[str]:
    seat = notice["seat"]
    mine: list[Event] = [one for one in notice["facts"].get("events", []) if "to" not in one or seat in one["to"]]
    return [line for one in mine if (line := game.words.event(one, names, reader.language))]


def _moves(notice: Notice, reader: Reader, game: Game, names: Sequence[str], *, all_of_them: bool) -> list[str]:
    """Say who played what; events usually do, so by default only what silence and standing orders played."""
    say = reader.say
    faulty = {fault["seat"] for fault in notice["facts"].get("faults", [])}
    lines = []
    for one in notice["facts"].get("moves", []):
        if not all_of_them and one["by"] == "seat":
            continue
        if one["by"] == "fallback":
            sentence = say.played_by_rules if one["seat"] in faulty else say.played_by_fallback
        else:
            sentence = say.played_by_order if one["by"] == "order" else say.played
        lines.append(str(sentence(names[one["seat"]], game.words.move(one["move"], reader.language))))
    return lines


def _played(notice: Notice, reader: Reader, game: Game, names: Sequence[str]) -> list[str]:
    """Return the moves that no event tells, below the line that says whose orders play."""
    moves = notice["facts"]["moves"]
    return [str(reader.say.played(names[one["seat"]], game.words.move(one["move"], reader.language))) for one in moves]


def _faults(notice: Notice, reader: Reader, names: Sequence[str]) -> list[str]:
    say, lines = reader.say, []
    for one in notice["facts"].get("faults", []):
        name = names[one["seat"]]
        if one["fault"] in FAULTS:
            lines.append(str(getattr(say, FAULTS[one["fault"]])(name)))
        else:
            lines.append(str(say.fault_other(name, plain(one["fault"], 80))))
    return lines


def _pace(pace: dict[str, Any], reader: Reader) -> str:
    if pace["kind"] == "duration":
        return str(reader.say.pace_duration(span(pace["seconds"], reader.language)))
    if len(pace["weekdays"]) == 7:
        return str(reader.say.pace_daily_every(pace["time"], pace["zone"]))
    return str(reader.say.pace_daily(weekdays(pace["weekdays"], reader.language), pace["time"], pace["zone"]))


def _list(names: Sequence[str], reader: Reader) -> str:
    return format_list(list(names), "standard", LOCALES[reader.language])
