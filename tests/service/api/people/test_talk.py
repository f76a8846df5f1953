"""Talk of the whole table: who may say, read, erase, mute and report what; never in the log, never about who has sealed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import redis
from flask import Flask

from service.admin import matches
from service.admin.operator import AdminError, Operator
from service.api.app import equip
from service.api.matches.talk import REPORTS
from service.context import Context
from service.matches.departure import depart
from service.matches.talk import REACTIONS, tell
from service.notifications.kinds import TALK
from service.notifications.overtaking import Situation
from service.store import keys
from service.store.matches.talk import KEPT, MOST_A_MINUTE, NewRemark, Told
from service.store.store import Store
from tests.given.contexts import forget_answer
from tests.service.api.matches.test_leaks import everything
from tests.service.api.players import Player, Table, new_player, refused
from workers.mail.channel import Mail
from workers.mail.digest import Digest
from workers.mail.sending.transport import transport_of

WORDS = "I hold <b>five</b> & leave it"


def say(table: Table, player: Player, text: str = WORDS, **headers: str) -> Any:
    answer = player.post(f"{table.path}/talk", {"text": text}, **headers)
    assert answer.status_code == 201, answer.data
    return answer.get_json()


def read(table: Table, player: Player) -> list[str]:
    return [one["text"] or one["reaction"] for one in player.sees(f"{table.path}/talk")["remarks"]]


def test_everybody_at_the_table_reads_what_one_says_and_the_log_does_not_have_it(
    table: Table, ada: Player, ben: Player, visitor: Player
) -> None:
    before = ada.sees(f"{table.path}/log")
    said = say(table, ada)
    shown = {"id": 1, "seat": 0, "player": ada.account, "name": "Ada", "text": WORDS, "reaction": None}
    assert {name: said[name] for name in shown} == shown
    for player in (ada, ben):
        assert player.sees(f"{table.path}/talk") == {"remarks": [said], "muted": [], "erased_at": None, "next": None}
        assert table.seen_by(player)["talk"] == {"state": "open", "spectators": "after", "changes": 1}
    assert read(table, visitor) == []
    assert table.seen_by(visitor)["talk"]["changes"] == 0
    assert ada.sees(f"{table.path}/log") == before


def test_pages_that_wait_are_woken_by_what_is_said_and_by_what_is_taken_back(
    table: Table, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    monkeypatch.setattr("service.matches.talk.ring", lambda _, names: rung.extend(names))
    said = say(table, ada)
    assert rung == [keys.talk(table.match), ben.account], "the feed of who is not there has a new event"
    assert ada.ask("DELETE", f"{table.path}/talk/{said['id']}").status_code == 204
    assert rung[2:] == [keys.talk(table.match)]


@pytest.mark.parametrize("spectators", ["after", "open"])
def test_spectators_read_after_the_end_or_at_once(
    app: Flask, context: Context, ada: Player, ben: Player, visitor: Player, spectators: str
) -> None:
    table = Table.begin(context, ada, ben, talk=spectators)
    tag = visitor.get(table.path).headers["ETag"]
    say(table, ada)
    assert read(table, visitor) == ([WORDS] if spectators == "open" else [])
    assert (visitor.get(table.path, If_None_Match=tag).status_code == 304) == (spectators == "after")
    ada.post(f"{table.path}/resign", {})
    table.resolve()
    assert read(table, visitor) == [WORDS]
    say(table, ben, "good game")
    assert read(table, visitor) == [WORDS, "good game"]


def test_all_of_it_expires_some_time_after_the_end_and_not_before(table: Table, ada: Player, ben: Player) -> None:
    say(table, ada)
    store, key = table.context.store, keys.talk(table.match)
    assert store._ask(("PTTL", key)) == -1
    ada.post(f"{table.path}/resign", {})
    table.resolve()
    left = store._ask(("PTTL", key))
    assert KEPT - 60_000 < left <= KEPT
    say(table, ben, "thanks")
    assert store._ask(("PTTL", key)) <= left, "later words do not keep earlier ones"
    assert ada.sees(f"{table.path}/talk")["erased_at"] is not None


def test_first_words_after_the_end_expire_with_the_match(table: Table, ada: Player) -> None:
    ada.post(f"{table.path}/resign", {})
    table.resolve()
    say(table, ada, "good game")
    assert 0 < table.context.store._ask(("PTTL", keys.talk(table.match))) <= KEPT


def test_its_author_erases_it_for_good_and_nobody_else_can(
    table: Table, ada: Player, ben: Player, app: Flask, context: Context
) -> None:
    said = say(table, ada, Idempotency_Key="k1")
    assert any(WORDS[-12:] in one for one in whole_store(context))
    path = f"{table.path}/talk/{said['id']}"
    refused(ben.delete(path), 404, "not-found")
    assert ada.delete(path).status_code == 204
    refused(ada.delete(path), 404, "not-found")
    assert read(table, ben) == []
    assert not [one for one in whole_store(context) if WORDS[-12:] in one]
    assert say(table, ada, "again")["id"] == 2, "a number is not used again"


def whole_store(context: Context) -> list[str]:
    """Return everything in the store as text."""
    found = []
    with redis.Redis.from_url(context.settings.redis_url, decode_responses=True, encoding_errors="replace") as server:
        for key in server.scan_iter():
            kind = server.type(key)
            reads: dict[str, Callable[[str], Any]] = {
                "string": server.get,
                "hash": server.hgetall,
                "list": lambda name: server.lrange(name, 0, -1),
                "set": server.smembers,
                "zset": lambda name: server.zrange(name, 0, -1),
                "stream": server.xrange,
            }
            found.append(f"{key} {reads[kind](key)}")
    return found


def test_an_account_that_goes_takes_along_what_it_said(table: Table, ada: Player, ben: Player) -> None:
    say(table, ada)
    say(table, ben, "hm")
    depart(table.context, ada.account)
    table.resolve()
    assert read(table, ben) == ["hm"]


def test_it_takes_along_what_is_stored_about_it_at_tables_where_it_no_longer_sits(
    app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    """Words of somebody who leaves the lobby, or left it before, and whom a spectator has muted."""
    four = {"rules": "kontor", "seats": 4, "options": {"preset": "goldsieber-teams"}}
    table = Table(context, ada.post("/v1/matches", four).get_json()["match"], (ada, ben))
    left, eve = new_player(app, context, "Lea"), new_player(app, context, "Eve")
    for player in (ben, left):
        assert player.put(f"{table.path}/seats/me", {}).status_code == 200
        say(table, player, f"words of {player.account}")
    assert left.delete(f"{table.path}/seats/me").status_code == 204
    assert eve.put(f"{table.path}/talk/muted", {"seats": [0]}).status_code == 200
    for player in (ben, left, eve):
        depart(context, player.account)
        assert not [one for one in whole_store(context) if ":tk:" in one and player.account in one]
    assert read(table, ada) == []


def test_words_that_a_deletion_overtakes_are_erased_at_once(
    table: Table, ada: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, store = table.context.store.load(table.match), table.context.store
    assert record is not None
    tell_store = type(store).tell

    def overtaken(self: Store, new: NewRemark) -> Told:
        depart(table.context, ada.account)
        return tell_store(self, new)

    monkeypatch.setattr(type(store), "tell", overtaken)
    assert tell(table.context, record, 0, text=WORDS, name="mail 1") is None
    assert store.talk(table.match).remarks == []


def test_what_a_match_that_ends_meanwhile_does_not_see_expires_all_the_same(table: Table, ada: Player) -> None:
    ada.post(f"{table.path}/resign", {})
    table.resolve()
    table.context.store.mute(table.match, ada.account, ["p_0"], None)
    assert 0 < table.context.store._ask(("PTTL", keys.talk(table.match))) <= KEPT


def test_a_letter_that_waits_does_not_tell_what_its_reader_may_not_read_any_more(
    table: Table, ada: Player, ben: Player, context: Context
) -> None:
    say(table, ada)
    (notice,) = told(table, ben)
    account, record = context.store.account(ben.account), context.store.load(table.match)
    assert account is not None
    reader, now = replace(account, verified=True), Situation(record)
    for channel in letters(context):
        assert channel.judge(notice, now, account=reader) is None
    silent = replace(context, settings=replace(context.settings, talk="none"))
    for channel in letters(silent):
        assert channel.judge(notice, now, account=reader) == "kind-off"
    ben.put(f"{table.path}/talk/muted", {"seats": [0]})
    for channel in letters(context):
        assert channel.judge(notice, now, account=reader) == "match-muted"


def letters(context: Context) -> list[Mail]:
    transport = transport_of("smtp://localhost")
    return [Mail(context, transport), Digest(context, transport)]


def test_nobody_buries_the_operator_in_reports(limited: Context, app: Flask) -> None:
    ann, bob = new_player(app, limited, "Ann"), new_player(app, limited, "Bob")
    table = Table.begin(limited, ann, bob)
    path = f"{table.path}/talk/{say(table, ann)['id']}/report"
    for _ in range(REPORTS[0]):
        assert bob.put(path, {"why": "rude"}).status_code == 204
    answer = bob.put(path, {"why": "rude"})
    refused(answer, 429, "too-many-requests")
    assert int(answer.headers["Retry-After"]) > 0


def test_whom_a_player_mutes_only_that_player_does_not_read(table: Table, ada: Player, ben: Player) -> None:
    say(table, ben, "noise")
    path = f"{table.path}/talk/muted"
    assert ada.put(path, {"seats": [0, 1]}).get_json() == {"muted": [1]}, "nobody mutes himself"
    say(table, ben, "more noise")
    assert (read(table, ada), read(table, ben)) == ([], ["noise", "more noise"])
    assert not told(table, ada)[1:], "a notice of what came before may be there, none of what came after"
    assert ada.put(path, {"seats": []}).get_json() == {"muted": []}
    assert read(table, ada) == ["noise", "more noise"]


def told(table: Table, player: Player) -> list[Any]:
    queue = table.context.store.notices(keys.recipient_of(player.account, table.match))
    return [one for one in queue.pending if one["kind"] == TALK.name]


def test_the_others_are_told_without_the_words_and_who_is_at_the_table_is_not(
    table: Table, ada: Player, ben: Player
) -> None:
    say(table, ada)
    (notice,) = told(table, ben)
    assert (notice["facts"]["from"], notice["facts"]["remark"]) == (0, 1)
    assert ben.sees("/v1/me/events")["events"][-1]["type"] == TALK.name
    assert WORDS not in str(notice)
    assert told(table, ada) == []
    table.context.store.note_here(table.match, ben.account, 60)
    say(table, ada, "more")
    assert len(told(table, ben)) == 1


def test_a_reader_reports_it_and_the_operators_copy_outlasts_the_erasing(
    table: Table, ada: Player, ben: Player, visitor: Player, app: Flask, context: Context
) -> None:
    said = say(table, ada)
    path = f"{table.path}/talk/{said['id']}"
    eve = new_player(app, context, "Eve")
    refused(eve.put(f"{path}/report", {"why": "rude"}), 404, "not-found")
    refused(visitor.put(f"{path}/report", {"why": "rude"}), 401, "token-missing")
    for why in ("rude", "very rude"):
        assert ben.put(f"{path}/report", {"why": why}).status_code == 204
    ada.delete(path)
    (report,) = context.store.reports()
    assert (report.text, report.player, report.by, report.why) == (WORDS, ada.account, ben.account, "very rude")
    assert context.store.forget_report(report.id)
    assert context.store.reports() == []


def test_talk_changes_nothing_else_that_anybody_can_read_of_the_table(
    table: Table, ada: Player, ben: Player, visitor: Player
) -> None:
    """Whether Ben has sealed or not, Ada's words meet the same answers, and change the same."""

    def looks() -> list[Any]:
        return [everything(table, who) for who in (visitor,)]

    before = looks()
    record = table.context.store.load(table.match)
    assert record is not None
    first = say(table, ada, "one")
    after = table.context.store.load(table.match)
    assert after is not None
    assert replace(after, now=0, talk=0, basis=record.basis) == replace(record, now=0, basis=record.basis)
    assert looks() == before
    move = table.moves(ben, table.standing()["id"])[0]
    assert ben.put(f"{table.here()}/commitment", {"move": move}).status_code in (200, 201, 202)
    second = say(table, ada, "two")
    assert {*first} == {*second}
    shown = ada.sees(f"{table.path}/talk")
    assert [one["id"] for one in shown["remarks"]] == [1, 2]


