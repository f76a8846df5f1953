"""Bot accounts: made by a person, marked everywhere, challenged by others, and able to do nothing but play."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.accounts import bots
from service.accounts.access.grants import issue
from service.accounts.access.tokens import new_text
from service.context import Context
from service.store import keys
from tests.given.contexts import forget_answer
from tests.service.api.account.test_guests import new_guest
from tests.service.api.players import Player, Table, refused

WISH = {"rules": "kontor", "grace_seconds": 0}
ROLF = {"name": "Rolf", "games": ["kontor"]}


def make(player: Player, **changes: Any) -> Any:
    answer = player.post("/v1/me/bots", {**ROLF, **changes})
    assert answer.status_code == 201, answer.data
    return answer.get_json()


def token_of(player: Player, bot: str) -> Player:
    answer = player.post(f"/v1/me/bots/{bot}/tokens", {})
    assert answer.status_code == 201, answer.data
    return Player(player.app, answer.get_json()["token"], bot)


@pytest.fixture
def rolf(ada: Player) -> Player:
    """Ada's bot."""
    return token_of(ada, make(ada)["account"])


def test_a_challenged_bot_sits_at_the_table_at_once_and_is_marked(ben: Player, ada: Player, rolf: Player) -> None:
    match = ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}).get_json()
    plain = {"key": None, "reliability": None}
    assert match["seats"] == [
        {"seat": 0, "name": "Ben", "player": ben.account, "bot": None, "owned_by": None, "language": "en", **plain},
        {
            "seat": 1,
            "name": "Rolf (bot)",
            "player": rolf.account,
            "bot": "owned",
            "owned_by": ada.account,
            "language": None,
            **plain,
        },
    ]
    listed = ben.sees("/v1/me/matches")["matches"][0]["seats"][1]
    assert (listed["bot"], listed["owned_by"]) == ("owned", ada.account)


def test_a_bot_plays_by_its_own_token(context: Context, ben: Player, rolf: Player) -> None:
    match = ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}).get_json()["match"]
    table = Table(context, match, (ben, rolf))
    table.resolve()
    move = table.moves(rolf, "r1.choose")[0]
    assert rolf.put(f"{table.here()}/commitment", {"move": move}).status_code == 200
    assert ben.put(f"{table.here()}/commitment", {"move": table.moves(ben, "r1.choose")[0]}).status_code == 200
    table.resolve()
    assert table.standing()["id"] != "r1.choose"


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ({"games": ["packet-row"]}, "does not play kontor, but packet-row"),
        ({"games": []}, "nothing now"),
        ({"games": ["kontor"], "open": False}, "takes no challenges"),
    ],
)
def test_a_bot_declines_what_its_owner_does_not_want(
    ada: Player, ben: Player, rolf: Player, policy: Any, said: str
) -> None:
    assert ada.put(f"/v1/me/bots/{rolf.account}", policy).status_code == 200
    problem = refused(ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}), 409, "bot-declines")
    assert problem["errors"][0]["pointer"] == "/invite/0"
    assert said in problem["errors"][0]["detail"]
    assert ben.sees("/v1/me/matches")["matches"] == []


@pytest.mark.parametrize("games", [["go"], ["kontor", "kontor@1"], ["kontor", "Kontor"]])
def test_a_game_that_is_not_installed_is_refused_where_it_stands(
    ada: Player, rolf: Player, visitor: Player, games: list[str]
) -> None:
    for answer in (
        ada.post("/v1/me/bots", {**ROLF, "games": games}),
        ada.put(f"/v1/me/bots/{rolf.account}", {"games": games}),
    ):
        [fault] = refused(answer, 422, "invalid")["errors"]
        assert (fault["pointer"], "GET /v1/rules" in fault["detail"]) == (f"/games/{len(games) - 1}", True)
    [fault] = refused(visitor.get(f"/v1/bots?game={games[-1]}"), 422, "invalid")["errors"]
    assert "GET /v1/rules" in fault["detail"]


def test_a_bot_sits_in_no_more_matches_than_its_owner_wants(ada: Player, ben: Player, rolf: Player) -> None:
    ada.put(f"/v1/me/bots/{rolf.account}", {"games": ["kontor"], "most_matches": 1})
    assert ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}).status_code == 201
    refused(ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}), 409, "bot-declines")


