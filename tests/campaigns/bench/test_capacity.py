"""The page about capacity: its tables are what the model says, and the model reckons as one would by hand."""

import pytest

from tests.campaigns.bench.capacity import PAGE, Asked, Measured, ends, in_bytes, need, page


def test_the_page_s_tables_are_those_of_the_model() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "python -m tests.campaigns.bench.capacity --write"


def test_a_page_without_a_place_for_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="'needs'"):
        page("# Capacity")


def test_rates_are_those_of_the_busiest_hour() -> None:
    asked = Asked(players=2, visits=1, acts=2, letters=1, peak=3)
    found = need(86_400, asked=asked)
    assert found.acts == pytest.approx(2 * 2 * 3)
    assert found.letters == pytest.approx(2 * 3)


def test_memory_is_that_of_matches_what_they_leave_and_accounts() -> None:
    measured = Measured(running=10, leftover=2, leftover_days=180, account=4)
    found = need(1_000, measured, Asked(players=2, tables=4, lasts=60))
    assert (found.of_running, found.of_leftovers, found.of_accounts) == (10_000, 6_000, 2_000)
    assert found.memory == 18_000


def test_servers_are_as_many_as_memory_or_their_one_thread_asks_for() -> None:
    roomy = need(1_000_000, Measured(store=0.1), Asked(server=1e15))
    assert (roomy.servers_by_memory, roomy.servers) == (1, roomy.servers_by_time)
    assert roomy.servers_by_time == 28, "138.9 acts a second of 0.1 s, half busy"


def test_a_size_that_the_design_does_not_carry_says_why() -> None:
    assert need(10_000).stops == []
    assert len(need(100_000_000).stops) == 5
    assert not need(1_000_000).stops
    assert "state servers" in need(100_000_000).stops[0]


def test_the_archive_ends_where_as_many_end_as_can_be_moved() -> None:
    below, beyond = need(4_100_000), need(4_150_000)
    assert below.ending < below.archived
    assert beyond.ending > beyond.archived
    assert "| 4,100,000 | the archive" in ends()


@pytest.mark.parametrize(("value", "words"), [(999, "1 kB"), (2.1e9, "2.1 GB"), (211e9, "211 GB"), (4.9e12, "4.9 TB")])
def test_bytes_are_told_in_words(value: float, words: str) -> None:
    assert in_bytes(value) == words
