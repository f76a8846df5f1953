"""Partners confer through the API: said while a channel stands, heard by partners only, disclosed to all at the end."""

import json

import pytest
from flask import Flask

from engine.protocol.talk import message_commitment
from service.accounts.access import tokens
from service.context import Context
from service.matches import messages
from service.store.matches.stored_matches import MOST_A_MINUTE
from tests.given.contexts import forget_answer
from tests.given.partners import Partners
from tests.service.api.players import Player, Table, new_player, refused
from tests.service.api.talk import WINDOW, claim, export, heard, proof, say, show, texts

HINT = {"channel": WINDOW, "text": "I hold <b>five</b>: leave it."}


def test_a_match_lists_the_callers_own_channels_while_they_stand(conferring: Table, visitor: Player) -> None:
    ada, ben, cleo, _ = conferring.players
    own = [{"id": WINDOW, "seats": [0, 2]}]
    assert conferring.seen_by(ada)["channels"] == conferring.seen_by(cleo)["channels"] == own
    assert conferring.seen_by(ben)["channels"] == [{"id": "r1.confer.1", "seats": [1, 3]}]
    assert conferring.seen_by(visitor)["channels"] == []
    claim(conferring)
    conferring.resolve()
    assert conferring.seen_by(ada)["channels"] == []


def test_what_a_seat_says_is_acknowledged_and_heard_by_its_partner_once_it_is_in_the_log(conferring: Table) -> None:
    ada, ben, cleo, dora = conferring.players
    answer = ada.post(f"{conferring.path}/messages", HINT)
    given = answer.get_json()
    assert (answer.status_code, given["n"], given["state"], given["text"]) == (202, None, "pending", HINT["text"])
    assert heard(conferring, ada)["unsaid"] == [given]
    assert heard(conferring, cleo) == {"messages": [], "unsaid": [], "next": None}
    conferring.resolve()
    said = heard(conferring, cleo)["messages"]
    assert heard(conferring, ada) == {"messages": said, "unsaid": [], "next": None}
    assert said == [{**given, "n": said[0]["n"], "at": said[0]["at"], "state": "said"}]
    entry = json.loads(conferring.context.store.lines_at(conferring.match, [said[0]["n"]])[0])["entry"]
    assert entry["body"] == {"channel": WINDOW, "from": 0, "text": given["commitment"], "to": [2]}
    assert entry["at"] == said[0]["at"]
    made = message_commitment(conferring.match, WINDOW, 0, given["salt"], HINT["text"])
    assert made == given["commitment"]
    assert heard(conferring, ben) == heard(conferring, dora) == {"messages": [], "unsaid": [], "next": None}


def test_silence_is_kept_before_the_reveal_and_after_both_have_laid(teams: Table) -> None:
    table, ada = teams, teams.players[0]
    refused(say(table, ada), 409, "channel-closed")
    show(table)
    assert say(table, ada).status_code == 202
    table.resolve()
    claim(table)
    table.resolve()
    refused(say(table, ada), 409, "channel-closed")
    refused(say(table, ada, channel="r2.confer.0"), 409, "channel-closed")


def test_a_channel_of_the_others_and_one_that_never_was_are_refused_alike(conferring: Table) -> None:
    ben = conferring.players[1]
    theirs = refused(say(conferring, ben, channel=WINDOW), 409, "channel-closed")
    assert refused(say(conferring, ben, channel="r9.kibitz"), 409, "channel-closed") == theirs


def test_a_player_who_is_not_seated_may_not_speak(
    conferring: Table, app: Flask, context: Context, visitor: Player
) -> None:
    refused(say(conferring, new_player(app, context, "Eve")), 403, "not-seated")
    refused(say(conferring, visitor), 401, "token-missing")


def test_a_message_that_came_too_late_for_the_worker_is_refused_and_its_sender_is_told(conferring: Table) -> None:
    ada, _, cleo, _ = conferring.players
    claim(conferring)
    assert say(conferring, ada, "before the claim is resolved").status_code == 202
    # The step that takes both still hears it, because it stands in the state in which it was said ...
    conferring.resolve()
    assert texts(conferring, cleo) == ["before the claim is resolved"]


