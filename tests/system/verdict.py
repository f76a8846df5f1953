"""What must hold of a match after a campaign: proved from outside, with every receipt its players hold."""

from dataclasses import dataclass, field
from typing import Any

from engine.protocol.log import Line, read_export
from engine.verifier.replay import verify
from service.context import Context
from service.keys.signing import verify_signature
from tests.servers.redis_cluster import client_of
from tests.system.players import Match, Sent
from tests.system.settled import was_settled


@dataclass
class Verdict:
    """What was found over all matches of a campaign; ``wrong`` is empty when nothing was lost or done twice."""

    matches: int = 0
    entries: int = 0
    resolved: int = 0
    acknowledged: int = 0
    unknown: int = 0
    turns: int = 0
    wrong: list[str] = field(default_factory=list)


def judge(context: Context, matches: list[Match], *, mails: bool = True) -> Verdict:
    """Compare every log with what its players sent and were told, and every turn with the outbox, if somebody sends mail."""
    verdict, public = Verdict(), context.signer.public_bytes
    for match in matches:
        export = b"".join(context.store.lines(match.match, limit=1_000_000))
        report = verify(
            export, check_signature=lambda message, signature: verify_signature(public, message, signature),
            receipts=match.receipts,
        )  # fmt: skip
        if report.verdict != "PASS":
            told = [one.receipt for many in match.sent.values() for one in many if one.receipt is not None]
            about = [one["receipt"] for one in told if str(one["receipt"]["decision"]) in str(report.reason)]
            verdict.wrong.append(f"{match.match}: {report.verdict} at {report.n}: {report.reason}; receipts: {about}")
        lines = list(read_export(export))
        acts = [one for many in match.sent.values() for one in many]
        verdict.matches += 1
        verdict.entries += len(lines)
        verdict.resolved += sum(line["entry"]["type"] == "resolved" for line in lines)
        verdict.acknowledged += len(match.receipts)
        verdict.unknown += sum(one.receipt is None for one in acts)
        verdict.wrong += [f"{match.match}: {what}" for what in wrong_acts(match, lines)]
        verdict.wrong += [f"{match.match}: {what}" for what in _unsettled(context, lines) if mails]
        verdict.turns += len(turns_of(lines))
    return verdict


def wrong_acts(match: Match, lines: list[Line]) -> list[str]:
    """Return every act that was lost, done twice, or answered for by somebody else."""
    wrong: list[str] = []
    for entry in (line["entry"] for line in lines):
        body = entry["body"]
        sent = match.sent.get(body.get("decision", ""), [])
        if entry["type"] == "locked":
            wrong += [what for one in body["seats"] if (what := _wrong_lock(body["decision"], one, sent))]
        elif entry["type"] == "resolved":
            wrong += [f"{body['decision']} has the fault {one}" for one in body["faults"]]
            for one in body["moves"]:
                moves = [act.move for act in sent if act.seat == one["seat"] and act.move is not None]
                if one["by"] != "seat" or not moves or one["move"] != moves[-1]:
                    wrong.append(f"{body['decision']} was not resolved with the last move of seat {one['seat']}")
    return wrong + _doubled_receipts(match)


def turns_of(lines: list[Line]) -> list[tuple[str, str]]:
    """Return (notice id, seat's player) of every turn mail the log makes necessary."""
    created, players = lines[0]["entry"]["body"], {}
    turns = []
    for entry in (line["entry"] for line in lines):
        body: dict[str, Any] = entry["body"]
        if entry["type"] == "started":
            players = dict(enumerate(body["seats"]))
        elif entry["type"] == "opened" and body["deadline"] is not None:
            turns += [(f"{created['match']}.{entry['n']}.{seat}.your-turn", players[seat]) for seat in body["seats"]]
    return turns


def _wrong_lock(decision: str, locked: dict[str, Any], sent: list[Sent]) -> str | None:
    mine = [one for one in sent if one.seat == locked["seat"] and one.kind != "open"]
    if not mine:
        return f"{decision} was locked for seat {locked['seat']}, which has sent nothing"
    if locked["commitment"] != mine[-1].commitment:
        return f"{decision} was locked with another commitment than seat {locked['seat']} sent last"
    if locked["seq"] != len(mine):
        return f"seat {locked['seat']} acted {len(mine)} times in {decision}, counted were {locked['seq']}"
    return None


def _doubled_receipts(match: Match) -> list[str]:
    numbers = [(one["receipt"]["decision"], one["receipt"]["seat"], one["receipt"]["seq"]) for one in match.receipts]
    return [f"two acts have the number {one}" for one in set(numbers) if numbers.count(one) > 1]


def _unsettled(context: Context, lines: list[Line]) -> list[str]:
    match = lines[0]["entry"]["body"]["match"]
    with client_of(context.settings.redis_url) as client:
        return [
            f"nothing became of the turn mail {notice}"
            for notice, player in turns_of(lines)
            if not was_settled(client, f"{match}:{player}", notice)
        ]
