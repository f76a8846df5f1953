"""End-of-match rules and winners, and ends that do not wait for a full harbour (rules: Spielende; E11, E20, E21, E50, E53,
E55).

The board is full; or nobody can lay anything any more (deadlock); or three rounds in a row changed nothing (stalemate); or
the round limit is reached. Each way leads to the same final scoring; open sectors never score. A sudden end, of which the
preset says whether and which there is (``sudden_end``), names its winner whatever the points are.
"""

from engine.contract import Outcome
from engine.games.kontor.presets import Preset
from engine.games.kontor.rules.buying import can_buy
from engine.games.kontor.rules.placing import canal_fields, quay_fields
from engine.games.kontor.rules.play import Play, closed_fields
from engine.games.kontor.rules.scoring import counting, value
from engine.games.kontor.rules.ship import destinations, removable
from engine.games.kontor.types.events import EndedEvent, EndReason
from engine.games.kontor.types.state import KontorState

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""The lines of three by three regions, counted row by row."""


def enriched(state: KontorState, preset: Preset) -> int | None:
    """Return the richest seat's team once the bank is empty and a seat has no coins; None before, or if the preset has no
    such ending."""
    if preset.sudden_end != "poverty" or state["bank"] > 0 or 0 not in state["money"]:
        return None
    richest = max(range(preset.seats), key=lambda seat: int(state["money"][seat]))
    return preset.teams[richest]


def aligned(state: KontorState, preset: Preset, on_turn: int) -> int | None:
    """Return the team whose guards stand in three regions in a line; if both have a line, the one whose turn it is."""
    if preset.sudden_end != "line":
        return None
    guard = {name: sector["guard"] for sector in state["closed"] for name in sector["fields"]}
    held = [{guard[name] for name in region if name in guard} for region in preset.regions]
    teams = [team for team in (on_turn, 1 - on_turn) if any(all(team in held[i] for i in line) for line in LINES)]
    return teams[0] if teams else None


QUIET_ROUNDS = 3


def end_of_round(play: Play) -> EndReason | None:
    """Return why the match ends after this round, if it does; count rounds in which nothing happened (E11)."""
    state = play.state
    state["quiet"] = 0 if state["stirred"] else state["quiet"] + 1
    if is_deadlocked(state, play.preset):
        return "deadlock"
    if state["quiet"] >= QUIET_ROUNDS:
        return "stalemate"
    if state["round"] >= state["options"]["round_limit"]:
        return "round-limit"
    return None


def is_deadlocked(state: KontorState, preset: Preset) -> bool:
    """Return whether no card can ever be laid again (E20).

        A card gets from a pile into a hand only when one of its kind is laid, so the hands decide. Only public facts are
    used: how many quays, canals and special cards each hand holds, and what lies on the board. Which special cards there are
    is not public, so one in a hand, or one that can be bought, keeps the match going; the other ways to end remain.
    """
    wet = canal_fields(state, preset)
    if can_buy(state):
        return False
    for seat, hand in enumerate(state["hands"]):
        kinds = {preset.cards[card].kind for card in hand}
        if "special" in kinds or ("canal" in kinds and wet):
            return False
        if "quay" in kinds and quay_fields(state, preset, state["colours"][preset.teams[seat]]):
            return False
    return not _ship_makes_room(state, preset)


def _ship_makes_room(state: KontorState, preset: Preset) -> bool:
    """Return whether a quay could remove a card by its ship move and then be laid, even on the field just freed (E19).

    Which quays of a colour are in hands and which in piles is not public: both count, as long as a hand holds a quay at all.
    """
    if not preset.ship:
        return False
    cards, closed = preset.cards, closed_fields(state)
    gone = {quay for canal in destinations(state, preset) for quay in removable(state, preset, canal, closed)}
    for team, colour in enumerate(state["colours"]):
        hands = [card for seat in preset.members(team) for card in state["hands"][seat] if cards[card].kind == "quay"]
        piles = [card for seat in preset.members(team) for card in state["quay_piles"][seat]]
        if hands and any(cards[card].symbol == "ship" for card in (*hands, *piles)):
            for quay in gone:
                without = state.copy()
                without["board"] = {name: stack for name, stack in state["board"].items() if name != quay}
                if quay_fields(without, preset, colour):
                    return True
    return False


def points(state: KontorState, preset: Preset) -> list[int]:
    """Return each team's points as if the match ended now."""
    closed = state["closed"]
    scores = [0] * len(state["colours"])
    counts = counting(closed, preset.layout.anchor, preset.places, preset.least_size)
    for sector, scored in zip(closed, counts, strict=True):
        if scored and (guard := sector["guard"]) is not None:
            scores[guard] += value(sector["fields"], state["board"], preset.cards)
    return scores


def finish(play: Play, why: EndReason, winner: int | None = None) -> None:
    """End the match: ``winner`` is the team a sudden end names; otherwise points decide, then money (E55).

    The money of a team is added up; teams that are still tied share the win.
    """
    state, teams = play.state, play.preset.teams
    scores = points(state, play.preset)
    money = [sum(coins for coins, team in zip(state["money"], teams, strict=True) if team == one) for one in (0, 1)]
    best = max(zip(scores, money, strict=True))
    won = [team for team in (0, 1) if (scores[team], money[team]) == best] if winner is None else [winner]
    winners = [seat for seat, team in enumerate(teams) if team in won]
    outcome: Outcome = {
        "winners": winners,
        "scores": [scores[team] for team in teams],
        "reason": why,
        "tiebreaks": [[money[team] for team in teams]],
    }
    state["outcome"] = outcome
    state["stage"] = "over"
    state["due"] = []
    ended = EndedEvent(type="ended", why=why, scores=scores, money=list(state["money"]))
    if winner is not None:
        ended["winner"] = winner
    play.tell(ended)
