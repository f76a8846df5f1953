"""Open points of a verdict, in a player's words: the sentences beside PASS (protocol page, sections 11 and 12.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.contract import Language
from engine.verifier.replay import Unproved

HEADINGS: dict[Language, str] = {
    "en": "Not proved (you believe the server in this):",
    "de": "Nicht bewiesen (darin glaubt man dem Server):",
}

SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "history": "That this is the only history of the match. Only the server signed it; {receipts} receipts of players were "
        "compared. A server can write another history for whoever kept no receipt, no copy of the log and no mail.",
        "history-witnessed": "That the witnessed history leaves nothing out and was played by its players; {receipts} receipts "
        "of players were compared. That there is another one, {witnesses} of the demanded witnesses exclude.",
        "terms": "That the match was agreed on these terms: its options, its pace, who keeps the seals.",
        "people": "Who sat in the {seats} seats, and that no seat was the server's own.",
        "chance-beacon": "That the last seat was taken when the log says. {given}, before the beacon {chain} had published the "
        "round that was mixed in; only who dated that seat back could have chosen among rounds.",
        "chance-two": "That no player in league with the server joined last. {given}, before the server could choose its seed, "
        "and no public source of randomness was mixed in.",
        "chance-few": "That the deal was left to chance. {given}: with less than two, and no public source of randomness, the "
        "deal is the server's word.",
        "acts": "That the {answers} sealed answers are the players' own. Seats without a receipt here: {without_receipts}.",
        "open-answers": "That the {answers} answers to open decisions are the players' own: their openings are in the log, "
        "but only a receipt ties them to a player. Seats without a receipt here: {without_receipts}.",
        "silence": "That {answers} answers which the rules gave for an absent player were really missing.",
        "blame": "That {faults} seals were really not opened, or wrong, or used before, as the log says.",
        "orders": "That {answers} answers came from the standing orders their owners had set.",
        "times": "When anything happened: all times are those of the server's clock.",
        "ending-resigned": "That these resigned themselves, and when: {seats}. Only the receipt for resigning shows it.",
        "ending-resigned-signed": "When these resigned: {seats}. That they did, their own keys have signed; when, only the "
        "receipt shows.",
        "ending-cancelled": "That the match was cancelled by its owner.",
        "ending-expired": "That the match never filled in time.",
        "ending-unrevealed": "That the seats which the log calls silent did not send their randomness in time.",
        "ending-stopped": "Why the operator ended the match: the reason is his word. That he did, he has signed.",
        "ending-abandoned": "That the seat which was given up had sent nothing while the log calls it absent.",
        "talk": "That the log has everything partners said to each other; it has {messages} messages.",
        "absent-salts": "Why {openings} seals made for absent players carry an unusual salt. It changes no move.",
        "keys": "That {agreed} agreed to another key of {changed}: who has no key signs nothing, so the server alone says so. "
        "Ask them.",
    },
    "de": {
        "history": "Dass es nur diese eine Geschichte der Partie gibt. Unterschrieben hat sie nur der Server; verglichen wurden "
        "{receipts} Quittungen von Spielern. Wer keine Quittung, keine Kopie des Protokolls und keine Mail aufhebt, dem kann "
        "der Server eine andere Geschichte erzählen.",
        "history-witnessed": "Dass in der bezeugten Geschichte nichts fehlt und ihre Spieler sie gespielt haben; verglichen "
        "wurden {receipts} Quittungen von Spielern. Eine andere schließen die verlangten Zeugen aus ({witnesses}).",
        "terms": "Dass die Partie so vereinbart war: Optionen, Tempo, wer die Siegel verwahrt.",
        "people": "Wer auf den {seats} Plätzen saß, und dass kein Platz dem Server selbst gehörte.",
        "chance-beacon": "Dass der letzte Platz besetzt wurde, wann das Protokoll es sagt. {given}, bevor die Zufallsquelle "
        "{chain} die beigemischte Runde veröffentlicht hatte; nur wer diesen Platz zurückdatiert hätte, hätte unter Runden "
        "wählen können.",
        "chance-two": "Dass kein Spieler, der mit dem Server im Bunde ist, als Letzter dazukam. {given}, bevor der Server seinen "
        "Startwert wählen konnte; eine öffentliche Zufallsquelle war nicht beteiligt.",
        "chance-few": "Dass der Zufall gegeben hat. {given}: Bei weniger als zweien und ohne öffentliche Zufallsquelle steht "
        "dafür nur das Wort des Servers.",
        "acts": "Dass die {answers} versiegelten Antworten von den Spielern stammen. Ohne Quittung hier: {without_receipts}.",
        "open-answers": "Dass die {answers} Antworten auf offene Fragen von den Spielern stammen: Was geöffnet wurde, "
        "steht im Protokoll, aber nur eine Quittung verbindet es mit einem Spieler. Ohne Quittung hier: {without_receipts}.",
        "silence": "Dass {answers} Antworten, die die Regeln für Abwesende gaben, wirklich gefehlt haben.",
        "blame": "Dass {faults} Siegel wirklich nicht geöffnet wurden oder falsch oder schon benutzt waren.",
        "orders": "Dass {answers} Antworten von den Daueranweisungen kamen, die ihre Besitzer gegeben hatten.",
        "times": "Wann etwas geschah: Alle Zeiten sind die der Uhr des Servers.",
        "ending-resigned": "Dass diese selbst aufgegeben haben, und wann: {seats}. Das zeigt nur die Quittung darüber.",
        "ending-resigned-signed": "Wann diese aufgegeben haben: {seats}. Dass sie es taten, haben ihre eigenen Schlüssel "
        "unterschrieben; wann, zeigt nur die Quittung.",
        "ending-cancelled": "Dass die Partie von ihrem Besitzer abgesagt wurde.",
        "ending-expired": "Dass sich die Partie nicht rechtzeitig gefüllt hat.",
        "ending-unrevealed": "Dass die Plätze, die das Protokoll stumm nennt, ihren Zufall nicht rechtzeitig geschickt haben.",
        "ending-stopped": "Warum der Betreiber die Partie beendet hat: Dafür steht sein Wort. Dass er es war, hat er "
        "unterschrieben.",
        "ending-abandoned": "Dass der aufgegebene Platz nichts geschickt hat, solange ihn das Protokoll abwesend nennt.",
        "talk": "Dass alles, was Partner einander gesagt haben, im Protokoll steht; es sind {messages} Nachrichten.",
        "absent-salts": "Warum {openings} Siegel für Abwesende ein ungewöhnliches Salz haben. An den Zügen ändert es nichts.",
        "keys": "Dass {agreed} einem anderen Schlüssel von {changed} zugestimmt hat oder haben: Wer keinen Schlüssel hat, "
        "unterschreibt nichts, also sagt es nur der Server. Am besten nachfragen.",
    },
}
GIVEN: dict[Language, str] = {
    "en": "{count} of {seats} seats gave entropy (held by the seat itself: {client_seats}; by the server's resolver, in a box: "
    "{escrow_seats})",
    "de": "{count} von {seats} Plätzen haben Zufall beigesteuert (selbst verwahrt: {client_seats}; beim Server im Umschlag: "
    "{escrow_seats})",
}
"""Sentences about who contributed what to the seed."""
SIGNED: dict[Language, str] = {
    "en": " Signed by the seats' own keys, so that none of theirs is invented: {signing}.",
    "de": " Mit eigenen Schlüsseln unterschrieben, also nicht erfunden, sind die von: {signing}.",
}
"""Additions for answers whose signatures were checked."""
SEATS: dict[Language, tuple[str, str]] = {"en": ("none", "seat "), "de": ("keine", "Platz ")}


def told(found: Sequence[Unproved], language: Language) -> list[str]:
    """Return the unproved points as sentences; empty for an empty list."""
    return [_sentence(one, language) for one in found]


def _sentence(one: Unproved, language: Language) -> str:
    key = one.code
    facts = {name: _shown(value, language) for name, value in one.facts.items()}
    chosen: str = key
    if key == "chance":
        count = sum(len(_listed(one, name)) for name in ("client_seats", "escrow_seats"))
        facts["given"] = GIVEN[language].format(**facts, count=count)
        chosen = "chance-beacon" if one.facts["beacon"] else "chance-two" if count > 1 else "chance-few"
    elif key == "ending":
        signed = bool(_listed(one, "seats")) and set(_listed(one, "seats")) <= set(_listed(one, "signing"))
        chosen = f"ending-{one.facts['reason']}" + ("-signed" if signed else "")
    elif key == "history" and "witnesses" in one.facts:
        chosen = "history-witnessed"
    more = SIGNED[language] if "signing" in facts and key in ("acts", "open-answers") else ""
    return (SENTENCES[language][chosen] + more).format(**facts)


def _listed(one: Unproved, name: str) -> list[int]:
    found = one.facts.get(name)
    return found if isinstance(found, list) else []


def _shown(value: int | str | Sequence[int], language: Language) -> str:
    if isinstance(value, (int, str)):
        return str(value)
    none, seat = SEATS[language]
    return ", ".join(f"{seat}{number}" for number in value) or none


def as_facts(found: Sequence[Unproved]) -> list[Mapping[str, object]]:
    """Return the unproved points as JSON."""
    return [{"code": one.code, **one.facts} for one in found]