def test_challenges_that_cannot_be(ada: Player, ben: Player, rolf: Player) -> None:
    other = make(ada, name="Rita")["account"]
    for wish in ({"invite": [rolf.account, other]}, {"invite": [rolf.account], "entropy": "required", "sit": False}):
        assert refused(ben.post("/v1/matches", {**WISH, **wish}), 422, "invalid")["errors"][0]["pointer"].startswith(
            "/invite"
        )
    both = ben.post("/v1/matches", {**WISH, "invite": [rolf.account, other, rolf.account], "sit": False}).get_json()
    assert [one["name"] for one in both["seats"]] == ["Rolf (bot)", "Rita (bot)"]


def test_a_challenge_that_was_cut_off_is_finished_by_sending_it_again(
    context: Context, ben: Player, rolf: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash between the match and the bot's seat."""
    wish = {**WISH, "invite": [rolf.account]}
    monkeypatch.setattr("service.api.matches.lobby.seat_bots", lambda context, record, bots: record)
    first = ben.post("/v1/matches", wish, Idempotency_Key="once").get_json()
    assert first["seats"][1]["player"] is None
    monkeypatch.undo()
    forget_answer(context, ben.account, "once")
    again = ben.post("/v1/matches", wish, Idempotency_Key="once").get_json()
    assert (again["match"], again["seats"][1]["player"]) == (first["match"], rolf.account)


def test_a_bot_can_look_and_play_and_nothing_else(ben: Player, rolf: Player) -> None:
    """The attacks: a bot that makes tokens, bots and matches, or sits down among strangers who want people."""
    for method, path, body in (
        ("GET", "/v1/me", None),
        ("POST", "/v1/me/tokens", {"name": "x", "scopes": ["match:read"]}),
        ("POST", "/v1/me/bots", ROLF),
        ("POST", "/v1/matches", WISH),
    ):
        refused(rolf.ask(method, path, body), 403, "scope-missing")
    open_match = ben.post("/v1/matches", WISH).get_json()
    refused(rolf.put(f"/v1/matches/{open_match['match']}/seats/me", {}), 403, "invitation-wrong")
    invitation = {"invitation": open_match["invitation"]}
    assert rolf.put(f"/v1/matches/{open_match['match']}/seats/me", invitation).status_code == 200


def test_nobody_else_rules_a_bot(ben: Player, ada: Player, rolf: Player) -> None:
    for method, path, body in (
        ("PUT", f"/v1/me/bots/{rolf.account}", {"games": []}),
        ("DELETE", f"/v1/me/bots/{rolf.account}", None),
        ("POST", f"/v1/me/bots/{rolf.account}/tokens", {}),
        ("PUT", f"/v1/me/bots/{ada.account}", {"games": []}),
        ("POST", f"/v1/me/bots/{ada.account}/tokens", {}),
        ("DELETE", f"/v1/me/bots/{ben.account}", None),
    ):
        refused(ben.ask(method, path, body), 404, "not-found")
    assert ben.sees("/v1/me/bots") == {"bots": []}
    assert [one["account"] for one in ada.sees("/v1/me/bots")["bots"]] == [rolf.account]


def test_a_bot_taken_away_is_shut_out_at_once(ada: Player, ben: Player, rolf: Player) -> None:
    match = ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}).get_json()["match"]
    assert ada.delete(f"/v1/me/bots/{rolf.account}").status_code == 204
    assert rolf.get("/v1/me/waiting").status_code == 401
    refused(ben.post("/v1/matches", {**WISH, "invite": [rolf.account]}), 409, "bot-declines")
    refused(ada.post(f"/v1/me/bots/{rolf.account}/tokens", {}), 404, "not-found")
    assert ben.sees(f"/v1/matches/{match}")["seats"][1]["owned_by"] == ada.account


def test_what_a_program_made_for_a_bot_ends_with_what_the_person_granted(
    context: Context, ada: Player, rolf: Player
) -> None:
    """The attack: a program that makes itself a bot's token, directly and by a token of its own, plays on when it is revoked."""
    granted = issue(
        context, ada.account, "app.example", ["account:write", "match:play"], new_text(), since=context.store.now()
    )
    program = Player(ada.app, granted.text, ada.account)
    own = program.post("/v1/me/tokens", {"name": "own", "scopes": ["account:write"]}).get_json()["token"]
    made = [token_of(one, rolf.account) for one in (program, Player(ada.app, own, ada.account))]
    assert all(one.get("/v1/me/waiting").status_code == 200 for one in made), "a bot's token can look, its maker cannot"
    ends = [one.expires for one in context.store.tokens_of(rolf.account)[1:]]
    assert all(one is not None and granted.token.expires is not None and one <= granted.token.expires for one in ends)
    assert ada.delete(f"/v1/me/tokens/{granted.token.id}").status_code == 204
    for one in made:
        refused(one.get("/v1/me/waiting"), 401, "token-wrong")
    assert len(context.store.tokens_of(rolf.account)) == 1
    assert rolf.get("/v1/me/waiting").status_code == 200, "what Ada made herself stays"


