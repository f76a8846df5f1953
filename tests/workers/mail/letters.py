"""One letter of every kind, from one real match: what the golden texts and the tests of all letters look at."""

import dataclasses
from collections.abc import Callable
from email.message import EmailMessage
from functools import cache
from typing import Any

from engine.contract import Language
from engine.kit.puzzles import choices
from engine.match.asking import opening_around
from engine.protocol.chance import Draws
from engine.registry import KONTOR
from service.matches.numbering import Numbered
from service.matches.puzzles import Posed
from service.matches.receipts import Acted
from service.matches.seating.guests import with_guest
from service.notifications.kinds import ABSENCE_ASKED, MISSED
from service.store.installation.puzzles import StoredPuzzle
from service.store.records import Account, Notice
from tests.workers.mail.answer_letters import LETTERS as ANSWERS
from tests.workers.mail.answer_letters import Letter
from tests.workers.mail.match import ADA, HOUR, KEY, MATCH, NOON, SENDER, Match, invitation, request
from tests.workers.mail.wish_letters import asked_in_turn, wishes
from workers.inbox.answer import answer_letter
from workers.inbox.commands import Done, LineDone, Outcome
from workers.inbox.text import Incoming
from workers.mail.channel import compose_account, compose_end, compose_login, with_posed
from workers.mail.compose import compose
from workers.mail.digest import compose_digest
from workers.mail.letter import Understood
from workers.mail.reply_address import ReplyAddress
from workers.mail.sender import compose_plainly

PNG = b"\x89PNG\r\n\x1a\n not really"
GUEST = dataclasses.replace(ADA, id="p_" + "c" * 32, mail="cora@example.org", name="Cora")
REPLYING = dataclasses.replace(
    SENDER, reply=lambda *asked: f"m+{asked[1][:4]}{asked[2]}{asked[3].hex()}@reply.example.org"
)
"""An installation where letters can be answered by mail."""
SEALED = "sc1_Ekfb4cGmzbM8iD28LQI0sN3MLBqpZEkVHmVUwR1vqxk"
ADDRESS = ReplyAddress(MATCH, 0, bytes(8), False, bytes(10))
PASS = {"type": "pass"}


def opening_round() -> Match:
    """A match in its first round; nobody has chosen yet."""
    return Match(preset="tilsit").start()


def first_card_laid() -> Match:
    """Ada plays a card, Bert is silent: Ada is asked where to lay it."""
    return opening_round().forget().later(48 * HOUR).play(silent=(1,))


def _letter(match: Match, account: Account, *kinds: str) -> EmailMessage:
    return compose(match.news_for(account, *kinds), account, match.record, SENDER, picture=lambda: PNG)


def ada_as(reader: Account) -> Account:
    """Ada, who has seat 0, reading in that language and zone."""
    return dataclasses.replace(ADA, language=reader.language, zone=reader.zone)


def started(account: Account) -> EmailMessage:
    return _letter(opening_round(), account)


def your_turn(account: Account) -> EmailMessage:
    match = first_card_laid()
    return _letter(match, ada_as(account), "resolved", "your-turn")


def numbered(account: Account) -> EmailMessage:
    """A question that can be answered by mail, and for which there may be more time."""
    match = first_card_laid().extensible()
    return compose(
        match.news_for(ADA, "resolved", "your-turn"), ada_as(account), match.record, REPLYING, picture=lambda: PNG
    )


def answered(account: Account) -> EmailMessage:
    """The answer to a mail that sealed a card."""
    match = opening_round()
    standing = match.record.table["standing"][0]
    assert match.record.state is not None
    move = match.game.moves(match.record.state, 0, standing["id"])[1]
    match.commit(0, commitment=SEALED)
    act = match.record.acts[standing["id"], 0]
    acted = Acted(act, {"commitment": SEALED}, "signature", None, True, None)
    opening = opening_around(match.record.table, standing, 0, move, bytes(32))
    outcome = Outcome(match.record, [Done(standing, move, "sealed", acted, opening, SEALED)])
    return answer_letter(_mail("2"), outcome, ada_as(account), ADDRESS, REPLYING, name=f"reply.{'ab' * 20}")


