"""The words by which mails are read: what says nothing, what doubts, what closes a letter, what no typing mistake is. Data."""

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


# Words of everyday German and English that no choice is suggested for, however near to its words they are. "Das macht Spaß!"
# is one letter from passing, "Passt!" and "my mail" (sail) likewise. What stands here is taken for what it is, never for
# another word mistyped. The tables hold frequent words, above all those that are one letter from a word by which a game calls
# a choice.


GERMAN = """
abend abnehmen alle allein allem aller alles alten andere anderem anderer anderes andern antwort antworten arbeit
assen auch back baden ball baten baue bauten beende beendet begannen beginne begonnen beide bekomme bekommt besser
beste bestimmt biegen binnen bisher blassen blauen bleiben bleibt brauche brauchen brauchst brief briefe buch cent
cool dabei dachte dafür damit danach daran darauf daraus darf darüber dass davor dein deine deinem deinen deiner
deines denke denkst denkt denn diene dies diesem doch dort dran durch durchgehen durchs durst dünn dürfte edle eigen
eigentlich eines einfach eins enden endet endlich enge entferne entfernten erste ersten etwas euch euer eure fahr
fahre fairen fall falle fallen familie fand fass fasse fassen fehl fein feine feinen feiner feines fertig fiel film
finde finden findest findet fliegen frage fragen frau freude freue freuen freund freunde freundin freut froh früher
fuhren führen fülle garten geben gegen gegner gehe geholfen geht gekommen geld genau gerade gesagt gesehen gestern
gewinne gewinnt gewonnen gibt ging glaube glaubst gleich glück grade gross grün grünen grüss halb half hallo hals
harte harten hasse hassen hatte hatten hattest hauen haus hebe heim held helle herr heute hinsetzen hoffe hoffen
hoffentlich hohe hold hole hunger höre ihnen ihre ihrem ihren immer innere interessant jahre jahren jemand kaffee
kalte kalten kannte karten kauf kaufe kauften kein keine keinem keins kenne kind kinder klappt klappte klasse kleine
kleines komme kommen kommt konnte krank kranke kranken kreis kuchen kurz kämpfe kämpften könnte könnten lach lachen
lagen lahm land lange langsam lass lasse laufen leben lebt lege legend legt legten leicht leider lenke lese lesen
letzte letzten leute lieben liefen liege liest linken linker linkes live lose lost lustig lügen macht machte machten
mails manchen mann mehr meine meinem meiner meines meinst meint merkt minute mist mitspieler mochte monat morgen muss
musste müsste nacht nachts nahmen nass nasse nassen natürlich nehmt nett nichts nieder niemand nimmt noch nächste
nächsten nächster nächstes offen opfer parkt partie passend passt passte pech plan post preis prima quatsch recht
rechte rechtes regen rein reine reinen reiner reines rest richtig rollt rund runde sagen sagt sassen satz schade
schaff schief schnell schon schreibe schreiben schreibst schreibt schuld schulde schule schwer schwierig sehe sehen
sehr sein seine seinem seinen seiner seines seite seither sende setze setzen setzt setzten siegen siehst sieht sitz
sitze sitzen solle sollte sollten sonne sonst sorry spannend spart spass spiel spieler spiels spielt spielte spielten
später starb stark starrt starte stunde stört such super tage tauchen tausche telefon toll tolle trage traue täuschen
unser unsere urlaub verbessert verliere verliert verloren verstanden verstehe verstehst vertrage vertrau vielleicht
vier voll volle wach wachen wahren ward waren warst warte warten wasser wegen weib weil weine weinen weint weiss
weisst weit weite weiter wende weniger wetter wieder wiegen will wind wirklich wissen witzig woche wohne wollen wollt
wollte worden wunderbar wurde wurden wählten wäre wären wünsche wünschen würde würden zahl zahle zarte zieh ziehe zugs
zurück zählen
"""
ENGLISH = """
able accent action after again alien alley almost already although always another answer answers aren't around assist
awesome bail bake band bang banks bass beach because been before begin bell besides between bite blank bold bone bore
bothers bound brain bright brilliant broad built burn cake call came care cared cares cars cart cell center chin chip
chose class clay closed closer closes closet coins cold come coming contact core corn cost could couldn't dawn define
didn't dine dinner dive dock does doing doll done dose drag drain drawn draws drew drone early eight email emily ended
ends enough evening everyone everything evil fail fake family favor feed feel fella felt field fights file fills fine
firm five fled flight flood fold fond fool fools foot form four friend friends frog full fund funny gain game games
garden gave given gives glad going golf gone good great greet ground guns hail hands handy hang happy hard harm haul
heir help helped herd hero hill hire homes honey hood hope hopes hospitals host hour house into isn't it's jail join
joint kill knew know known lake lands late later lease leaves leaving lent letter letters lift light line lines link
linked load locks lone looked looking looks losing love lovely lucky mail make mall mark marked marks mass match
matches maybe mean means meant mere message might mild mile milk mine mole monkey month mood morning most mothers
moved moves movie much must nail neat nest never nice night nights nine nobody obey offers officer offices often older
onto opens opponent opponents order other over pain paint pale passed passes passing past paste pays people perhaps
person phone pine pipe plane played player playing plays poet pole pool port pose pound pour pray print prints pulls
punk question questions rain rank reach read really rear remote removed reply rights roads robbed rocks role rolls
rounds rubber rude said sake sand saying says schools sell send settle settled shall sheer sheet shelter ships shop
should side sight since sites sits size skip sleep slice slip smart socks soil sold some someone soon sore sound sour
space speed spell spelled spends spent spin spite stain stake star stare stars starts stays step still stops stray
suite sweep tail taken takes tale tall tank tape teach tell text than thank thanks that's thee their them there these
they they're thin thing things think those though thought thus tight today told tomorrow tone tool tore torn touch
tour trace traded train treat trick turns under unlucky very wake wall waving we're wearing weather week were what
when where which while whip whose wide wife wing winner winning wins wipe wire wise wish wishes witch woods word wore
work would wouldn't wound yard yards year years yell yesterday zone
"""
ORDINARY = frozenset((GERMAN + ENGLISH).split())
"""Words that are nothing mistyped."""


