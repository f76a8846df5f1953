// @ts-check
// Words about sealing, keeping and checking, in English and German, but those that every table needs (custody-words.js).

/** @type {Record<string, [en: string, de: string]>} */
export const FAIR = {
  browserTooOld: [
    "This browser cannot check signatures: it is too old, or the page came without https. Use a newer one, or the program siegelpost verify.",
    "Dieser Browser kann keine Unterschriften prüfen: Er ist zu alt, oder die Seite kam ohne https. Nimm einen neueren oder das Programm siegelpost verify.",
  ],
  receiptWrong: [
    "The server's receipt does not match what you did. This browser has kept it as evidence. Verify the match.",
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
  signMoves: ["Sign my moves with a key of this browser", "Meine Züge mit einem Schlüssel dieses Browsers unterschreiben"],
  signMovesMeans: [
    "Then nobody can fake a move of yours, not even the server. The price: you can only play where the key is.",
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