def answered_and_asked(account: Account) -> EmailMessage:
    """The answer to a mail by which the round went on: it tells what came of it, and asks what is next."""
    match, reader = first_card_laid().extensible(), ada_as(account)
    sealed = "Versiegelt: Karte 36 ausspielen." if account.language == "de" else "Sealed: play 36."
    enclosed = "Die Quittung liegt bei." if account.language == "de" else "The receipt is attached."
    return compose(
        match.news_for(ADA, "resolved", "your-turn"),
        reader,
        match.record,
        REPLYING,
        picture=lambda: PNG,
        previous="<1@players.example>",
        name=f"reply.{'ab' * 20}",
        understood=Understood([sealed], [enclosed]),
    )


def drawn() -> bytes:
    """The picture of a letter."""
    return PNG


def misunderstood(account: Account) -> EmailMessage:
    """The answer to a mail with a line that means nothing."""
    outcome = Outcome(opening_round().record, trouble="not-understood", line="I take <b>3</b> & the ship")
    return answer_letter(
        _mail("I take 3"),
        outcome,
        ada_as(account),
        ADDRESS,
        REPLYING,
        name=f"reply.{'ab' * 20}",
        pictured=lambda: drawn,
    )


def several_lines(account: Account) -> EmailMessage:
    """The answer to a mail of several lines: one was done, one means two things, the next was not tried."""
    match = asked_in_turn("anno-1701")
    standing, state = match.record.table["standing"][0], match.record.state
    assert state is not None
    moves = match.game.moves(state, 0, standing["id"])
    one = Numbered(standing, tuple(moves), 1)
    before = match.record
    match.commit(0, commitment=SEALED)
    acted = Acted(match.record.acts[standing["id"], 0], {"commitment": SEALED}, "signature", None, True, None)
    done = Done(standing, moves[0], "answered", acted, opening_around(before.table, standing, 0, moves[0], bytes(32)))
    ends = "Zug beenden" if account.language == "de" else "end the turn"
    lines = (
        LineDone("1", done=(done,)),
        LineDone(ends, "several", candidates=[(one, move) for move in moves if move["type"] in ("fill", "finish")]),
        LineDone("2 & <b>3</b>", "not-tried"),
    )
    outcome = Outcome(before, [done], lines=lines)
    return answer_letter(_mail("1"), outcome, ada_as(account), ADDRESS, REPLYING, name=f"reply.{'ab' * 20}")


def _mail(line: str) -> Incoming:
    return Incoming("ab" * 32, "<1@players.example>", ADA.mail, "", (), (line,))


def deadline_near(account: Account) -> EmailMessage:
    match = opening_round().forget().later(40 * HOUR).remind(0)
    return _letter(match, ada_as(account))


def opening_needed(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).lock_for_client(0)
    return _letter(match, ada_as(account))


def resolved(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).play({0: PASS, 1: PASS}).commit(0)
    return _letter(match, ada_as(account), "resolved")


def said(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).commit(0)
    match.hear(0, "Leave the quay to me & take the ship.").hear(0, "Or the other way round; you see <more> than I do.")
    return _letter(match, ada_as(account), "said")


def said_at_table(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).tell(1, "Nice move & a <quick> one!").tell(1, reaction="well-played")
    return compose(match.news_for(ADA, "said-at-table"), ada_as(account), match.record, REPLYING)


def over(account: Account) -> EmailMessage:
    match = Match(preset="tilsit", round_limit=3).start().forget().later(HOUR).finish()
    return _letter(match, account, "over")


def over_by_others(account: Account) -> EmailMessage:
    """The result of a match in which somebody has played on for another, and then a bot."""
    match = Match(preset="tilsit", round_limit=3).start().forget().later(HOUR).ready(1, given=True).play(silent=(1,))
    while match.record.table["standing"][0]["id"] != "r2.choose":
        match.play()
    return _letter(match.replace(1).forget().later(HOUR).finish(), ada_as(account), "over")


