"""Rule data an owner of a game may replace: how faults in a file are reported, and how one set of data is told from another.

A game's cards, layouts and numbers come from files. Those in the package are reconstructions where nothing was published; an
owner of the game adds their own files beside them. The text of each file is read at the edge (:mod:`service.config.owned_data`
reads the folders), so the rules themselves know nothing of folders or the environment.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from engine.contract import Game, Json, Rules
from engine.protocol.canon import b64, canonical, tagged_hash


class BadData(ValueError):
    """Data files or packages with which no game can be played. ``faults`` has one line for each: its place and what is
    wrong."""

    def __init__(self, *faults: str) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class Faults:
    """Collects all faults, so that an owner can correct a file in one go."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def add(self, fault: str) -> None:
        """Note a fault and go on."""
        self._found.append(fault)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Record a :class:`BadData` raised by the block, and continue after it."""
        try:
            yield
        except BadData as error:
            self._found += error.faults

    def settle(self) -> None:
        """Raise :class:`BadData` with all recorded faults; call it before anything that relies on the checks."""
        if self._found:
            raise BadData(*self._found)


def digest(texts: Mapping[str, str]) -> str:
    """Return the base64url hash over the bytes of all files, which identifies the data of a match."""
    parts = [part.encode() for name in sorted(texts) for part in (name, texts[name])]
    return b64(tagged_hash("siegelpost/rule-data/v1", *parts))


def facts_digest(facts: Json) -> str:
    """Return the base64url hash of what one preset plays with: only facts used by the rules, no titles or evidence."""
    return b64(tagged_hash("siegelpost/rule-data/v1", canonical(facts)))


def data_of(rules: Rules, options: Mapping[str, Json]) -> str:
    """Return the hash of the data for a new match with these (complete) options."""
    return rules.preset_data.get(options.get("preset", ""), rules.data)


def holds(rules: Rules, data: str, options: Mapping[str, Json] | None) -> bool:
    """Return whether a match that names the hash ``data`` is played the same with the data of these rules.

    A match names the data of its preset, so it is not affected when another preset is added or changed.

    :param options: of the match; ``None`` when they are not known, and any preset will do.
    """
    if data == rules.data:
        return True
    if options is None:
        return data in rules.preset_data.values()
    return data == data_of(rules, options)


@dataclass(frozen=True)
class RuleData:
    """The data of one game. ``folder`` is where an owner's files are, and the first part of the rules id.

    ``files`` maps the name of an owner's file to the file of the package that it replaces; ``shipped`` are the package's
    texts by file name. ``make`` builds the game from the texts of all files, keyed by the package's names, and from what the
    replaced ones are called, for messages; it returns every version of the rules, the newest last.
    """

    folder: str
    files: Mapping[str, str]
    shipped: Mapping[str, str]
    make: Callable[[Mapping[str, str], Mapping[str, str]], Sequence[Game]]

    def game(self, own: Mapping[str, str]) -> Game:
        """Return the newest of :meth:`games`."""
        return self.games(own)[-1]

    def games(self, own: Mapping[str, str]) -> Sequence[Game]:
        """Return the game played with an owner's files, by their names; files that are missing are the package's.

        There is one for each version of the rules, the newest last: matches begun under an older one go on with these data,
        too.

        :raises BadData: naming everything that is wrong.
        """
        faults, texts, names = Faults(), dict(self.shipped), {}
        for name, text in own.items():
            if name not in self.files:
                faults.add(f"{self.folder}/{name}: no such file is read; known are {', '.join(self.files)}")
                continue
            texts[self.files[name]] = text
            names[self.files[name]] = f"{self.folder}/{name}"
        with faults.noting():
            games = self.make(texts, names)
        faults.settle()
        return games


class Package(Protocol):
    """The public interface of a game's package, ``engine/games/<game>`` or a third party's."""

    @property
    def VERSIONS(self) -> Sequence[Game]:
        """Every version of its rules with the data of the package, the newest last."""
        ...

    @property
    def DATA(self) -> RuleData | None:
        """Lets an owner's files replace the package's data; None if the game has no such data."""
        ...
