"""Sentences for players' agreements beside the game: more time, pauses, absences; for new keys and resignations.

Protocol sections 12.9 and 12.12 to 12.20. The story of a match and the command line tell it in these words. Moments are left
out: a story is the same for readers of all time zones. The command line adds them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.contract import Language
from engine.protocol.bodies import SEATED

SENTENCES: Mapping[str, Mapping[Language, str]] = {
    "missed": {
        "en": "{name} has missed too many answers and has been told so.",
        "de": "{name} hat zu oft nicht geantwortet und weiß das jetzt.",
    },
    "polled": {
        "en": "The others are asked what they want to do about {name}.",
        "de": "Die anderen werden gefragt, was mit dem Platz von {name} geschehen soll.",
    },
    "voted-wait": {"en": "{name} wants to wait for {other}.", "de": "{name} möchte auf {other} warten."},
    "voted-bot": {
        "en": "{name} wants a bot to play for {other}.",
        "de": "{name} möchte einen Bot auf dem Platz von {other}.",
    },
    "voted-person": {
        "en": "{name} wants somebody else to play for {other}.",
        "de": "{name} möchte, dass jemand anderes für {other} spielt.",
    },
    "voted-win": {
        "en": "{name} wants to end the match without {other}.",
        "de": "{name} möchte die Partie ohne {other} beenden.",
    },
    "volunteered": {
        "en": "Somebody is ready to play on for {name}.",
        "de": "Jemand ist bereit, für {name} weiterzuspielen.",
    },
    "volunteered-back": {
        "en": "Whoever sat there before would like the seat of {name} back.",
        "de": "Wer vorher dort saß, möchte auf den Platz von {name} zurückkommen.",
    },
    "declined": {
        "en": "Somebody is no longer ready to play for {name}.",
        "de": "Jemand ist doch nicht mehr bereit, für {name} zu spielen.",
    },
    "handed-bot": {
        "en": "{name} would like to hand the seat over to a bot.",
        "de": "{name} möchte den Platz an einen Bot abgeben.",
    },
    "handed-person": {
        "en": "{name} would like to hand the seat over to somebody who is ready.",
        "de": "{name} möchte den Platz an jemanden abgeben, der bereit ist.",
    },
    "kept": {
        "en": "{name} keeps the seat: not enough of the others agreed in time.",
        "de": "{name} behält den Platz: Es haben nicht genug andere rechtzeitig zugestimmt.",
    },
    "substituted": {
        "en": "{name} plays on in the place of {other}.",
        "de": "{name} spielt von nun an auf dem Platz von {other}.",
    },
    "returned": {"en": "{name} is back.", "de": "{name} ist wieder da."},
    "extended-operator": {
        "en": "The operator gave more time to answer.",
        "de": "Der Betreiber hat mehr Zeit für die Antwort gegeben.",
    },
    "extended-server": {
        "en": "The server was away; the time that was lost is given back.",
        "de": "Der Server war nicht da; die verlorene Zeit kommt zur Frist dazu.",
    },
    "extended-seat": {"en": "{name} took more time.", "de": "{name} hat sich mehr Zeit genommen."},
    "extended-vacation": {
        "en": "{name} is on vacation; there is more time to answer.",
        "de": "{name} hat Urlaub; für die Antwort ist mehr Zeit.",
    },
    "extended-agreement": {"en": "{name} was given more time.", "de": "{name} hat mehr Zeit bekommen."},
    "requested": {"en": "{name} asked for more time.", "de": "{name} hat um mehr Zeit gebeten."},
    "granted": {"en": "{name} gives {other} more time.", "de": "{name} gibt {other} mehr Zeit."},
    "refused": {"en": "{name} does not give {other} more time.", "de": "{name} gibt {other} nicht mehr Zeit."},
    "wished": {"en": "{name} would like a pause.", "de": "{name} möchte eine Pause."},
    "wished-no-more": {"en": "{name} no longer wants a pause.", "de": "{name} möchte keine Pause mehr."},
    "paused": {"en": "The match pauses.", "de": "Die Partie macht Pause."},
    "resigned": {"en": "{name} gave up.", "de": "{name} hat aufgegeben."},
    "rekeyed": {
        "en": "{name} has another key and signs with it from now on.",
        "de": "{name} hat einen anderen Schlüssel und unterschreibt von nun an damit.",
    },
    "rekeyed-lost": {
        "en": "{name} has another key, and the others have agreed to it.",
        "de": "{name} hat einen anderen Schlüssel, und die anderen haben zugestimmt.",
    },
    "resumed": {"en": "The match goes on after the pause.", "de": "Die Partie geht nach der Pause weiter."},
}  # fmt: skip
ALIKE = frozenset(
    {"polled", "declined", "kept", "substituted", "returned", "requested", "paused", "resigned", "resumed"}
)
"""Entries that have one sentence, with the same name."""
CHOSEN: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "absent": lambda body: "missed",
    "voted": lambda body: f"voted-{body['choice']}",
    "volunteered": lambda body: "volunteered-back" if body["by"] is None else "volunteered",
    "handed": lambda body: f"handed-{body['choice']}",
    "extended": lambda body: f"extended-{body['by']}",
    "responded": lambda body: "granted" if body["grant"] else "refused",
    "rekeyed": lambda body: "rekeyed-lost" if "consents" in body else "rekeyed",
    "wished": lambda body: "wished" if body["pause"] else "wished-no-more",
}
"""Entries whose sentence depends on their content."""
TYPES = ALIKE | CHOSEN.keys()
"""Entries that may be about the table; most of a log is not."""
FACTS = ("absent", "by", "choice", "decision", "grant", "pause", "requester", "seat")
"""The members of an entry that clients get besides its type."""


def fact(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry about the table in the form for programs."""
    return {"type": entry["type"], **{name: entry["body"][name] for name in FACTS if name in entry["body"]}}


def told(entry: Mapping[str, Any], names: Sequence[str], after: Sequence[str], language: Language) -> str | None:
    """Return a log entry as a sentence about the table, or None if it is not about the table.

    :param names: by seat, what everybody was called before the entry.
    :param after: the same after it: a seat may have changed hands by it.
    """
    body = entry["body"]
    kind = kind_of(entry["type"], body)
    if kind is None:
        return None
    seat, other = people_in(body)
    if kind == "substituted" and seat is not None:
        name, others_name = after[seat], names[seat]
    else:
        name, others_name = ("" if one is None else names[one] for one in (seat, other))
    return SENTENCES[kind][language].format(name=name, other=others_name)


def kind_of(type_: str, body: Mapping[str, Any]) -> str | None:
    """Return the kind of sentence that tells an entry, or ``None`` if the entry is not about the table."""
    if type_ == "extended" and body["decision"] == SEATED:
        return None
    choose = CHOSEN.get(type_)
    if choose is not None:
        return choose(body)
    return type_ if type_ in ALIKE else None


def people_in(body: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """Return the main seat of an entry, and the other seat in it: the one voted about, or that asked for time."""
    return body.get("seat"), body.get("absent", body.get("requester"))
