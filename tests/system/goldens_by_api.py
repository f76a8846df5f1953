"""Golden matches that are played through the whole API, one of each game, with the receipts and checkpoints of all players.

Ann has a key of her own and holds her entropy herself; Ben leaves his with the resolver, and keeps back the opening of the first
card that he seals himself. A match ends by its rules, or Ben resigns.
"""

import json
import random
import tempfile
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from nacl.signing import SigningKey

from engine.protocol.acts import SignedAct, act_bytes
from engine.protocol.canon import b64, canonical, unb64
from engine.protocol.chance import entropy_commitment
from engine.protocol.seal import Opening, commitment
from service.api.app import create_app
from service.api.matches.log.newest_checkpoint import NewestCheckpoint
from service.context import Context
from service.keys.signing import Sealer, new_seed
from tests.engine.playing import Played
from tests.given.contexts import loaded, open_context
from tests.given.stilled import Stilled, stilled
from tests.servers.redis_server import RedisServer
from tests.service.api.players import Player, new_player
from workers.clock.head_log import HeadLogWriter
from workers.resolve.drain import drain_once
from workers.resolve.step import step_due

GAMES: dict[str, dict[str, Any]] = {
    "kontor": {"seats": 2, "options": {"preset": "goldsieber-basic", "round_limit": 3}, "decisions": 99},
    "packet-row": {"seats": 2, "decisions": 20},
    "anno-1701": {"seats": 2, "decisions": 24},
    "seafarers": {"seats": 5, "decisions": 20},
}
"""What is played: seats, options, and after how many rounds of answers Ben resigns if it is not over."""


@dataclass
class Seat:
    """Somebody at the table: who asks, and what the player's device keeps."""

    number: int
    player: Player
    entropy: bytes = field(default_factory=new_seed)
    key: SigningKey | None = None
    kept_back: bool = False

    def signature(self, head: str, seq: int, act: Any, decision: str, sealed: str | None, match: str) -> dict[str, str]:
        """Return the member ``signature`` of an act, for a seat that signs."""
        if self.key is None:
            return {}
        said = SignedAct(
            act=act, commitment=sealed, decision=decision, head=head, match=match, seat=self.number, seq=seq
        )
        return {"signature": b64(self.key.sign(act_bytes(said)).signature)}