def resigned(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).resign(1), account)


def stopped(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).stop("The rules fail in round two, sorry (ticket 7)."), account)


def invited(account: Account) -> EmailMessage:
    match = Match(preset="goldsieber-basic")
    match.record.table["seats"][1] = {"player": None, "name": "", "bot": None}
    guest = dataclasses.replace(GUEST, language=account.language, zone=account.zone)
    return compose([invitation(match, guest)], guest, match.record, SENDER)


def invited_newcomer(account: Account) -> EmailMessage:
    """The letter to somebody who has never been here, who may sit down by answering it."""
    match = Match(preset="goldsieber-basic")
    table = match.record.table
    table["seats"][1] = {"player": None, "name": "", "bot": None}
    guest = dataclasses.replace(GUEST, zone=account.zone, verified=False)
    table["guests"] = with_guest(table, guest.id, "", account.language, NOON)
    notice = invitation(match, guest)
    notice["facts"]["language"] = account.language
    sender = dataclasses.replace(
        REPLYING, invited=lambda guest, match, _: f"m+{guest.id[2:6]}{match[:4]}@reply.example.org"
    )
    return compose([notice], guest, match.record, sender)


def unseated(account: Account) -> EmailMessage:
    match = Match(preset="goldsieber-basic")
    match.record.table["seats"][1] = {"player": None, "name": "", "bot": None}
    guest = dataclasses.replace(GUEST, language=account.language, zone=account.zone)
    notice = invitation(match, guest)
    notice["id"] = notice["id"].replace(".1.", ".3.").replace("invited", "unseated")
    notice["kind"], notice["n"] = "unseated", 3
    return compose([notice], guest, match.record, SENDER)


def entropy_needed(account: Account) -> EmailMessage:
    return _letter(Match(preset="tilsit").ask_entropy(0), ada_as(account))


def key_asked(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).ask_key(1, KEY), ada_as(account))


def own_key_asked(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).ask_key(0, KEY), ada_as(account))


def key_changed(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).change_key(1, KEY), ada_as(account))


def digest(account: Account) -> EmailMessage:
    """A question of one match and the news of another, which is over."""
    asking, over_now = first_card_laid(), Match(preset="tilsit", round_limit=3).start().forget().later(HOUR).finish()
    asked = asking.news_for(ADA, "resolved", "your-turn")
    told = [(over_now.news_for(ADA, "over"), over_now.record), (asked, asking.record)]
    standings = _about_account("tournament-standings", account, STANDINGS)
    return compose_digest(told, ada_as(account), asking.now, SENDER, name="acct.digest.1", account_news=[standings])


def you_are_missed(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).leave(0, MISSED)
    return compose(match.news_for(ADA, "you-are-missed"), ada_as(account), match.record, REPLYING, picture=lambda: PNG)


def absence_asked(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).leave(1, ABSENCE_ASKED)
    return compose(match.news_for(ADA, "absence-asked"), ada_as(account), match.record, REPLYING, picture=lambda: PNG)


def handing_asked(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).hand_over(1)
    return compose(match.news_for(ADA, "handing-asked"), ada_as(account), match.record, REPLYING, picture=lambda: PNG)


def handing_ended(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).hand_over(0, kept=True), ada_as(account), "handing-ended")


def seat_taken_over(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).replace(1), ada_as(account), "seat-taken-over")


def seat_given(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).ready(1, given=True), ada_as(account), "seat-taken-over")


def seat_got(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).ready(1, given=True)
    guest = dataclasses.replace(GUEST, language=account.language, zone=account.zone)
    return compose(
        match.news_for(guest, "seat-taken-over", "your-turn"), guest, match.record, SENDER, picture=lambda: PNG
    )


def asked_to_step_in(account: Account) -> EmailMessage:
    match = opening_round()
    guest = dataclasses.replace(GUEST, language=account.language, zone=account.zone)
    return compose(request(match, guest), guest, match.record, SENDER)


