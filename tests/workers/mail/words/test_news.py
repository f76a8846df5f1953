"""What is still news when the mail goes out: given a table, when time has passed, then what is told and what is asked."""

import dataclasses

import pytest

from service.notifications.asks import asks
from service.notifications.kinds import SUBSTITUTED
from service.notifications.overtaking import Situation
from service.notifications.planning import overtaken, unwanted
from service.store.records import Account, Notice
from tests.workers.mail.match import ADA, BERT, DAY, HOUR, MATCH, SENDER, Match, invitation
from tests.workers.mail.post_office import text_of
from tests.workers.mail.wish_letters import asked_in_turn
from workers.mail.channel import judge
from workers.mail.compose import compose
from workers.mail.parts.telling import telling
from workers.mail.reader import Reader


def reasons(match: Match, account: Account, *kinds: str) -> list[str | None]:
    news = match.news_for(account, *kinds)
    assert news, "the table brought no such news"
    return [overtaken(one, Situation(match.record, [other for other in news if other is not one])) for one in news]


def test_a_question_that_stands_is_news() -> None:
    match = Match().start()
    assert reasons(match, ADA, "your-turn") == [None]
    assert [(ask.kind, ask.standing["id"]) for ask in asks(match.record, 0)] == [("answer", "r1.choose")]


def test_an_answered_question_is_not_asked_again() -> None:
    match = Match().start().later(HOUR).commit(0)
    assert reasons(match, ADA, "your-turn") == ["answered"]
    assert reasons(match, BERT, "your-turn") == [None], "the opponent's act changes nothing for the other"
    assert asks(match.record, 0) == []


def test_a_withdrawn_answer_is_asked_for_again() -> None:
    match = Match().start().later(HOUR).commit(0).later(HOUR).commit(0, commitment=None)
    assert reasons(match, ADA, "your-turn") == [None]


def test_a_question_of_a_round_gone_by_is_dropped() -> None:
    match = Match().start()
    old = match.news_for(ADA, "your-turn")
    match.play()
    assert [overtaken(one, Situation(match.record)) for one in old] == ["decision-over"]


def test_a_reminder_is_dropped_when_its_seat_has_answered() -> None:
    match = Match().start().later(40 * HOUR).remind(0)
    assert reasons(match, ADA, "deadline-near") == [None]
    match.commit(0)
    assert reasons(match, ADA, "deadline-near") == ["answered"]


def test_a_player_who_has_acted_since_knows_what_happened_before() -> None:
    match = Match().start().forget().play({0: {"type": "pass"}, 1: {"type": "pass"}})
    assert reasons(match, ADA, "resolved") == [None]
    match.later(HOUR).commit(0)
    assert reasons(match, ADA, "resolved") == ["already-seen"]
    assert reasons(match, BERT, "resolved") == [None]


def test_an_older_round_is_known_to_players_of_the_next_but_not_to_the_absent() -> None:
    match = Match().start().forget()
    match.play({0: {"type": "pass"}, 1: {"type": "pass"}})
    match.play({0: {"type": "pass"}}, silent=(1,))
    assert reasons(match, ADA, "resolved") == ["already-seen", None]
    assert reasons(match, BERT, "resolved") == [None, None]


def own_card_laid() -> Match:
    """Ada, who alone has played a card, has laid it openly: the next round begins."""
    return Match(preset="tilsit").start().forget().play(silent=(1,)).forget().play({})


def test_what_came_of_an_own_move_goes_with_the_next_letter() -> None:
    match = own_card_laid()
    news = match.news_for(ADA)
    assert {one["kind"] for one in news} == {"followed", "your-turn"}
    letter = text_of(compose(news, ADA, match.record, SENDER))
    assert "You lay 15" in letter.partition("What happened\n")[2]
    assert "followed" not in str(compose(news, ADA, match.record, SENDER)["Siegelpost-Events"]), "its reader did it"
    assert "followed" not in {one["kind"] for one in match.news_for(BERT)}


def test_what_came_of_an_own_move_never_makes_a_letter_of_its_own() -> None:
    match = own_card_laid()
    (news,) = match.news_for(ADA, "followed")
    question = match.news_for(ADA, "your-turn")
    due = news["send_at"]
    assert due - match.now == 14 * DAY
    assert overtaken(news, Situation(match.record, [], match.now)) is None, "it waits"
    assert overtaken(news, Situation(match.record, [], due)) == "already-seen"
    assert overtaken(news, Situation(match.record, question, due)) is None
    assert unwanted(news, dataclasses.replace(ADA, prefs={"kinds": {"resolved": False}})) == "kind-off"
    assert unwanted(news, dataclasses.replace(ADA, prefs={"muted_matches": [MATCH]})) == "match-muted"
    match.later(HOUR).commit(0)
    assert reasons(match, ADA, "followed") == ["already-seen"]


def test_an_opening_is_asked_for_until_it_is_in() -> None:
    match = Match().start().forget().lock_for_client(1)
    assert reasons(match, BERT, "opening-needed") == [None]
    assert [ask.kind for ask in asks(match.record, 1)] == ["open"]
    assert asks(match.record, 0) == []
    match.commit(1)
    key = ("r1.choose", 1)
    acts = {key: dataclasses.replace(match.record.acts[key], opened=True)}
    match.record = dataclasses.replace(match.record, acts=acts)
    assert reasons(match, BERT, "opening-needed") == ["answered"]
    assert asks(match.record, 1) == []


