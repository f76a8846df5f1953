"""Rounds of a Swiss tournament: FIDE's Dutch system (C.04.3), computed by py4swiss, for tables of two.

Nobody meets twice, nobody has two byes, who has as many points meets whom the system says, and seats alternate as its
colours do: the first seat is White. Pairing numbers are drawn. The library belongs to the round that it paired, as
openskill does to an epoch of ratings: with another version, or without it (it has wheels for x86-64 only), a round is
not computed again, and whoever checks is told.
"""

from collections.abc import Collection, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from engine.standings.rounds import CannotPair, Pairing, Played

METHOD = "dutch@1"
LIBRARY = "py4swiss"


@cache
def installed() -> str:
    """Return the version of the library, empty without it."""
    try:
        return version(LIBRARY)
    except PackageNotFoundError:
        return ""


def rounds_for(players: int, wanted: int) -> int:
    """Return how many rounds are played: half as many as players at most, since more cannot always be paired."""
    return min(wanted, (players + 1) // 2)


def pair(players: int, rounds: int, played: Sequence[Played], out: Collection[int]) -> Pairing:
    """Return the next round of so many.

    :param out: the players who take no part in it.
    :raises CannotPair: if the rules allow none.
    """
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    won = {2: ResultToken.WIN, 1: ResultToken.DRAW, 0: ResultToken.LOSS}
    missing = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    free = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    results = {one: [missing] * len(played) for one in range(1, players + 1)}
    points = dict.fromkeys(results, 0)
    for number, before in enumerate(played):
        for one in before.byes:
            results[one][number] = free
            points[one] += 2
        for game in before.games:
            for one, other, got in game.by_player:
                color = ColorToken.WHITE if one == game.first else ColorToken.BLACK
                results[one][number] = RoundResult(id=other, color=color, result=won[got])
                points[one] += got
    if players - len(out) < 2:
        raise CannotPair("fewer than two are left")
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=one,
            points_times_ten=5 * points[one],
            rank=one,
            results=results[one],
        )
        for one in results
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=rounds, zeroed_ids=set(out)))
    try:
        found = DutchEngine.generate_pairings(trf)
    except PairingError as error:
        raise CannotPair(f"no pairing of round {len(played) + 1} keeps the rules") from error
    return Pairing(
        [(one.white, one.black) for one in found if one.black], [one.white for one in found if not one.black]
    )