class Golden:
    """A match that is being played, and what its players hold."""

    def __init__(self, context: Context, game: str, still: Stilled) -> None:
        chosen, self.context, self.rng = GAMES[game], context, random.Random(game)
        app = create_app(context)
        still.moves_with(app)
        app.extensions["siegelpost-checkpoint"] = NewestCheckpoint(count(0.0, 2.0).__next__)  # always the very newest
        names = ("Ann", "Ben", "Cem", "Dora", "Edu", "Fay")[: chosen["seats"]]
        self.seats = [Seat(number, new_player(app, context, name)) for number, name in enumerate(names)]
        self.seats[0].key = SigningKey(new_seed())
        self.most, self.receipts = chosen["decisions"], list[dict[str, Any]]()
        wish = {
            "rules": game,
            "seats": len(names),
            "options": chosen.get("options", {}),
            "sit": False,
            "hold_seconds": 0,
        }
        pace = {"kind": "duration", "seconds": 86_400}
        made = self.done(self.seats[0].player.post("/v1/matches", {**wish, "grace_seconds": 0, "pace": pace}))
        self.match, self.resolver = made["match"], made["created"]["entry"]["body"]["resolver"]
        for seat in self.seats:
            self.done(seat.player.put(f"/v1/matches/{self.match}/seats/{seat.number}", self.joining(seat)))
        drain_once(context)
        ann = self.seats[0]
        path = f"/v1/matches/{self.match}/seats/0/entropy"
        self.receipts.append(self.done(ann.player.put(path, {"entropy": b64(ann.entropy)})))
        drain_once(context)

    def joining(self, seat: Seat) -> dict[str, Any]:
        """Return what is sent to take a seat."""
        sealed = entropy_commitment(self.match, seat.number, seat.entropy)
        body: dict[str, Any] = {"entropy_commitment": sealed, "entropy_custody": "client" if seat.key else "escrow"}
        if seat.key is not None:
            return {**body, "key": b64(bytes(seat.key.verify_key))}
        text = canonical({"entropy": b64(seat.entropy), "match": self.match, "seat": seat.number})
        return {**body, "entropy_box": Sealer(unb64(self.resolver)).seal_bytes(text)}

    def play(self) -> None:
        """Play to the end."""
        for _ in range(self.most):
            seen = self.done(self.seats[0].player.get(f"/v1/matches/{self.match}"))
            if seen["status"] == "closed":
                return
            for standing in seen["decisions"]:
                for seat in standing["seats"]:
                    if standing["deadline_at"] is not None:
                        self.answer(self.seats[seat], standing)
            drain_once(self.context)
            self.let_pass()
            HeadLogWriter(self.context.store, self.context.signers, "golden.example").batch()
        ben = self.seats[1]
        if self.done(ben.player.get(f"/v1/matches/{self.match}"))["status"] == "running":
            self.receipts.append(self.done(ben.player.post(f"/v1/matches/{self.match}/resign"))["resignation"])
            drain_once(self.context)

    def answer(self, seat: Seat, standing: dict[str, Any]) -> None:
        """Answer a decision with any move."""
        path = f"/v1/matches/{self.match}/decisions/{standing['id']}"
        shown = seat.player.get(f"{path}/moves")
        if shown.status_code != 200:  # somebody else's answer was enough
            return
        move = self.rng.choice(shown.get_json()["moves"])
        rules = loaded(self.context, self.match).table["rules"]
        opening = Opening(
            v=1, match=self.match, rules=rules, decision=standing["id"], seat=seat.number, head=standing["head"],
            salt=b64(new_seed()), move=move,
        )  # fmt: skip
        sealed = commitment(opening)
        signed = seat.signature(standing["head"], 1, "seal", standing["id"], sealed, self.match)
        if not standing["sealed"]:
            self.receipts.append(self.done(seat.player.put(f"{path}/move", {"opening": opening, **signed})))
            return
        keeps = standing["custody"] == "any" and seat.number == 1 and not seat.kept_back
        seat.kept_back |= keeps
        body = {"commitment": sealed} if keeps else {"opening": opening}
        self.receipts.append(self.done(seat.player.put(f"{path}/commitment", {**body, **signed})))

    def let_pass(self) -> None:
        """Let the time to open pass where an opening is awaited that nobody sends."""
        record = loaded(self.context, self.match, secrets=True)
        ends = [one["opening_ends"] for one in record.table["standing"] if one["phase"] == "opening"]
        if ends and ends[0] is not None:
            late = replace(record, now=ends[0] + 1_000)
            assert self.context.store.transition(step_due(self.context, late))
            drain_once(self.context)

    def done(self, answer: Any) -> Any:
        assert answer.status_code < 300, answer.get_data(as_text=True)
        return answer.get_json()

    def played(self) -> Played:
        """Play to the end; return the log, and the receipts with the checkpoints beside them."""
        self.play()
        export = b"".join(self.context.store.lines(self.match, limit=100_000))
        public = unb64(json.loads(export.partition(b"\n")[0])["entry"]["body"]["key"])
        kept: list[dict[str, Any]] = [
            {name: one[name] for name in ("checkpoint", "receipt", "signature") if name in one} for one in self.receipts
        ]
        return Played(export, public, kept)


def played(game: str) -> Played:
    """Play a match through the API of a server made for it."""
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            with stilled(server.url, game) as still:
                context = open_context(server.url, Path(folder) / "keys", log_origin="golden.example")
                try:
                    return Golden(context, game, still).played()
                finally:
                    context.store.close()
        finally:
            server.remove()
