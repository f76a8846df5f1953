"""The rule sets known to this process.

A correction of rules that changes outcomes is a new version (``kontor@1``) beside the old one. A match is played to its end by
the version it began with, which its log names; new matches get the newest (:func:`newest`).

One rules id may be played with several sets of data: those of the package and those of an owner of the game. A match names
the hash of its preset's data and is played with exactly these or not at all (:func:`game_with`); new matches get the set
that comes first.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points

from engine import outside
from engine.contract import Game, Json
from engine.games import anno_1701, kontor, packet_row, seafarers
from engine.kit.rule_data import Faults, Package, RuleData, holds
from engine.match.table import Table

BUILT_IN: Sequence[Package] = (kontor, packet_row, anno_1701, seafarers)
"""The games of this repository: a new one is named here and nowhere else in the product."""

BUILT_IN_GAMES: Sequence[Game] = tuple(game for package in BUILT_IN for game in package.VERSIONS)
"""Every version of the games of this repository."""

OUTSIDE = outside.find(entry_points(group=outside.GROUP), {one.rules.id.partition("@")[0] for one in BUILT_IN_GAMES})
"""The games of other people's packages that are installed beside this one."""

PACKAGES: Sequence[Package] = (*BUILT_IN, *(one.package for one in OUTSIDE.games))
"""Every game."""

SHIPPED: Sequence[Game] = tuple(game for package in PACKAGES for game in package.VERSIONS)
"""Every version of every game with the data of the package; of each game the oldest first."""

KONTOR, PACKET_ROW, ANNO_1701 = kontor.GAME, packet_row.GAME, anno_1701.GAME

USUAL = KONTOR.rules.id.partition("@")[0]
"""The default game if a person names none."""

DEMO: tuple[str, Mapping[str, Json]] = (USUAL, {"preset": "tilsit"})
"""The game and options of the match that a fresh installation shows."""
FIRST: Mapping[str, Mapping[str, Json]] = {USUAL: {"preset": "goldsieber-basic", "pass_mode": "secret"}}
"""The options that ask least of somebody's first turn, by game; others begin with their usual ones."""

GAMES: dict[str, Game] = {game.rules.id: game for game in SHIPPED}
"""Every version of every game by rules id, each with the data that new matches are played with."""

REPLACEABLE: Mapping[str, RuleData] = {one.DATA.folder: one.DATA for one in PACKAGES if one.DATA is not None}
"""The games whose data an owner may replace, by folder."""

Files = Mapping[str, Mapping[str, str]]
"""An owner's files: for each game's folder, texts by file name."""

_also: dict[tuple[str, str], Game] = {}
"""Games with data used only by matches begun with them, by rules id and data."""


class UnknownRules(KeyError):
    """A rules id this installation does not know."""


class OtherData(LookupError):
    """A match uses rule data that this process does not have. Other data would make it another game."""

    def __init__(self, rules: str, data: str, held: Sequence[str]) -> None:
        super().__init__(
            f"the rule data {data} of {rules} are not here; this process holds {', '.join(held) or 'none'}"
        )
        self.rules = rules
        self.data = data
        self.held = tuple(held)


def held() -> list[tuple[str, str]]:
    """Return the rules ids and data that this process can play, in order."""
    return sorted({*((rules, one.rules.data) for rules, one in GAMES.items()), *_also})


def make(files: Files) -> dict[str, Sequence[Game]]:
    """Return the games made from an owner's files, by folder; every version of each, the newest last.

    :raises BadData: naming everything that is wrong in any file.
    """
    faults = Faults()
    made: dict[str, Sequence[Game]] = {}
    for folder, texts in files.items():
        if folder not in REPLACEABLE:
            faults.add(f"{folder}: no game of this name has data; known are {', '.join(REPLACEABLE)}")
            continue
        with faults.noting():
            made[folder] = REPLACEABLE[folder].games(texts)
    faults.settle()
    return made


def install_rule_data(sets: Sequence[Files]) -> None:
    """Install an owner's data: new matches are played with the first set, matches begun with a later one go on with it.

    Every process calls this before it plays, so this is also where packages of games that cannot be used are refused.

    They serve every version of the rules. The package's own data stay installed, so matches begun before the owner's came go on,
    too.

    :raises BadData: naming everything that is wrong in any file; then nothing has changed.
    """
    faults = Faults()
    for fault in OUTSIDE.faults:
        faults.add(fault)
    made: list[Game] = []
    for files in sets:
        with faults.noting():
            made += (game for versions in make(files).values() for game in versions)
    faults.settle()
    for game in reversed(made):
        rules = game.rules.id
        _also[rules, GAMES[rules].rules.data] = GAMES[rules]
        GAMES[rules] = game


def newest(rules: str) -> str:
    """Return the rules id of the newest version of a game: of ``kontor``, and of ``kontor@1``, it is ``kontor@1``.

    :raises UnknownRules: when no version of it is known, or not the one named.
    """
    name, at, _ = rules.partition("@")
    versions = {int(number): one for one in GAMES for known, _, number in [one.partition("@")] if known == name}
    if not versions or (at and rules not in versions.values()):
        raise UnknownRules(rules)
    return versions[max(versions)]


def superseded_by(rules_id: str) -> str | None:
    """Return the rules id by which new matches are played instead of this one, or ``None`` if it is the newest."""
    current = newest(rules_id)
    return None if current == rules_id else current


def game(rules_id: str) -> Game:
    """Return the game of a rules id such as ``kontor@1``; :raises UnknownRules: for others."""
    try:
        return GAMES[rules_id]
    except KeyError:
        raise UnknownRules(rules_id) from None


def game_of(table: Table) -> Game:
    """Return the game by which a match is played; :raises UnknownRules, OtherData: if its rules or data are not here."""
    return game_with(table["rules"], table["data"], table["options"])


def game_with(rules_id: str, data: str, options: Mapping[str, Json] | None = None) -> Game:
    """Return the game that plays a match with these data and options.

    :param options: of the match; ``None`` when they are not known, and a game that holds the data for any preset will do.
    :raises UnknownRules, OtherData: when its rules or data are not here.
    """
    known = [game(rules_id), *(one for (rules, _), one in _also.items() if rules == rules_id)]
    exact = [one for one in known if one.rules.data == data]
    for one in exact or known:
        if holds(one.rules, data, options):
            return one
    raise OtherData(rules_id, data, [one.rules.data for one in known])
