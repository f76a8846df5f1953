"""Golden matches: whole logs kept in the repository, with receipts, a telling of each, and their replay (campaign 19).

``python -m tests.system.goldens`` prints one digest per golden of every state, view, picture and text on the way. ``python -m
tests.system.goldens write`` makes goldens that are not there yet; from the first release on, one that is there is never changed,
because stored matches of a released rules version must replay for ever. (A telling may change with its words: delete it and
write it again.)
"""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.contract import Event, Game, State
from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.chance import Draws, game_seed
from engine.protocol.log import Entry, read_export
from engine.registry import game
from engine.verifier.replay import Report, verify
from service.keys.signing import verify_signature
from tests.engine.laws import text
from tests.engine.packet_row.planning import Planners
from tests.engine.playing import Played, Server
from tests.engine.seafarers.sailing import Sailors

FOLDER = Path(__file__).with_name("golden")
PRESETS = ("goldsieber-basic", "goldsieber-pro", "tilsit")
REACTIONS = {
    "demand": "most-plentiful", "reject": "G", "goods": [{"good": "N", "amount": 2}], "theatre": {"pirat": "always"},
}  # fmt: skip
"""Standing orders for Anno 1701: what they leave open is answered by the defaults."""
SAILING: dict[str, Any] = {
    "roll": True, "discard": ["wool", "wood"], "gold": ["ore", "grain"], "special": "pass",
    "trades": [{"give": {"wool": 1}, "take": {"ore": 1}, "times": 1}],
}  # fmt: skip
"""Standing orders for Seafarers: one player is asked in the own turn, and for thieves and founding."""
SHOWN, USUALLY_SHOWN = {"seafarers": 24}, 8
"""Only of every so many states are views, pictures and texts looked at, which take long: most on large maps."""
NAMES = ("Ann", "Ben", "Cem", "Dora", "Edu", "Fay")


def _kontor(preset: str, seed: int, places: int = 2, **options: Any) -> Callable[[], Played]:
    return lambda: Server(
        rules="kontor@1", places=places, options={"preset": preset, **options}, seed=seed, silence=0.04,
        unopened=0.03, bot=True,
    ).play()  # fmt: skip


def _seafarers(scenario: str) -> Callable[[], Played]:
    places, seed, turns = SCENARIOS[scenario]
    return lambda: Sailors(scenario, places, seed=seed, turn_limit=turns, orders={1: SAILING}).play()


SCENARIOS = {
    "fuenf-inseln-5": (5, 2310, 44), "sechs-inseln-6": (6, 2101, 26), "grosse-ueberfahrt-6": (6, 2200, 26),
    "ozeanien-5": (5, 2103, 26), "ozeanien-6": (6, 2200, 30), "durch-die-wueste-5": (5, 2202, 30),
    "durch-die-wueste-6": (6, 2200, 30), "neue-welt-5": (5, 2200, 26), "neue-welt-6": (6, 2108, 26),
    "grosse-insel": (6, 2107, 26),
}  # fmt: skip
"""The scenarios of Seafarers: seats, seed and turns of their golden match, chosen so that each shows what it is about."""

BY_API = {f"{name}-by-api": name for name in ("kontor", "packet-row", "anno-1701", "seafarers")}
"""Golden matches that are played through the API, where seats sign, add entropy and resign, by their games."""


def _by_api(name: str) -> Callable[[], Played]:
    def played() -> Played:
        from tests.system import goldens_by_api  # only who makes goldens needs a server

        return goldens_by_api.played(name)

    return played


GOLDENS: dict[str, Callable[[], Played]] = {
    **{preset: _kontor(preset, 2000 + number) for number, preset in enumerate(PRESETS)},
    "goldsieber-teams": _kontor("goldsieber-teams", 2003, places=4),
    "canal-grande-special": _kontor("canal-grande", 2004, special_cards=True),
    "packet-row": lambda: Planners(4, planning=(0, 2), seed=1912, silence=0.04).play(),
    "packet-row-hidden": lambda: Planners(5, planning=(1, 3), hidden_hands=True, seed=1913, silence=0.04).play(),
    "anno-1701": lambda: Server(
        rules="anno-1701@1", options={"turn_limit": 30}, seed=2020, silence=0.04, bot=True, orders={1: REACTIONS}
    ).play(),
    **{f"seafarers-{scenario}": _seafarers(scenario) for scenario in SCENARIOS},
    **{golden: _by_api(name) for golden, name in BY_API.items()},
}
"""Who plays each golden match: plans and other standing orders answer in some of them."""