CLOSING_BELOW = CLOSING | words(
    "lieben herzlichen besten schönen vielen danke dank gesendet verschickt von meinem meiner dem der aus via tel mobil",
    "wishes thanks thank you sent from my using get for phone mobile iphone ipad ios android i.a.",
)
"""Words of closing lines, and of those that programs put below a mail, which need no capital."""

AGREEING = words(
    "ok okay gern gerne klar natürlich einverstanden unbedingt genau richtig stimmt korrekt bestätigt jo yo",
    "sure absolutely definitely correct right exactly agreed confirmed",
)
"""Words that say yes where nothing but :data:`ASSENT` follows: sentences about other things begin with them, too."""
ASSENT = AGREEING | words(
    "das so doch sicher wirklich die mail war von mir ich bin es meine meinte gemeint mach machen ganz sehr ja",
    "habe hab passt wohl super prima perfekt bestätige hiermit auf jeden fall absolut bitte danke",
    "that's that is thanks it was me my mail indeed of course i meant what yes mean do really go ahead",
    "please this confirm great perfect",
)
"""Words behind a yes that only say so once more."""


__all__ = [
    "AGREEING",
    "ALWAYS",
    "ARTICLES",
    "ASSENT",
    "BESIDE_A_NUMBER",
    "BESIDE_THANKS",
    "CHANGING",
    "CLOSING",
    "CLOSING_BELOW",
    "DOUBT",
    "EXCHANGE",
    "FILLING",
    "FOR_NOW",
    "IRREGULAR",
    "LEAVING_OTHERS",
    "NUMBERS",
    "ORDINALS",
    "ORDINARY",
    "PLEASE",
    "POINTING",
    "POLITE",
    "SAME_THING",
    "TAKING",
    "THANKS",
    "TOWARDS",
    "WITHOUT",
    "words",
]