def somebody_is_ready(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).ready(1)
    return compose(
        match.news_for(ADA, "substitute-ready"), ada_as(account), match.record, REPLYING, picture=lambda: PNG
    )


def vacation(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).go_away(1), ada_as(account), "more-time")


def more_time(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).take_time(1), ada_as(account), "more-time")


def time_requested(account: Account) -> EmailMessage:
    match = opening_round().forget().later(HOUR).ask_time(1)
    return compose(match.news_for(ADA, "time-requested"), ada_as(account), match.record, REPLYING, picture=lambda: PNG)


def time_granted(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).ask_time(0, granted=True), ada_as(account), "time-decided")


def time_refused(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).ask_time(0, granted=False), ada_as(account), "time-decided")


def time_by_operator(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).time_by_operator(), ada_as(account), "time-decided")


def pause_wished(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).pause(agreed=False), ada_as(account), "table-pause")


def paused(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).pause(agreed=True), ada_as(account), "table-pause")


def followed(account: Account) -> EmailMessage:
    """What came of the reader's own open move, told with the next question."""
    match = first_card_laid().forget().play({0: {"type": "place", "at": [0, -3]}})
    return _letter(match, ada_as(account), "followed", "your-turn")


def is_back(account: Account) -> EmailMessage:
    """Somebody about whom the reader was asked is there again: it is told with whatever letter comes next."""
    return _letter(opening_round().come_back(1), ada_as(account), "is-back", "your-turn")


def put_back(account: Account) -> EmailMessage:
    return _letter(opening_round().forget().later(HOUR).put_back(NOON), ada_as(account), "put-back")


def ended_by_operator(account: Account) -> EmailMessage:
    """The end of a match whose rules can say nothing any more."""
    match = opening_round().forget().later(HOUR).stop("The rules fail in round two, sorry (ticket 7).")
    return compose_end(match.news_for(ADA, "over"), ada_as(account), match.record, SENDER)


def plainly(account: Account) -> EmailMessage:
    """What goes in place of a letter that cannot be written."""
    match = opening_round()
    return compose_plainly(match.news_for(ADA), ada_as(account), match.record, match.now, SENDER)


def webhook_disabled(account: Account) -> EmailMessage:
    facts = {
        "webhook": "w_1", "host": "bots.example", "name": "my bot", "reason": "failing", "since": NOON - 72 * HOUR,
    }  # fmt: skip
    return compose_account([_about_account("webhook-disabled", account, facts)], account, NOON, SENDER)


def webhook_restored(account: Account) -> EmailMessage:
    facts = {"webhook": "w_1", "host": "bots.example", "name": "my bot", "reason": "restored", "since": NOON}
    return compose_account([_about_account("webhook-disabled", account, facts)], account, NOON, SENDER)


def chat_disabled(account: Account) -> EmailMessage:
    facts = {"webhook": "c_1", "host": "discord.com", "name": "", "reason": "gone", "since": NOON - 72 * HOUR}
    return compose_account([_about_account("webhook-disabled", account, facts)], account, NOON, SENDER)


def passkey_registered(account: Account, *, removed: bool = False) -> EmailMessage:
    facts = {"name": "Firefox, Linux", "removed": removed, "at": NOON}
    return compose_account([_about_account("passkeys-changed", account, facts)], account, NOON, SENDER)


def passkey_removed(account: Account) -> EmailMessage:
    return passkey_registered(account, removed=True)


TOURNAMENT = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
STANDINGS = {
    "tournament": TOURNAMENT, "name": "Hansa cup", "place": 2, "entrants": 4, "unplayed": 1,
    "rows": [
        {"name": "Ben", "place": 1, "points": 4}, {"name": "Ada", "place": 2, "points": 2},
        {"name": "", "place": 3, "points": 1}, {"name": "Emil", "place": None, "points": 0},
    ],
}  # fmt: skip


