"""A choice has one number, in the letter that lists some, in the one that lists all, and on the page behind a button."""

from service.matches.numbering import CHOICES, asked_in, digest_of, in_order, numbered
from tests.workers.mail.match import HOUR, Match


def _opening() -> Match:
    """A match whose first question has more choices than a letter lists: with each card what holds if the opponent passes."""
    return Match(preset="goldsieber-pro", pass_mode="declare").start()


def test_a_choice_keeps_its_number_where_all_are_listed() -> None:
    record = _opening().record
    (few,), (many,) = (numbered(record, 0, record.table["standing"], whole=whole) for whole in (False, True))
    assert len(few.moves) < len(many.moves), "else there is nothing to keep"
    assert many.moves[: len(few.moves)] == few.moves
    assert sorted(map(str, many.moves)) == sorted(map(str, in_order(many.moves)))


def test_short_lists_stay_in_the_games_order() -> None:
    moves = [{"type": "place", "at": [0, place]} for place in range(CHOICES)]
    assert in_order(moves) == moves


def test_letters_and_links_of_before_still_mean_what_they_listed() -> None:
    record = _opening().record
    standings = record.table["standing"]
    before = numbered(record, 0, standings, whole=True, order=list)
    now = numbered(record, 0, standings, whole=True)
    assert before != now
    assert asked_in(record, 0, digest_of(before), whole=True) == before
    assert asked_in(record, 0, digest_of(now), whole=True) == now


def test_the_best_sites_to_found_on_are_listed_and_letters_of_before_mean_what_they_listed() -> None:
    record = Match(rules="seafarers", others=("Cleo", "Dora", "Emil")).start().forget().later(HOUR).record
    standings = [one for one in record.table["standing"] if 0 in one["seats"]]
    (now,), (many,) = (numbered(record, 0, standings, whole=whole) for whole in (False, True))
    nodes = [move["node"] for move in now.moves]
    assert len(nodes) == len({*nodes}) == 12
    assert many.moves[:12] == now.moves
    (before,) = numbered(record, 0, standings, best_first=False)
    assert len({move["node"] for move in before.moves}) < 12, "else it was no corner"
    assert asked_in(record, 0, digest_of([before]), whole=False) == [before]
    assert asked_in(record, 0, digest_of([now]), whole=False) == [now]
