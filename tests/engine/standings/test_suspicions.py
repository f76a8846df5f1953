"""Patterns in the log of results that an operator should look at, and what must not look like one."""

from engine.standings.results import End, Reason, Result, SeatResult
from engine.standings.suspicions import suspicions


def result(number: int, players: str, *, n: int = 200, reason: Reason = "finished", end: End = "played") -> Result:
    """A result of players, the best first; ``end`` is the last one's."""
    last = len(players) - 1
    return Result(
        type="result", match=f"m{number}", game="kontor", rules="kontor@1", n=n, head="", at="", reason=reason,
        seats=[SeatResult(player=one, place=place + 1, end=end if place == last else "played", team=place)
               for place, one in enumerate(players)],
    )  # fmt: skip


def early(number: int, players: str, n: int = 20) -> Result:
    return result(number, players, n=n, reason="resigned", end="resigned")


def test_early_resignations_between_the_same_people_in_both_directions() -> None:
    found = suspicions([early(1, "ab"), early(2, "ba"), early(3, "ab"), early(4, "ac"), early(5, "cb")])
    assert [(one.kind, one.players, one.matches) for one in found] == [
        ("early-resignations", ("a", "b"), ["m1", "m2", "m3"])
    ]


def test_what_is_early_follows_from_matches_that_were_played_to_their_end() -> None:
    whole = [result(10 + number, "cdef"[number % 2 :][:2], n=100) for number in range(6)]
    assert suspicions([*whole, *(early(number, "ab", 51) for number in range(3))]) == []
    (found,) = suspicions([*whole, *(early(number, "ab", 50) for number in range(3))])
    assert found.players == ("a", "b")


def test_an_account_that_only_loses_to_one_other() -> None:
    feeding = [result(number, "ab") for number in range(5)]
    (found,) = suspicions([*feeding, result(6, "bc")])
    assert (found.kind, found.players, len(found.matches), found.of) == ("one-sided", ("b", "a"), 5, 6)
    assert suspicions([*feeding, result(6, "bc"), result(7, "bc")]) == []  # five of seven are not nearly all
    assert suspicions(feeding[:4]) == []


def test_partners_and_ties_are_no_pattern() -> None:
    partners = [result(number, "ab") for number in range(9)]
    for one in partners:
        for seat in one["seats"]:
            seat["team"] = 0
    ties = [result(20 + number, "cd") for number in range(9)]
    for one in ties:
        for seat in one["seats"]:
            seat["place"] = 1
    assert suspicions([*partners, *ties]) == []