def test_where_the_rules_ask_for_silence_nobody_talks_until_the_end(teams: Table, ada: Player) -> None:
    assert teams.seen_by(ada)["talk"]["state"] == "silent"
    refused(ada.post(f"{teams.path}/talk", {"text": "psst"}), 409, "talk-closed")
    refused(ada.post(f"{teams.path}/talk", {"reaction": "thanks"}), 409, "talk-closed")
    ada.post(f"{teams.path}/resign", {})
    teams.resolve()
    assert say(teams, ada, "good game")


def test_a_table_without_talk_says_so(context: Context, app: Flask, ada: Player, ben: Player) -> None:
    table = Table.begin(context, ada, ben, talk="none")
    assert table.seen_by(ada)["talk"]["state"] == "off"
    refused(ada.post(f"{table.path}/talk", {"text": "hm"}), 409, "talk-closed")


def test_an_operator_ends_talk_between_strangers(
    table: Table, ada: Player, ben: Player, app: Flask, context: Context
) -> None:
    say(table, ada)
    among = replace(context, settings=replace(context.settings, talk="private"))
    equip(app, among)
    assert table.seen_by(ada)["talk"]["state"] == "strangers"
    refused(ada.post(f"{table.path}/talk", {"text": "hm"}), 409, "talk-closed")
    assert read(table, ben) == []
    private = Table.begin(among, ada, ben, visibility="private")
    assert say(private, ben, "hm")