def export_of(golden: str) -> bytes:
    """Return a golden log."""
    return (FOLDER / f"{golden}.jsonl").read_bytes()


def receipts_of(golden: str) -> list[dict[str, Any]]:
    """Return the receipts of the players of a golden."""
    return [json.loads(line) for line in (FOLDER / f"{golden}.receipts.jsonl").read_bytes().splitlines()]


@lru_cache(maxsize=4)
def entries_of(export: bytes) -> list[Entry]:
    """Return the entries of a log."""
    return [line["entry"] for line in read_export(export)]


def names_of(export: bytes) -> tuple[str, ...]:
    """Return the players' names."""
    return NAMES[: entries_of(export)[0]["body"]["seats"]]


def proof(golden: str, export: bytes | None = None) -> Report:
    """Return the verifier's report on a golden, or on another log, with the golden's receipts and the key of its first entry."""
    public = unb64(entries_of(export_of(golden))[0]["body"]["key"])
    return verify(
        export_of(golden) if export is None else export,
        check_signature=lambda message, signed: verify_signature(public, message, signed),
        public_key=b64(public),
        check_seat=verify_signature,
        receipts=receipts_of(golden),
    )


def replay(export: bytes) -> Iterator[tuple[Game, Entry | None, State, list[Event]]]:
    """Yield the game, the entry that changed it (``None``: the deal), the state after it, and its events."""
    entries = entries_of(export)
    created = entries[0]["body"]
    started = next(one["body"] for one in entries if one["type"] == "started")
    entropies = [None if one is None else unb64(one) for one in started["entropies"]]
    seed = game_seed(unb64(entries[-1]["body"]["seed"]), created["match"], created["rules"], entropies, None)
    rules, draws = game(created["rules"]), Draws(seed)
    state = rules.setup(created["options"], created["seats"], draws)
    yield rules, None, state, []
    for entry in entries:
        if entry["type"] == "resolved":
            answers = {one["seat"]: one["move"] for one in entry["body"]["moves"]}
            state, events = rules.resolve(state, entry["body"]["decision"], answers, draws)
            yield rules, entry, state, events


def digest(golden: str) -> str:
    """Return a digest of everything a player could see on the way through a golden."""
    export = export_of(golden)
    found, names = hashlib.sha256(), names_of(export)
    every = SHOWN.get(entries_of(export)[0]["body"]["rules"].partition("@")[0], USUALLY_SHOWN)
    for number, (rules, _, state, events) in enumerate(replay(export)):
        found.update(text(state).encode())
        views = [rules.view(state, seat) for seat in (None, *range(len(names)))] if number % every == 0 else []
        for view in views:
            found.update(text(view).encode())
        for view in views[:3]:
            found.update(rules.picture(view).encode())
            found.update(rules.words.table(view, names, "de").encode())
        for event in events:
            found.update(rules.words.event(event, names, "en").encode())
    return found.hexdigest()


def telling(export: bytes) -> str:
    """Return a golden in words: who played what, and what came of it."""
    lines: list[str] = []
    names = names_of(export)
    for rules, entry, _, events in replay(export):
        if entry is None:
            lines += [f"{entries_of(export)[0]['body']['rules']}, {_options(export)}", ""]
            continue
        body = entry["body"]
        played = ", ".join(f"{names[one['seat']]}: {_played(rules, one)}" for one in body["moves"])
        lines.append(f"{body['decision']}  {played}  [{body['state'][:8]}]")
        lines += [f"    {rules.words.event(event, names, 'en')}" for event in events if "to" not in event]
    outcome = entries_of(export)[-1]["body"]["outcome"]
    winners = " and ".join(names[seat] for seat in outcome["winners"]) if outcome else "nobody"
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
    for golden, played in GOLDENS.items():
        log, told = FOLDER / f"{golden}.jsonl", FOLDER / f"{golden}.txt"
        if not log.exists():
            match = played()
            log.write_bytes(match.export)
            kept = b"".join(canonical(one) + b"\n" for one in match.receipts)
            (FOLDER / f"{golden}.receipts.jsonl").write_bytes(kept)
        if not told.exists():
            told.write_text(telling(log.read_bytes()), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        write()
    for one in GOLDENS:
        print(one, digest(one))
