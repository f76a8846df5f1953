"""What an installation of some size needs, reckoned from measured figures: ``python -m tests.campaigns.bench.capacity --write``.

The tables of ``docs/capacity.md`` are made here, so that nobody has to trust arithmetic in prose; a test compares them. The
measured figures stand in :data:`MEASURED` and :data:`ASKED`, each with where it comes from.
"""

import math
import sys
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[3] / "docs" / "capacity.md"
DAY = 86_400
SIZES = (10_000, 1_000_000, 100_000_000)


@dataclass(frozen=True)
class Measured:
    """Figures of one machine (date and machine: the page). Bytes, and seconds of one core."""

    running: float = 24_000
    """A running match with its news and log, after 100 entries (``bench memory``, Kontor, two players)."""
    leftover: float = 6_000
    """What a match leaves in the store after it has gone to the archive: records of letters, for 180 days."""
    leftover_days: int = 180
    file: float = 42_000
    """The file of a finished match."""
    leaf: float = 0.17
    """An entry of the log of all matches, once it is in the archive: its share of the tiles, for good, and all on one server."""
    leaf_file: float = 56
    """The same, in the archive."""
    account: float = 900
    """An account with one token."""
    written: float = 16_000
    """What an act, and all that follows from it, appends to the store's file (``bench costs``)."""
    api: float = 0.011
    """An act with the requests around it (``bench costs``)."""
    resolve: float = 0.010
    """A decision (``bench costs``)."""
    deliver: float = 0.041
    """A letter with its picture (``bench letters``, Kontor)."""
    store: float = 0.0026
    """The state server's part of an act with all that follows (``bench costs``)."""
    sweep: float = 0.00016
    """A match in the sweep: the clock's and the state server's part (``bench many``)."""


@dataclass(frozen=True)
class Asked:
    """What people do, and how full machines may be: assumptions, to be replaced by yours."""

    players: int = 2
    visits: float = 1.0
    """Of a player, in a match, a day."""
    acts: float = 2.0
    """In a visit: a sealed card, and where the last one goes."""
    letters: float = 1.0
    """For a visit: who was asked, comes."""
    entries: float = 1.9
    """Log entries for an act (``bench costs``)."""
    decisions: float = 0.8
    """Decisions that end for an act (``bench costs``)."""
    lasts: int = 60
    """Days from the first card of a match to its end."""
    tables: float = 4.0
    """Running matches of a player."""
    peak: float = 3.0
    """The busiest hour, of the average."""
    busy: float = 0.5
    """Of a core, at the peak."""
    filled: float = 0.6
    """Of a server's memory: the rest is for the copy that rewriting its file makes."""
    server: float = 64e9
    """Memory of a state server."""


YEARS = 5
"""So long a thing must hold that cannot be enlarged."""
MOST_SERVERS = 64
"""State servers of a cluster: so many places there are (fixed at installation)."""
ARCHIVED, SWEEP_EVERY = 1_000, 600
"""So many finished matches a sweep moves to the archive, and so many seconds after it has ended comes the next."""
LEAVES_A_SECOND = 4_096
"""Entries that the clock puts into the log of all matches, one write a second."""


@dataclass(frozen=True)
class Need:
    """What so many running matches need. Rates are of the busiest hour."""

    matches: int
    acts: float
    letters: float
    memory: float
    of_running: float
    of_leftovers: float
    of_accounts: float
    leaves_a_year: float
    disk: float
    archive_a_year: float
    written: float
    leaves: float
    log_lasts: float
    servers_by_memory: int
    servers_by_time: int
    api: float
    resolve: float
    deliver: float
    sweep: float
    ending: float

    @property
    def archived(self) -> float:
        """How many matches can go to the archive in a day."""
        return ARCHIVED * DAY / (SWEEP_EVERY + self.sweep)

    @property
    def servers(self) -> int:
        """State servers: for memory, or for their one thread each."""
        return max(self.servers_by_memory, self.servers_by_time)

    @property
    def stops(self) -> list[str]:
        """Return what the design does not allow at this size."""
        found = []
        if self.servers > MOST_SERVERS:
            found.append(f"{self.servers:,} state servers, where {MOST_SERVERS} are of use")
        if self.log_lasts < YEARS:
            found.append(f"the log of all matches, which lies on one server, fills it in {in_time(self.log_lasts)}")
        if self.leaves > LEAVES_A_SECOND:
            found.append(
                f"{self.leaves:,.0f} entries a second for the log of all matches, which takes {LEAVES_A_SECOND:,}"
            )
        if self.ending > self.archived:
            found.append(f"{self.ending:,.0f} matches end in a day, and {self.archived:,.0f} can be archived")
        if self.sweep > 3600:
            found.append(f"a sweep takes {self.sweep / 3600:,.1f} hours")
        return found


def need(matches: int, measured: Measured | None = None, asked: Asked | None = None) -> Need:
    """Return what so many running matches need, in the steady state: as many end as begin."""
    cost, how = measured or Measured(), asked or Asked()
    acts = matches * how.players * how.visits * how.acts / DAY * how.peak
    letters = matches * how.players * how.visits * how.letters / DAY * how.peak
    ending = matches / how.lasts
    running = matches * cost.running
    leftovers = ending * cost.leftover_days * cost.leftover
    accounts = matches * how.players / how.tables * cost.account
    leaves = acts * how.entries
    memory = running + leftovers + accounts
    return Need(
        matches=matches,
        acts=acts,
        letters=letters,
        memory=memory,
        of_running=running,
        of_leftovers=leftovers,
        of_accounts=accounts,
        leaves_a_year=leaves / how.peak * 365 * DAY * cost.leaf,
        disk=3 * memory,
        archive_a_year=ending * 365 * cost.file + leaves / how.peak * 365 * DAY * cost.leaf_file,
        written=acts * cost.written,
        leaves=leaves,
        log_lasts=how.server * how.filled / (leaves / how.peak * 365 * DAY * cost.leaf),
        servers_by_memory=math.ceil(memory / (how.server * how.filled)),
        servers_by_time=math.ceil(acts * cost.store / how.busy),
        api=acts * cost.api / how.busy,
        resolve=acts * how.decisions * cost.resolve / how.busy,
        deliver=letters * cost.deliver / how.busy,
        sweep=matches * cost.sweep,
        ending=ending,
    )


