"""What becomes of a mail: who may act with it, that it acts once, and that whatever is wrong with it changes nothing."""

from __future__ import annotations

import dataclasses
import email.policy
import json
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import redis

from engine.protocol.canon import canonical, unb64
from engine.protocol.seal import commitment_of, receipt_bytes
from engine.registry import game_of
from service.keys.signing import new_match_id, verify_signature
from service.matches import acts
from service.matches.seating import creation, lobby
from service.matches.seating.lobby import resign
from service.notifications.channel import Temporary
from service.store.store import Store
from tests.given.contexts import account, loaded
from tests.given.undrawn import draw_nothing
from tests.workers.inbox.corresponding import HOST, Correspondence, correspondence, reply_to
from tests.workers.mail.post_office import html_of, text_of
from workers.inbox import arrive
from workers.inbox.arrive import AGAIN, NOBODY, READ, key_at, take
from workers.inbox.text import read
from workers.mail.reply_address import ReplyAddress, make_address, read_address
from workers.mail.sending.transport import Transport
from workers.resolve.drain import drain_once


@pytest.fixture(autouse=True)
def no_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)


@pytest.fixture
def post(redis_url: str, tmp_path: Path) -> Iterator[Correspondence]:
    with correspondence(redis_url, tmp_path) as opened:
        opened.begin("kontor")
        yield opened


def standing_acts(post: Correspondence) -> dict[tuple[str, int], str | None]:
    return {place: act.commitment for place, act in post.record.acts.items()}


def seat_of(post: Correspondence, number: int = 0) -> int:
    return next(seat for seat, one in enumerate(post.record.table["seats"]) if one["player"] == post.players[number].id)


def test_a_number_seals_that_choice_and_the_answer_has_words_receipt_and_commitment(post: Correspondence) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    listed = next(line for line in text_of(letter).splitlines() if line.startswith("[2] "))[4:]

    code, _ = post.answer(ann, "2", to=letter)

    assert code == 250
    [(place, commitment)] = standing_acts(post).items()
    answer = text_of(post.last_to(ann))
    assert place == ("r1.choose", seat_of(post))
    assert f"Sealed: {listed}." in answer.replace("\n", " ")
    assert commitment
    assert commitment in answer
    assert commitment in html_of(post.last_to(ann))
    enclosed = {one.get_filename(): one.get_content() for one in post.last_to(ann).iter_attachments()}
    receipt = json.loads(enclosed["receipts.jsonl"])
    opening = json.loads(enclosed["openings.jsonl"])["opening"]
    assert receipt["receipt"]["commitment"] == commitment == commitment_of(canonical(opening))
    signed = receipt_bytes(receipt["receipt"])
    assert verify_signature(post.context.signer.public_bytes, signed, unb64(receipt["signature"]))
    assert post.last_to(ann)["Auto-Submitted"] == "auto-replied"
    assert post.record.acts[place].custody == "mail"


def test_an_answer_can_be_changed_by_answering_either_letter_and_taken_back(post: Correspondence) -> None:
    ann = post.players[0]
    first = post.last_to(ann)
    post.answer(ann, "1")
    one = standing_acts(post)
    post.answer(ann, "2", to=first)
    two = standing_acts(post)
    post.answer(ann, "3")
    three = standing_acts(post)
    post.answer(ann, "undo")

    assert len({*one.values(), *two.values(), *three.values()}) == 3
    assert set(standing_acts(post).values()) == {None}
    assert "Taken back" in text_of(post.last_to(ann))
    post.answer(ann, "1")
    assert None not in standing_acts(post).values()


def test_wait_keeps_the_seal_shut_when_everybody_is_in(post: Correspondence) -> None:
    for player in post.players:
        post.answer(player, "1\nWAIT")
    drain_once(post.context)

    assert [act.wait for act in post.record.acts.values()] == [True, True]
    assert "shut until the deadline" in " ".join(text_of(post.last_to(post.players[0])).split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hello, I think 3", "was not understood"),
        ("99", "was not understood"),
        ("", "no line to read"),
        ("1\n2", "contradict each other"),
        ("1\nUNDO", "contradict each other"),
        ("WAIT", "goes with a choice"),
        ("HELP", "Put one of these in the first line"),
        ("STATUS", "The table as you see it"),
        ("<script>alert(1)</script>", "was not understood"),
    ],
)
def test_what_is_not_clear_changes_nothing_and_the_answer_says_what_is_possible(
    post: Correspondence, text: str, said: str
) -> None:
    ann = post.players[0]

    code, _ = post.answer(ann, text)

    answer = text_of(post.last_to(ann))
    assert code == 250
    assert standing_acts(post) == {}
    assert said in answer.replace("\n", " ")
    assert "[1] " in answer
    assert "<script>" not in html_of(post.last_to(ann))


