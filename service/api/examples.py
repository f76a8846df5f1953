"""One example of every request and response, shared by the document and its tests: a match of Kontor, shortened."""

from __future__ import annotations

from typing import Any

from engine.protocol.chance import Draws
from engine.protocol.log import timestamp
from engine.registry import game, newest
from service.accounts.tokens import SCOPES
from service.matches.pace import PACE_SCHEMA
from service.notifications.kinds import RESOLVED, YOUR_TURN, switchable

MATCH = "018f7c2e-6c1a-4c3e-9a55-2f0d5f6e1b11"
RULES_ID = newest("kontor")
"""Of a match made today; older rules are refused."""
ADA, BEN = "p_" + "a1" * 16, "p_" + "b2" * 16
LAPTOP = "t_5f2c9a0b7d3e8146"
HEAD = "tEF3WwhNaHvsTy9r6VWYpM8vAXxwQyYtNZ3gCwUF0A0"
SALT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
COMMITMENT = "sc1_fDIuxcqkcS7OZ1FAxKLz6qHtY1mW3wxVuHczl1iAgSQ"
SIGNATURE = "Q3yb0AkfzCnVzN8FnRtDMguiAw2pfPtw07rbTo-ZY1NWLWPYQ0w-UTZttBoqsxDF7laD8dH_g01YDbO2eYB8AA"
DAY = 86_400_000
NOON = 1_795_262_400_000
OPENED, NOW = timestamp(NOON), timestamp(NOON + 3_600_000)
DEADLINE = timestamp(NOON + 2 * DAY)
PLAY = {"card": "C36", "type": "play"}
TABLE_NAME = "Sunday evenings"
PACE = {"kind": "duration", "seconds": 172_800}
OPTIONS = game(RULES_ID).options({"preset": "tilsit"}, 2)

LOGIN_REQUEST: dict[str, Any] = {"language": "en", "mail": "ada@example.org", "name": "Ada", "zone": "Europe/Berlin"}
LOGIN_ANSWER = {
    "message": "If mail can be sent to this address, a login code is on its way. It is good for 15 minutes."
}
CODE_REQUEST = {"code": "eyJkIjp7ImFjY291bnQiOiJwX2ExIn0sIngiOjF9abcdefghijk", "name": "laptop"}
TOKEN_INFO = {
    "client": "",
    "created_at": OPENED,
    "current": True,
    "expires_at": None,
    "id": LAPTOP,
    "kind": "login",
    "name": "laptop",
    "scopes": list(SCOPES),
    "used_at": NOW,
}
TOKEN_REQUEST = {"expires_in": 2_592_000, "name": "my bot", "scopes": ["match:read", "match:play"]}
NEW_TOKEN = {"account": ADA, "info": TOKEN_INFO, "token": "sp_5f2c9a0b7d3e8146_" + SALT}
TOKENS = {"tokens": [TOKEN_INFO]}
ME = {
    "account": ADA,
    "bouncing": False,
    "created_at": OPENED,
    "language": "en",
    "mail": "ada@example.org",
    "name": "Ada",
    "verified": True,
    "zone": "Europe/Berlin",
}
ME_REQUEST = {"name": "Ada L.", "zone": "Europe/London"}
NOTIFICATIONS = {"kinds": dict.fromkeys(switchable(), True) | {RESOLVED.name: False}, "muted_matches": [MATCH]}

OWN_ACT = {
    "act": "commit",
    "commitment": COMMITMENT,
    "custody": "escrow",
    "opened": False,
    "received_at": NOW,
    "seq": 1,
    "wait": False,
}
DECISION = {
    "awaited": [],
    "committed": [0],
    "custody": "any",
    "deadline_at": DEADLINE,
    "head": HEAD,
    "id": "r3.choose",
    "kind": "choose",
    "mine": OWN_ACT,
    "n": 12,
    "opened_at": OPENED,
    "opening_ends_at": None,
    "optional": False,
    "phase": "open",
    "sealed": True,
    "seats": [0, 1],
    "seconds_left": 169_200,
}
SUMMARY = {
    "created_at": OPENED,
    "custody": "any",
    "entropy": "optional",
    "grace_seconds": 60,
    "head": HEAD,
    "hold_seconds": 0,
    "match": MATCH,
    "n": 12,
    "options": OPTIONS,
    "outcome": None,
    "over": None,
    "owner": ADA,
    "pace": PACE,
    "reveal": None,
    "rules": RULES_ID,
    "seat": 0,
    "seats": [
        {"bot": None, "name": "Ada", "player": ADA, "seat": 0},
        {"bot": None, "name": "Ben", "player": BEN, "seat": 1},
    ],
    "start": "when-full",
    "status": "running",
    "title": TABLE_NAME,
    "visibility": "open",
    "waiting_for": [0, 1],
}