def in_bytes(value: float) -> str:
    """Return bytes in words.

    >>> in_bytes(31_000), in_bytes(5.5e12)
    ('31 kB', '5.5 TB')
    """
    for size, unit in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if value >= size:
            return f"{value / size:.2g} {unit}" if value < 100 * size else f"{value / size:,.0f} {unit}"
    return f"{value / 1e3:,.0f} kB"


def in_time(years: float) -> str:
    """Return years in words.

    >>> in_time(0.002), in_time(0.2), in_time(16)
    ('18 hours', '73 days', '16 years')
    """
    if years * 365 < 3:
        return f"{years * 365 * 24:,.0f} hours"
    return f"{years * 365:,.0f} days" if years < 2 else f"{years:,.0f} years"


def cores(value: float) -> str:
    """Return how many cores that is.

    >>> cores(0.02), cores(3.2)
    ('0.02', '4')
    """
    return f"{value:.2g}" if value < 1 else f"{math.ceil(value):,}"


def table() -> str:
    """Return the table of the page."""
    found = [need(size) for size in SIZES]
    rows: list[tuple[str, list[str]]] = [
        ("acts a second", [f"{one.acts:,.1f}" for one in found]),
        ("letters a second", [f"{one.letters:,.1f}" for one in found]),
        ("memory of the store", [in_bytes(one.memory) for one in found]),
        ("... of running matches", [in_bytes(one.of_running) for one in found]),
        ("... left by finished ones", [in_bytes(one.of_leftovers) for one in found]),
        ("... of accounts", [in_bytes(one.of_accounts) for one in found]),
        ("more of it each year, for the log of all matches", [in_bytes(one.leaves_a_year) for one in found]),
        ("disk of the state servers", [in_bytes(one.disk) for one in found]),
        ("written there a second", [in_bytes(one.written) for one in found]),
        ("archive, each year", [in_bytes(one.archive_a_year) for one in found]),
        (
            "state servers, by memory / by their one thread",
            [f"{one.servers_by_memory:,} / {one.servers_by_time:,}" for one in found],
        ),
        ("cores for the API", [cores(one.api) for one in found]),
        ("cores that resolve", [cores(one.resolve) for one in found]),
        ("cores that deliver", [cores(one.deliver) for one in found]),
        ("entries a second for the log of all matches", [f"{one.leaves:,.0f}" for one in found]),
        ("one server's memory holds that log for", [in_time(one.log_lasts) for one in found]),
        ("matches that end in a day / can be archived", [f"{one.ending:,.0f} / {one.archived:,.0f}" for one in found]),
        ("a sweep takes", [f"{one.sweep:,.0f} s" for one in found]),
        ("the design", ["stops: " + "; ".join(one.stops) if one.stops else "holds" for one in found]),
    ]
    head = "| running matches | " + " | ".join(f"{one.matches:,}" for one in found) + " |"
    lines = [head, "|---" * (len(found) + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows]
    return "\n".join(lines)


def ends() -> str:
    """Return at how many matches each part of the design stops, the nearest first."""
    each = need(1_000_000)
    memory = MOST_SERVERS * Asked.server * Asked.filled
    found = sorted([
        (1e6 * memory / each.memory, f"memory of {MOST_SERVERS} state servers of {in_bytes(Asked.server)}"),
        (1e6 * each.log_lasts / YEARS, f"the log of all matches fills the memory of its one server in {YEARS} years"),
        (
            1e6 * MOST_SERVERS * Asked.busy / Measured.store / each.acts,
            f"the one thread of each of {MOST_SERVERS} state servers",
        ),
        (1e6 * LEAVES_A_SECOND / each.leaves, f"the log of all matches ({LEAVES_A_SECOND:,} entries a second, one clock)"),
        (_most_archived(), f"the archive: {ARCHIVED:,} matches a sweep, and sweeps take longer and longer"),
        (3600 / Measured.sweep, "the sweep looks at everything within an hour, in one process"),
    ])  # fmt: skip
    lines = ["| running matches | what ends there |", "|---|---|"]
    return "\n".join(lines + [f"| {float(f'{count:.2g}'):,.0f} | {what} |" for count, what in found])


def _most_archived() -> float:
    """Return how many matches may run so that those that end can be archived: where both rates are the same."""
    each, limit = Measured.sweep, Asked.lasts * ARCHIVED * DAY
    return (math.sqrt(SWEEP_EVERY**2 + 4 * each * limit) - SWEEP_EVERY) / (2 * each)


def page(text: str) -> str:
    """Return the page with its tables made anew."""
    for name, made in (("needs", table()), ("ends", ends())):
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        if not mark or not end:
            raise ValueError(f"the page has no place for {name!r}")
        text = f"{before}{mark}{made}\n{end}{after}"
    return text


def main(arguments: list[str]) -> int:
    """Print the tables, or write them into the page."""
    if arguments == ["--write"]:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        print(table(), ends(), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
