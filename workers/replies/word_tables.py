"""The words by which mails are read as plain speech: what says nothing, what doubts, what closes a letter. Data, in one case."""

from __future__ import annotations

from collections.abc import Mapping


def words(*lines: str) -> frozenset[str]:
    """Return the words of some lines as a table, in one case."""
    return frozenset(word.casefold() for line in lines for word in line.split())


POLITE = words(
    "bitte danke dankeschön gern gerne also dann so vielen dank please thanks thank you then pls plz",
    "ich möchte moechte will mein meine meinen wahl antwort ist nummer nr wähle waehle wählen",
    "i my choice answer is would like want to number choose pick",
)
"""Words that say nothing about which choice is meant."""
FILLING = words(
    "ok okay oke gut na nun ja jo jawohl hm hmm tja naja yo joa jup jep",
    "mal diesmal dieses jetzt heute hier einfach eben halt doch wieder lieber",
    "gleich sofort es er sie ihn mir mich mach mache machen werde würde hätte hab habe sage entscheide deshalb darum",
    "daher wohl diese diesen schön prima alles klar spielzug entschieden mit lass lasst uns definitiv",
    "with well alright now just this time let's lets me i'll i'd i'm yes yeah sure today here again it that rather do",
    "will going decided decide have definitely",
)
"""Words that people put around what they choose. None of them denies, asks or sets a condition."""
BESIDE_A_NUMBER = words(
    "zug spielzug option möglichkeit moeglichkeit variante auswahl wäre entscheide entscheidung fällt auf für an",
    "move option would be for",
)
"""Words that say nothing beside the number of a choice; in the name of a choice they mean something."""
DOUBT = words(
    "nicht nichts kein keine keinen keiner keines nie niemals nein ohne außer ausser statt anstatt sondern oder",
    "entweder weder noch wenn falls sofern sobald bevor nachdem ob wie was wer wo wann warum wieso welche welcher",
    "welches soll sollte kann könnte darf muss vielleicht eventuell erst später nur aber jedoch bis",
    "not no nor never none without except instead or either neither if unless until till once before after when what",
    "who where why how which whether should can could may must maybe perhaps only but later don't doesn't won't can't",
    "cannot",
)
"""Words with which a line may mean something else than what it names: of such a line nothing is even suggested."""
CHANGING = words(
    "aber doch jedoch sondern nein nicht nur erst statt stattdessen ab außer falls wenn",
    "but however no not only instead until except unless if",
)
"""Words with which somebody who said yes says something else."""
CLOSING = words(
    "viele liebe beste schöne herzliche freundliche freundlichen grüße grüßen gruß mit und lg vg mfg bis bald später tschüss",
    "tschüß ciao servus many kind best warm regards cheers yours sincerely and with until soon",
)
"""What a mail ends with, before the sender's name."""
THANKS = words(
    "danke dankeschön dank merci super prima toll klasse perfekt grüße gruß grüsse lg vg mfg tschüss ciao wochenende",
    "abend sorry entschuldigung thanks thank thx cheers great nice cool regards bye weekend evening",
)
"""Words of thanks and wishes, which say nothing about the table."""
BESIDE_THANKS = words(
    "schönen schönes guten gute noch für deine die mail nachricht hilfe info lieb nett dir euch ihnen sehr herzlichen tag",
    "vielen erklärung geduld auskunft antwort schnelle wieder für's fürs alle alles",
    "verspätung verzögerung späte antwort delay late reply",
    "das macht mir viel spaß freude riesig richtig immer morgen dann nächsten",
    "you very much a so good day for your the message this is lots of fun explanation patience",
)
PLEASE = words("bitte please pls plz")
ARTICLES = words("der die das den dem des ein eine einen the")
"""Words that choices are named with or without."""
TAKING = words("nehme nehm nimm nehmen take have")
"""Words that say nothing beside a number alone: beside the words of a choice they are among them, or against them."""
NUMBERS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "one eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben", "eight acht",
            "nine neun", "ten zehn", "eleven elf", "twelve zwölf",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
POINTING = words("this that these those the it here other")
"""Words beside which the English "one" is no number: "this one"."""
ORDINALS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        (
            "first erste ersten erstes", "second zweite zweiten zweites", "third dritte dritten drittes",
            "fourth vierte vierten viertes", "fifth fünfte fünften fünftes", "sixth sechste sechsten sechstes",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
ALWAYS = words("immer stets grundsätzlich jederzeit always")
"""Words that say nothing in an order that stands until it is ended."""
FOR_NOW = words("jetzt heute diesmal dieses diese diesen hier this time now today here")
"""Words that say nothing about a single answer, but limit an order that would stand longer."""
LEAVING_OTHERS = words("sonst andere anderen anderes übrige übrigen restlichen rest other others else remaining")
"""Words by which an order about all of something leaves those that other orders are about."""
WITHOUT = words("ohne without")
TOWARDS = words("auf an in im am zu zum zur bei beim nach at on onto to into")
"""Words before a place, which choices are named with or without."""
SAME_THING = tuple(
    words.split()
    for words in (
        "lay lege leg put place platziere setze set stelle packe spiele play ausspielen",
        "sail segel segle segeln fahre fahr zieh ziehe move bewege",
        "build baue bau errichte",
        "open öffne öffnen wähle wählen choose",
        "stay stays leave bleibt bleib bleibe bleiben liegen",
        "beginne beginnen start starte starten fange fang anfange anfangen begin",
    )
)
"""Words that say the same: whoever lays a card puts it somewhere."""
EXCHANGE = words("gegen für for")
"""Words by whose sides it is told which is given for which."""
IRREGULAR: Mapping[str, str] = {
    "nimm": "nehme", "nehm": "nehme", "gib": "gebe", "spiel": "spiele", "wähl": "wähle", "lehn": "lehne", "würfle": "würfel",
}  # fmt: skip
"""Forms of a word that no ending makes."""

__all__ = [
    "ALWAYS",
    "ARTICLES",
    "BESIDE_A_NUMBER",
    "BESIDE_THANKS",
    "CHANGING",
    "CLOSING",
    "DOUBT",
    "EXCHANGE",
    "FILLING",
    "FOR_NOW",
    "IRREGULAR",
    "LEAVING_OTHERS",
    "NUMBERS",
    "ORDINALS",
    "PLEASE",
    "POINTING",
    "POLITE",
    "SAME_THING",
    "TAKING",
    "THANKS",
    "TOWARDS",
    "WITHOUT",
]