def posed_puzzle() -> Posed:
    """A puzzle from the first decision of a match of Kontor."""
    options = KONTOR.options({}, 2)
    state = KONTOR.setup(options, 2, Draws(b"puzzle"))
    (decision,) = KONTOR.decisions(state)
    moves = choices(KONTOR.moves(state, 0, decision["id"]))[:3]
    position = {"n": 3, "seat": 0, "seats": 2, "decision": decision, "view": KONTOR.view(state, 0), "moves": moves}
    puzzle = {**position, "values": [500, 700, 400], "best": 1}
    rules = KONTOR.rules
    return Posed("2026-03-03", StoredPuzzle(TOURNAMENT, rules.id, rules.data, options, "1", puzzle))


def puzzle_of_the_day(account: Account) -> EmailMessage:
    def address(_: Account, day: str) -> str:
        return f"q+{day}@post.example.org"

    sender = dataclasses.replace(REPLYING, answers_puzzle=address, stop_puzzles=lambda _: "stop")
    told = [_about_account("daily-puzzle", account, {"day": "2026-03-03"})]
    news = with_posed(told, posed_puzzle(), account, sender, "puzzle.2026-03-03@post.example.org")
    return compose_account(news, account, NOON, sender, picture=lambda: PNG)


def tournament_round(account: Account, **changes: Any) -> EmailMessage:
    """All of a player's tables in a league, one of them against somebody whose account is gone."""
    tables = [
        {"match": f"018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b1{one}", "others": [who]}
        for one, who in enumerate(("Ben", "", "Emil"))
    ]
    facts = {
        "tournament": TOURNAMENT,
        "name": "Hansa cup",
        "round": 1,
        "rounds": 1,
        "entrants": 4,
        "tables": tables,
        **changes,
    }
    return compose_account([_about_account("tournament-round", account, facts)], account, NOON, SENDER)


def tournament_second_round(account: Account) -> EmailMessage:
    tables = [{"match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b10", "others": ["Ben"]}]
    return tournament_round(account, round=2, rounds=3, tables=tables)


def tournament_pause(account: Account) -> EmailMessage:
    return tournament_round(account, round=2, rounds=3, tables=[])


def tournament_season(account: Account) -> EmailMessage:
    """The second season of a league, in which the reader has gone up."""
    return tournament_round(account, round=2, rounds=6, entrants=14, division=1, divisions=3, division_before=2)


def tournament_ladder(account: Account) -> EmailMessage:
    """The beginning of a ladder, in which nobody plays yet."""
    return tournament_round(account, entrants=14, tables=[], place=5, reach=3)


def tournament_board(account: Account) -> EmailMessage:
    """The second round of a league of teams."""
    tables = [{"match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b10", "others": ["Ben"]}]
    return tournament_round(account, round=2, rounds=3, tables=tables, team="Elbe", rivals="Weser", board=2)


def tournament_free_board(account: Account) -> EmailMessage:
    """The beginning of a league of teams, at a board where the other team has nobody left."""
    return tournament_round(account, rounds=3, tables=[], team="Elbe", rivals="Weser", board=4)


def tournament_reserve(account: Account) -> EmailMessage:
    """The beginning of a league of teams for a reserve."""
    return tournament_round(account, rounds=3, tables=[], team="Elbe", rivals="Weser")


def tournament_free_team(account: Account) -> EmailMessage:
    """A round in which the reader's team meets nobody."""
    return tournament_round(account, round=2, rounds=3, tables=[], team="Elbe")


def tournament_lacking_team(account: Account) -> EmailMessage:
    """The beginning of a league of teams, without the reader's."""
    return tournament_round(account, rounds=3, tables=[], team="Elbe", lacking=2)


def challenge(account: Account, kind: str = "challenge-decided", **changes: Any) -> EmailMessage:
    facts = {
        "tournament": TOURNAMENT,
        "name": "Hansa ladder",
        "challenge": 7,
        "what": "challenged",
        "is_challenger": False,
        "other": "Ben",
        "place": 4,
        "entrants": 14,
        "answer_by": NOON + 7 * 86_400_000,
        "tables": [],
        **changes,
    }
    return compose_account([_about_account(kind, account, facts)], account, NOON, SENDER)


