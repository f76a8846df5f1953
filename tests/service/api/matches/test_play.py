"""A match through the API, as players live it: from the wish to the end."""

import copy
import random
import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest
import redis
from flask import Flask
from jsonschema import Draft202012Validator

from engine import registry
from engine.contract import Move
from engine.protocol.canon import b64, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.seal import Opening, commitment, receipt_bytes
from service.accounts.access.login import code_in
from service.context import Context
from service.keys.signing import new_match_id, verify_signature
from service.matches.errors import MatchError
from service.matches.seating import creation
from service.matches.seating.creation import NewMatch
from service.store.keys import recipient_of
from tests.given.contexts import account_of, loaded
from tests.given.json_object import JsonObject
from tests.service.api.players import Player, Table, new_player, refused
from workers.resolve.drain import drain_once

PASS = {"type": "pass"}
CORRECTED = "kontor@2"


@pytest.fixture
def correct_kontor(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what adds a second version of Kontor's rules, as a release that corrects them would."""

    def correct() -> None:
        corrected = copy.copy(registry.KONTOR)
        corrected.rules = replace(corrected.rules, id=CORRECTED)
        monkeypatch.setitem(registry.GAMES, CORRECTED, corrected)

    return correct


def seal(table: Table, player: Player, move: Move) -> tuple[Opening, str]:
    """Draw a salt and seal a move as an honest client does."""
    shown = table.seen_by(player)
    decision = shown["decisions"][0]
    opening = Opening(
        v=1, match=table.match, rules=shown["rules"], decision=decision["id"], seat=shown["seat"],
        head=decision["head"], salt=b64(secrets.token_bytes(32)), move=move,
    )  # fmt: skip
    return opening, commitment(opening)


def test_two_players_seal_a_card_and_see_it_revealed(table: Table, ada: Player, ben: Player) -> None:
    here = table.here()
    for player in (ada, ben):
        move = table.moves(player, table.standing()["id"])[0]
        sealed = player.put(f"{here}/commitment", {"move": move})
        assert sealed.status_code == 200
        assert sealed.get_json()["opening"]["move"] == move
    table.resolve()
    log = ada.sees(f"{table.path}/log")["entries"]
    resolved = [line["entry"] for line in log if line["entry"]["type"] == "resolved"]
    assert [one["seat"] for one in resolved[0]["body"]["openings"]] == [0, 1]


def test_a_whole_match_is_played_with_nothing_but_the_api(table: Table, ada: Player, ben: Player) -> None:
    chooser = random.Random(11)
    for _ in range(300):
        waiting = [(player, one) for player in (ada, ben) for one in player.sees("/v1/me/waiting")["waiting"]]
        if not waiting:
            break
        for player, one in waiting:
            decision = one["decision"]["id"]
            move = chooser.choice(table.moves(player, decision))
            answer = player.put(f"{table.path}/decisions/{decision}/{one['answer']}", {"move": move})
            assert answer.status_code == 200, answer.data
        table.resolve()
    shown = table.seen_by(ben)
    assert (shown["status"], shown["over"]) == ("closed", "finished")
    assert len(shown["outcome"]["scores"]) == 2
    assert ada.sees("/v1/me/matches?status=closed")["matches"][0]["match"] == table.match


def test_the_receipt_is_signed_and_the_same_whenever_it_is_asked_for(
    table: Table, ada: Player, context: Context
) -> None:
    opening, sealed = seal(table, ada, PASS)
    here = f"{table.here()}/commitment"
    first = ada.put(here, {"opening": opening}).get_json()
    again = ada.put(here, {"opening": opening}).get_json()
    shown = ada.sees(here)
    assert first["receipt"] == again["receipt"] == shown["receipt"]
    assert first["signature"] == again["signature"] == shown["signature"]
    assert first["receipt"]["commitment"] == sealed
    assert first["opening"] is None, "the client has it"
    signed = receipt_bytes(first["receipt"])
    assert verify_signature(context.signer.public_bytes, signed, unb64(first["signature"]))


def test_a_move_is_replaced_and_withdrawn_by_naming_what_stands(table: Table, ada: Player) -> None:
    here = f"{table.here()}/commitment"
    first = ada.put(here, {"move": PASS}).get_json()
    assert first["receipt"]["seq"] == 1
    assert ada.put(here, {"move": PASS}).get_json() == first, "sent again after a lost answer: the same receipt"
    card = table.moves(ada, table.standing()["id"])[0]
    problem = refused(ada.put(here, {"move": card}), 409, "conflict")
    assert problem["act"]["seq"] == 1
    assert ada.put(here, {"move": card, "replaces": 1}).get_json()["receipt"]["act"] == "replace"
    gone = ada.ask("DELETE", f"{here}?replaces=2").get_json()["receipt"]
    assert (gone["act"], gone["commitment"], gone["seq"]) == ("withdraw", None, 3)
    assert ada.sees("/v1/me/waiting")["waiting"][0]["match"] == table.match


def test_an_illegal_move_is_named_with_the_rule_and_leaves_the_standing_one(table: Table, ada: Player) -> None:
    here = table.here()
    first = ada.put(f"{here}/commitment", {"move": PASS}).get_json()
    mine = {card["id"] for card in table.seen_by(ada)["view"]["hands"][0]}
    foreign = next(f"C{n:02d}" for n in range(5, 99) if f"C{n:02d}" not in mine)
    answer = ada.put(f"{here}/commitment", {"move": {"type": "play", "card": foreign}, "replaces": 1})
    problem = refused(answer, 422, "illegal-move")
    assert problem["errors"][0]["pointer"] == "/move/card"
    assert problem["errors"][0]["code"]
    assert ada.sees(f"{here}/commitment")["receipt"] == first["receipt"]
    tried = ada.post(f"{here}/check", {"move": {"type": "play", "card": foreign}}).get_json()
    assert (tried["legal"], tried["pointer"]) == (False, "/move/card")
    assert ada.post(f"{here}/check", {"move": PASS}).get_json()["legal"] is True


@pytest.mark.parametrize("body", [{}, {"move": PASS, "commitment": "sc1_" + "A" * 43}, {"opening": {}, "move": PASS}])
def test_exactly_one_form_of_commitment_is_taken(table: Table, ada: Player, body: JsonObject) -> None:
    refused(ada.put(f"{table.here()}/commitment", body), 422, "wrong-form")


def test_an_opening_for_something_else_is_malformed_with_a_pointer(table: Table, ada: Player) -> None:
    opening, _ = seal(table, ada, PASS)
    for member, value in {"seat": 1, "match": "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", "salt": "AAAA", "v": 2}.items():
        problem = refused(
            ada.put(f"{table.here()}/commitment", {"opening": {**opening, member: value}}), 422, "malformed"
        )
        assert problem["errors"][0]["pointer"] == f"/opening/{member}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sc1_",
        "sc2_" + "A" * 43,
        "sc1_" + "A" * 42,
        "sc1_" + "A" * 43 + "=",
        "sc1_" + "A" * 42 + "B",
        "sc1_" + "+" * 43,
    ],
)
def test_a_commitment_has_one_spelling(table: Table, ada: Player, text: str) -> None:
    problem = refused(ada.put(f"{table.here()}/commitment", {"commitment": text}), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "/commitment"


def test_client_custody_takes_two_visits_and_shows_nothing_between(context: Context, ada: Player, ben: Player) -> None:
    table = Table.begin(context, ada, ben, custody="client")
    here = table.here()
    refused(ada.put(f"{here}/commitment", {"move": PASS}), 422, "client-custody-demanded")
    openings = {}
    for player in (ada, ben):
        openings[player.account], sealed = seal(table, player, PASS)
        assert player.put(f"{here}/commitment", {"commitment": sealed}).status_code == 200
    refused(ada.put(f"{here}/opening", {"opening": openings[ada.account]}), 409, "locked")
    table.resolve()
    decision = table.standing()
    assert (decision["phase"], decision["awaited"], decision["committed"]) == ("opening", [0, 1], [0, 1])
    assert [one["answer"] for one in ada.sees("/v1/me/waiting")["waiting"]] == ["opening"]
    refused(ada.put(f"{here}/commitment", {"commitment": "sc1_" + "A" * 43, "replaces": 1}), 409, "locked")
    wrong = {**openings[ada.account], "salt": b64(bytes(32))}
    refused(ada.put(f"{here}/opening", {"opening": wrong}), 422, "wrong-opening")
    opened = ada.put(f"{here}/opening", {"opening": openings[ada.account]}).get_json()
    assert opened["receipt"]["act"] == "open"
    assert ada.sees("/v1/me/waiting")["waiting"] == []
    before = table.seen_by(ben)["decisions"]
    ben.put(f"{here}/opening", {"opening": openings[ben.account]})
    table.resolve()
    assert before[0]["id"] not in [one["id"] for one in table.seen_by(ben)["decisions"]]


def open_decision(table: Table) -> JsonObject:
    """Play sealed rounds until a decision stands that one seat answers openly."""
    chooser = random.Random(4)
    for _ in range(40):
        shown = table.seen_by(table.players[0])
        decision: JsonObject = shown["decisions"][0]
        if not decision["sealed"]:
            return decision
        for seat in decision["seats"]:
            player = table.players[seat]
            cards = [move for move in table.moves(player, decision["id"]) if move["type"] == "play"]
            move = chooser.choice(cards or [PASS])
            player.put(f"{table.path}/decisions/{decision['id']}/commitment", {"move": move})
        table.resolve()
    raise AssertionError("no open decision in forty rounds")


def test_an_open_decision_is_answered_once_by_its_seat(table: Table) -> None:
    decision = open_decision(table)
    (seat,) = decision["seats"]
    player, other = table.players[seat], table.players[1 - seat]
    here = f"{table.path}/decisions/{decision['id']}"
    move = table.moves(player, decision["id"])[0]
    refused(other.put(f"{here}/move", {"move": move}), 403, "not-asked")
    refused(player.put(f"{here}/commitment", {"move": move}), 422, "wrong-form")
    refused(player.put(f"{here}/move", {"move": {"type": "nonsense"}}), 422, "illegal-move")
    first = player.put(f"{here}/move", {"move": move}).get_json()
    assert player.put(f"{here}/move", {"move": move}).get_json() == first, "sent again: the same receipt"
    another = table.moves(player, decision["id"])[1]
    refused(player.put(f"{here}/move", {"move": another}), 409, "conflict")
    table.resolve()
    refused(player.put(f"{here}/move", {"move": move}), 409, "gone")
    assert player.get(here).status_code == 404


def test_a_remembered_match_is_loaded_again_when_it_moved_on(
    table: Table, ada: Player, ben: Player, context: Context
) -> None:
    """What another process resolved is found out: an act in a decision this process does not know loads the match."""
    for player in (ada, ben):
        player.put(f"{table.here()}/commitment", {"move": PASS})
    table.resolve()
    decision = loaded(context, table.match).table["standing"][0]["id"]
    assert ada.put(f"{table.path}/decisions/{decision}/commitment", {"move": PASS}).status_code in (200, 422)
    refused(ada.put(f"{table.path}/decisions/r1.choose/commitment", {"move": PASS}), 409, "gone")


def test_the_owner_starts_a_match_that_waits_for_him(context: Context, ada: Player, ben: Player) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor", "start": "by-owner"}).get_json()
    path = f"/v1/matches/{created['match']}"
    refused(ada.post(f"{path}/start"), 409, "not-full")
    ben.put(f"{path}/seats/1")
    refused(ben.post(f"{path}/start"), 403, "not-owner")
    assert ada.sees(path)["status"] == "lobby"
    started = ada.post(f"{path}/start")
    assert (started.status_code, started.get_json()["pending"]) == (202, "start")
    Table(context, created["match"], (ada, ben)).resolve()
    assert ada.sees(path)["status"] == "running"
    refused(ada.post(f"{path}/start"), 409, "not-in-lobby")


def test_seats_are_taken_once_and_given_back(app: Flask, context: Context, ada: Player, ben: Player) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor"}).get_json()
    path = f"/v1/matches/{created['match']}"
    refused(ben.put(f"{path}/seats/0"), 409, "seat-taken")
    refused(ada.put(f"{path}/seats/1"), 409, "already-seated")
    assert ada.put(f"{path}/seats/me").status_code == 200, "sending it again changes nothing"
    refused(ben.delete(f"{path}/seats/me"), 403, "not-seated")
    refused(ben.delete(f"{path}/seats/0"), 403, "not-seated")
    assert ada.delete(f"{path}/seats/0").status_code == 204
    Table(context, created["match"], (ada, ben)).resolve()
    assert (ada.sees(path)["status"], ada.sees(path)["over"]) == ("closed", "cancelled")
    refused(ben.put(f"{path}/seats/me"), 409, "not-in-lobby")


def test_a_full_match_takes_nobody_else_and_joining_again_changes_nothing(
    app: Flask, context: Context, ada: Player, ben: Player
) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor", "start": "by-owner"}).get_json()
    path = f"/v1/matches/{created['match']}"
    assert ben.put(f"{path}/seats/any").get_json()["seat"] == 1
    assert ben.put(f"{path}/seats/1").get_json()["seat"] == 1
    refused(new_player(app, context, "Eve").put(f"{path}/seats/me"), 409, "full")


def test_a_seat_taken_again_after_the_start_is_still_mine(table: Table, ben: Player) -> None:
    """The answer to joining may get lost while the match starts."""
    assert ben.put(f"{table.path}/seats/me").get_json()["seat"] == 1


def test_entropy_of_players_is_demanded_and_logged(context: Context, ada: Player, ben: Player) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor", "entropy": "required", "sit": False}).get_json()
    path = f"/v1/matches/{created['match']}"
    refused(ada.put(f"{path}/seats/me"), 422, "entropy-required")
    sealed = entropy_commitment(created["match"], 0, b"a" * 32)
    given = {"entropy_commitment": sealed, "entropy_custody": "client"}
    assert ada.put(f"{path}/seats/0", given).status_code == 200
    entry = ada.sees(f"{path}/log")["entries"][-1]["entry"]
    assert (entry["body"]["entropy"], entry["body"]["entropy_custody"]) == (sealed, "client")
    assert ben.put(f"{path}/seats/1", {**given, "entropy_commitment": "short"}).status_code == 422


def test_a_match_against_a_bot_begins_at_once_and_waits_for_the_person(context: Context, ada: Player) -> None:
    created = ada.post("/v1/matches", {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0}).get_json()
    Table(context, created["match"], (ada, ada)).resolve()
    shown = ada.sees(f"/v1/matches/{created['match']}")
    assert (shown["status"], shown["seats"][1]["bot"]) == ("running", "steady")
    assert ada.sees("/v1/me/waiting")["waiting"][0]["match"] == created["match"]


def test_resigning_ends_the_match_for_the_other(table: Table, ada: Player, ben: Player) -> None:
    assert ada.post(f"{table.path}/resign").get_json()["pending"] == "resign"
    table.resolve()
    assert ben.sees(table.path)["outcome"] == {"winners": [1], "scores": [0, 0], "reason": "resigned"}
    refused(ben.put(f"{table.path}/decisions/r1.choose/commitment", {"move": PASS}), 409, "not-running")


def test_an_answer_to_an_open_decision_is_returned_sealed(context: Context, ada: Player, ben: Player) -> None:
    table = Table.begin(context, ada, ben, rules="packet-row")
    shown = table.seen_by(ada)
    standing = next(one for one in shown["decisions"] if not one["sealed"] and not one["optional"])
    player = (ada, ben)[standing["seats"][0]]
    path = f"{table.path}/decisions/{standing['id']}"
    move = player.sees(f"{path}/moves")["moves"][0]
    acted = player.put(f"{path}/move", {"move": move}).get_json()
    assert acted["opening"]["move"] == move
    assert commitment(acted["opening"]) == acted["receipt"]["commitment"]


def test_resigning_is_answered_by_a_receipt(context: Context, ada: Player, ben: Player) -> None:
    table = Table.begin(context, ada, ben)
    given = ada.post(f"{table.path}/resign").get_json()["resignation"]
    receipt, signature = given["receipt"], unb64(given["signature"])
    assert (receipt["act"], receipt["seat"], receipt["n"]) == ("resign", 0, table.seen_by(ada)["n"])
    assert verify_signature(context.signer.public_bytes, receipt_bytes(receipt), signature)
    assert ben.sees(table.path)["resignation"] is None, "nobody else sees it"
    table.resolve()
    assert ada.post(f"{table.path}/resign").get_json()["resignation"] == given
    assert ada.sees(table.path)["resignation"] == {name: given[name] for name in ("receipt", "signature")}


def test_an_invited_mail_address_gets_the_invitation_and_its_owner_keeps_the_profile_they_give(
    context: Context, ada: Player, visitor: Player
) -> None:
    wish = {"rules": "kontor", "visibility": "private", "invite": ["Cora@players.example"]}
    assert ada.post("/v1/matches", wish).status_code == 201
    cora = account_of(context, "cora@players.example")
    assert (cora.verified, cora.name) == (False, "Player")
    visitor.post("/v1/login", {"mail": "cora@players.example", "name": "Cora", "language": "de"})
    assert account_of(context, "cora@players.example").name == "Player"  # anybody could have asked
    (notice,) = context.store.notices(recipient_of(cora.id, None)).pending
    assert visitor.post("/v1/login/confirm", {"code": code_in(context, notice)}).status_code == 200
    again = account_of(context, "cora@players.example")
    assert (again.id, again.name, again.language) == (cora.id, "Cora", "de")


def test_invited_accounts_get_the_invitation(context: Context, ada: Player, ben: Player) -> None:
    wish = {"rules": "kontor", "visibility": "private", "invite": [ben.account]}
    created = ada.post("/v1/matches", wish).get_json()
    pending = context.store.notices(f"{created['match']}:{ben.account}").pending
    assert [one["kind"] for one in pending] == ["invited"]
    assert pending[0]["facts"]["invitation"] == created["invitation"]


def test_what_waits_is_sorted_by_urgency(context: Context, ada: Player, ben: Player) -> None:
    paces = [{"kind": "duration", "seconds": seconds} for seconds in (90_000, 3_600, 700_000)]
    tables = [Table.begin(context, ada, ben, pace=pace) for pace in paces]
    waiting = ada.sees("/v1/me/waiting")["waiting"]
    assert [one["match"] for one in waiting] == [tables[1].match, tables[0].match, tables[2].match]
    assert 3_500 < waiting[0]["seconds_left"] <= 3_600


def test_unknown_matches_and_rules_are_not_found(ada: Player) -> None:
    for path in ("/v1/matches/018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11", "/v1/rules/chess@1"):
        refused(ada.get(path), 404, "not-found")


def test_there_is_no_picture_before_the_start(ada: Player) -> None:
    path = ada.post("/v1/matches", {"rules": "kontor"}).headers["Location"]
    refused(ada.get(f"{path}/picture.svg"), 404, "not-found")
    assert ada.sees(f"{path}/view")["view"] is None


def test_the_picture_is_svg_and_png(table: Table, ada: Player) -> None:
    svg = ada.get(f"{table.path}/picture.svg")
    assert svg.content_type == "image/svg+xml"
    assert svg.data.startswith(b"<svg")
    png = ada.get(f"{table.path}/picture.png?width=300")
    assert (png.content_type, png.data[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png.data[16:20], "big") == 300
    assert ada.get(f"{table.path}/picture.png?width=5").status_code == 422


def test_the_picture_speaks_the_language_asked_for(context: Context, ada: Player) -> None:
    wish = {"rules": "seafarers", "seats": 5, "bots": ["steady"] * 4}
    path = ada.post("/v1/matches", wish).headers["Location"]
    drain_once(context)
    english, german = (ada.get(f"{path}/picture.svg?language={language}") for language in ("en", "de"))
    assert "found a settlement" in english.get_data(as_text=True)
    assert "Siedlung gründen" in german.get_data(as_text=True)
    assert ada.get(f"{path}/picture.svg").data == english.data
    assert english.headers["ETag"] != german.headers["ETag"]
    assert ada.get(f"{path}/picture.svg?language=xx").status_code == 422


def test_a_new_match_by_corrected_rules_is_refused_and_the_refusal_names_the_newest(
    ada: Player, correct_kontor: Callable[[], None]
) -> None:
    correct_kontor()
    refused = ada.post("/v1/matches", {"rules": "kontor@1"})
    assert (refused.status_code, refused.get_json()["type"]) == (422, "/problems/rules-superseded")
    assert refused.get_json()["errors"] == [
        {"pointer": "/rules", "detail": f"kontor@1 was corrected: name {CORRECTED}, or kontor for whatever is newest"}
    ]


def test_a_creation_sent_again_after_its_rules_were_corrected_is_no_new_match(
    ada: Player, context: Context, correct_kontor: Callable[[], None]
) -> None:
    """The answer to the first got lost; the record of it may be gone, too, but the match is there."""
    owner = context.store.account(ada.account)
    assert owner is not None
    match, wanted = new_match_id(), NewMatch(rules="kontor@1")
    creation.create(context, owner, wanted, match)
    correct_kontor()
    assert creation.create(context, owner, wanted, match).table["rules"] == "kontor@1"
    with pytest.raises(MatchError) as refused:
        creation.create(context, owner, wanted, new_match_id())
    assert refused.value.code == "rules-superseded"


def test_a_games_name_stands_for_its_newest_rules_and_the_match_says_which(
    ada: Player, correct_kontor: Callable[[], None]
) -> None:
    correct_kontor()
    assert ada.post("/v1/matches", {"rules": "kontor"}).get_json()["rules"] == CORRECTED


def test_a_match_goes_on_by_the_rules_that_it_began_with(
    table: Table, ada: Player, ben: Player, correct_kontor: Callable[[], None]
) -> None:
    correct_kontor()
    for player in (ada, ben):
        assert player.put(f"{table.here()}/commitment", {"move": PASS}).status_code == 200
    table.resolve()
    shown = table.seen_by(ada)
    assert (shown["rules"], shown["decisions"][0]["id"]) == ("kontor@1", "r2.choose")


def test_corrected_rules_are_still_shown_with_what_came_after_them(
    ada: Player, correct_kontor: Callable[[], None]
) -> None:
    correct_kontor()
    found = {one["id"]: one["superseded_by"] for one in ada.sees("/v1/rules")["rules"]}
    assert (found["kontor@1"], found[CORRECTED]) == (CORRECTED, None)
    assert ada.sees("/v1/rules/kontor@1")["superseded_by"] == CORRECTED
    assert ada.sees("/v1/rules/kontor")["id"] == CORRECTED
    assert "kontor@1" not in ada.sees("/v1/meta")["rules"]


def test_views_and_events_fit_the_schemas_that_the_rules_publish(ada: Player, ben: Player, table: Table) -> None:
    rules = ada.sees(f"/v1/rules/{table.seen_by(ada)['rules']}")
    view = Draft202012Validator(rules["view"])
    decision = table.standing()["id"]
    for player in (ada, ben):
        move = table.moves(player, decision)[0]
        assert player.put(f"{table.here()}/commitment", {"move": move}).status_code == 200
    table.resolve()
    for player in (ada, ben):
        view.validate(player.sees(f"{table.path}/view")["view"])
    events = ada.sees(f"{table.path}/feed")["events"]
    assert events
    for told in events:
        Draft202012Validator(rules["events"]).validate(told["event"])


def test_the_story_speaks_to_whom_it_is_about(table: Table, ada: Player, ben: Player, visitor: Player) -> None:
    """A spectator, another player and the player read three tellings, which no cache may mix up."""
    decision = table.standing()["id"]
    for player in (ada, ben):
        assert player.put(f"{table.here()}/commitment", {"move": {"type": "pass"}}).status_code == 200
    table.resolve()
    assert decision == "r1.choose"
    path = f"{table.path}/feed?language=de"
    told = [[event["text"] for event in one.sees(path)["events"]] for one in (ada, ben, visitor)]
    for texts, line in zip(
        told, ("Du passt. Ben passt.", "Ada passt. Du passt.", "Ada passt. Ben passt."), strict=True
    ):
        assert line in texts
    assert len({one.get(path).headers["ETag"] for one in (ada, ben, visitor)}) == 3


def test_who_looks_at_his_table_is_noted_for_a_minute(context: Context, table: Table, visitor: Player) -> None:
    ada, ben = table.players
    here = f"{table.path}?after=0&wait=1&here=true"
    for player, path in ((ben, table.path), (ben, f"{table.path}?after=0&wait=1"), (ben, f"{table.path}?here=true")):
        assert player.get(path).status_code == 200
    assert not context.store.is_here(table.match, ben.account)
    for player in (ada, visitor):
        player.get(here)
    assert context.store.is_here(table.match, ada.account)
    refused(ada.get(f"{table.path}?here=perhaps"), 422, "invalid")


def test_a_store_whose_memory_is_full_shows_the_table_to_who_looks_at_it(
    context: Context, table: Table, redis_url: str
) -> None:
    ada, _ = table.players
    with redis.Redis.from_url(redis_url) as client:
        client.config_set("maxmemory", 1)
        try:
            shown = ada.get(f"{table.path}?after=0&wait=1&here=true")
        finally:
            client.config_set("maxmemory", 0)
    assert (shown.status_code, shown.get_json()["match"]) == (200, table.match)
    assert not context.store.is_here(table.match, ada.account), "so letters do not wait"