def test_a_message_whose_channel_closed_meanwhile_goes_to_nobody(
    conferring: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, _, cleo, _ = conferring.players
    assert say(conferring, ada, "too late").status_code == 202
    monkeypatch.setattr(Partners, "channels", lambda self, state: [])
    conferring.resolve()
    assert [(one["text"], one["state"]) for one in heard(conferring, ada)["unsaid"]] == [("too late", "refused")]
    assert heard(conferring, cleo) == {"messages": [], "unsaid": [], "next": None}
    assert b'"said"' not in export(conferring)
    n = conferring.seen_by(ada)["n"]
    conferring.resolve()
    assert conferring.seen_by(ada)["n"] == n, "refused once and for all"


def test_who_takes_a_seat_over_does_not_read_what_nobody_was_to_hear(
    conferring: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = conferring.players[0]
    say(conferring, ada, "heard")
    conferring.resolve()
    say(conferring, ada, "too late")
    monkeypatch.setattr(Partners, "channels", lambda self, state: [])
    conferring.resolve()
    record = conferring.context.store.load(conferring.match)
    assert record is not None

    def read() -> list[list[str]]:
        return [[one.text for one in part] for part in messages.heard(conferring.context, record, 0)]

    assert read() == [["heard"], ["too late"]]
    record.table["seats"][0]["player"] = "p_" + "9" * 32
    assert read() == [["heard"], []]


def test_the_end_discloses_everything_to_everybody_and_the_match_is_proved(conferring: Table, visitor: Player) -> None:
    ada, ben, cleo, dora = conferring.players
    say(conferring, ada, "one")
    say(conferring, dora, "two", channel="r1.confer.1")
    conferring.resolve()
    before = heard(conferring, cleo)["messages"]
    assert ben.post(f"{conferring.path}/resign", {}).status_code == 202
    conferring.resolve()
    shown = heard(conferring, visitor)
    assert [(one["seat"], one["text"], one["state"]) for one in shown["messages"]] == [
        (0, "one", "said"), (3, "two", "said"),
    ]  # fmt: skip
    assert shown["messages"][:1] == before
    assert all(heard(conferring, one) == shown for one in (ada, ben, cleo, dora))
    assert (proof(conferring).verdict, proof(conferring).reason) == ("PASS", "")
    kinds = [entry["entry"]["type"] for entry in visitor.sees(f"{conferring.path}/log")["entries"]]
    assert kinds[-2:] == ["disclosed", "closed"]


def test_what_waits_when_the_match_closes_is_still_said_and_disclosed(conferring: Table) -> None:
    ada, ben, cleo, _ = conferring.players
    ben.post(f"{conferring.path}/resign", {})
    assert say(conferring, ada, "last words").status_code == 202
    conferring.resolve()
    assert texts(conferring, cleo) == ["last words"]
    assert proof(conferring).verdict == "PASS"
    refused(say(conferring, ada), 409, "not-running")


def test_a_whole_match_with_talk_in_every_round_is_proved(teams: Table) -> None:
    table = teams
    for number in (1, 2, 3):
        show(table)
        for seat, player in enumerate(table.players):
            said = say(table, player, f"{seat} in round {number}", f"r{number}.confer.{seat % 2}")
            assert said.status_code == 202
        claim(table)
        table.resolve()
    assert len(texts(table, table.players[0])) == 12
    assert (proof(table).verdict, proof(table).reason) == ("PASS", "")


def test_a_match_without_talk_has_no_messages_at_its_end(conferring: Table, visitor: Player) -> None:
    conferring.players[0].post(f"{conferring.path}/resign", {})
    conferring.resolve()
    assert heard(conferring, visitor) == {"messages": [], "unsaid": [], "next": None}
    assert b"disclosed" not in export(conferring)


def test_a_repetition_says_it_once_and_another_text_needs_another_key(conferring: Table) -> None:
    ada, _, cleo, _ = conferring.players
    first = say(conferring, ada, "once", Idempotency_Key="k1")
    assert say(conferring, ada, "once", Idempotency_Key="k1").get_json() == first.get_json()
    forget_answer(conferring.context, ada.account, "k1")  # as after a crash between the message and its answer
    again = say(conferring, ada, "once", Idempotency_Key="k1")
    assert again.get_json() == first.get_json()
    refused(say(conferring, ada, "twice", Idempotency_Key="k1"), 422, "key-reused")
    conferring.resolve()
    assert texts(conferring, cleo) == ["once"]


def test_a_repetition_after_the_window_gets_what_became_of_the_first(conferring: Table) -> None:
    ada = conferring.players[0]
    first = say(conferring, ada, "once", Idempotency_Key="k1").get_json()
    forget_answer(conferring.context, ada.account, "k1")
    claim(conferring)
    conferring.resolve()
    again = say(conferring, ada, "once", Idempotency_Key="k1")
    assert (again.status_code, again.get_json()) == (202, {**first, **heard(conferring, ada)["messages"][0]})
    refused(say(conferring, ada, "once", Idempotency_Key="k2"), 409, "channel-closed")


def test_the_same_words_without_a_key_are_two_messages_with_two_commitments(conferring: Table) -> None:
    ada, _, cleo, _ = conferring.players
    one, two = (say(conferring, ada, "yes").get_json()["commitment"] for _ in range(2))
    assert one != two
    conferring.resolve()
    assert texts(conferring, cleo) == ["yes", "yes"]


def test_a_player_who_says_much_in_a_minute_has_to_wait(conferring: Table) -> None:
    ada, ben, _, _ = conferring.players
    for _ in range(MOST_A_MINUTE):
        assert say(conferring, ada).status_code == 202
    answer = say(conferring, ada)
    refused(answer, 429, "talk-too-fast")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert say(conferring, ben, channel="r1.confer.1").status_code == 202, "the others have their own measure"


@pytest.mark.parametrize(
    "text", ["", " ", "a\nb", "a\x00b", "a\u202eb", "x" * 1001, "\ud800", 7, None, ["x"]], ids=repr
)
def test_a_text_that_is_not_one_harmless_line_is_refused(conferring: Table, text: str) -> None:
    answer = conferring.players[0].post(f"{conferring.path}/messages", {"channel": WINDOW, "text": text})
    assert answer.status_code in (400, 422)


def test_the_longest_text_of_the_largest_letters_is_taken(conferring: Table) -> None:
    ada, _, cleo, _ = conferring.players
    assert say(conferring, ada, "\U0001f4ef" * 1000).status_code == 202
    conferring.resolve()
    assert texts(conferring, cleo) == ["\U0001f4ef" * 1000]


def test_messages_are_read_from_a_place_on(conferring: Table, visitor: Player) -> None:
    ada, _, cleo, _ = conferring.players
    for text in ("one", "two", "three"):
        say(conferring, ada, text)
    conferring.resolve()
    path = f"{conferring.path}/messages"

    def pages(player: Player) -> tuple[list[list[str]], int | None]:
        first = player.sees(f"{path}?limit=2")
        rest = player.sees(f"{path}?limit=2&after={first['next']}")
        return [[one["text"] for one in page["messages"]] for page in (first, rest)], rest["next"]

    assert pages(cleo) == ([["one", "two"], ["three"]], None)
    ada.post(f"{conferring.path}/resign", {})
    conferring.resolve()
    assert pages(visitor) == ([["one", "two"], ["three"]], None)


def test_a_tag_says_whether_there_is_more_to_hear(conferring: Table) -> None:
    ada, ben, cleo, _ = conferring.players
    path = f"{conferring.path}/messages"
    tag = cleo.get(path).headers["ETag"]
    say(conferring, ada)
    assert cleo.get(path, If_None_Match=tag).status_code == 304, "it is not in the log yet"
    others = ben.get(path).headers["ETag"]
    conferring.resolve()
    assert cleo.get(path, If_None_Match=tag).status_code == 200
    assert ben.get(path, If_None_Match=others).status_code == 304


def test_a_read_only_token_may_hear_and_not_speak(conferring: Table, app: Flask, context: Context) -> None:
    cleo = conferring.players[2]
    issued = tokens.issue_token(context, cleo.account, name="reader", scopes=("match:read",))
    reader = type(cleo)(app, issued.text, cleo.account)
    refused(say(conferring, reader), 403, "scope-missing")
    assert heard(conferring, reader)["messages"] == []