def test_a_repetition_says_it_once_and_not_again_after_it_was_erased(table: Table, ada: Player, ben: Player) -> None:
    first = say(table, ada, "once", Idempotency_Key="k1")
    forget_answer(table.context, ada.account, "k1")
    assert say(table, ada, "once", Idempotency_Key="k1") == first
    assert read(table, ben) == ["once"]
    ada.delete(f"{table.path}/talk/{first['id']}")
    forget_answer(table.context, ada.account, "k1")
    again = ada.post(f"{table.path}/talk", {"text": "once"}, Idempotency_Key="k1")
    refused(again, 404, "not-found")
    assert read(table, ben) == []


def test_who_says_much_in_a_minute_has_to_wait(table: Table, ada: Player, ben: Player) -> None:
    for _ in range(MOST_A_MINUTE):
        say(table, ada, "x")
    answer = ada.post(f"{table.path}/talk", {"text": "x"})
    refused(answer, 429, "talk-too-fast")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert say(table, ben)


def test_pages_of_talk(table: Table, ada: Player) -> None:
    for reaction in REACTIONS[:3]:
        assert ada.post(f"{table.path}/talk", {"reaction": reaction}).status_code == 201
    page = ada.sees(f"{table.path}/talk?limit=2")
    following = ada.get(f"{table.path}/talk?limit=2").headers["Link"]
    assert following == f'<{table.path}/talk?limit=2&after={page["next"]}>; rel="next"'
    rest = ada.sees(following[1:].partition(">")[0])
    assert [one["reaction"] for one in page["remarks"] + rest["remarks"]] == list(REACTIONS[:3])
    assert rest["next"] is None