def test_the_owner_sees_a_bots_tokens_and_revokes_one(ada: Player, ben: Player, rolf: Player) -> None:
    path = f"/v1/me/bots/{rolf.account}/tokens"
    other = token_of(ada, rolf.account)
    first, second = ada.sees(path)["tokens"]
    assert (first["kind"], first["scopes"], first["current"]) == ("personal", ["match:read", "match:play"], False)
    assert "token" not in first
    refused(ben.get(path), 404, "not-found")
    refused(ben.delete(f"{path}/{first['id']}"), 404, "not-found")
    refused(rolf.get(path), 403, "scope-missing")
    deleted = ada.delete(f"{path}/{first['id']}")
    assert (deleted.status_code, deleted.data, "Content-Type" in deleted.headers) == (204, b"", False)
    refused(rolf.get("/v1/me/waiting"), 401, "token-wrong")
    assert other.get("/v1/me/waiting").status_code == 200
    refused(ada.delete(f"{path}/{first['id']}"), 404, "not-found")
    mine = ada.sees("/v1/me/tokens")["tokens"][0]["id"]
    refused(ada.delete(f"{path}/{mine}"), 404, "not-found")
    assert [one["id"] for one in ada.sees(path)["tokens"]] == [second["id"]]


def test_a_person_has_five_bots(ada: Player, context: Context) -> None:
    for number in range(bots.MOST_BOTS):
        make(ada, name=f"Rolf {'abcde'[number]}")
    refused(ada.post("/v1/me/bots", {**ROLF, "name": "Rita"}), 409, "too-many-bots")
    assert len(context.store._ask(("KEYS", "*:u:p_*"))) == 1 + bots.MOST_BOTS


def test_a_bot_is_made_once_by_a_request_sent_twice(ada: Player, context: Context) -> None:
    first = ada.post("/v1/me/bots", ROLF, Idempotency_Key="rolf").get_json()
    forget_answer(context, ada.account, "rolf")
    assert ada.post("/v1/me/bots", ROLF, Idempotency_Key="rolf").get_json() == first
    tokens = [ada.post(f"/v1/me/bots/{first['account']}/tokens", {}, Idempotency_Key="t").get_json() for _ in range(2)]
    assert tokens[0]["token"] == tokens[1]["token"]


