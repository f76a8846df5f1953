"""How Packet Row is played under the laws of every game, and what it hides."""

import random
from typing import Any

from engine.contract import Decision, Game, Move, State
from engine.games.packet_row import GAME
from tests.engine import laws
from tests.engine.packet_row.table import BOOK, CARDS, cards_in


def match_of(
    seats: int, number: int, answer: laws.Answer, *, hidden_hands: bool = False, eager: float = 0.25
) -> laws.Match:
    """Play a match in which somebody who can fulfil a contract sometimes does so, whoever's turn it is."""
    pick = laws.in_any_order(random.Random(number), eager)
    return laws.play(GAME, {"hidden_hands": hidden_hands}, seats, laws.seed_of(number), answer, pick)


def greedy(rng: random.Random) -> laws.Answer:
    """A player who takes whatever there is, contracts and what serves them first."""

    def answer(game: Game, state: State, seat: int, decision: Decision, moves: list[Move]) -> Move:
        wanted = [move for move in moves if CARDS[move.get("card", "school#1")].kind in ("contract", "ship", "goods")]
        return rng.choice(wanted or moves)

    return answer


def scrambled(state: State, viewer: laws.Viewer, rng: random.Random) -> State:
    """Return another state that differs only in what the viewer may not see: piles, hidden contracts, hidden hands."""
    other = laws.copied(state)
    for board in other["boards"].values():
        unseen = [*board["draw"], *board["aside"]]
        rng.shuffle(unseen)
        board["draw"], board["aside"] = unseen[: len(board["draw"])], unseen[len(board["draw"]) :]
    if other["stage"] == "over":
        return other
    hiders = [
        player
        for seat, player in enumerate(other["players"])
        if seat != viewer and player["hidden_contract"] is not None
    ]
    contracts = [*other["box"], *(player["hidden_contract"] for player in hiders)]
    rng.shuffle(contracts)
    for player in hiders:
        player["hand"].remove(player["hidden_contract"])
        player["hidden_contract"] = contracts.pop()
        player["hand"] = BOOK.in_order([*player["hand"], player["hidden_contract"]])
    other["box"] = contracts
    if other["options"]["hidden_hands"]:
        others = {seat: player for seat, player in enumerate(other["players"]) if seat != viewer}
        _swap_hands(others, seen_taken(other), rng)
    return other


def seen_taken(state: State) -> set[tuple[int, str]]:
    """Return seats with the cards that everybody saw them take in this round and the previous one."""
    rounds = [state["taken"], *([state["previous"]["taken"]] if state["previous"] else [])]
    return {(one["seat"], one["card"]) for taken in rounds for one in taken}


def _swap_hands(players: dict[int, dict[str, Any]], seen: set[tuple[int, str]], rng: random.Random) -> None:
    """Deal the hidden hands anew among their holders, so that each keeps the number of cards and those seen."""
    kept = {
        seat: [card for card in player["hand"] if card == player["hidden_contract"] or (seat, card) in seen]
        for seat, player in players.items()
    }
    cards = [card for seat, player in players.items() for card in player["hand"] if card not in kept[seat]]
    rng.shuffle(cards)
    for seat, player in players.items():
        number = len(player["hand"]) - len(kept[seat])
        player["hand"] = BOOK.in_order([*kept[seat], *(cards.pop() for _ in range(number))])


def scrambled_before(step: laws.Step, viewer: laws.Viewer, rng: random.Random) -> State | None:
    """Return another state for the one before a step: who acts shows cards of his own, and a refill brings cards to light."""
    ((actor, _),) = step.answers.items()
    other = scrambled(step.before, viewer, rng)
    other["players"][actor] = laws.copied(step.before["players"][actor])
    if sorted(cards_in(other)) != sorted(CARDS) or step.decision["kind"] == "final":
        return None  # the actor's hand got lost among the others: not a state of this game
    for sign, board in other["boards"].items():
        board["draw"] = list(step.before["boards"][sign]["draw"])
        board["aside"] = list(step.before["boards"][sign]["aside"])
    return other


WAYS = laws.Ways(
    twin=scrambled,
    twin_before=scrambled_before,
    tables=[({"hidden_hands": hidden}, seats) for seats in GAME.rules.seats for hidden in (False, True)],
    players=[greedy],
    forced_in_secret=frozenset({"ask", "last", "harbour"}),
    complete=False,
    open_at_the_end=True,
)