@pytest.mark.parametrize(
    "body",
    [{}, {"text": "a", "reaction": "thanks"}, {"text": "a\nb"}, {"text": "a\u202eb"}, {"text": "x" * 1001}, {"text": ""},
     {"text": "\u2800"}, {"reaction": "insult"}, {"text": 7}],
    ids=repr,
)  # fmt: skip
def test_what_is_not_one_harmless_line_or_a_reaction_is_refused(table: Table, ada: Player, body: Any) -> None:
    assert ada.post(f"{table.path}/talk", body).status_code in (400, 422)


def test_a_smile_alone_can_be_said(table: Table, ada: Player, ben: Player) -> None:
    for text in (":-)", "\U0001f44d"):
        say(table, ada, text)
    assert read(table, ben) == [":-)", "\U0001f44d"]


def test_only_who_sits_there_speaks(table: Table, app: Flask, context: Context, visitor: Player) -> None:
    refused(new_player(app, context, "Eve").post(f"{table.path}/talk", {"text": "hm"}), 403, "not-seated")
    refused(visitor.post(f"{table.path}/talk", {"text": "hm"}), 401, "token-missing")


def test_the_operator_reads_reports_and_erases_what_was_said(table: Table, ada: Player, ben: Player) -> None:
    said = say(table, ada)
    ben.put(f"{table.path}/talk/{said['id']}/report", {"why": "rude"})
    store = table.context.store
    operator = Operator(store, "Olga")
    (shown,) = matches.reports(operator)["reports"]
    assert (shown["text"], shown["by"], shown["why"]) == (WORDS, ben.account, "rude")
    with pytest.raises(AdminError, match="reason"):
        matches.erase_remark(operator, table.match, said["id"], "")
    matches.erase_remark(operator, table.match, said["id"], "insult")
    assert read(table, ben) == []
    with pytest.raises(AdminError, match="is there"):
        matches.erase_remark(operator, table.match, said["id"], "insult")
    with pytest.raises(AdminError, match="there is no report"):
        matches.forget_report(operator, shown["id"] + "0")
    matches.forget_report(operator, shown["id"])
    assert matches.reports(operator) == {"reports": []}