def test_a_locked_question_is_no_question_any_more() -> None:
    match = Match().start().lock_for_client(1)
    assert reasons(match, BERT, "your-turn") == ["decision-over"]


def test_nothing_is_asked_when_the_match_is_over_but_its_end_is_told() -> None:
    match = Match().start().resign(1)
    assert reasons(match, ADA, "your-turn") == ["decision-over"]
    assert reasons(match, ADA, "over") == [None]
    assert asks(match.record, 0) == []


def test_an_invitation_lapses_when_its_guest_sits_or_the_match_has_begun() -> None:
    match = Match()
    guest = dataclasses.replace(ADA, id="p_" + "c" * 32)
    assert overtaken(invitation(match, guest), Situation(match.record)) is None
    assert overtaken(invitation(match, ADA), Situation(match.record)) == "already-seated"
    assert overtaken(invitation(match.start(), guest), Situation(match.record)) == "started-without-you"


def notice(kind: str) -> Notice:
    return Notice(
        id="x", kind=kind, account=ADA.id, match=MATCH, seat=0, n=1, facts={}, at=0, send_at=DAY
    )  # fmt: skip


@pytest.mark.parametrize(
    ("prefs", "kind", "reason"),
    [
        ({}, "resolved", None),
        ({"kinds": {"resolved": False}}, "resolved", "kind-off"),
        ({"kinds": {"resolved": False}}, "your-turn", None),
        ({"kinds": {"resolved": True}}, "resolved", None),
        ({"muted_matches": [MATCH]}, "your-turn", "match-muted"),
        ({"muted_matches": ["another"]}, "your-turn", None),
        ({"kinds": {"login": False}, "muted_matches": [MATCH]}, "login", None),
    ],
)
def test_preferences_switch_off_kinds_and_matches_but_never_the_login(
    prefs: dict[str, object], kind: str, reason: str | None
) -> None:
    assert unwanted(notice(kind), dataclasses.replace(ADA, prefs=prefs)) == reason


def test_a_resigning_player_is_asked_nothing_more() -> None:
    match = Match().start().later(HOUR)
    match.record.table["resigning"] = [0]
    assert reasons(match, ADA, "your-turn") == ["decision-over"]
    assert reasons(match, BERT, "your-turn") == [None]


def test_who_has_lost_the_seat_is_told_nothing_about_it_any_more() -> None:
    """What waited for them would be written from the hand of whoever has the seat now."""
    match = Match(preset="tilsit").start()
    waiting = match.news_for(ADA)
    assert {one["kind"] for one in waiting} >= {"started", "your-turn"}
    match.record.table["seats"][0]["player"] = "p_" + "c" * 32
    for notice in waiting:
        assert judge(notice, Situation(match.record), account=ADA) == "seat-left"


def test_wishes_of_several_rounds_say_of_which_each_was() -> None:
    match = asked_in_turn("kontor")
    news = match.news_for(ADA, "your-turn", "resolved", "started")
    part = {"part": "place", "wishes": ["-3,-4", "-2,-3"], "used": ""}
    first, *_, last = [one for one in news if one["kind"] == "resolved"]
    last["facts"]["wishes"] = [{**part, "fate": "lapsed"}]
    assert "Runde 1: " not in words_before_the_question(news, match)
    first["facts"]["wishes"] = [{**part, "fate": "blocked"}]
    told = words_before_the_question(news, match)
    assert told.count("Runde 1: ") == 1 and told.count("Runde 2: ") == 1


def words_before_the_question(news: list[Notice], match: Match) -> str:
    letter = compose(news, dataclasses.replace(ADA, language="de"), match.record, SENDER)
    return text_of(letter).partition("Du bist am Zug")[0]


def test_what_somebody_did_is_told_of_them_after_a_bot_has_their_seat() -> None:
    match = Match(preset="tilsit").start().forget().later(48 * HOUR).play(silent=(1,)).replace(1)
    letter = compose(match.news_for(ADA), dataclasses.replace(ADA, language="de"), match.record, SENDER)
    told = text_of(letter)
    assert "Bert hat nicht rechtzeitig geantwortet" in told
    assert "Steady (Bot) hat nicht" not in told


def test_who_is_back_is_not_told_any_more_that_somebody_else_has_the_seat() -> None:
    match = Match().start()
    (told,) = match.news_for(ADA, "started")
    gone: Notice = {
        **told,
        "kind": SUBSTITUTED.name,
        "seat": None,
        "facts": {**told["facts"], "about": 0, "before": "Ada"},
    }
    assert overtaken({**gone, "account": "p_" + "e" * 32}, Situation(match.record)) is None
    assert overtaken(gone, Situation(match.record)) == "already-seated"
    assert overtaken({**gone, "seat": 0}, Situation(match.record)) is None


def test_a_bot_that_had_a_seat_is_called_a_bot_in_the_readers_language() -> None:
    (told,) = Match().start().news_for(ADA, "started")
    gone: Notice = {**told, "kind": SUBSTITUTED.name, "facts": {**told["facts"], "about": 0, "before": "Steady (bot)"}}
    german = Reader.of(dataclasses.replace(ADA, language="de"), told["at"])
    assert telling(gone, german).facts["before"] == "Steady (Bot)"
    assert telling(gone, Reader.of(ADA, told["at"])).facts["before"] == "Steady (bot)"
