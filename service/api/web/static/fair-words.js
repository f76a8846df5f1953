// @ts-check
// Words about sealing, keeping and checking, in English and German.

/** @type {Record<string, [en: string, de: string]>} */
export const FAIR = {
  fairness: ["What you need not believe us", "Was du uns nicht glauben musst"],
  verifyLink: ["Verify this match", "Diese Partie nachprüfen"],

  keepHere: ["Keep my card in this browser until all have sealed", "Meine Karte in diesem Browser behalten, bis alle versiegelt haben"],
  keepDemanded: ["At this table everybody keeps their own card until all have sealed.", "An diesem Tisch behält jeder seine Karte selbst, bis alle versiegelt haben."],
  keepHereMeans: [
    "The server then gets only the seal. When all have sealed, come back with this browser: the table opens your card by itself. If you do not come in time, a move counts that the rules make no better than any of yours, and everybody sees that your seal stayed shut.",
    "Der Server bekommt dann nur das Siegel. Wenn alle versiegelt haben, komm mit diesem Browser zurück: Der Tisch öffnet deine Karte von selbst. Kommst du nicht rechtzeitig, gilt ein Zug, der nach den Regeln nie besser ist als deiner, und alle sehen, dass dein Siegel zublieb.",
  ],
  noForms: [
    "What is put together in a form is checked by the server, which would see it. Choose from the list, or let the server keep the sealed card.",
    "Was man im Formular zusammenstellt, prüft der Server und sähe es dabei. Wähle aus der Liste, oder lass den Server die versiegelte Karte verwahren.",
  ],
  boxOnly: [
    "This card cannot stay in your browser: the rules take only cards in the server's box here, or two of your seals stayed shut.",
    "Diese Karte kann nicht in deinem Browser bleiben: Hier nehmen die Regeln nur Karten im Kästchen des Servers, oder zwei deiner Siegel blieben zu.",
  ],
  browserTooOld: [
    "This browser cannot check signatures: it is too old, or the page came without https. Use a newer one, or the program siegelpost verify.",
    "Dieser Browser kann keine Unterschriften prüfen: Er ist zu alt, oder die Seite kam ohne https. Nimm einen neueren oder das Programm siegelpost verify.",
  ],
  notLasting: [
    "This browser does not promise to keep it: a private window forgets everything when it is closed, and some browsers delete what was not used for a week. Save it as a file under “What this browser keeps”.",
    "Dieser Browser verspricht nicht, sie zu behalten: Ein privates Fenster vergisst beim Schließen alles, und manche Browser löschen, was eine Woche lang nicht gebraucht wurde. Sichere sie unter „Was dieser Browser aufbewahrt“ als Datei.",
  ],
  comeBack: [
    "Your card lies in this browser only. When all have sealed, we send you a mail; open the table then with this browser, and it opens your card by itself.",
    "Deine Karte liegt nur in diesem Browser. Wenn alle versiegelt haben, bekommst du eine Mail; öffne dann den Tisch mit diesem Browser, und er öffnet deine Karte von selbst.",
  ],
  openingMissing: [
    "All have sealed, and your card is awaited until {until}, but it is not in this browser. Open the table with the browser in which you sealed, or bring its file here.",
    "Alle haben versiegelt, und deine Karte wird bis {until} erwartet, aber sie liegt nicht in diesem Browser. Öffne den Tisch mit dem Browser, in dem du versiegelt hast, oder hol dessen Datei hierher.",
  ],
  openingBegun: ["All have sealed. The cards are being turned over.", "Alle haben versiegelt. Die Karten werden aufgedeckt."],
  openedNow: ["All have sealed; your card was opened.", "Alle haben versiegelt; deine Karte ist aufgedeckt."],
  receiptWrong: [
    "The server's receipt does not fit what you did. This browser has kept it: it is evidence. Verify the match.",
    "Die Quittung des Servers passt nicht zu dem, was du getan hast. Dieser Browser hat sie aufbewahrt: Sie ist ein Beweisstück. Prüfe die Partie nach.",
  ],
  logWrong: [
    "Nothing was sealed: the log of this match does not hold what the server says. Verify the match.",
    "Es wurde nichts versiegelt: Das Protokoll dieser Partie hält nicht, was der Server sagt. Prüfe die Partie nach.",
  ],
  lockWrong: [
    "Your card was not opened: the server asks for it, but the log does not show that all seals are locked. Verify the match.",
    "Deine Karte wurde nicht geöffnet: Der Server verlangt sie, aber das Protokoll zeigt nicht, dass alle Siegel feststehen. Prüfe die Partie nach.",
  ],
  keyElsewhere: [
    "Your seat signs its moves with a key that is not in this browser. Play where you sat down, or bring its key file here.",
    "Dein Platz unterschreibt seine Züge mit einem Schlüssel, der nicht in diesem Browser liegt. Spiel dort, wo du Platz genommen hast, oder hol die Schlüsseldatei hierher.",
  ],
  keyGone: [
    "Nothing was sent: you took your seat with a key, and the server says that it has none. Verify the match.",
    "Es wurde nichts geschickt: Du hast deinen Platz mit einem Schlüssel genommen, und der Server sagt, er habe keinen. Prüfe die Partie nach.",
  ],
  seatAnew: [
    "Nothing was sent: the log says that your seat was taken again without the random number, or the key, of this browser. If you did that on another device, play there. If not, the server did it: tell the others, and verify the match.",
    "Es wurde nichts geschickt: Im Protokoll steht, dein Platz sei noch einmal eingenommen worden, ohne die Zufallszahl oder den Schlüssel dieses Browsers. Warst du das an einem anderen Gerät, spiel dort. Wenn nicht, war es der Server: Sag es den anderen, und prüfe die Partie nach.",
  ],
  earlierProtocol: [
    "This match was made under an earlier protocol (siegelpost/1). In it the server could choose the deal, end the match in a player's name, or exchange moves that are not sealed, and nobody could prove it. In new matches it cannot.",
    "Diese Partie wurde unter einem früheren Protokoll angelegt (siegelpost/1). Der Server könnte dabei aussuchen, was ausgeteilt wird, die Partie im Namen eines Spielers beenden oder offene Züge austauschen, und niemand könnte es beweisen. In neuen Partien kann er das nicht.",
  ],
  signMoves: ["Sign my moves with a key of this browser", "Meine Züge mit einem Schlüssel dieses Browsers unterschreiben"],
  signMovesMeans: [
    "Then nobody can make up a move of yours, the server neither. The price: you can play only where the key is.",
    "Dann kann niemand einen Zug von dir erfinden, auch der Server nicht. Der Preis: Spielen kannst du nur, wo der Schlüssel liegt.",
  ],
  keyTitle: ["Your seat has a key", "Dein Platz hat einen Schlüssel"],
  keyLead: [
    "It lies in this browser and signs your moves; nothing can read it out again. To play on another device, too, or if this browser might forget it, save it now as a file: later that is not possible. Whoever has the file can sign for you.",
    "Er liegt in diesem Browser und unterschreibt deine Züge; auslesen kann ihn niemand mehr. Willst du auch auf einem anderen Gerät spielen, oder könnte dieser Browser ihn vergessen, sichere ihn jetzt als Datei: Später geht das nicht mehr. Wer die Datei hat, kann für dich unterschreiben.",
  ],
  keySave: ["Save the key as a file", "Schlüssel als Datei sichern"],
  nothingKept: [
    "This browser keeps nothing (private window, or storage is forbidden), so your card cannot stay here. Allow it, or let the server keep the sealed card.",
    "Dieser Browser bewahrt nichts auf (privates Fenster oder gesperrter Speicher), also kann deine Karte nicht hierbleiben. Erlaub es, oder lass den Server die versiegelte Karte verwahren.",
  ],
};
