"""Words of everyday German and English that no choice is suggested for, however near to its words they are. Data, in one case.

"Das macht Spaß!" is one letter from passing, "Passt!" and "my mail" (sail) likewise. What stands here is taken for what it
is, never for another word mistyped. The tables hold frequent words, above all those that are one letter from a word by which
a game calls a choice.
"""

from __future__ import annotations

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

__all__ = ["ORDINARY"]
