"""``siegelpost vacation``: entered, listed, taken back; and a match that stops its clock says so in its log, in words."""

import json
from datetime import timedelta

from service.calendar import today
from service.cli.table.narration import Teller
from tests.cli.playing.test_play import Player, new_match, started
from tests.cli.served import Served


def day(live: Served, player: Player, ahead: int) -> str:
    account = live.context.store.account(player.client().transport.get_me()["account"])
    assert account is not None
    return (today(account, live.context.store.now()) + timedelta(days=ahead)).isoformat()


def test_a_vacation_is_entered_listed_and_taken_back(live: Served, ada: Player) -> None:
    assert "28 days of vacation are left" in ada.run("vacation")
    first, last = day(live, ada, 3), day(live, ada, 5)
    assert f"Away from {first} to {last}." in ada.run("vacation", first, last)
    assert f"Away from {first} to {last}." in ada.run("vacation")
    assert "Away" not in ada.run("vacation", first, "--end")
    assert "name the last day" in ada.run("vacation", first, code=1)
    assert "no vacation that begins on this day" in ada.run("vacation", first, "--end", code=1)
    assert "begins today or later" in ada.run("vacation", day(live, ada, -3), last, code=1)
    ada.run("vacation", "tomorrow", code=2)
    ada.run("vacation", "--end", code=2)


def test_the_log_says_in_words_who_is_on_vacation(live: Served, ada: Player, ben: Player) -> None:
    match = new_match(ada, "--vacation", "clock-stops", "--nights", "kept")
    ben.run("join", match)
    started(ada, match)
    ben.run("vacation", day(live, ben, 0), day(live, ben, 1))
    seen = ada.client().match(match)
    while not seen["away"]:
        seen = ada.client().match(match, after=seen["n"], wait=25)
    assert [one["seat"] for one in seen["away"]] == [1]
    entries = [json.loads(line)["entry"] for line in ada.run("log", match).splitlines()]
    [told] = [one for one in entries if one["body"].get("by") == "vacation"]
    [words] = Teller("kontor@1", ["Ada", "Ben"], "en").tell(told)
    assert words.startswith("Ben is on vacation; there is more time to answer. The deadline of r1.choose is now")
    [words] = Teller("kontor@1", ["Ada", "Ben"], "de").tell(told)
    assert words.startswith("Ben hat Urlaub; für die Antwort ist mehr Zeit. Die Frist von r1.choose endet jetzt")
