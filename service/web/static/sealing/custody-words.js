// @ts-check
// Words for who keeps a sealed card in this browser, in English and German: few do, so they come when somebody does.

/** @type {Record<string, [en: string, de: string]>} */
export const CUSTODY = {
  keepHereMeans: [
    "The server then gets only the seal. When all have sealed, come back with this browser: the table opens your card by itself. If you do not come in time, a move counts that the rules make no better than any of yours, and everybody sees that your seal stayed shut.",
    "Der Server bekommt dann nur das Siegel. Wenn alle versiegelt haben, komm mit diesem Browser zurück: Der Tisch öffnet deine Karte von selbst. Kommst du nicht rechtzeitig, gilt ein Zug, der nach den Regeln nie besser ist als deiner, und alle sehen, dass dein Siegel zublieb.",
  ],
  noForms: [
    "The server has to check what you put together in a form, so it would see your card. Choose from the list, or let the server keep the sealed card.",
    "Was man im Formular zusammenstellt, prüft der Server und sähe es dabei. Wähle aus der Liste, oder lass den Server die versiegelte Karte verwahren.",
  ],
  boxOnly: [
    "This card cannot stay in your browser: the rules take only cards in the server's box here, or two of your seals stayed shut.",
    "Diese Karte kann nicht in deinem Browser bleiben: Hier nehmen die Regeln nur Karten im Kästchen des Servers, oder zwei deiner Siegel blieben zu.",
  ],
  notLasting: [
    "This browser does not promise to keep it: a private window forgets everything when it is closed, and some browsers delete what was not used for a week. Save it as a file under “What this browser keeps”.",
    "Dieser Browser verspricht nicht, sie zu behalten: Ein privates Fenster vergisst beim Schließen alles, und manche Browser löschen, was eine Woche lang nicht gebraucht wurde. Sichere sie unter „Was dieser Browser aufbewahrt“ als Datei.",
  ],
  comeBack: [
    "Your card is in this browser only. Once everybody has sealed, we will mail you: open the table in this browser, and it reveals your card by itself.",
    "Deine Karte liegt nur in diesem Browser. Wenn alle versiegelt haben, bekommst du eine Mail; öffne dann den Tisch mit diesem Browser, und er öffnet deine Karte von selbst.",
  ],
  bringFile: [
    "Once everybody has sealed, open the table on that device, or bring its file here.",
    "Wenn alle versiegelt haben, öffne den Tisch auf jenem Gerät, oder hol dessen Datei hierher.",
  ],
  openingMissing: [
    "Everybody has sealed, and your card is due by {until}, but it is not in this browser. Open the table in the browser you sealed in, or bring its file here.",
    "Alle haben versiegelt, und deine Karte wird bis {until} erwartet, aber sie liegt nicht in diesem Browser. Öffne den Tisch mit dem Browser, in dem du versiegelt hast, oder hol dessen Datei hierher.",
  ],
};