def challenged(account: Account) -> EmailMessage:
    return challenge(account, "challenge-received")


def challenge_accepted(account: Account) -> EmailMessage:
    tables = [{"match": "018f7c2e-6c1a-7c3e-9a55-2f0d5f6e1b10", "others": ["Ben"]}]
    return challenge(account, what="accepted", is_challenger=True, tables=tables)


def challenge_silent(account: Account) -> EmailMessage:
    """A challenge by somebody whose account is gone, which the reader has not answered."""
    return challenge(account, what="silent", other="", place=6)


def challenge_won(account: Account) -> EmailMessage:
    return challenge(account, what="won", is_challenger=True, place=2)


def tournament_over(account: Account) -> EmailMessage:
    return compose_account([_about_account("tournament-ended", account, STANDINGS)], account, NOON, SENDER)


def tournament_over_teams(account: Account) -> EmailMessage:
    told = _about_account("tournament-ended", account, STANDINGS | {"team": "Elbe"})
    return compose_account([told], account, NOON, SENDER)


def removed_from_team(account: Account) -> EmailMessage:
    facts = {"tournament": STANDINGS["tournament"], "name": "Hansa cup", "team": "Elbe"}
    return compose_account([_about_account("removed-from-team", account, facts)], account, NOON, SENDER)


CANCELLED = {**STANDINGS, "place": None, "entrants": 1, "rows": [], "least": 4}


def tournament_cancelled(account: Account) -> EmailMessage:
    return compose_account([_about_account("tournament-ended", account, CANCELLED)], account, NOON, SENDER)


def tournament_cancelled_teams(account: Account) -> EmailMessage:
    told = _about_account("tournament-ended", account, CANCELLED | {"team": "Elbe"})
    return compose_account([told], account, NOON, SENDER)


def tournament_standings(account: Account) -> EmailMessage:
    """The standings of a running tournament in a digest without any other news."""
    told = _about_account("tournament-standings", account, STANDINGS)
    return compose_digest([], account, NOON, SENDER, name="acct.digest.1", account_news=[told])


def address_asked(account: Account) -> EmailMessage:
    facts = {"expires": NOON + HOUR, "language": account.language, "zone": account.zone, "additional": False}
    return compose_login(_about_account("address-asked", account, facts), "k7Qp-93xT", account, NOON, SENDER)


def address_changed(account: Account) -> EmailMessage:
    facts = {"expires": NOON + 168 * HOUR, "additional": False}
    return compose_login(_about_account("address-changed", account, facts), "k7Qp-93xT", account, NOON, SENDER)


def address_added(account: Account) -> EmailMessage:
    facts = {"expires": NOON + 168 * HOUR, "additional": True}
    return compose_login(_about_account("address-changed", account, facts), "k7Qp-93xT", account, NOON, SENDER)


def deletion_asked(account: Account) -> EmailMessage:
    return compose_login(
        _about_account("deletion-asked", account, {"expires": NOON + HOUR}), "k7Qp-93xT", account, NOON, SENDER
    )


def muted_by_link(account: Account) -> EmailMessage:
    facts = {"title": "Kontor", "everything": False, "expires": NOON + 720 * HOUR}
    return compose_login(_about_account("muted-by-link", account, facts), "k7Qp-93xT", account, NOON, SENDER)


def all_stopped_by_link(account: Account) -> EmailMessage:
    facts = {"title": "", "everything": True, "expires": NOON + 720 * HOUR}
    return compose_login(_about_account("muted-by-link", account, facts), "k7Qp-93xT", account, NOON, SENDER)


def _about_account(kind: str, account: Account, facts: dict[str, Any]) -> Notice:
    return Notice(
        id=f"acct.{kind}.1", kind=kind, account=account.id, match="", seat=None, n=0, facts=facts, at=NOON, send_at=NOON
    )


def _answer(made: Letter) -> Callable[[Account], EmailMessage]:
    return lambda account: made(ada_as(account), REPLYING)


