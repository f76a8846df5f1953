"""The pace of a match: the time by which a decision that opens now has to be answered.

Two kinds. ``duration``: a number of seconds per decision; where some weekdays are not ``counted``, the clock stands still on
them, from midnight to midnight in a named time zone. ``daily``: at a fixed local hour on chosen weekdays in a named
time zone, at least ``least`` seconds after the decision opened (so that no deadline is only minutes away). Local times
follow the zone's rules: an hour that does not exist on the day the clocks change is taken an hour later, one that exists
twice is taken the first time. More time keeps the local hour, too, where the pace names a zone.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from service.calendar import zones

DAY = 86_400
SHORTEST = 5
LONGEST = 30 * DAY
LONGEST_OPENING = 12 * 3600
"""Seconds for which client openings are awaited at most; never longer than the decision itself lasted."""

PACE_SCHEMA: dict[str, Any] = {
    "description": "The time for each decision. Left out: two days.",
    "oneOf": [
        {
            "type": "object",
            "required": ["kind"],
            "additionalProperties": False,
            "properties": {
                "kind": {"const": "duration"},
                "seconds": {"type": "integer", "minimum": SHORTEST, "maximum": LONGEST, "default": 2 * DAY},
                "counted": {
                    "type": "object",
                    "required": ["weekdays", "zone"],
                    "additionalProperties": False,
                    "properties": {
                        "weekdays": {
                            "type": "array",
                            "items": {"type": "integer", "minimum": 1, "maximum": 7},
                            "uniqueItems": True,
                            "minItems": 1,
                            "maxItems": 6,
                            "description": "ISO weekdays, 1 is Monday",
                        },
                        "zone": {"type": "string", "description": "IANA time zone, e.g. Europe/Berlin"},
                    },
                    "description": "The days on which time runs; left out: every day. All in all a decision stands at most "
                    "30 days, so that five weekdays leave 21 for `seconds`.",
                },
            },
        },
        {
            "type": "object",
            "required": ["kind", "time", "zone"],
            "additionalProperties": False,
            "properties": {
                "kind": {"const": "daily"},
                "time": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
                "zone": {"type": "string", "description": "IANA time zone, e.g. Europe/Berlin"},
                "weekdays": {
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1, "maximum": 7},
                    "uniqueItems": True,
                    "minItems": 1,
                    "default": [1, 2, 3, 4, 5, 6, 7],
                    "description": "ISO weekdays, 1 is Monday",
                },
                "least": {"type": "integer", "minimum": 0, "maximum": 7 * DAY, "default": 43_200},
            },
        },
    ],
}

DEFAULT_PACE: dict[str, Any] = {"kind": "duration", "seconds": 2 * DAY}


class BadPace(ValueError):
    """An impossible pace; ``pointer`` is a JSON pointer into the pace."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


def check_pace(given: Any) -> dict[str, Any]:
    """Return the complete pace (defaults filled in); :raises BadPace: naming the member and the remedy."""
    if not isinstance(given, dict) or given.get("kind") not in ("duration", "daily"):
        raise BadPace("/kind", "a pace is an object with kind 'duration' or 'daily'")
    if given["kind"] == "duration":
        _members(given, {"kind", "seconds", "counted"})
        return _check_duration(given)
    _members(given, {"kind", "time", "zone", "weekdays", "least"})
    time = given.get("time")
    if not isinstance(time, str) or not _is_time(time):
        raise BadPace("/time", "time is a local time like '20:00'")
    days = _check_days({"weekdays": [1, 2, 3, 4, 5, 6, 7], **given}, "")
    least = _whole(given, "least", 0, 7 * DAY, 43_200)
    return {"kind": "daily", "time": time, **days, "least": least}


def _check_duration(given: dict[str, Any]) -> dict[str, Any]:
    checked: dict[str, Any] = {"kind": "duration", "seconds": _whole(given, "seconds", SHORTEST, LONGEST, 2 * DAY)}
    if "counted" not in given:
        return checked
    counted = given["counted"]
    if not isinstance(counted, dict) or counted.keys() != {"weekdays", "zone"}:
        raise BadPace("/counted", "counted is an object with weekdays and zone")
    days = _check_days(counted, "/counted")
    if len(days["weekdays"]) == 7:
        raise BadPace("/counted/weekdays", "leave counted out if every weekday is")
    if checked["seconds"] * 7 > LONGEST * len(days["weekdays"]):
        raise BadPace(
            "/seconds", f"with the days that are not counted, a decision would stand longer than {LONGEST // DAY} days"
        )
    return {**checked, "counted": days}


def _check_days(given: dict[str, Any], at: str) -> dict[str, Any]:
    zone, weekdays = given.get("zone"), given["weekdays"]
    if not isinstance(zone, str) or zone not in zones():
        raise BadPace(f"{at}/zone", "zone is an IANA time zone like 'Europe/Berlin'")
    days = isinstance(weekdays, list) and all(type(day) is int and 1 <= day <= 7 for day in weekdays)
    if not days or not weekdays or len(set(weekdays)) != len(weekdays):
        raise BadPace(f"{at}/weekdays", "weekdays is a list of different ISO weekdays, 1 (Monday) to 7")
    return {"weekdays": sorted(weekdays), "zone": zone}