def _view() -> dict[str, Any]:
    """Return what the first seat sees in the third round of the example's match."""
    rules, chance = game(RULES_ID), Draws(bytes(32))
    state = rules.setup(rules.options(OPTIONS, 2), 2, chance)
    while state["round"] < 3:
        asked = rules.decisions(state)[0]
        answers = {seat: rules.moves(state, seat, asked["id"])[0] for seat in asked["seats"]}
        state, _ = rules.resolve(state, asked["id"], answers, chance)
    return rules.view(state, 0)


VIEW = _view()
MATCH_SEEN = {
    **SUMMARY,
    "channels": [],
    "data": HEAD,
    "decisions": [DECISION],
    "invitation": "b0-6iGxkUdzYQhD8mJ1vSA",
    "marks": [0, 0],
    "pending": None,
    "resignation": None,
    "server_time": NOW,
    "view": VIEW,
}
MATCH_CREATED = {
    **MATCH_SEEN,
    "created": {
        "entry": {
            "at": OPENED,
            "body": {
                "custody": "any",
                "data": HEAD,
                "key": "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4",
                "match": MATCH,
                "options": game(RULES_ID).options(OPTIONS, 2),
                "pace": PACE,
                "rules": RULES_ID,
                "seats": 2,
                "seed": "ss1_C-EM_M_CMKiW1JfdEzuEjqqVgxanmaa0fa2jhTOIQ4k",
            },
            "n": 1,
            "type": "created",
        },
        "head": HEAD,
        "sig": SIGNATURE,
    },
}
MATCHES = {"matches": [SUMMARY], "next": None, "unavailable": []}
GAME_VIEW = {"head": HEAD, "match": MATCH, "n": 12, "seat": 0, "view": VIEW}
DECISIONS = {"decisions": [DECISION], "server_time": NOW}
MATCH_REQUEST = {
    "bots": ["steady"],
    "options": {"preset": "tilsit"},
    "pace": PACE,
    "rules": RULES_ID,
    "title": TABLE_NAME,
}
SEAT_REQUEST = {"entropy": SALT}
REVEAL_REQUEST = {"entropy": SALT}
MOVES = {"decision": "r3.choose", "moves": [PLAY, {"type": "pass"}], "seat": 0}
MOVE_REQUEST = {"move": PLAY}
CHECKED = {"code": None, "legal": True, "message": None, "pointer": None}
OPENING = {
    "decision": "r3.choose",
    "head": HEAD,
    "match": MATCH,
    "move": PLAY,
    "rules": RULES_ID,
    "salt": SALT,
    "seat": 0,
    "v": 1,
}
RECEIPT = {
    "act": "commit",
    "commitment": COMMITMENT,
    "custody": "escrow",
    "decision": "r3.choose",
    "head": HEAD,
    "key": "SR9f_NP18hM",
    "match": MATCH,
    "n": 12,
    "received": NOW,
    "seat": 0,
    "seq": 1,
}
REVEALED = {
    "receipt": {
        **RECEIPT,
        "act": "reveal",
        "commitment": "se1_" + COMMITMENT[4:],
        "custody": "client",
        "decision": "seated",
        "protocol": "siegelpost/2",
    },
    "signature": SIGNATURE,
}
ACTED = {"n": 12, "opening": OPENING, "receipt": RECEIPT, "resolved": False, "signature": SIGNATURE}
STANDING = {"opened": False, "receipt": RECEIPT, "signature": SIGNATURE, "wait": False}
ORDERS_REQUEST: dict[str, Any] = {"orders": {"plans": [{"card": "C24", "place": [[0, 1]]}]}}
ORDERED = {
    "document": {"order": ORDERS_REQUEST["orders"], "salt": SALT},
    "signature": SIGNATURE,
    "receipt": {**RECEIPT, "act": "order", "commitment": "so1_" + COMMITMENT[4:], "decision": "orders"},
}
COMMITMENT_REQUESTS = {
    "move": {"summary": "The server draws the salt", "value": {"move": PLAY}},
    "opening": {"summary": "You drew the salt", "value": {"opening": OPENING, "replaces": 0}},
    "commitment": {"summary": "Client custody", "value": {"commitment": COMMITMENT, "replaces": 1, "wait": True}},
}
OPENING_REQUEST = {"opening": OPENING}
MESSAGE_REQUEST = {"channel": "r3.confer.0", "text": "I would lay mine on the quay: leave me the ship."}
MESSAGE = {
    **MESSAGE_REQUEST,
    "at": NOW,
    "commitment": "sm1_UgMsBuB0fgpaoajK9QOCVbONI4_NoAC-Af9UvMUE0Ec",
    "n": 14,
    "salt": SALT,
    "seat": 0,
    "state": "said",
}
MESSAGES = {"messages": [MESSAGE], "next": None, "unsaid": []}
WAITING = {
    "server_time": NOW,
    "unavailable": [],
    "waiting": [
        {
            "answer": "commitment",
            "deadline_at": DEADLINE,
            "decision": {**DECISION, "committed": [], "mine": None},
            "match": MATCH,
            "moves": [PLAY, {"type": "pass"}],
            "rules": RULES_ID,
            "seat": 0,
            "seconds_left": 169_200,
            "title": TABLE_NAME,
            "view": None,
        }
    ],
}
ENTRY = {"at": OPENED, "body": {"player": ADA, "seat": 0}, "n": 2, "type": "joined"}
LOG = {"entries": [{"entry": ENTRY, "head": HEAD, "sig": SIGNATURE}], "next": None}
EVENT = {
    "at": NOW,
    "cursor": "WyIxNzk1MjYyNDAwMDAwLTAiXQ",
    "deadline_at": DEADLINE,
    "decision": {"id": "r3.choose", "kind": "choose", "optional": False, "sealed": True},
    "id": f"{MATCH}.13.0.{YOUR_TURN.name}",
    "match": MATCH,
    "n": 13,
    "seat": 0,
    "type": YOUR_TURN.name,
}
EVENTS = {"cursor": EVENT["cursor"], "events": [EVENT], "more": False, "server_time": NOW}
HAPPENED: dict[str, Any] = {
    "at": NOW,
    "decision": "r3.choose",
    "event": {"at": [0, 1], "card": "C36", "seat": 0, "type": "laid"},
    "id": "14.0",
    "n": 14,
    "text": "Ada lays card 36.",
}
FEED = {"events": [HAPPENED], "n": 14, "next": None}
WORDS = {
    "about": "Two trading houses build the harbour of Amsterdam together, card by card.",
    "decisions": [
        {
            "advice": None,
            "choices": [{"move": PLAY, "spots": ["card-C36"], "words": "play 36 (tea, coin)"}],
            "id": "r3.choose",
            "question": "Choose a card or pass",
            "silence": "pass and take a coin",
        }
    ],
    "game": "Kontor",
    "head": HEAD,
    "language": "en",
    "match": MATCH,
    "n": 12,
    "names": ["Ada", "Ben"],
    "preset": "Second edition (2007)",
    "seat": 0,
    "table": "Round 3",
    "title": "Tuesday table",
}
HEADS = {"cursor": "WzE3OTUyNjI0MDAwMDBd", "heads": [{"at": OPENED, "head": HEAD, "match": MATCH, "n": 12}]}
DELIVERIES = {
    "deliveries": [
        {
            "answer": "250 2.0.0 Ok: queued",
            "at": NOW,
            "attempt": 1,
            "dropped": [],
            "kinds": [YOUR_TURN.name],
            "mail": f"{MATCH}.12.0.{YOUR_TURN.name}",
            "match": MATCH,
            "retry_at": None,
            "state": "sent",
        }
    ]
}
TOLD = {
    "titles": {"en": "Kontor", "de": "Kontor"},
    "about": {
        "en": "Two trading houses build the harbour of Amsterdam together, card by card.",
        "de": "Zwei Handelshäuser bauen Karte für Karte gemeinsam am Hafen von Amsterdam.",
    },
    "preset_titles": {"tilsit": {"en": "Second edition (2007)", "de": "Zweite Ausgabe (2007)"}},
}
RULES_SUMMARY = {
    **TOLD,
    "data": HEAD,
    "id": RULES_ID,
    "presets": ["goldsieber-basic", "goldsieber-pro", "goldsieber-teams", "tilsit"],
    "seats": [2, 4],
    "superseded_by": None,
    "title": "Kontor",
}
RULES_LIST = {"rules": [RULES_SUMMARY]}
RULES = {
    **TOLD,
    "data": HEAD,
    "id": RULES_ID,
    "moves": {"place": {"title": "Where is the card laid?", "type": "object"}},
    "view": {"properties": {"game": {"const": "kontor"}}, "type": "object"},
    "events": {"properties": {"type": {"const": "laid"}}, "type": "object"},
    "options": {"properties": {"preset": {"enum": ["tilsit"]}}, "type": "object"},
    "orders": None,
    "orders_shown": True,
    "escrow_only": [],
    "hold_seconds": 0,
    "preset_data": {"tilsit": HEAD},
    "presets": {"tilsit": OPTIONS},
    "reconstructed": "No list of the cards was ever published.",
    "seats": [2, 4],
    "superseded_by": None,
    "title": "Kontor",
}
META = {
    "bots": ["steady", "random"],
    "keys": [
        {
            "algorithm": "Ed25519",
            "id": "SR9f_NP18hM",
            "public_key": "cHCYnlITr2JITQ5q4A-5bipRjkNGTJS5QEfUTHojHJ4",
            "valid_from": None,
            "valid_until": None,
        }
    ],
    "links": {"documentation": "/docs", "openapi": "/openapi.json", "protocol": "/protocol"},
    "log": {
        "checkpoint": "/checkpoint",
        "origin": "play.example/log",
        "tiles": "/tile",
        "vkey": "play.example/log+da3100c8+AXBwmJ5SE69iSE0OauAPuW4qUY5DRkyUuUBH1Ex6Ixye",
        "witnesses": [],
    },
    "longest_body": 65_536,
    "longest_wait": 30,
    "name": "Siegelpost",
    "pace": PACE_SCHEMA,
    "quotas": [{"name": "account", "requests": 1200, "seconds": 60}],
    "rules": [RULES_ID],
    "server_time": NOW,
    "version": "0.1.0",
}
CHECKPOINT = (
    "play.example/log\n2\nQ70AEvNdE4fL/TqwedGp0m1ee2rBqvV7/zJVUvCE2uo=\n\n"
    "— play.example/log 2jEAyG482+Q1JMW4K7bljjNE76njKhqyoVHil7tQspzUCFhj+jNu5tkV3Bm6Z+dcf6G4HhTuoVVvCVScaYDRKdpeVws=\n"
)
PROOF = (
    "c2sp.org/tlog-proof@v1\n"
    "extra AAAAEnNpZWdlbHBvc3QvbGVhZi92MQAAACQwMThmN2MyZS02YzFhLTdjM2UtOWE1NS0yZjBkNWY2ZTFiMTEAAAAIAAAAAA"
    "AAAAIAAAAgbr0X1Jia8niIM8i2wTN8SGavnEvDB+Blz3QHpkbflVA=\n"
    "index 1\n"
    "Lk3HRqllXIrb947K1UrnVP+mV+gqadly3zj30iWhkIg=\n\n" + CHECKPOINT
)
HEALTH = {"status": "ok"}
READY = {"clock": "ticking", "parked": 0, "queue": "ok", "status": "ready", "store": "ok"}
