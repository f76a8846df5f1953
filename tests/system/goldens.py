"""Golden matches: whole logs kept in the repository, a telling of each, and their replay (campaign 19).

``python -m tests.system.goldens`` prints one digest per golden of every state, view, picture and text on the way. ``python -m
tests.system.goldens write`` makes goldens that are not there yet; one that is there is never changed, because stored matches
of a released rules version must replay for ever. (A telling may change with its words: delete it and write it again.)
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.canon import canonical, unb64
from engine.chance import Draws, game_seed
from engine.contract import Event, Game, State
from engine.log import Entry, read_export
from engine.registry import game
from engine.replay import verify
from service.signing import verify_signature
from tests.engine.playing import Server

FOLDER = Path(__file__).with_name("golden")
PRESETS = ("goldsieber-basic", "goldsieber-pro", "tilsit")
NAMES = ("Ann", "Ben")


def export_of(preset: str) -> bytes:
    """Return the golden log of a preset."""
    return (FOLDER / f"{preset}.jsonl").read_bytes()


def entries_of(export: bytes) -> list[Entry]:
    """Return the entries of a log."""
    return [line["entry"] for line in read_export(export)]


def proof(export: bytes) -> str:
    """Return the verifier's verdict on a golden; its key stands in its first entry."""
    public = unb64(entries_of(export)[0]["body"]["key"])
    return verify(export, check_signature=lambda message, signed: verify_signature(public, message, signed)).verdict


def replay(export: bytes) -> Iterator[tuple[Game, Entry | None, State, list[Event]]]:
    """Yield the game, the entry that changed it (``None``: the deal), the state after it, and its events."""
    entries = entries_of(export)
    created = entries[0]["body"]
    seed = game_seed(unb64(entries[-1]["body"]["seed"]), created["match"], created["rules"], [None, None])
    rules, draws = game(created["rules"]), Draws(seed)
    state = rules.setup(created["options"], created["seats"], draws)
    yield rules, None, state, []
    for entry in entries:
        if entry["type"] == "resolved":
            answers = {one["seat"]: one["move"] for one in entry["body"]["moves"]}
            state, events = rules.resolve(state, entry["body"]["decision"], answers, draws)
            yield rules, entry, state, events


def digest(preset: str) -> str:
    """Return a digest of everything a player could see on the way through a golden."""
    found = hashlib.sha256()
    for rules, _, state, events in replay(export_of(preset)):
        found.update(canonical(state, depth=32))
        for seat in (None, 0, 1):
            view = rules.view(state, seat)
            found.update(canonical(view, depth=32))
            found.update(rules.picture(view).encode())
            found.update(rules.words.table(view, NAMES, "de").encode())
        for event in events:
            found.update(rules.words.event(event, NAMES, "en").encode())
    return found.hexdigest()


def telling(export: bytes) -> str:
    """Return a golden in words: who played what, and what came of it."""
    lines: list[str] = []
    for rules, entry, state, events in replay(export):
        if entry is None:
            lines += [f"{entries_of(export)[0]['body']['rules']}, {_options(export)}", ""]
            continue
        body = entry["body"]
        played = ", ".join(f"{NAMES[one['seat']]}: {_played(rules, one)}" for one in body["moves"])
        lines.append(f"{body['decision']}  {played}  [{body['state'][:8]}]")
        lines += [f"    {rules.words.event(event, NAMES, 'en')}" for event in events if "to" not in event]
        outcome = rules.outcome(state)
    winners = " and ".join(NAMES[seat] for seat in outcome["winners"]) if outcome else "nobody"
    return "\n".join([*lines, "", f"won by {winners}"]) + "\n"


def _options(export: bytes) -> str:
    options: dict[str, Any] = entries_of(export)[0]["body"]["options"]
    return ", ".join(f"{name} {value}" for name, value in sorted(options.items()))


def _played(rules: Game, move: dict[str, Any]) -> str:
    by = "" if move["by"] == "seat" else f" ({move['by']})"
    return rules.words.move(move["move"], "en") + by


def write() -> None:
    """Make the goldens that are not there yet."""
    FOLDER.mkdir(exist_ok=True)
    for number, preset in enumerate(PRESETS):
        log, told = FOLDER / f"{preset}.jsonl", FOLDER / f"{preset}.txt"
        if not log.exists():
            server = Server(options={"preset": preset}, seed=1900 + number, silence=0.04, unopened=0.03, bot=True)
            log.write_bytes(server.play().export)
        if not told.exists():
            told.write_text(telling(log.read_bytes()), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    for one in PRESETS:
        print(one, digest(one))