def test_more_lists_every_choice_and_its_numbers_count(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("seafarers", 5, options={"preset": "fuenf-inseln-5"}, hold=0)
        record = post.record
        [standing] = [one for one in record.table["standing"] if not one["optional"]][:1]
        player = next(one for one in post.players if one.id == record.table["seats"][standing["seats"][0]]["player"])
        assert record.state is not None
        moves = game_of(record.table).moves(record.state, standing["seats"][0], standing["id"])
        assert len(moves) > 24, "there is more to choose than a letter lists"

        post.answer(player, "more")
        answer = text_of(post.last_to(player))
        assert f"[{min(len(moves), 600)}] " in answer
        code, _ = post.answer(player, "30")

        assert code == 250
        assert "Answered" in text_of(post.last_to(player))


def test_an_old_letter_is_no_answer_to_a_new_question(post: Correspondence) -> None:
    ann, ben = post.players
    old = post.last_to(ann)
    for player in (ann, ben):
        post.answer(player, "1")
    post.go_on()
    before = (standing_acts(post), post.record.n)

    code, _ = post.answer(ann, "2", to=old)

    assert code == 250
    assert (standing_acts(post), post.record.n) == before
    assert "out of date" in text_of(post.last_to(ann))


def test_an_open_answer_cannot_be_taken_back(post: Correspondence) -> None:
    for player in post.players:
        post.answer(player, "1")
    post.go_on()
    [asked] = post.record.table["standing"]
    assert not asked["sealed"]
    player = next(one for one in post.players if one.id == post.record.table["seats"][asked["seats"][0]]["player"])

    post.answer(player, "UNDO")

    assert "You have nothing sealed here" in text_of(post.last_to(player))
    assert standing_acts(post) == {}


def test_a_match_that_is_over_says_so(post: Correspondence) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    resign(post.context, post.match, post.players[1])
    drain_once(post.context)

    assert post.answer(ann, "1", to=letter)[0] == 250
    assert "Nothing was changed. This match is over." in text_of(post.last_to(ann))


def test_letters_to_a_mailbox_of_before_answer_nothing_until_it_is_the_accounts_again(post: Correspondence) -> None:
    """The attack: who reads the old mailbox answers its letters with the new address in From, which nobody checks."""
    ann, letter = post.players[0], post.last_to(post.players[0])
    post.context.store.change_mail(ann.id, lambda before: {"mail": "ann@new.example", "verified": True})
    moved = dataclasses.replace(ann, mail="ann@new.example")
    assert post.post(reply_to(letter, moved, "1"), moved.mail, str(letter["Reply-To"])) == (550, NOBODY[4:])
    assert standing_acts(post) == {}
    post.context.store.change_mail(ann.id, lambda before: {"mail": "Ann+games@Players.example", "verified": True})
    back = dataclasses.replace(ann, mail="Ann+games@Players.example")
    assert post.post(reply_to(letter, back, "1"), back.mail, str(letter["Reply-To"]))[0] == 250
    assert len(standing_acts(post)) == 1


Change = Callable[[Correspondence, EmailMessage], tuple[int, str]]


def from_somebody_else(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.answer(post.players[0], "1", to=letter, From="Ann <eve@evil.example>")


def with_two_senders(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    raw = reply_to(letter, post.players[0], "1").as_bytes(policy=email.policy.SMTP)
    return post.post(b"From: eve@evil.example\r\n" + raw, "ann@players.example", str(letter["Reply-To"]))


def to_another_seat(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    own = read_address(str(letter["Reply-To"]), HOST)
    assert own is not None
    ann = post.players[0]
    forged = make_address(post.context.links, HOST, ann.id, ann.mail, post.match, 1 - own.seat, own.asked)
    return post.post(reply_to(letter, ann, "1"), ann.mail, forged)


def to_a_changed_address(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    own = str(letter["Reply-To"])
    changed = own[:12] + ("a" if own[12] != "a" else "b") + own[13:]
    return post.post(reply_to(letter, post.players[0], "1"), post.players[0].mail, changed)


def to_nobody(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.post(reply_to(letter, post.players[0], "1"), post.players[0].mail, f"m+abc@{HOST}")


def to_another_host(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    wrong = str(letter["Reply-To"]).replace(HOST, "elsewhere.example")
    return post.post(reply_to(letter, post.players[0], "1"), post.players[0].mail, wrong)


def by_a_machine(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.answer(post.players[0], "1", to=letter, Auto_Submitted="auto-replied")


def as_a_bounce(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.post(reply_to(letter, post.players[0], "1"), "", str(letter["Reply-To"]))


def as_our_own_letter(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.post(letter.as_bytes(policy=email.policy.SMTP), "post@example.org", str(letter["Reply-To"]))


def too_large(post: Correspondence, letter: EmailMessage) -> tuple[int, str]:
    return post.answer(post.players[0], "1\n" + "one more line\n" * 180_000, to=letter)


@pytest.mark.parametrize(
    ("send", "code"),
    [
        (from_somebody_else, 550), (with_two_senders, 550), (to_another_seat, 550), (to_a_changed_address, 550),
        (to_nobody, 550), (to_another_host, 550), (by_a_machine, 250), (as_a_bounce, 250), (as_our_own_letter, 250),
        (too_large, 552),
    ],
)  # fmt: skip
def test_mails_that_nobody_at_the_table_wrote_do_nothing_and_are_not_answered(
    post: Correspondence, send: Change, code: int
) -> None:
    letters = len(post.office.letters)

    found, _ = send(post, post.last_to(post.players[0]))

    assert found == code
    assert standing_acts(post) == {}
    assert len(post.office.letters) == letters


def test_who_took_over_a_seat_is_not_bound_by_letters_of_who_left_it(post: Correspondence) -> None:
    ann = post.players[0]
    stranger = account(post.context, "Zoe")
    own = read_address(str(post.last_to(ann)["Reply-To"]), HOST)
    assert own is not None
    assert own.is_of(post.context.links, ann.id, ann.mail)
    assert not own.is_of(post.context.links, stranger.id, stranger.mail)


def test_where_the_own_mail_server_writes_its_results_they_are_demanded(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, reply_authserv="mx.example") as post:
        post.begin("kontor")
        ann = post.players[0]
        letter = post.last_to(ann)
        forged = "evil.example; dmarc=pass header.from=players.example"
        passed = "mx.example; dmarc=pass header.from=players.example"

        assert post.answer(ann, "1", to=letter)[0] == 550
        assert post.answer(ann, "1", to=letter, Authentication_Results=forged)[0] == 550
        assert standing_acts(post) == {}
        assert post.answer(ann, "1", to=letter, Authentication_Results=passed)[0] == 250
        assert len(standing_acts(post)) == 1


def test_one_mail_to_two_tables_is_an_answer_at_each(redis_url: str, tmp_path: Path) -> None:
    """Its server sends it twice, under one Message-ID; who passes at both tables has passed at both."""
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", hold=0)
        ann, first, one = post.players[0], post.last_to(post.players[0]), post.match
        two = new_match_id()
        creation.create(post.context, ann, creation.NewMatch(rules="kontor", seats=2, grace=0, hold=0), two)
        lobby.join(post.context, two, post.players[1], seat=None, invitation=None)
        post.go_on()
        mail = reply_to(first, ann, "PASS")
        for to in (first, post.last_to(ann), first):
            assert post.post(mail, ann.mail, str(to["Reply-To"])) == (250, "2.0.0 read")
        acted = [[seat for _, seat in loaded(post.context, match).acts] for match in (one, two)]
        assert acted == [[0], [0]]


def test_a_flood_is_put_off_and_other_players_are_not(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, rate_limits=True) as post:
        post.begin("kontor")
        ann, ben = post.players
        letter = post.last_to(ann)
        codes = [post.answer(ann, "status", to=letter)[0] for _ in range(arrive.MAILS_PER_LETTER + 2)]

        assert codes == [250] * arrive.MAILS_PER_LETTER + [451] * 2
        assert post.answer(ben, "1")[0] == 250


def test_a_program_that_answers_every_mail_without_saying_so_is_answered_twice(redis_url: str, tmp_path: Path) -> None:
    away = "Ich bin bis zum 12. nicht im Büro.\nIn dringenden Fällen hilft Frau Kranz weiter."
    with correspondence(redis_url, tmp_path, rate_limits=True) as post:
        post.begin("kontor", language="de")
        ann = post.players[0]
        for _ in range(6):  # each of our answers makes it write again
            assert post.answer(ann, away)[0] == 250
        assert len(post.letters_to(ann)) == 1 + arrive.ANSWERED

        assert post.answer(ann, "Was heißt das?")[0] == 250
        assert len(post.letters_to(ann)) == 2 + arrive.ANSWERED, "other words are answered"
        for _ in range(3):
            assert post.answer(ann, "STAND")[0] == 250
        assert len(post.letters_to(ann)) == 5 + arrive.ANSWERED, (
            "and so is whatever is understood, as often as it is said"
        )


def test_an_answer_that_could_not_be_sent_does_not_count_as_one(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path, rate_limits=True) as post:
        post.begin("kontor")
        ann, letter = post.players[0], post.last_to(post.players[0])
        mail = reply_to(letter, ann, "the blue one")
        post.office.data_answer = "451 later"
        for _ in range(4):
            assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 451
        post.office.data_answer = None
        assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 250
        assert len(post.letters_to(ann)) == 2


def test_seats_that_sign_and_matches_that_demand_client_custody_are_not_asked_for_replies(
    redis_url: str, tmp_path: Path
) -> None:
    with correspondence(redis_url, tmp_path) as post:
        post.begin("kontor", custody="client")
        letter = post.last_to(post.players[0])
        assert letter["Reply-To"] is None
        assert "[1]" not in text_of(letter)
        assert "Replies are not read" in text_of(letter).replace("\n", " ")


def test_without_the_setting_no_letter_asks_for_replies(redis_url: str, tmp_path: Path) -> None:
    with correspondence(redis_url, tmp_path) as post:
        settings = dataclasses.replace(post.context.settings, reply_host="")
        post.context = dataclasses.replace(post.context, settings=settings)
        post.begin("kontor")
        letter = post.last_to(post.players[0])
        assert letter["Reply-To"] is None
        assert "[1]" not in text_of(letter)


class Killed(BaseException):
    """The process is gone, in the middle of what it did."""


def dies_after(function: Callable[..., Any]) -> Callable[..., Any]:
    def once(*args: Any, **kwargs: Any) -> Any:
        function(*args, **kwargs)
        raise Killed

    return once


def dies_before(function: Callable[..., Any]) -> Callable[..., Any]:
    def once(*args: Any, **kwargs: Any) -> Any:
        raise Killed

    return once


@pytest.mark.parametrize("kind", ["sealed", "open"])
@pytest.mark.parametrize(
    ("where", "dies"),
    [
        ("take_reply", dies_after), ("note_reply", dies_before), ("note_reply", dies_after), ("act", dies_before),
        ("act", dies_after), ("send", dies_before), ("send", dies_after),
    ],
)  # fmt: skip
def test_a_death_anywhere_loses_nothing_and_doubles_nothing(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch, where: str, dies: Any, kind: str
) -> None:
    ann = post.players[0]
    if kind == "open":
        for player in post.players:
            post.answer(player, "1")
        post.go_on()
        asked = post.record.table["standing"][0]
        seat = asked["seats"][0]
        ann = next(one for one in post.players if one.id == post.record.table["seats"][seat]["player"])
    letter = post.last_to(ann)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    raw = reply_to(letter, ann, "1").as_bytes(policy=email.policy.SMTP)
    entries = post.record.n
    letters = len(post.letters_to(ann))

    owner: Any = type(post.desk.transport) if where == "send" else Store
    with monkeypatch.context() as patched:
        patched.setattr(owner, where, dies(getattr(owner, where)))
        with pytest.raises(Killed):
            take(post.desk, raw, ann.mail, address)
    drain_once(post.context)
    _forget_the_dead(post, raw, address)
    said = [take(post.desk, raw, ann.mail, address) for _ in range(3)]

    assert said == [READ] * 3
    drain_once(post.context)
    if kind == "sealed":
        [act] = post.record.acts.values()
        assert act.seq == 1, "one act, however often the mail came"
    lines = post.context.store.lines(post.match, after=entries, limit=1_000)
    assert sum(b'"type":"resolved"' in line for line in lines) == (kind == "open")
    answers = post.letters_to(ann)[letters:]
    names = {str(one["Message-ID"]) for one in answers if str(one["Message-ID"]).startswith("<reply.")}
    assert len(names) == 1, "a second copy of the answer has the same name"
    assert "out of date" not in text_of(answers[-1])
    assert "Nothing was changed" not in text_of(answers[-1])


def _forget_the_dead(post: Correspondence, raw: bytes, address: ReplyAddress) -> None:
    """Let the time pass after which a mail is not in a dead process's hands any more."""
    mail = read(raw, "ann@players.example")
    for player in post.players:
        post.context.store.release_reply(player.id, key_at(mail, address))


def test_a_mail_in_one_process_s_hands_is_not_read_by_another(post: Correspondence) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    mail = reply_to(letter, ann, "1")
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    key = key_at(read(mail.as_bytes(policy=email.policy.SMTP), ann.mail), address)
    post.context.store.take_reply(ann.id, key, 0)

    assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 451
    post.context.store.release_reply(ann.id, key)
    assert post.post(mail, ann.mail, str(letter["Reply-To"]))[0] == 250


class Away:
    """A mail server that cannot be reached."""

    def send(self, letter: EmailMessage, at_handover: Callable[[], bool], returns: str = "") -> str:
        raise Temporary("no connection")

    def close(self) -> None:
        pass


def test_while_answers_cannot_be_sent_the_other_server_keeps_the_mail(
    post: Correspondence, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = post.players[0]
    letter = post.last_to(ann)
    address = read_address(str(letter["Reply-To"]), HOST)
    assert address is not None
    raw = reply_to(letter, ann, "1").as_bytes(policy=email.policy.SMTP)
    away: Transport = Away()
    desk = dataclasses.replace(post.desk, transport=away)

    assert [take(desk, raw, ann.mail, address) for _ in range(2)] == [AGAIN] * 2
    [act] = post.record.acts.values()
    assert act.seq == 1
    assert take(post.desk, raw, ann.mail, address) == READ
    assert "Already done when this mail first arrived" in text_of(post.last_to(ann)).replace("\n", " ")
    monkeypatch.setattr(arrive, "ANSWER_WITHIN", -1)
    late = reply_to(letter, ann, "2").as_bytes(policy=email.policy.SMTP)
    assert take(desk, late, ann.mail, address) == READ, "after an hour it is taken without an answer"


def test_acts_of_the_api_and_of_mails_replace_each_other(post: Correspondence) -> None:
    ann, seat = post.players[0], seat_of(post)
    post.answer(ann, "1")
    [act] = post.record.acts.values()
    acts.commit(post.context, post.record, seat, acts.SeatAct("r1.choose", move={"type": "pass"}, replaces=act.seq))
    post.answer(ann, "2")
    [act] = post.record.acts.values()
    assert (act.seq, act.custody) == (3, "mail")


def test_nothing_of_a_mail_is_kept_or_logged(
    post: Correspondence, caplog: pytest.LogCaptureFixture, redis_url: str
) -> None:
    caplog.set_level("DEBUG", logger="siegelpost")
    ann = post.players[0]
    letter = post.last_to(ann)
    post.answer(ann, "2")
    post.answer(ann, "nonsense-that-nobody-else-writes")
    token = str(letter["Reply-To"]).partition("@")[0]
    with redis.Redis.from_url(redis_url) as client:
        dump = b"".join(client.dump(key) or b"" for key in client.scan_iter("*") if b":rm:" in key or b":rh:" in key)
    assert b"nonsense" not in dump
    assert b"card" not in dump
    assert token not in caplog.text
    assert "nonsense" not in caplog.text
