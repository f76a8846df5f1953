"""What happened, in words: each entry of a match's log as the lines a player wants to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract import Decision, Language, Outcome, Words
from engine.log import Entry
from engine.registry import UnknownRules, game
from service.cli.tables import local_time

FAULTS = {
    "unopened": "did not open the sealed move in time",
    "illegal": "sealed a move the rules do not allow",
    "salt-reused": "sealed with a salt used before",
    "escrow-failed": "could not be opened for by the server (not the player's fault)",
}


class Teller:
    """Tells a match's entries. ``names`` are the players' names by seat."""

    def __init__(self, rules: str, names: Sequence[str], language: Language) -> None:
        self._names = list(names)
        self._language: Language = language
        self._words: Words | None
        try:
            self._words = game(rules).words
        except UnknownRules:
            self._words = None

    def rename(self, names: Sequence[str]) -> None:
        """Use these names from now on: seats are taken while one watches."""
        self._names = list(names)

    def tell(self, entry: Entry) -> list[str]:
        """Return the lines that say what the entry means; empty for entries without news."""
        body = entry["body"]
        teller = getattr(self, "_" + entry["type"].replace("-", "_"), None)
        if teller is None:
            return [f"{entry['type']}: " + ", ".join(f"{name} {value}" for name, value in sorted(body.items()))]
        told: list[str] = teller(body)
        return told

    def _name(self, seat: int) -> str:
        return self._names[seat] if 0 <= seat < len(self._names) and self._names[seat] else f"seat {seat}"

    def _all(self, seats: Sequence[int]) -> str:
        return " and ".join(self._name(seat) for seat in seats)

    def _created(self, body: dict[str, Any]) -> list[str]:
        return [f"A match of {body['rules']} for {body['seats']} was created."]

    def _joined(self, body: dict[str, Any]) -> list[str]:
        return [f"{self._name(body['seat'])} took seat {body['seat']}."]

    def _left(self, body: dict[str, Any]) -> list[str]:
        return [f"Seat {body['seat']} is free again."]

    def _started(self, body: dict[str, Any]) -> list[str]:
        return ["The match began."]

    def _opened(self, body: dict[str, Any]) -> list[str]:
        until = f" (until {local_time(body['deadline'])})" if body.get("deadline") else ""
        return [f"{self._all(body['seats'])}: {self._question(body)}{until}"]

    def _question(self, body: dict[str, Any]) -> str:
        if self._words is None:
            return str(body["kind"])
        decision = Decision(
            id=body["decision"], kind=body["kind"], seats=body["seats"], sealed=body["sealed"], optional=False
        )
        return self._words.question(decision, self._language)

    def _locked(self, body: dict[str, Any]) -> list[str]:
        absent = [one["seat"] for one in body["seats"] if one["custody"] == "absent"]
        told = [f"All moves of {body['decision']} are locked."]
        return [*told, f"{self._all(absent)} did not answer in time."] if absent else told

    def _resolved(self, body: dict[str, Any]) -> list[str]:
        told = []
        for fault in body["faults"]:
            told.append(f"{self._name(fault['seat'])} {FAULTS.get(fault['fault'], fault['fault'])}.")
        for move in body["moves"]:
            if move["by"] != "seat":
                source = "a standing order" if move["by"] == "order" else "the rules, because nobody answered"
                told.append(f"{self._name(move['seat'])}'s move was made by {source}.")
        return [*told, *(self._event(event) for event in body["events"])]

    def _event(self, event: dict[str, Any]) -> str:
        return str(event) if self._words is None else self._words.event(event, self._names, self._language)

    def _extended(self, body: dict[str, Any]) -> list[str]:
        return [f"The deadline of {body['decision']} is now {local_time(body['deadline'])}."]

    def _closed(self, body: dict[str, Any]) -> list[str]:
        if body["outcome"] is None:
            return [f"The match is closed without a result ({body['reason']})."]
        return [f"The match is over ({body['reason']}). {result(body['outcome'], self._names)}"]


def result(outcome: Outcome, names: Sequence[str]) -> str:
    """Return who won and the points by seat.

    >>> result({"winners": [1], "scores": [3, 5], "reason": "board-full"}, ["Ada", "Ben"])
    'Ben wins. Ada 3, Ben 5.'
    """
    winners = outcome["winners"]
    points = ", ".join(f"{names[seat]} {score}" for seat, score in enumerate(outcome["scores"]))
    if len(winners) == len(outcome["scores"]):
        return f"A draw. {points}."
    verb = "wins" if len(winners) == 1 else "win"
    return f"{' and '.join(names[seat] for seat in winners)} {verb}. {points}."