def deadlines(pace: dict[str, Any], now: int) -> tuple[int, int]:
    """Return the deadline of a decision that opens at ``now``, and the time for openings after its lock (ms)."""
    if pace["kind"] == "duration":
        deadline = _counted(pace, now)
    else:
        deadline = _next_slot(pace, now)
    return deadline, min(LONGEST_OPENING * 1000, deadline - now)


BY_MAIL = 3600
"""Seconds from which on the time for an answer counts as the pace of mails."""


def is_by_mail(pace: dict[str, Any]) -> bool:
    """Return whether decisions stand so long that people answer from their mailbox, not sitting at the table."""
    return pace["kind"] == "daily" or int(pace["seconds"]) >= BY_MAIL


def shortest(pace: dict[str, Any]) -> int:
    """Return the least number of seconds for which a decision is open."""
    return int(pace["seconds"] if pace["kind"] == "duration" else pace["least"])


def time_to_reveal(pace: dict[str, Any]) -> int:
    """Return how many seconds seats have to reveal their entropy: the time of a decision, or half a day with daily pace."""
    return int(pace["seconds"] if pace["kind"] == "duration" else max(pace["least"], DAY // 2))


def next_hour(pace: dict[str, Any], at: int) -> int:
    """Return the next deadline hour of a daily pace, from ``at`` on (ms)."""
    return _next_slot({**pace, "least": 0}, at - 1)


def later(pace: dict[str, Any], at: int, seconds: int) -> int:
    """Return the instant this many seconds after another (ms); in a zone, whole days end at the same local hour."""
    zone = pace.get("zone") or pace.get("counted", {}).get("zone")
    days, rest = divmod(seconds, DAY) if zone else (0, seconds)
    return (_days_later(zone, at, days) if zone else at) + rest * 1000


def next_counted(pace: dict[str, Any], at: int) -> int:
    """Return the first instant from ``at`` on, at its local hour, on a day that the pace counts (ms)."""
    counted = pace.get("counted")
    if counted is None:
        return at
    days = (_days_later(counted["zone"], at, days) for days in range(8))
    return next(one for one in days if _local(one, counted["zone"]).isoweekday() in counted["weekdays"])


def _counted(pace: dict[str, Any], now: int) -> int:
    """Return when the time of a newly opened decision runs out (ms)."""
    left, counted = pace["seconds"] * 1000, pace.get("counted")
    if counted is None:
        return int(now + left)
    zone = ZoneInfo(counted["zone"])
    at, day = now, _local(now, counted["zone"]).date()
    while True:
        runs, day = day.isoweekday() in counted["weekdays"], day + timedelta(days=1)
        midnight = int(_exists(datetime(day.year, day.month, day.day, tzinfo=zone)).timestamp() * 1000)
        if runs and at + left <= midnight:
            return int(at + left)
        left -= midnight - at if runs else 0
        at = midnight


def _days_later(zone: str, at: int, days: int) -> int:
    if days == 0:
        return at  # one of two equal local hours would lead back to the first
    moved = _exists(_local(at, zone).replace(fold=0) + timedelta(days=days))
    return int(moved.timestamp() * 1000) + at % 1000


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at // 1000, ZoneInfo(zone))


def _next_slot(pace: dict[str, Any], now: int) -> int:
    zone = ZoneInfo(pace["zone"])
    hour, minute = (int(part) for part in pace["time"].split(":"))
    earliest = now + pace["least"] * 1000
    day = datetime.fromtimestamp(now / 1000, zone).date()
    for _ in range(7 * 4):
        slot = _exists(datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone))
        at = int(slot.timestamp() * 1000)
        if day.isoweekday() in pace["weekdays"] and at >= earliest and at > now:
            return at
        day += timedelta(days=1)
    raise AssertionError("four weeks hold every weekday")


def _exists(local: datetime) -> datetime:
    """Move a local time skipped by the change to summer time to the hour after it."""
    there_and_back = local.astimezone(UTC).astimezone(local.tzinfo)
    return there_and_back if there_and_back.replace(tzinfo=None) != local.replace(tzinfo=None) else local


def _is_time(text: str) -> bool:
    hour, colon, minute = text.partition(":")
    digits = len(hour) == len(minute) == 2 and (hour + minute).isascii() and (hour + minute).isdigit()
    return bool(colon) and digits and int(hour) < 24 and int(minute) < 60


def _members(given: dict[str, Any], known: set[str]) -> None:
    for name in given:
        if name not in known:
            raise BadPace(f"/{name}", f"a {given['kind']} pace has no {name!r}")


def _whole(given: dict[str, Any], name: str, least: int, most: int, default: int) -> int:
    value = given.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise BadPace(f"/{name}", f"{name} is a whole number of seconds from {least} to {most}")
    return value
