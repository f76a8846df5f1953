"""Log entries for answers to open decisions: with the opening, and with the parts hidden until the end (section 12.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.contract import Json, Rules
from engine.match.asking import opening_around
from engine.match.table import Standing, Table
from engine.protocol.acts import HiddenAnswer, SignedOrder, answer_proof
from engine.protocol.bodies import Answer, AnsweredBy
from engine.protocol.seal import Opening, absent_salt

Signed = str | SignedOrder | None


@dataclass(frozen=True)
class OpenAnswers:
    """Inputs of a step for logging answers to open decisions.

    ``draw_salt`` returns 32 random bytes; ``last_seq`` returns the number of a seat's last act in a decision, or 0.
    ``signed`` returns the signature of the seat or of its orders, whichever answers (section 12.9), or None without a key.
    """

    server_seed: bytes
    draw_salt: Callable[[], bytes]
    last_seq: Callable[[Standing, int], int]
    signed: Callable[[Standing, int, AnsweredBy], Signed] = lambda _, __, ___: None

    def opening(self, table: Table, standing: Standing, answer: Answer) -> Opening:
        """Return the opening of an answer that orders or the rules gave."""
        seat, move = answer["seat"], answer["move"]
        silent = answer["by"] == "fallback"
        salt = absent_salt(self.server_seed, standing["id"], seat) if silent else self.draw_salt()
        return opening_around(table, standing, seat, move, salt)

    def logged(
        self, rules: Rules, table: Table, standing: Standing, answer: Answer
    ) -> tuple[dict[str, Json], HiddenAnswer | None]:
        """Return an answer in the log's form, and its hidden part if the rules do not show orders."""
        seat = answer["seat"]
        seq = self.last_seq(standing, seat)
        signed = self.signed(standing, seat, answer["by"])
        if rules.orders is None or rules.orders_shown:
            return {
                "by": answer["by"],
                "move": answer["move"],
                "received": answer["received"],
                "seat": seat,
                "seq": seq,
                **_members(signed),
            }, None
        hidden = (standing["id"], seat, answer["by"], seq, answer["received"], signed)
        shown: dict[str, Json] = {
            "by": "fallback" if answer["by"] == "fallback" else "seat",
            "move": answer["move"],
            "proof": answer_proof(self.server_seed, table["match"], hidden),
            "received": None,
            "seat": seat,
        }
        return shown, hidden


def _members(signed: Signed) -> dict[str, Json]:
    """Return the members for an answer's signature if the rules show orders."""
    if signed is None:
        return {}
    if isinstance(signed, str):
        return {"signature": signed}
    order, seq, signature = signed
    return {"order": order, "order_seq": seq, "order_signature": signature}
