"""The sentences of Fingers in English and German."""

from collections.abc import Sequence

from engine.contract import Decision, Event, Language, Move, View

EVENTS = {
    "en": {"shown": "Together you show {sum}.", "take": "The sum is taken.", "leave": "The sum is left."},
    "de": {
        "shown": "Zusammen zeigt ihr {sum}.",
        "take": "Die Summe wird genommen.",
        "leave": "Die Summe bleibt liegen.",
    },
}
MOVES = {
    "en": {"show": "show {show}", "take": "take the sum", "leave": "leave it"},
    "de": {"show": "{show} zeigen", "take": "die Summe nehmen", "leave": "liegen lassen"},
}
QUESTIONS = {
    "en": {"show": "Show one to five fingers", "claim": "Take the sum or leave it"},
    "de": {"show": "Zeige ein bis fünf Finger", "claim": "Nimm die Summe oder lass sie liegen"},
}
TABLE = {"en": "Round {round} of 3. The sum is {sum}.", "de": "Runde {round} von 3. Die Summe ist {sum}."}


class FingersWords:
    """The sentences of the game; Siegelpost asks for them in the reader's language."""

    def event(self, event: Event, names: Sequence[str], language: Language) -> str:
        return EVENTS[language][event["type"]].format_map(event)

    def move(self, move: Move, language: Language) -> str:
        return MOVES[language][move.get("claim", "show")].format_map(move)

    def question(self, decision: Decision, language: Language) -> str:
        return QUESTIONS[language][decision["kind"]]

    def table(self, view: View, names: Sequence[str], language: Language) -> str:
        players = [f"{names[seat]}: {points}" for seat, points in enumerate(view["scores"])]
        return "\n".join([TABLE[language].format_map(view), *players])
