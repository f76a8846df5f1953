// @ts-check
// Words of "what this browser keeps", in English and German.

/** @type {Record<string, [en: string, de: string]>} */
export const KEEPING = {
  keptLead: ["All of this is in this browser only. We do not have it.", "Das alles liegt nur in diesem Browser. Wir haben es nicht."],
  keptCards: ["Sealed cards that only this browser can open: {n}", "Versiegelte Karten, die nur dieser Browser öffnen kann: {n}"],
  keptNoCards: ["No sealed card waits to be opened by this browser.", "Keine versiegelte Karte wartet darauf, von diesem Browser geöffnet zu werden."],
  keptReceipts: ["Receipts: {n} (matches: {matches})", "Quittungen: {n} (Partien: {matches})"],
  keptNoReceipts: ["No receipts yet. There is one for each of your moves.", "Noch keine Quittungen. Für jeden deiner Züge gibt es eine."],
  keptKeys: [
    "Keys of your seats, which sign your moves: {n}. They are not in the file below: each has a file of its own, which was offered when you sat down.",
    "Schlüssel deiner Plätze, die deine Züge unterschreiben: {n}. Sie stehen nicht in der Datei unten: Jeder hat eine eigene, die dir beim Platznehmen angeboten wurde.",
  ],
  lasting: ["The browser has promised not to delete it on its own.", "Der Browser hat zugesagt, es nicht von selbst zu löschen."],
  notLastingHere: [
    "The browser does not promise to keep it: a private window forgets everything when it is closed, and some browsers delete what was not used for a week. Save a file before that.",
    "Der Browser verspricht nicht, es zu behalten: Ein privates Fenster vergisst beim Schließen alles, und manche Browser löschen, was eine Woche lang nicht gebraucht wurde. Sichere vorher eine Datei.",
  ],
  otherDevice: ["Take it to another device", "Auf ein anderes Gerät mitnehmen"],
  otherDeviceLead: ["Save everything as a file and read it in there. Whoever has the file can read the cards in it: give it to nobody.", "Sichere alles als Datei und lies sie dort ein. Wer die Datei hat, kann die Karten darin lesen: Gib sie niemandem."],
  saveFile: ["Save as a file", "Als Datei sichern"],
  fileSaved: ["The file is saved.", "Die Datei ist gesichert."],
  readFile: ["Read a saved file", "Gesicherte Datei einlesen"],
  fileRead: ["Read: {n} new things.", "Eingelesen: {n} neue Stücke."],
  badFile: ["That is not a file saved here, or it is damaged. Nothing was read from the damaged part.", "Das ist keine hier gesicherte Datei, oder sie ist beschädigt. Vom beschädigten Teil wurde nichts eingelesen."],
  forgetTitle: ["Forget everything", "Alles vergessen"],
  forgetLead: [
    "On a shared device, delete all this after your matches. Cards that have not been opened are then lost for good.",
    "Auf einem Gerät, das auch andere benutzen: Lösch nach deinen Partien, was hier liegt. Karten, die noch nicht aufgedeckt sind, gehen dabei verloren, und niemand kann sie öffnen.",
  ],
  forgetYes: ["Yes, delete it", "Ja, löschen"],
  forgetNo: ["No, keep it", "Nein, behalten"],
  forgotten: ["Nothing is kept here any more.", "Hier liegt nichts mehr."],
};