def _wishes_in(rules: str) -> Callable[[Account], EmailMessage]:
    return lambda account: wishes(rules, ada_as(account), REPLYING)


def login(account: Account, **wished: str) -> EmailMessage:
    notice = Notice(
        id="acct.login.1", kind="login", account=account.id, match="", seat=None, n=0,
        facts={"expires": NOON + 900_000, "language": account.language, "zone": account.zone, **wished}, at=NOON, send_at=NOON,
    )  # fmt: skip
    return compose_login(notice, "k7Qp-93xT", account, NOON, SENDER)


KINDS: dict[str, Callable[[Account], EmailMessage]] = {
    "started": started, "your-turn": your_turn, "deadline-near": deadline_near, "opening-needed": opening_needed,
    "your-turn-numbered": numbered, "mail-answered": answered, "mail-misunderstood": misunderstood,
    "mail-answered-and-asked": answered_and_asked, "mail-several-lines": several_lines,
    "resolved": resolved, "said": said, "said-at-table": said_at_table, "over": over, "over-by-others": over_by_others,
    "resigned": resigned, "stopped": stopped, "invited": invited,
    "invited-newcomer": invited_newcomer,
    "unseated": unseated, "entropy-needed": entropy_needed, "key-asked": key_asked,
    "own-key-asked": own_key_asked, "key-changed": key_changed, "digest": digest, "login": login,
    "you-are-missed": you_are_missed, "absence-asked": absence_asked, "seat-taken-over": seat_taken_over,
    "handing-asked": handing_asked, "handing-ended": handing_ended,
    "seat-given": seat_given, "seat-got": seat_got, "substitute-asked": asked_to_step_in, "substitute-ready": somebody_is_ready,
    "more-time": more_time, "vacation": vacation, "pause-wished": pause_wished, "paused": paused,
    "time-requested": time_requested, "time-granted": time_granted, "time-refused": time_refused,
    "time-by-operator": time_by_operator, "followed": followed, "is-back": is_back, "put-back": put_back,
    "ended-by-operator": ended_by_operator, "plainly": plainly, "webhook-disabled": webhook_disabled,
    "webhook-restored": webhook_restored,
    "chat-disabled": chat_disabled, "passkeys-changed": passkey_registered, "passkey-removed": passkey_removed,
    "tournament-round": tournament_round, "tournament-second-round": tournament_second_round,
    "tournament-season": tournament_season, "tournament-ladder": tournament_ladder,
    "tournament-board": tournament_board, "tournament-free-board": tournament_free_board, "challenge-received": challenged,
    "challenge-accepted": challenge_accepted, "challenge-silent": challenge_silent, "challenge-decided": challenge_won,
    "tournament-reserve": tournament_reserve, "tournament-free-team": tournament_free_team,
    "tournament-lacking-team": tournament_lacking_team, "tournament-ended-teams": tournament_over_teams,
    "removed-from-team": removed_from_team,
    "tournament-cancelled": tournament_cancelled, "tournament-cancelled-teams": tournament_cancelled_teams,
    "tournament-pause": tournament_pause, "tournament-ended": tournament_over, "tournament-standings": tournament_standings,
    "daily-puzzle": puzzle_of_the_day,
    "address-asked": address_asked, "address-changed": address_changed,
    "address-added": address_added,
    "deletion-asked": deletion_asked, "muted-by-link": muted_by_link, "all-stopped-by-link": all_stopped_by_link,
    **{name: _answer(made) for name, made in ANSWERS.items()},
    **{f"wishes-{one}": _wishes_in(one) for one in ("anno-1701", "kontor", "packet-row", "seafarers")},
}  # fmt: skip


@cache
def letter(kind: str, language: Language) -> EmailMessage:
    """Return the letter of a kind for a reader of that language in Berlin: written once for all tests that only read it."""
    return write_letter(kind, language)


def write_letter(kind: str, language: Language) -> EmailMessage:
    """Write the letter of a kind anew, for tests of how it is written."""
    return KINDS[kind](dataclasses.replace(ADA, language=language, zone="Europe/Berlin"))