@pytest.mark.parametrize("name", ["Rolf (bot)", "Steady", "Siegelpost", "a\u202eb", "", "x" * 31])
def test_names_that_deceive_are_no_names_of_bots_either(ada: Player, name: str) -> None:
    problem = refused(ada.post("/v1/me/bots", {**ROLF, "name": name}), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "/name"


def test_bots_of_one_name_are_told_apart(app: Flask, ada: Player, ben: Player, rolf: Player) -> None:
    other = make(ben)["account"]
    match = ben.post("/v1/matches", {**WISH, "invite": [rolf.account, other], "sit": False}).get_json()
    assert [one["name"] for one in match["seats"]] == ["Rolf (bot)", "Rolf (2) (bot)"]


def found(player: Player, query: str = "") -> list[str]:
    return [one["account"] for one in player.sees(f"/v1/bots{query}")["bots"]]


def listed(player: Player, **changes: Any) -> Player:
    """Return a bot on the list whose program has been there."""
    bot = token_of(player, make(player, **{"listed": True, **changes})["account"])
    assert bot.get("/v1/me/waiting").status_code == 200
    return bot


def test_anybody_finds_the_bots_that_their_owners_have_listed(
    ada: Player, ben: Player, visitor: Player, rolf: Player
) -> None:
    rolf.get("/v1/me/waiting")
    assert found(visitor) == [], "off unless said"
    rita = listed(ada, name="Rita", games=["kontor", "packet-row"], most_matches=1)
    (shown,) = visitor.sees("/v1/bots?game=packet-row")["bots"]
    assert (shown["account"], shown["name"], shown["owner"], shown["free"]) == (rita.account, "Rita", ada.account, True)
    assert found(visitor, "?game=seafarers") == []
    ben.post("/v1/matches", {**WISH, "invite": [rita.account]})
    assert ben.sees("/v1/bots")["bots"][0]["free"] is False
    assert ada.sees("/v1/me/bots")["bots"][1]["listed"] is True


@pytest.mark.parametrize(
    "change",
    [{"listed": False}, {"open": False, "listed": True}, {}, None],
    ids=["unlisted", "closed", "unsaid", "gone"],
)
def test_a_bot_leaves_the_list_when_its_owner_wants(ada: Player, visitor: Player, change: Any) -> None:
    bot = listed(ada)
    assert found(visitor) == [bot.account]
    path = f"/v1/me/bots/{bot.account}"
    answer = ada.delete(path) if change is None else ada.put(path, {"games": ["kontor"], **change})
    assert answer.status_code in (200, 204)
    assert found(visitor) == []


def test_a_bot_whose_program_is_not_there_is_passed_over(
    ada: Player, visitor: Player, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(ada, listed=True)
    bot = listed(ada, name="Rita")
    assert found(visitor) == [bot.account]
    monkeypatch.setattr(bots, "SEEN_WITHIN", -60_000)
    assert found(visitor) == []


def test_the_list_comes_in_pages_that_meet_every_bot_once(ada: Player, ben: Player, visitor: Player) -> None:
    made = [
        listed(one, name=f"Bot {n}", games=[game]).account
        for one in (ada, ben)
        for n, game in enumerate(("kontor", "packet-row"))
    ]
    seen, path = [], "/v1/bots?limit=1"
    for _ in range(6):
        page = visitor.get(path)
        seen += [one["account"] for one in page.get_json()["bots"]]
        if page.get_json()["next"] is None:
            assert "Link" not in page.headers
            break
        path = page.headers["Link"].partition("<")[2].partition(">")[0]
    assert seen == made
    refused(visitor.get("/v1/bots?cursor=eyJ4"), 422, "invalid")
    refused(visitor.get("/v1/bots?game=..%2F"), 422, "invalid")
    refused(visitor.get("/v1/bots?limit=0"), 422, "invalid")


def test_nobody_lists_the_bot_of_another(ada: Player, ben: Player, visitor: Player, rolf: Player) -> None:
    rolf.get("/v1/me/waiting")
    for bot in (rolf.account, ben.account):
        refused(ben.put(f"/v1/me/bots/{bot}", {"games": ["kontor"], "listed": True}), 404, "not-found")
    assert found(visitor) == []


def test_a_full_list_says_so_and_goes_on_letting_bots_change(
    ada: Player, ben: Player, visitor: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = listed(ada)
    monkeypatch.setattr(bots, "MOST_LISTED", 1)
    refused(ben.post("/v1/me/bots", {**ROLF, "listed": True}), 409, "bot-list-full")
    assert ada.put(f"/v1/me/bots/{bot.account}", {"games": ["packet-row"], "listed": True}).status_code == 200
    assert found(visitor, "?game=packet-row") == [bot.account]


def test_a_name_on_the_list_that_is_none_of_a_listed_bot_is_not_shown_and_goes(
    ada: Player, visitor: Player, context: Context, rolf: Player
) -> None:
    """What a crash between the two writes leaves; bots of earlier releases say nothing of a list."""
    for one in (rolf.account, ada.account, "p_" + "0" * 32, "rot"):
        context.store.list_bot(one, 100)
    context.store.change_prefs(
        rolf.account, lambda one: {"bot": {"open": True, "games": ["kontor"], "most_matches": 1}}
    )
    assert found(visitor) == []
    assert context.store.listed_bots(None, 10) == []


def test_a_bot_of_any_level_that_plays_the_game_can_be_seated(ada: Player) -> None:
    seated = set()
    for rules in ada.get("/v1/rules").get_json()["rules"]:
        assert set(rules["bots"]) >= {"steady", "random"}
        assert ada.get(f"/v1/rules/{rules['id']}").get_json()["bots"] == rules["bots"]
        seats = min(rules["seats"])
        for bot in rules["bots"]:
            wish = {**WISH, "rules": rules["id"], "seats": seats, "bots": [bot, *["steady"] * (seats - 2)]}
            (found,) = ada.post("/v1/matches", wish).get_json()["seats"][1:2]
            seated.add((found["bot"], found["name"]))
    assert seated == {(one, f"{one.title()} (bot)") for one in ("steady", "keen", "sharp", "random")}


def test_a_bot_that_does_not_play_the_game_is_refused(ada: Player) -> None:
    lacking = [one for one in ada.get("/v1/rules").get_json()["rules"] if "sharp" not in one["bots"]]
    assert lacking
    for rules in lacking:
        wish = {**WISH, "rules": rules["id"], "seats": min(rules["seats"]), "bots": ["sharp"]}
        problem = refused(ada.post("/v1/matches", wish), 422, "invalid")
        assert problem["errors"][0]["pointer"] == "/bots/0"


def record_of(player: Player, bot: str) -> Any:
    (shown,) = [one for one in player.sees("/v1/bots")["bots"] if one["account"] == bot]
    return shown["record"]


def give_up(context: Context, loser: Player, wish: Any, *, by: Player | None = None, joins: bool = False) -> None:
    """Have a match end because a seat resigns, and file it; ``joins``: who resigns sits down by a link first."""
    made = (by or loser).post("/v1/matches", {**WISH, **wish}).get_json()
    match: str = made["match"]
    if joins:
        assert loser.put(f"/v1/matches/{match}/seats/me", {"invitation": made["invitation"]}).status_code == 200
    table = Table(context, match, (loser,))
    table.resolve()
    assert loser.post(f"/v1/matches/{match}/resign", {}).status_code in (200, 202)
    table.resolve()
    record = context.store.load(match)
    assert record is not None and record.table["over"] == "resigned"
    for seat in record.table["seats"]:
        assert seat["player"] is not None
        for _ in range(2):  # by the news of its end, and again by a sweep
            context.store.file_match(seat["player"], match, record.at, record.table)


def test_the_list_says_how_bots_have_played_against_people(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    """The attack: an owner who resigns against a bot of theirs, or has two of them play, makes its record no better."""
    rita, rosa = listed(ada, name="Rita", most_matches=9), listed(ada, name="Rosa")
    assert record_of(visitor, rita.account) == {"played": 0, "against_people": 0, "won": 0}
    give_up(context, ben, {"invite": [rita.account]})
    assert record_of(visitor, rita.account) == {"played": 1, "against_people": 1, "won": 1}
    give_up(context, ada, {"invite": [rita.account]})
    give_up(context, rosa, {"invite": [rita.account, rosa.account], "sit": False}, by=ada)
    assert record_of(visitor, rita.account) == {"played": 3, "against_people": 1, "won": 1}
    give_up(context, rita, {"invite": [rita.account]}, by=ben)
    assert record_of(visitor, rita.account) == {"played": 4, "against_people": 2, "won": 1}
    assert record_of(visitor, rosa.account) == {"played": 1, "against_people": 0, "won": 0}


def test_guests_whom_an_owner_lets_in_make_no_record(
    app: Flask, context: Context, ada: Player, visitor: Player
) -> None:
    """The attack: an owner opens tables for a bot, and resigns from them as one fresh guest after another."""
    rita = listed(ada, name="Rita")
    pace = {"kind": "duration", "seconds": 86_400}
    wish = {"invite": [rita.account], "sit": False, "visibility": "private", "pace": pace}
    give_up(context, new_guest(app), wish, by=ada, joins=True)
    assert record_of(visitor, rita.account) == {"played": 1, "against_people": 0, "won": 0}


def test_a_listed_bot_shows_how_punctual_it_is_and_no_table_turns_it_away_for_that(
    context: Context, ada: Player, ben: Player, visitor: Player
) -> None:
    rita = listed(ada, name="Rita")
    assert visitor.sees("/v1/bots")["bots"][0]["reliability"] is None
    context.store._ask(("HSET", keys.account(rita.account), "answered", "10" * 5))
    seen = {"asked": 10, "answered": 5, "percent": 50}
    assert visitor.sees("/v1/bots")["bots"][0]["reliability"] == seen
    assert visitor.sees(f"/v1/players/{rita.account}")["reliability"] == seen
    wish = {**WISH, "invite": [rita.account], "visibility": "open", "least_reliability": {"percent": 80}}
    assert ben.post("/v1/matches", wish).status_code == 201
