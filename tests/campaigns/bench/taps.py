"""Taps on a telephone from a question to its answer, and of a whole turn or round: ``python -m tests.campaigns.bench.taps``.

Counted on what the table shows, in matches among bots: a choice of the list takes one tap, one in a folded group two, one on the
picture as many as it has places; then each is confirmed with one more. The shorter way counts. Choices that a form makes
are counted as if they stood in the list, so offers and discards take more.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from engine.contract import Decision, Game, Move, State
from engine.kit.drawing.svg import spots_of
from engine.kit.text.particulars import Seen, particulars_of
from engine.protocol.chance import Draws
from engine.registry import game, newest
from tests.engine.ways import tables_of

SHORT, FEW = 4, 14
"""``choice-groups.js`` shows groups of so many choices unfolded; ``table.js`` lists so many without being asked."""
STEPS = 1500
CONFIRM = 1


@dataclass
class Taps:
    """By turn or round: the decisions of one seat, and the taps that each took."""

    turns: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    kinds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def note(self, decision: Decision, taps: int) -> None:
        """Count an answer."""
        self.turns[decision["id"].partition(".")[0]].append(taps)
        self.kinds[decision["kind"]].append(taps)


def taps_for(rules: Game, seen: Seen, moves: list[Move], move: Move) -> int:
    """Return the taps from the question to the answer."""
    particulars = particulars_of(rules)
    groups = [particulars.group(one, seen) for one in moves]
    ordered = sorted({one for one in groups if one is not None}, key=lambda one: one.place)
    sizes, own = Counter(groups), particulars.group(move, seen)
    if own is None:
        by_list = 1 + (len(moves) > FEW)
    else:
        by_list = 1 + (sizes[own] > SHORT and own != ordered[0])
    spots = len(spots_of(rules, move))
    return min(by_list, spots or by_list) + CONFIRM


def played(rules: Game, seat: int = 0) -> Taps:
    """Play one match among bots and count what a seat would have tapped."""
    found = Taps()
    options, seats = tables_of(rules)[0]
    names = [f"Player {one}" for one in range(seats)]
    chance, whims = Draws(bytes(32)), Draws(bytes(31) + b"1")
    state: State = rules.setup(rules.options(options, seats), seats, chance)
    for _ in range(STEPS):
        asked = next((one for one in rules.decisions(state) if not one["optional"]), None)
        if asked is None:
            break
        answers: dict[int, Move] = {}
        for one in asked["seats"]:
            moves, view = rules.moves(state, one, asked["id"]), rules.view(state, one)
            answers[one] = rules.bot(view, asked, moves, whims)
            if one == seat:
                found.note(asked, taps_for(rules, Seen(asked, view, "en", names), moves, answers[one]))
        state, _ = rules.resolve(state, asked["id"], answers, chance)
    return found


def main() -> None:
    """Print the table of all games."""
    print(
        "| game | turns or rounds | decisions in one | taps in one | taps for a decision | most | kinds with more than three |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in ("kontor", "packet-row", "anno-1701", "seafarers"):
        found = played(game(newest(name)))
        turns, every = list(found.turns.values()), [taps for one in found.turns.values() for taps in one]
        long = ", ".join(kind for kind, taps in sorted(found.kinds.items()) if max(taps) > 3) or "none"
        print(
            f"| {name} | {len(turns)} | {len(every) / len(turns):.1f} | {sum(every) / len(turns):.1f} "
            f"| {sum(every) / len(every):.1f} | {max(every)} | {long} |"
        )


if __name__ == "__main__":
    main()
