"""``python -m tests.openapi.recording``: record the examples of the API's document from a real run, and write them down.

Every operation is asked once through the whole API, on a real Redis, with workers that resolve: two players' match of Kontor,
one of teams that confer, one in the lobby. What an answer repeats many times is shortened to the first two. Clock and chance
are the recording's own (:mod:`tests.given.stilled`), so that recording again writes the same bytes.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

from flask import Flask
from nacl.signing import SigningKey

from engine.kit.text.phrases import LANGUAGES
from engine.match.absence import case_of
from engine.protocol.canon import b64
from engine.protocol.chance import entropy_commitment
from engine.protocol.log import timestamp
from engine.protocol.seal import Opening, commitment
from service.accounts.access.login import code_in
from service.api.app import create_app
from service.api.document.common_components import SHOWN_ONCE, shown_once
from service.api.document.spec import PUBLISHED
from service.api.matches.log.newest_checkpoint import NewestCheckpoint
from service.calendar import today
from service.context import Context
from service.keys.keyring import PushKey, results_origin
from service.matches.receipts import request_for
from service.store.keys import recipient_of
from service.store.store import Store
from tests.given.contexts import account_of, open_context
from tests.given.stilled import stilled
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, Table, new_player
from tests.service.hours import pass_hours
from tests.workers.push.browser import Device
from tests.workers.webhooks.sending import Recipient, TakesChats, desk
from workers.clock.head_log import HeadLogWriter
from workers.clock.results import ResultsWriter, look_at_tournaments
from workers.jobs.coach import hint_once, review_once
from workers.jobs.puzzles import seek_once
from workers.jobs.recall import recall_once
from workers.resolve.drain import drain_once
from workers.webhooks.sender import Sender

RECORDED = Path(__file__).parents[2] / "service/api/document/examples.json"
Exchange = dict[str, Any]
MAIL = "ada@players.example"
NEW_MAIL = "ada@elsewhere.example"
OTHER_MAIL = "ada@work.example"
GUEST_MAIL = "dora@elsewhere.example"
SALT = b64(bytes(range(32)))
MOST_LISTED = 2
"""So many items of a list of objects are kept; and so many kinds of moves and named things in the rules."""
MOST_TEXT = 600
"""So many characters of a picture or of a log are kept."""


class Recorder:
    """Asks and keeps what was asked and answered, by operation."""

    def __init__(self) -> None:
        self.exchanges: dict[str, Exchange] = {}
        self.headers: dict[tuple[str, int], set[str]] = {}
        """Names of the headers that answers carried, in lower case, by operation and status."""

    def ask(
        self,
        operation: str,
        player: Player,
        method: str,
        path: str,
        body: Any = None,
        *,
        named: str = "",
        **headers: str,
    ) -> Any:
        """Send a request that must succeed; return the answer's JSON, or its text.

        :param named: what the example of a request is called where an operation has several.
        :param headers: headers of the request, with underscores for dashes.
        """
        answer = player.ask(method, path, body, **headers)
        assert answer.status_code < 300, (operation, answer.get_data(as_text=True))
        named_so_far = self.headers.setdefault((operation, answer.status_code), set())
        named_so_far |= {name.lower() for name, _ in answer.headers}
        kept = self.exchanges.setdefault(operation, {})
        kept["status"] = answer.status_code
        if body is not None and named:
            kept.setdefault("requests", {})[named] = body
        elif body is not None:
            kept["request"] = body
        value: Any = None
        if answer.is_json and answer.data:
            value = answer.get_json()
            kept["answer"] = shortened(value)
        elif answer.mimetype != "image/png" and answer.data:
            value = answer.get_data(as_text=True)
            kept["answer"] = value.splitlines(keepends=True)[0] if answer.mimetype == "application/jsonl" else value
            if answer.mimetype == "image/svg+xml":
                kept["answer"] = value[:MOST_TEXT]
        return value


def shortened(value: Any, name: str = "") -> Any:
    """Return an answer whose long lists end after a few items."""
    if isinstance(value, dict):
        if name in LANGUAGES and len(value) > MOST_LISTED:
            value = dict(list(value.items())[:MOST_LISTED])
        if name == "moves" and "oneOf" in next(iter(value.values()), {}):
            value = dict(list(value.items())[:MOST_LISTED])
        if (
            "$schema" in value
        ):  # its references would be taken for the document's own; and it stands among the document's parts
            return {key: inner for key, inner in value.items() if isinstance(inner, str)}
        return {key: shortened(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        few = value[:MOST_LISTED] if name != "seats" and all(isinstance(one, dict) for one in value) else value
        return [shortened(one) for one in few]
    return value


def open_recording(redis_url: str, folder: Path) -> Context:
    """Return a service with everything that there is an operation for."""
    folder.mkdir(parents=True, exist_ok=True)
    push = folder / "push.key"
    push.write_text(b64(bytes(range(32))))
    return open_context(redis_url, folder, push_key=push)


def stilled_recording(redis_url: str, folder: Path) -> Recorder:
    """Play through all operations in an empty store; what is asked and answered is the same every time."""
    with stilled(redis_url, "recording") as still, mock.patch("service.api.meta.commit", return_value="7f" * 20):
        context = open_recording(redis_url, folder)
        app = create_app(context)
        app.extensions["siegelpost-checkpoint"] = NewestCheckpoint(count(0.0, 2.0).__next__)  # always the very newest
        still.moves_with(app)
        try:
            return recorded(context, app)
        finally:
            context.store.close()


def recorded(context: Context, app: Flask) -> Recorder:
    """Play through all operations; return what was asked and answered."""
    recorder = Recorder()
    ada, ben = _people(recorder, context, app)
    _installation(recorder, ada)
    match = _lobby(recorder, context, ada, ben)
    table = Table(context, match, (ada, ben))
    _orders(recorder, table, ada)
    _sealed(recorder, table, ada, ben)
    _looking(recorder, table, ada, ben)
    _talk(recorder, context, app, ada, ben)
    _table_talk(recorder, table, ada, ben)
    _reveal(recorder, context, ada, ben)
    _keys(recorder, context, ada, ben)
    _absence(recorder, context, ada, ben)
    _more_time(recorder, context, ada, ben)
    _webhooks(recorder, context, ada)
    _chats(recorder, context, ada)
    _browsers(recorder, context, ada)
    _vacations(recorder, context, ada)
    recorder.ask("listEvents", ada, "GET", "/v1/me/events?limit=2")
    recorder.ask("listDeliveries", ada, "GET", "/v1/me/deliveries")
    recorder.ask("exportMe", ada, "GET", "/v1/me/export")
    _coach(recorder, context, ada)
    _puzzles(recorder, context, ada)
    recorder.ask("requestDeletion", ada, "POST", "/v1/me/deletion")
    recorder.ask(
        "deleteMe", ada, "DELETE", "/v1/me", Login_Code=_code(context, Player(ada.app, None, ""), {"mail": MAIL})
    )
    return recorder


def _people(recorder: Recorder, context: Context, app: Flask) -> tuple[Player, Player]:
    nobody = Player(app, None, "")
    profile = {"mail": MAIL, "name": "Ada", "language": "en", "zone": "Europe/Berlin"}
    recorder.ask("requestLogin", nobody, "POST", "/v1/login", profile)
    visitor = recorder.ask("openGuest", nobody, "POST", "/v1/guests", {"language": "en", "zone": "Europe/Berlin"})
    guest = Player(app, visitor["token"], visitor["account"])
    recorder.ask("keepGuest", guest, "POST", "/v1/guests/keep", {**profile, "mail": GUEST_MAIL, "name": "Dora"})
    account = account_of(context, MAIL)
    code = _latest_code(context, account.id)
    token = recorder.ask("confirmLogin", nobody, "POST", "/v1/login/confirm", {"code": code, "name": "laptop"})["token"]
    ada = Player(app, token, account.id)
    recorder.ask("getMe", ada, "GET", "/v1/me")
    recorder.ask("changeMe", ada, "PATCH", "/v1/me", {"name": "Ada L.", "zone": "Europe/London"})
    kinds = recorder.ask("getNotifications", ada, "GET", "/v1/me/notifications")["kinds"]
    chosen = {"kinds": dict.fromkeys(sorted(kinds)[:1], False), "muted_matches": []}
    recorder.ask("setNotifications", ada, "PUT", "/v1/me/notifications", chosen)
    recorder.ask("changeMail", ada, "PUT", "/v1/me/mail", {"mail": NEW_MAIL})
    there = account_of(context, NEW_MAIL)
    (letter,) = context.store.notices(recipient_of(there.id, None)).pending
    recorder.ask("confirmMail", ada, "POST", "/v1/me/mail/confirm", {"code": code_in(context, letter)})
    assert ada.put("/v1/me/mail", {"mail": OTHER_MAIL, "additional": True}).status_code == 202
    (letter,) = context.store.notices(recipient_of(account_of(context, OTHER_MAIL).id, None)).pending
    assert ada.post("/v1/me/mail/confirm", {"code": code_in(context, letter)}).status_code == 200
    recorder.ask("removeMail", ada, "POST", "/v1/me/mail/remove", {"mail": OTHER_MAIL})
    wish = {"name": "my bot", "scopes": ["match:read", "match:play"], "expires_in": 2_592_000}
    made = recorder.ask("createToken", ada, "POST", "/v1/me/tokens", wish)
    recorder.ask("listTokens", ada, "GET", "/v1/me/tokens")
    recorder.ask("revokeToken", ada, "DELETE", f"/v1/me/tokens/{made['info']['id']}")
    _bots(recorder, ada)
    return ada, new_player(app, context, "Ben")


def _code(context: Context, nobody: Player, profile: dict[str, str]) -> str:
    """Have a login code sent, and read it."""
    assert nobody.post("/v1/login", profile).status_code == 202
    return _latest_code(context, account_of(context, profile["mail"]).id)


def _latest_code(context: Context, account: str) -> str:
    letters = context.store.notices(recipient_of(account, None)).pending
    return [code_in(context, one) for one in letters if one["kind"] == "login"][-1]


def _bots(recorder: Recorder, ada: Player) -> None:
    policy = {"open": True, "games": ["kontor"], "most_matches": 20, "listed": True}
    bot = recorder.ask("createBot", ada, "POST", "/v1/me/bots", {"name": "Rolf", **policy})["account"]
    made = recorder.ask("createBotToken", ada, "POST", f"/v1/me/bots/{bot}/tokens", {"name": "bot"})
    token = made["info"]["id"]
    assert Player(ada.app, made["token"], bot).get("/v1/me/waiting").status_code == 200
    recorder.ask("findBots", ada, "GET", "/v1/bots?game=kontor")
    recorder.ask("listBotTokens", ada, "GET", f"/v1/me/bots/{bot}/tokens")
    recorder.ask("revokeBotToken", ada, "DELETE", f"/v1/me/bots/{bot}/tokens/{token}")
    recorder.ask("setBotPolicy", ada, "PUT", f"/v1/me/bots/{bot}", {**policy, "open": False})
    recorder.ask("listBots", ada, "GET", "/v1/me/bots")
    recorder.ask("takeBotAway", ada, "DELETE", f"/v1/me/bots/{bot}")


def _chats(recorder: Recorder, context: Context, ada: Player) -> None:
    """A chat at a service that takes everything."""
    wishes = {"url": "ntfy://my-secret-topic", "name": "phone", "kinds": ["your-turn", "deadline-near", "over"]}
    made = recorder.ask("createChat", ada, "POST", "/v1/me/chats", wishes)["id"]
    path = f"/v1/me/chats/{made}"
    recorder.ask("testChat", ada, "POST", f"{path}/test")
    Sender(replace(desk(context, TakesChats()), elapsed=lambda: 0.0)).drain()
    recorder.ask("listChats", ada, "GET", "/v1/me/chats")
    recorder.ask("listChatAttempts", ada, "GET", f"{path}/attempts")
    recorder.ask("deleteChat", ada, "DELETE", path)


def _webhooks(recorder: Recorder, context: Context, ada: Player) -> None:
    """Webhooks, and a receiver that answers everything with 204."""
    wishes = {
        "url": "https://hooks.example/siegelpost", "name": "my server", "kinds": ["your-turn", "over"], "matches": [],
        "ordered": True,
    }  # fmt: skip
    made = recorder.ask("createWebhook", ada, "POST", "/v1/me/webhooks", wishes)["webhook"]["id"]
    path = f"/v1/me/webhooks/{made}"
    recorder.ask("testWebhook", ada, "POST", f"{path}/test")
    context.store.relay_all()
    Sender(replace(desk(context, Recipient()), elapsed=lambda: 0.0)).drain()
    recorder.ask("replayWebhook", ada, "POST", f"{path}/replay", {"since": "2026-01-01T00:00:00Z"})
    recorder.ask("getWebhook", ada, "GET", path)
    recorder.ask("listWebhookAttempts", ada, "GET", f"{path}/attempts")
    recorder.ask("changeWebhook", ada, "PUT", path, {**wishes, "kinds": []})
    recorder.ask("rotateWebhookSecret", ada, "POST", f"{path}/secret", {"overlap_seconds": 3600})
    recorder.ask("listWebhooks", ada, "GET", "/v1/me/webhooks")
    recorder.ask("deleteWebhook", ada, "DELETE", path)


def _browsers(recorder: Recorder, context: Context, ada: Player) -> None:
    """A browser that shows what is asked."""
    key = PushKey(bytes(range(1, 33))).private_key  # any of P-256, the same in every recording
    device = Device("https://push.example/send/dGhlIGRldmljZQ", "Firefox on the phone", key)
    made = recorder.ask("addBrowser", ada, "POST", "/v1/me/browsers", device.body())["id"]
    recorder.ask("listBrowsers", ada, "GET", "/v1/me/browsers")
    recorder.ask("removeBrowser", ada, "DELETE", f"/v1/me/browsers/{made}")


def _vacations(recorder: Recorder, context: Context, ada: Player) -> None:
    """A vacation that is entered and taken back."""
    first = today(ada.stored(context), context.store.now()) + timedelta(days=7)
    path = f"/v1/me/vacations/{first.isoformat()}"
    recorder.ask("setVacation", ada, "PUT", path, {"last": (first + timedelta(days=6)).isoformat()})
    recorder.ask("listVacations", ada, "GET", "/v1/me/vacations")
    recorder.ask("endVacation", ada, "DELETE", path)


def _installation(recorder: Recorder, ada: Player) -> None:
    recorder.ask("getHealth", ada, "GET", "/health")
    recorder.ask("getReady", ada, "GET", "/ready")
    recorder.ask("getMeta", ada, "GET", "/v1/meta")
    recorder.ask("listRules", ada, "GET", "/v1/rules")
    recorder.ask("getRules", ada, "GET", "/v1/rules/packet-row@1")


def _lobby(recorder: Recorder, context: Context, ada: Player, ben: Player) -> str:
    wish = {
        "rules": "kontor",
        "title": "Sunday evenings",
        "options": {"preset": "tilsit"},
        "pace": {"kind": "duration", "seconds": 172_800},
        "grace_seconds": 0,
    }
    match = str(recorder.ask("createMatch", ada, "POST", "/v1/matches", wish)["match"])
    unknown = {**wish, "rules": "skat"}
    recorder.ask("createMatches", ada, "POST", "/v1/matches/batch", {"matches": [wish, unknown]})
    recorder.ask("listMatches", ben, "GET", "/v1/matches")
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    recorder.ask("listMyMatches", ada, "GET", "/v1/me/matches")
    by_owner = ada.post("/v1/matches", {"rules": "kontor", "start": "by-owner", "grace_seconds": 0}).get_json()
    ben.put(f"/v1/matches/{by_owner['match']}/seats/me")
    recorder.ask("leaveSeat", ben, "DELETE", f"/v1/matches/{by_owner['match']}/seats/me")
    there = f"/v1/matches/{by_owner['match']}"
    wish = {"invite": ["cy@players.example"], "language": "de"}
    guest = recorder.ask("invite", ada, "POST", f"{there}/invitations", wish)["guests"][0]["guest"]
    recorder.ask("endInvitation", ada, "DELETE", f"{there}/invitations/{guest}")
    recorder.ask("renewInvitation", ada, "POST", f"{there}/invitation", {"replaces": by_owner["invitation"]})
    ben.put(f"/v1/matches/{by_owner['match']}/seats/me")
    recorder.ask("startMatch", ada, "POST", f"/v1/matches/{by_owner['match']}/start", {})
    drain_once(context)
    HeadLogWriter(
        context.store, context.signers, context.settings.origin
    ).batch()  # a checkpoint to stand beside receipts
    recorder.ask("resignMatch", ben, "POST", f"/v1/matches/{by_owner['match']}/resign", {})
    drain_once(context)
    return match


def _orders(recorder: Recorder, table: Table, ada: Player) -> None:
    here = f"{table.path}/orders"
    plan = {"orders": {"plans": [{"round": 3, "place": [[2, 1]]}]}}
    recorder.ask("checkOrders", ada, "POST", f"{here}/check", plan)
    recorder.ask("setOrders", ada, "PUT", here, plan)
    recorder.ask("getOrders", ada, "GET", here)
    recorder.ask("endOrders", ada, "DELETE", f"{here}?replaces=1")


def _sealed(recorder: Recorder, table: Table, ada: Player, ben: Player) -> None:
    waiting = recorder.ask("listWaiting", ada, "GET", "/v1/me/waiting")["waiting"][0]
    standing = waiting["decision"]
    here = f"{table.path}/decisions/{standing['id']}"
    recorder.ask("listDecisions", ada, "GET", f"{table.path}/decisions")
    recorder.ask("getDecision", ada, "GET", here)
    moves = recorder.ask("listMoves", ada, "GET", f"{here}/moves")["moves"]
    recorder.ask("checkMove", ada, "POST", f"{here}/check", {"move": moves[0]})
    first, second, third = (_opening(table, waiting, moves[0], salt) for salt in range(3))
    recorder.ask("commitMove", ada, "PUT", f"{here}/commitment", {"opening": first}, named="You drew the salt")
    recorder.ask("withdrawCommitment", ada, "DELETE", f"{here}/commitment?replaces=1")
    sealed = {"commitment": commitment(second), "replaces": 2, "wait": True}
    recorder.ask("commitMove", ada, "PUT", f"{here}/commitment", sealed, named="You keep the opening")
    recorder.ask("getCommitment", ada, "GET", f"{here}/commitment")
    assert ada.put(f"{here}/commitment", {"commitment": commitment(third), "replaces": 3}).status_code == 200
    chosen = {"move": {"type": "pass"}}
    recorder.ask("commitMove", ben, "PUT", f"{here}/commitment", chosen, named="The server draws the salt")
    assert ben.get(f"{here}/sealed").status_code == 503
    recall_once(table.context, table.match, standing["id"], request_for(table.context.sealer, ben.token or ""))
    recorder.ask("getSealedMove", ben, "GET", f"{here}/sealed")
    drain_once(table.context)
    recorder.ask("openCommitment", ada, "PUT", f"{here}/opening", {"opening": third})
    drain_once(table.context)
    asked = table.standing()
    player = table.players[asked["seats"][0]]
    here = f"{table.path}/decisions/{asked['id']}"
    chosen = {"move": player.sees(f"{here}/moves")["moves"][0]}
    recorder.ask("answerDecision", player, "PUT", f"{here}/move", chosen)
    drain_once(table.context)
    while table.standing()["kind"] != standing["kind"]:
        _play(table)


def _opening(table: Table, waiting: Any, move: Any, salt: int) -> Opening:
    return {
        "v": 1,
        "match": table.match,
        "rules": waiting["rules"],
        "decision": waiting["decision"]["id"],
        "seat": 0,
        "head": waiting["decision"]["head"],
        "salt": b64(bytes([salt] * 32)),
        "move": move,
    }


def _ratings(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    match = ada.post("/v1/matches", {"rules": "kontor", "rated": True, "grace_seconds": 0}).get_json()["match"]
    ben.put(f"/v1/matches/{match}/seats/me")
    drain_once(context)
    ben.post(f"/v1/matches/{match}/resign", {})
    drain_once(context)
    ResultsWriter(context.store, context.signers, results_origin(context.settings.origin)).batch()
    recorder.ask("listRatings", ada, "GET", "/v1/ratings/kontor")
    recorder.ask("getRatingDistribution", ada, "GET", "/v1/ratings/kontor/distribution")
    waits = ada.post("/v1/matches", {"rules": "kontor", "rated": True}).get_json()["match"]
    recorder.ask("getWhatIf", ben, "GET", f"/v1/matches/{waits}/what-if")
    recorder.ask("getMyRatings", ada, "GET", "/v1/me/ratings")
    recorder.ask("exportResults", ada, "GET", "/v1/results")
    context.store.sweep()  # files the match
    recorder.ask("getPlayer", ada, "GET", f"/v1/players/{ben.account}")
    recorder.ask("listContacts", ada, "GET", "/v1/me/contacts")
    recorder.ask("blockPlayer", ada, "PUT", f"/v1/me/blocks/{ben.account}")
    recorder.ask("listBlocks", ada, "GET", "/v1/me/blocks")
    recorder.ask("unblockPlayer", ada, "DELETE", f"/v1/me/blocks/{ben.account}")
    _tournaments(recorder, context, ada, ben)


def _tournaments(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    closes = timestamp(context.store.now() + 2 * 86_400_000)
    asked = {"name": "Winter league", "rules": "kontor", "closes_at": closes, "rated": True}
    made = recorder.ask("createTournament", ada, "POST", "/v1/tournaments", asked)
    path = f"/v1/tournaments/{made['id']}"
    recorder.ask("enterTournament", ben, "PUT", f"{path}/entry", {"entropy": b64(bytes([7] * 32))})
    recorder.ask("listTournaments", ada, "GET", "/v1/tournaments")
    recorder.ask("getTournament", ben, "GET", path)
    recorder.ask("exportStandings", ada, "GET", f"{path}/standings.csv")
    recorder.ask("getTournamentCalendar", ada, "GET", f"{path}/calendar.ics")
    recorder.ask("leaveTournament", ben, "DELETE", f"{path}/entry")
    closes, now = timestamp(context.store.now() + 120_000), Store.now
    made = ada.post("/v1/tournaments", {"name": "Teams", "rules": "kontor", "closes_at": closes, "format": "teams"})
    path = made.headers["Location"]
    invited = {"invitation": ada.put(f"{path}/entry", {"team_name": "Elbe"}).get_json()["invitation"]}
    ben.put(f"{path}/entry", invited)
    recorder.ask("renewTeamInvitation", ada, "POST", f"{path}/invitation")
    recorder.ask("removeTeamMember", ada, "DELETE", f"{path}/members/{ben.account}")
    made = ada.post("/v1/tournaments", {"name": "Ladder", "rules": "kontor", "closes_at": closes, "format": "ladder"})
    path = made.headers["Location"]
    for player in (ada, ben):
        player.put(f"{path}/entry", {})
    writer = ResultsWriter(context.store, context.signers, results_origin(context.settings.origin))
    with mock.patch.object(Store, "now", lambda store: now(store) + 120_000):
        writer.batch()  # places are by ratings, which are read once the log has all entrants
        look_at_tournaments(context)
        top, low = (one["player"] for one in ada.sees(path)["standings"])
        by_id = {one.account: one for one in (ada, ben)}
        recorder.ask("challengePlayer", by_id[low], "POST", f"{path}/challenges", {"rival": top})
        recorder.ask("answerChallenge", by_id[top], "PUT", f"{path}/challenges/1/answer", {"accept": False})


def _looking(recorder: Recorder, table: Table, ada: Player, ben: Player) -> None:
    writer = HeadLogWriter(table.context.store, table.context.signers, table.context.settings.origin)
    writer.batch()
    writer.batch()  # the first batch writes the leaves, the second files them in their matches
    for operation, path in (
        ("getMatch", ""),
        ("getView", "/view"),
        ("getWords", "/words"),
        ("getFeed", "/feed"),
        ("getLog", "/log"),
        ("exportLog", "/log.jsonl"),
        ("getPictureSvg", "/picture.svg"),
        ("getPicturePng", "/picture.png"),
        ("getProof", "/proof"),
    ):
        recorder.ask(operation, ada, "GET", table.path + path)
    recorder.ask("getCheckpoint", ada, "GET", "/checkpoint")
    _ratings(recorder, table.context, ada, ben)
    recorder.ask("listHeads", ada, "GET", "/v1/heads")


def _talk(recorder: Recorder, context: Context, app: Flask, ada: Player, ben: Player) -> None:
    players = (ada, ben, new_player(app, context, "Cleo"), new_player(app, context, "Dora"))
    wish = {"rules": "kontor", "seats": 4, "options": {"preset": "goldsieber-teams"}, "grace_seconds": 0}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    for player in players[1:]:
        player.put(f"/v1/matches/{match}/seats/me")
    drain_once(context)
    table = Table(context, match, players)
    while not (channels := table.seen_by(ada)["channels"]):
        _play(table)
    said = {"channel": channels[0]["id"], "text": "I would lay mine on the quay: leave me the ship."}
    recorder.ask("sendMessage", ada, "POST", f"{table.path}/messages", said)
    drain_once(context)
    recorder.ask("listMessages", ada, "GET", f"{table.path}/messages")


def _table_talk(recorder: Recorder, table: Table, ada: Player, ben: Player) -> None:
    path = f"{table.path}/talk"
    recorder.ask("sayAtTable", ada, "POST", path, {"text": "Nice harbour. Good luck!"})
    ben.post(path, {"reaction": "thanks"})
    recorder.ask("listTalk", ben, "GET", path)
    recorder.ask("reportRemark", ben, "PUT", f"{path}/1/report", {"why": "Only to try it out."})
    recorder.ask("muteAtTable", ben, "PUT", f"{path}/muted", {"seats": [0]})
    changed = {"note": "Ben hoards grain.", "muted": ["resolved"], "seen": 4, "unread_after": 2}
    recorder.ask("changeMargin", ben, "PATCH", f"{table.path}/margin", changed)
    recorder.ask("getMargin", ben, "GET", f"{table.path}/margin")
    recorder.ask("eraseRemark", ada, "DELETE", f"{path}/1")


def _reveal(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    """Show what seats that hold their entropy themselves do between joining and the deal."""
    wish = {"rules": "kontor", "sit": False, "pace": {"kind": "duration", "seconds": 86_400}, "grace_seconds": 0}
    match = ada.post("/v1/matches", wish).get_json()["match"]
    for seat, player in enumerate((ada, ben)):
        given = entropy_commitment(match, seat, bytes([seat] * 32))
        body = {"entropy_commitment": given, "entropy_custody": "client"}
        recorder.ask("takeSeat", player, "PUT", f"/v1/matches/{match}/seats/{seat}", body)
    drain_once(context)
    revealed = {"entropy": b64(bytes([0] * 32))}
    recorder.ask("revealEntropy", ada, "PUT", f"/v1/matches/{match}/seats/0/entropy", revealed)


def _absence(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    """Show what is done when nobody answers, until one of them comes back."""
    match = ada.post("/v1/matches", {"rules": "kontor", "grace_seconds": 0}).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    pass_hours(context, match, lambda record: "polled" in (case_of(record.table, 0) or {}))
    recorder.ask("sayHere", ben, "PUT", f"/v1/matches/{match}/seats/me/presence", {})
    recorder.ask("voteOnAbsence", ben, "PUT", f"/v1/matches/{match}/seats/0/vote", {"choice": "wait"})
    recorder.ask("askSubstitute", ben, "POST", f"/v1/matches/{match}/seats/me/substitutes", {})
    invitation = ben.sees(f"/v1/matches/{match}")["absence"]["requests"][0]["invitation"]
    cleo, body = new_player(ben.app, context, "Cleo"), {"invitation": invitation}
    recorder.ask("standIn", cleo, "PUT", f"/v1/matches/{match}/seats/1/substitute", body)
    recorder.ask("standDown", cleo, "DELETE", f"/v1/matches/{match}/seats/1/substitute")
    recorder.ask("handSeatOver", ben, "PUT", f"/v1/matches/{match}/seats/me/handing", {"choice": "bot", "seq": 1})


def _more_time(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    """Show how a player takes more time."""
    match = ada.post("/v1/matches", {"rules": "kontor", "grace_seconds": 0}).get_json()["match"]
    assert ben.put(f"/v1/matches/{match}/seats/me").status_code == 200
    drain_once(context)
    mine = ada.sees(f"/v1/matches/{match}")["extensions"]["mine"]
    there = f"/v1/matches/{match}/decisions/{mine['decisions'][0]}/extension"
    recorder.ask("takeMoreTime", ada, "PUT", there, {"seq": mine["seq"]})
    here = there.removesuffix("/extension")
    recorder.ask("askForTime", ada, "PUT", f"{here}/time-request", {"seconds": 86_400, "seq": 1})
    answer = {"requester": 0, "grant": True, "seq": 1}
    recorder.ask("answerTimeRequest", ben, "PUT", f"{here}/time-response", answer)
    recorder.ask("wishPause", ada, "PUT", f"/v1/matches/{match}/pause", {"pause": True, "seq": 1})


def _keys(recorder: Recorder, context: Context, ada: Player, ben: Player) -> None:
    """Show how a seat that signs gets another key."""
    match = ada.post("/v1/matches", {"rules": "kontor", "sit": False, "grace_seconds": 0}).get_json()["match"]
    first, second, third = (b64(bytes(SigningKey(bytes([number] * 32)).verify_key)) for number in range(3))
    assert ada.put(f"/v1/matches/{match}/seats/0", {"key": first}).status_code == 200
    assert ben.put(f"/v1/matches/{match}/seats/1").status_code == 200
    drain_once(context)
    here = f"/v1/matches/{match}/seats/0/key"
    recorder.ask("changeSeatKey", ada, "PUT", here, {"key": second})
    recorder.ask("consentToSeatKey", ben, "PUT", f"{here}/consent", {"key": second})
    ada.put(here, {"key": third})
    recorder.ask("takeBackSeatKey", ada, "DELETE", here)


def _coach(recorder: Recorder, context: Context, ada: Player) -> None:
    wish = {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0, "visibility": "private"}
    table = Table(context, ada.post("/v1/matches", wish).get_json()["match"], (ada, ada))
    drain_once(context)
    decision, seat = table.standing()["id"], 0
    hint_once(context, table.match, decision, seat)
    hint = recorder.ask("getHint", ada, "GET", f"{table.here()}/hint")
    assert ada.put(f"{table.here()}/commitment", {"move": hint["move"]}).status_code == 200
    drain_once(context)
    ada.post(f"{table.path}/resign", {})
    drain_once(context)
    with mock.patch("engine.kit.review.PLAYOUTS", 10):
        while not review_once(context, table.match):
            pass
        recorder.ask("getReview", ada, "GET", f"{table.path}/review")


def _puzzles(recorder: Recorder, context: Context, ada: Player) -> None:
    wish = {"rules": "kontor", "bots": ["steady"], "grace_seconds": 0}
    table = Table(context, ada.post("/v1/matches", wish).get_json()["match"], (ada, ada))
    drain_once(context)
    for _ in range(3):
        _play(table)
    ada.post(f"{table.path}/resign", {})
    drain_once(context)
    with mock.patch.multiple("engine.kit.puzzles", PROVED=4, is_clear=lambda *_: True):
        seek_once(context, table.match, 0)
    nobody = Player(ada.app, None, "")
    recorder.ask("getPuzzle", nobody, "GET", "/v1/puzzles/today")
    recorder.ask("getPuzzlePictureSvg", nobody, "GET", "/v1/puzzles/today/picture.svg")
    recorder.ask("answerPuzzle", ada, "PUT", "/v1/puzzles/today/answer", {"choice": 1})
    recorder.ask("listPuzzles", nobody, "GET", "/v1/puzzles")


def _play(table: Table) -> None:
    """Let everybody who is asked play the first legal move."""
    standing = table.standing()
    here = f"{table.path}/decisions/{standing['id']}"
    for seat in standing["seats"]:
        move = table.players[seat].sees(f"{here}/moves")["moves"][0]
        answer = table.players[seat].put(f"{here}/{'commitment' if standing['sealed'] else 'move'}", {"move": move})
        assert answer.status_code == 200, answer.data
    table.resolve()


def recorded_apart() -> Recorder:
    """Record in a process of its own: what other tests have drawn or remembered in this one would show in the answers."""
    told = subprocess.run([sys.executable, "-m", __name__, "--tell"], capture_output=True, text=True, check=True)
    found = json.loads(told.stdout)
    recorder = Recorder()
    recorder.exchanges = found["exchanges"]
    recorder.headers = {(operation, status): {*names} for operation, status, names in found["headers"]}
    return recorder


def shown_elsewhere() -> dict[str, str]:
    """Return the operations whose answer the document shows at another one, with its schema."""
    document = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return {
        operation["operationId"]: schema
        for path in document["paths"].values()
        for operation in (one for key, one in path.items() if key != "parameters")
        for answer in operation["responses"].values()
        for content in answer.get("content", {}).values()
        if (schema := shown_once(content)) and SHOWN_ONCE[schema] != operation["operationId"]
    }


def kept(exchanges: dict[str, Exchange]) -> dict[str, Exchange]:
    """Return exchanges as they are written down, without answers that are shown elsewhere."""
    left_out = shown_elsewhere()
    return {
        operation: {key: value for key, value in exchange.items() if key != "answer" or operation not in left_out}
        for operation, exchange in sorted(exchanges.items())
    }


def main(arguments: Sequence[str]) -> None:
    """Record into the file of the API's examples; with ``--tell``, onto the standard output, with the headers."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            recorder = stilled_recording(server.url, Path(folder) / "keys")
        finally:
            server.stop()
    if "--tell" in arguments:
        headers = [(*place, sorted(names)) for place, names in recorder.headers.items()]
        sys.stdout.write(json.dumps({"exchanges": recorder.exchanges, "headers": headers}))
        return
    RECORDED.write_text(json.dumps(kept(recorder.exchanges), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
