"""Makes dictionaries for packing what Redis holds of matches: ``python -m tests.store.dictionaries FOLDER [GAME...]``.

Plays matches of each game by the newest rules, at every preset and number of seats, by chance, with letters delivered; makes a
dictionary of their log lines, tables, states and records of letters, as they are when digests and ids are taken out; writes it
to FOLDER and prints the line for ``service/store/dictionaries/index.json``. Keys and ids are drawn anew each time, so two runs
make two dictionaries. One that is in use is never replaced: add the new one behind the others, under the next number.
"""

import hashlib
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.registry import GAMES, game, newest
from service.context import Context
from service.keys.signing import new_match_id
from service.matches.seating import creation, lobby
from service.store import keys
from service.store.matches.packing import DICTIONARIES, LETTERS, shortened
from service.store.values import encode, zstd
from tests.given.contexts import account, open_context
from tests.servers.redis_server import RedisServer
from tests.system.stored.keep import load, play
from tests.workers.mail.post_office import post_office
from workers.deliver.job import deliver_once
from workers.mail.sending.transport import transport_of

SIZE = 8_192
"""Bytes of a dictionary: eight times as many make lines shorter by a fiftieth."""
MATCHES = 6
LETTERS_OF = 2
"""Matches of each game, for the dictionary of letters."""
LOOKS = 8
"""How often a match is looked at: its table, its state, its letters."""
BETWEEN = 6
"""Decisions between two looks."""
PACE = {"kind": "duration", "seconds": 14 * 86_400}


def main(folder: Path, names: list[str]) -> None:
    """Play, make the dictionaries, write them, print what is to be added to the list."""
    for number, name in enumerate(names, len(DICTIONARIES) + 1):
        samples = list(_samples(name, random.Random(name)))
        raw = zstd.train_dict(samples, SIZE).dict_content
        (folder / f"{number:03}-{name}.zdict").write_bytes(raw)
        sys.stdout.write(encode({"number": number, "of": name, "sha256": hashlib.sha256(raw).hexdigest()}) + "\n")


def _samples(name: str, rng: random.Random) -> Iterator[bytes]:
    if name == LETTERS:
        for one in _games():
            yield from _played(one, rng, lambda text: text.startswith(b'{"mail"'), LETTERS_OF)
    else:
        yield from _played(name, rng)


def _games() -> list[str]:
    return list({rules.partition("@")[0]: rules for rules in GAMES})


def _played(
    name: str, rng: random.Random, wanted: Callable[[bytes], bool] = bool, matches: int | None = None
) -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder, post_office() as office:
        server = RedisServer(Path(folder))
        server.start()
        try:
            context = open_context(server.url, Path(folder) / "keys", smtp_url=office.url)
            for number, (preset, seats) in enumerate(_ways(name)[:matches]):
                match = begun(context, name, preset, seats, number)
                yield from filter(wanted, _of_a_match(context, match, rng, office.url))
            context.store.close()
        finally:
            server.remove()


def _ways(name: str) -> list[tuple[str, int]]:
    """Return presets with their numbers of seats, as many as matches are played; an empty name for none."""
    rules = game(newest(name)).rules
    presets = {one: rules.preset_seats.get(one, rules.seats) for one in rules.presets} or {"": rules.seats}
    ways = [(preset, seats) for preset, allowed in presets.items() for seats in allowed]
    return [ways[number % len(ways)] for number in range(max(MATCHES, len(ways)))]


def begun(context: Context, name: str, preset: str, seats: int, number: int) -> str:
    """Return a new match of a game, by mail, at a preset (or none) and for so many, that is about to be dealt."""
    people = [account(context, f"{who}{name[0]}{number}") for who in ("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")]
    options = game(newest(name)).rules.presets.get(preset, {})
    wish = creation.NewMatch(rules=newest(name), seats=seats, options=dict(options), grace=0, hold=0, pace=PACE)
    match = creation.create(context, people[0], wish, new_match_id()).match
    for one in people[1:seats]:
        lobby.join(context, match, one, seat=None, invitation=None)
    return match


def _of_a_match(context: Context, match: str, rng: random.Random, smtp_url: str) -> Iterator[bytes]:
    for _ in range(LOOKS):
        record = play(context, match, rng, BETWEEN)
        deliver_once(context, transport_of(smtp_url))
        yield shortened(encode(record.table).encode(), match)[0]
        yield shortened(encode(record.state).encode(), match)[0]
    for line in context.store.lines(match, limit=100_000):
        yield shortened(line, match)[0]
    for seat in load(context, match).table["seats"]:
        for one in context.store.deliveries(keys.recipient_of(seat["player"] or "", match)):
            yield shortened(encode(one).encode(), match)[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or [*_games(), LETTERS])
