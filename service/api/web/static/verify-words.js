// @ts-check
// Words of "verify this match", in English and German.

/** @type {Record<string, [en: string, de: string]>} */
export const VERIFYING = {
  checking: ["Fetching the log and checking it …", "Das Protokoll wird geholt und geprüft …"],
  verdictPass: ["The log fits", "Das Protokoll passt"],
  passStopped: [
    "It was not played to its end: whoever runs this service has ended it, says the log. Nobody has won or lost. The reason: {why}",
    "Sie wurde nicht zu Ende gespielt: Wer diesen Dienst betreibt, hat sie beendet, sagt das Protokoll. Niemand hat gewonnen oder verloren. Der Grund: {why}",
  ],
  verdictSoFar: ["The log fits so far", "Bis hierher passt das Protokoll"],
  verdictFail: ["Something does not fit", "Etwas passt nicht"],
  passMeans: [
    "This browser has checked: all {n} entries of the log hold together, from the first to the end of the match, what was sealed was opened unchanged, and nothing that this browser has kept contradicts them. It has not checked whether moves, cards and dice follow the rules: the program below does, by playing the match again.",
    "Das hat dieser Browser geprüft: Alle {n} Einträge des Protokolls passen zusammen, vom ersten bis zum Ende der Partie, Versiegeltes wurde unverändert aufgedeckt, und nichts, was dieser Browser aufbewahrt hat, widerspricht ihnen. Nicht geprüft hat er, ob Züge, Karten und Würfel den Regeln folgen: Das tut das Programm unten, indem es die Partie nachspielt.",
  ],
  soFarMeans: [
    "This browser has checked: all {n} entries up to now hold together, and nothing that it has kept contradicts them. The match is still running; check again when it is over. Whether moves, cards and dice follow the rules is checked by the program below, once the match is over.",
    "Das hat dieser Browser geprüft: Alle {n} Einträge bis jetzt passen zusammen, und nichts, was er aufbewahrt hat, widerspricht ihnen. Die Partie läuft noch; prüfe sie am Ende noch einmal. Ob Züge, Karten und Würfel den Regeln folgen, prüft das Programm unten, wenn sie zu Ende ist.",
  ],
  failAt: ["The check stops at entry {n} of the log.", "Die Prüfung scheitert an Eintrag {n} des Protokolls."],
  failKeep: [
    "Save the log and your receipts below before you do anything else: they are the evidence. Then ask the operator, and show them to the other players.",
    "Sichere unten zuerst das Protokoll und deine Quittungen: Sie sind die Beweisstücke. Frag dann den Betreiber, und zeig sie deinen Mitspielern.",
  ],
  failReason: ["What the verifier says (in English):", "Was das Prüfprogramm meldet (auf Englisch):"],
  broken_seat: [
    "Entry {n} has you take your seat again, without the random number or the key that this browser had sent. If you did that on another device, play there; if not, the server did it.",
    "Eintrag {n} lässt dich deinen Platz noch einmal nehmen, ohne die Zufallszahl oder den Schlüssel, die dieser Browser geschickt hatte. Warst du das auf einem anderen Gerät, dann spiel dort; sonst war es der Server.",
  ],
  broken_head: [
    "Entry {n} is not the one that this browser was shown on an earlier visit. The log was rewritten, or you were shown another history.",
    "Eintrag {n} ist nicht der, den dieser Browser bei einem früheren Besuch gesehen hat. Das Protokoll wurde umgeschrieben, oder dir wurde ein anderer Verlauf gezeigt.",
  ],
  broken_created: [
    "The first entry is not the one that this browser has kept. It is another match under the same name.",
    "Der erste Eintrag ist nicht der, den dieser Browser aufbewahrt hat. Es ist eine andere Partie unter demselben Namen.",
  ],
  broken_cut: [
    "This browser has already seen entry {n}, and the log that the server shows now ends before it.",
    "Dieser Browser hat schon Eintrag {n} gesehen, und das Protokoll, das der Server jetzt zeigt, endet vorher.",
  ],
  wasChecked: ["What was checked", "Was geprüft wurde"],
  checkedUpTo: ["Entries before it that hold together: {n}.", "Einträge davor, die zusammenpassen: {n}."],
  ckEntries: [
    "All entries ({n}): every one is chained to the one before and signed with the server's key, and they follow each other as they must.",
    "Alle Einträge ({n}): Jeder ist mit dem davor verkettet und mit dem Schlüssel des Servers unterschrieben, und sie folgen aufeinander, wie sie müssen.",
  ],
  ckSeals: [
    "Seals ({n}): what was turned over is what had been locked, for every seat and every round.",
    "Siegel ({n}): Aufgedeckt wurde, was vorher festgelegt war, für jeden Platz und jede Runde.",
  ],
  ckReceipts: [
    "Receipts for your own moves, kept in this browser ({n}): the log agrees with all of them.",
    "Quittungen über deine eigenen Züge aus diesem Browser ({n}): Das Protokoll stimmt mit allen überein.",
  ],
  ckNoReceipts: [
    "No receipts: this browser has none of this match, or none that count. Bring them from the browser in which you played.",
    "Keine Quittungen: Dieser Browser hat keine von dieser Partie, oder keine, die zählen. Hol sie aus dem Browser, in dem du gespielt hast.",
  ],
  ckHeads: [
    "Checksums that this browser saw on earlier visits ({n}): the log still has them.",
    "Prüfsummen, die dieser Browser bei früheren Besuchen gesehen hat ({n}): Das Protokoll enthält sie noch.",
  ],
  ckCreated: ["The first entry, as this browser saw it first: game, terms and the seal on chance are unchanged.", "Der erste Eintrag, wie dieser Browser ihn zuerst gesehen hat: Spiel, Bedingungen und das Siegel auf dem Zufall sind unverändert."],
  aside: ["Receipts that do not count: {n}", "Quittungen, die nicht zählen: {n}"],
  keyUsed: ["The server's public key:", "Der öffentliche Schlüssel des Servers:"],
  keyIsNew: [
    "The server signs this match with a key that this browser sees for the first time, although it knew another. Operators change keys seldom: compare it with what other players see.",
    "Der Server unterschreibt diese Partie mit einem Schlüssel, den dieser Browser zum ersten Mal sieht, obwohl er schon einen kannte. Betreiber wechseln Schlüssel selten: Vergleiche ihn mit dem, den deine Mitspieler sehen.",
  ],
  notChecked: ["What the program checks besides", "Was erst das Programm prüft"],
  inDetail: ["In detail", "Im Einzelnen"],
  nc_rules: [
    "The rules of the game: whether every move was allowed, and whether cards, dice and the result are right. The program siegelpost verify plays the match again and checks that (see below).",
    "Die Spielregeln: ob jeder Zug erlaubt war und ob Karten, Würfel und Ergebnis stimmen. Das Programm siegelpost verify spielt die Partie nach und prüft das (siehe unten).",
  ],
  nc_beacon: ["The signature of the public random beacon, where the match used one.", "Die Unterschrift der öffentlichen Zufallsquelle, wo die Partie eine benutzt hat."],
  nc_witnesses: ["What witnesses have signed.", "Was Zeugen unterschrieben haben."],
  notProved: ["What you have to trust", "Worauf du vertrauen musst"],
  notProvedLead: [
    "No player can secretly change anything here. Only whoever runs this server could, because it holds the key. No log can prove the following; you take the server's word for it:",
    "Unbemerkt ändern kann hier kein Mitspieler etwas, nur wer diesen Server betreibt: Er hat den Schlüssel. Dies kann kein Protokoll beweisen; du glaubst es dem Server:",
  ],
  trust_people: ["The people: who plays in each seat, and that this is the match you had agreed on.", "Die Leute: wer auf welchem Platz spielt und dass es die Partie ist, die ihr vereinbart habt."],
  trust_chance: ["Chance: that nobody picked the deal beforehand. It was fixed before the first move.", "Der Zufall: dass niemand vorher ausgesucht hat, was ausgeteilt wird. Es stand vor dem ersten Zug fest."],
  trust_others: ["Moves without a receipt here: that they are their players' own, and that whoever counts as silent was silent.", "Züge, zu denen hier keine Quittung liegt: dass sie von ihren Spielern sind und dass säumig war, wer als säumig gilt."],
  trust_times: ["The clock, and the end of the log: when something happened, and that nothing was written differently after the last receipt, mail or visit.", "Die Uhr und das Ende des Protokolls: wann etwas geschah und dass nach der letzten Quittung, Mail oder dem letzten Besuch nichts anders geschrieben wurde."],
  trustLess: [
    "Every receipt and every mail that somebody keeps makes this list shorter: they would contradict a different story.",
    "Jede Quittung und jede Mail, die jemand aufhebt, macht das weniger: Wer es später anders erzählt, widerspricht ihnen.",
  ],
  np_history: ["That nothing was written differently after the last entry that a receipt, a mail or a visit of somebody names.", "Dass nach dem letzten Eintrag, den eine Quittung, eine Mail oder ein Besuch von jemandem nennt, nichts anders geschrieben wurde."],
  np_terms: ["That the match was agreed with this game, pace and these options.", "Dass die Partie mit diesem Spiel, Tempo und diesen Optionen vereinbart war."],
  np_people: ["Who sat in each seat, and that two seats were not the same person.", "Wer auf welchem Platz saß, und dass nicht zwei Plätze derselben Person gehörten."],
  np_chance: ["That the server had no choice of the deal.", "Dass der Server sich das Blatt nicht aussuchen konnte."],
  np_acts: ["That sealed moves of seats whose receipts are not here are really theirs.", "Dass versiegelte Züge von Plätzen, deren Quittungen hier fehlen, wirklich von ihnen sind."],
  "np_open-answers": ["That open moves of seats whose receipts are not here are really theirs.", "Dass offene Züge von Plätzen, deren Quittungen hier fehlen, wirklich von ihnen sind."],
  np_silence: ["That seats which the log calls silent had really sent nothing in time.", "Dass Plätze, die das Protokoll säumig nennt, wirklich nichts rechtzeitig geschickt hatten."],
  np_blame: ["That seals which the log calls unopened or invalid really were.", "Dass Siegel, die das Protokoll ungeöffnet oder ungültig nennt, es wirklich waren."],
  np_orders: ["That automatic answers came from the standing orders of the player.", "Dass automatische Antworten aus den Daueranweisungen kamen, die der Spieler im Voraus gegeben hat."],
  np_times: ["When things happened, where no receipt says it: the clock is the server's.", "Wann etwas geschah, soweit es keine Quittung sagt: Die Uhr ist die des Servers."],
  np_ending: ["That the match ended as the log says, and who gave up.", "Dass die Partie so endete, wie es im Protokoll steht, und wer aufgab."],
  np_talk: ["That all that partners said stands in the log, and nothing else.", "Dass alles, was Partner einander sagten, im Protokoll steht und sonst nichts."],
  np_keys: ["That players whose seats do not sign agreed to another seat's new key.", "Dass Spieler, deren Plätze nicht unterschreiben, dem neuen Schlüssel eines anderen Platzes zugestimmt haben."],
  "np_absent-salts": ["Why seals made for silent seats have an unusual salt.", "Warum Siegel für säumige Plätze ein ungewöhnliches Salz haben."],
  pasteTitle: ["Compare with a mail", "Mit einer Mail vergleichen"],
  pasteLead: ["Every turn mail names an entry and its checksum. Paste the mail, or only its last lines.", "Jede Mail zum Zug nennt einen Eintrag und seine Prüfsumme. Füge die Mail hier ein oder nur ihre letzten Zeilen."],
  pasteLabel: ["Text of the mail", "Text der Mail"],
  pasteButton: ["Compare", "Vergleichen"],
  mailAgrees: ["The mail agrees: entry {n} of the log has its checksum.", "Die Mail stimmt überein: Eintrag {n} des Protokolls hat ihre Prüfsumme."],
  mail_differs: ["The mail contradicts the log: entry {n} has another checksum. Keep the mail; it is evidence.", "Die Mail widerspricht dem Protokoll: Eintrag {n} hat eine andere Prüfsumme. Heb die Mail auf; sie ist ein Beweisstück."],
  mail_cut: ["The mail knows entry {n}, and the log ends before it. Keep the mail; it is evidence.", "Die Mail kennt Eintrag {n}, und das Protokoll endet vorher. Heb die Mail auf; sie ist ein Beweisstück."],
  mail_unknown: ["No entry of the log has a checksum of this text. Is it a mail of this match?", "Kein Eintrag des Protokolls hat eine Prüfsumme aus diesem Text. Ist es eine Mail dieser Partie?"],
  mail_none: ["There is no checksum in this text.", "In diesem Text steht keine Prüfsumme."],
  "mail_other-match": ["This mail is of another match.", "Diese Mail gehört zu einer anderen Partie."],
  wholeCheck: ["The whole check, without us", "Die ganze Prüfung, ohne uns"],
  wholeCheckLead: [
    "This page comes from the server that it checks. If you would rather not rely on that, save the log and your receipts, and check them with the program, which also plays the match again:",
    "Diese Seite kommt von dem Server, den sie prüft. Wer sich darauf nicht verlassen will, sichert Protokoll und Quittungen und prüft sie mit dem Programm, das die Partie auch nachspielt:",
  ],
  receiptsFile: ["My receipts", "Meine Quittungen"],
};
