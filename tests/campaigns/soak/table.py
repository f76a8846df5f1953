"""The sums of all parts as text: how much of each goal is reached, with which programs; what failed, what is missing."""

from tests.campaigns.soak.goals import Campaign, campaigns
from tests.campaigns.soak.records import Count, Record, distinct, open_failures, passed
from tests.campaigns.soak.sums import Sum, added

BEGIN, END = "<!-- sums: python -m tests.campaigns.soak --write -->", "<!-- end of the sums -->"
ALL = "all"
"""What a sum over several programs is called."""
HEAD = (
    "| campaign | program | parts | seeds | dates (UTC) | took | reached of the goal | further figures | machine |",
    "|---|---|---|---|---|---|---|---|---|",
)


def table(records: list[Record]) -> str:
    """Return the text between the marks of ``REPORT.md``."""
    rows = [row for campaign in campaigns().values() for row in _rows(campaign, records)]
    deaths = [added(distinct(passed(records, name))).counts.get("kills", 0) for name in campaigns()]
    killed = sum(one for one in deaths if isinstance(one, int))
    failures = [f"- {_named(one)}: {' '.join(one.failed.split())}" for one in open_failures(records)]
    mended = len([one for one in records if one.failed]) - len(failures)
    return "\n".join((
        *HEAD, *rows, "",
        f"`kill -9` in all campaigns of this table together: {killed:,}.", "",
        f"Failed parts whose seeds have all passed since: {mended}. Others:{'' if failures else ' none.'}", *failures,
    ))  # fmt: skip


def with_table(report: str, told: str) -> str:
    """Return the report with these sums between its marks; everything else stays as it is."""
    before, _, rest = report.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{told}\n\n{END}{rest.partition(END)[2]}"


def _rows(campaign: Campaign, records: list[Record]) -> list[str]:
    """Return a row for each program, and one for all together where there are several."""
    done = passed(records, campaign.name)
    programs = list(dict.fromkeys(one.program for one in done))
    several = [(one, added(part for part in done if part.program == one)) for one in programs]
    together = added(distinct(done))
    if len(programs) != 1:
        several.append((ALL, together))
    machines = {one.program: one.machine for one in done} | {ALL: done[-1].machine if done else ""}
    return [_row(campaign, program, one, machines[program]) for program, one in several]


def _row(campaign: Campaign, program: str, one: Sum, machine: str) -> str:
    reached = [_reached(what, one.counts.get(what, 0), goal) for what, goal in campaign.goal.items()]
    further = {name: value for name, value in one.counts.items() if name not in campaign.goal}
    figures = [
        *(f"{_words(name)} {_number(value)}" for name, value in further.items()),
        *(f"{_words(name)} at most {_number(value)}" for name, value in one.most.items()),
        *(f"{_words(name)} at least {_number(value)}" for name, value in one.least.items()),
    ]
    cells = (
        f"{campaign.number}: {campaign.title}", program, str(one.parts), f"{one.seeds[0]} to {one.seeds[1]}" if one.parts else "",
        " to ".join(dict.fromkeys(one.replace("T", " ").removesuffix("Z") for one in one.dates)), f"{one.seconds:,.0f} s",
        ", ".join(reached), ", ".join(figures), machine,
    )  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def _reached(what: str, value: Count, goal: int) -> str:
    assert not isinstance(value, dict)
    missing = goal - value
    rest = f"{_number(missing)} missing" if missing > 0 else "reached"
    return f"{_words(what)} {_number(value)} of {goal:,} ({100 * value / goal:.1f} %, {rest})"


def _number(value: Count) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {count:,}" for name, count in sorted(value.items())) + "}"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


def _words(name: str) -> str:
    return name.replace("_", " ")


def _named(one: Record) -> str:
    return f"{campaigns()[one.campaign].title}, seeds {one.first} to {one.last}, {one.date}, program {one.program}"
