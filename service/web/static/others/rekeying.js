// @ts-check
// Another key for a seat that signs (section 12.9 of the protocol page): by the key in force, or because the others agree to it.
import { call } from "../frame/api.js";
import { download } from "../frame/download.js";
import { FAIR } from "../sealing/fair-words.js";
import { html, nothing } from "../vendor/lit-html.js";
import { learn, listed, say } from "../frame/language.js";
import { checkedLog, holds } from "../sealing/ownlog.js";
import { nameOf } from "../frame/parts.js";
import { Distrusted, keyOfSeat, signed } from "../sealing/sealing.js";
import { drawSeatKey } from "../sealing/seat-key.js";
import { keptOne } from "../sealing/vault.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").View} View */
/** @typedef {Match["key_changes"][number]} Change */
/** Does something that changes the table, and shows what became of it. @typedef {(doing: () => Promise<unknown>) => Promise<void>} Act */

learn(FAIR);
learn({
  newKey: ["Sign with a new key from now on", "Ab jetzt mit einem neuen Schlüssel unterschreiben"],
  newKeyMeans: [
    "The log will say so, signed by the old key, which is worth nothing afterwards; standing orders end. Do this if somebody else may have the old key's file.",
    "Das steht dann im Protokoll, vom alten Schlüssel unterschrieben, der danach nichts mehr gilt; Daueranweisungen enden. Tu das, wenn jemand anderes die Datei des alten Schlüssels haben könnte.",
  ],
  lostKey: ["The key is lost: ask the others for a new one", "Der Schlüssel ist verloren: die anderen um einen neuen bitten"],
  lostKeyMeans: [
    "Every other player at the table has to agree, and will be told to ask you first. Until then nothing can be done in your name.",
    "Alle anderen am Tisch müssen zustimmen und sollen dich vorher fragen. Bis dahin kann in deinem Namen nichts geschehen.",
  ],
  keyAsked: ["You have asked the others to agree to a new key of yours. Still missing: {names}.", "Du hast die anderen gebeten, einem neuen Schlüssel von dir zuzustimmen. Es fehlen noch: {names}."],
  keyTakenBack: ["Take the question back", "Die Bitte zurücknehmen"],
  keyWanted: [
    "{name} says that the key which signs for that seat is lost, and asks you to agree to a new one. Whoever holds the new key plays for {name}. So ask {name} first, by telephone or face to face, not through this site: does the new key begin with {key}?",
    "{name} sagt, der Schlüssel dieses Platzes sei verloren, und bittet dich, einem neuen zuzustimmen. Wer den neuen hat, spielt für {name}. Frag {name} deshalb vorher, am Telefon oder von Angesicht, nicht über diese Seite: Beginnt der neue Schlüssel mit {key}?",
  ],
  keyReplaced: [
    "Your seat once signed with a key of this browser, and now it has another. If you did not change it on another device, somebody plays in your place: ask the others at the table, and verify the match.",
    "Dein Platz hat mit einem Schlüssel dieses Browsers unterschrieben und hat jetzt einen anderen. Hast du ihn nicht an einem anderen Gerät geändert, spielt jemand an deiner Stelle: Frag die anderen am Tisch, und prüfe die Partie nach.",
  ],
  keyAgree: ["I have asked: agree", "Ich habe gefragt: zustimmen"],
  keyBegins: ["Your new key begins with {key}. Tell the others so when they ask.", "Dein neuer Schlüssel beginnt mit {key}. Sag das den anderen, wenn sie fragen."],
});

/** So many characters of a key are compared by people. @param {string} key */
const beginning = (key) => key.slice(0, 8);

/**
 * What was dealt, and how often a seat has changed its key, by a log that this browser has checked.
 * @param {Match} match @param {number} seat @returns {Promise<{ head: string, changes: { key: string }[] }>}
 */
async function dealt(match, seat) {
  const checked = await checkedLog(match.match);
  const started = checked.lines.find(({ entry }) => entry.type === "started");
  if (!holds(checked) || started === undefined) throw new Distrusted(say("logWrong"));
  const changes = checked.lines.filter(({ entry }) => entry.type === "rekeyed" && entry.body.seat === seat).map(({ entry }) => ({ key: String(entry.body.key) }));
  return { head: started.head, changes };
}

/** Whether a seat once signed with a key of this browser, and the log has given it another. @param {Match} match */
async function wasReplaced(match) {
  const { lines } = await checkedLog(match.match);
  const keys = lines.filter(({ entry }) => ["joined", "rekeyed", "substituted"].includes(entry.type) && entry.body.seat === match.seat && entry.body.key).map(({ entry }) => String(entry.body.key));
  const known = await Promise.all(keys.map((key) => keptOne("keys", key).catch(() => undefined)));
  return known.at(-1) === undefined && known.some((one) => one !== undefined);
}

/** The signature over the change of a seat's key; nothing for a seat that does not sign. @param {Match} match @param {"key" | "consent"} act @param {number} seat @param {string} key */
async function signedChange(match, act, seat, key) {
  const { head, changes } = await dealt(match, seat);
  return await signed(match, { act, commitment: `sk1_${key}`, decision: "key", head, seat, seq: changes.length + 1 });
}

/** What a table shows of the keys of its seats. */
export class SeatKeys {
  /** @param {() => void} draw shows the table again @param {Act} act */
  constructor(draw, act) {
    this.draw = draw;
    this.act = act;
    /** Whether a key is in this browser, as far as that was looked up. @type {Map<string, boolean>} */ this.here = new Map();
    /** Whether the seat's key is another than one that this browser had for it. */
    this.replaced = false;
    /** The file of a key that was just drawn. @type {string | null} */ this.file = null;
  }

  /** @param {Match} match @param {string} key */
  isHere(match, key) {
    if (!this.here.has(key)) {
      this.here.set(key, true); // until it is looked up
      void keptOne("keys", key).catch(() => undefined).then(async (found) => {
        this.here.set(key, found !== undefined);
        this.replaced = found === undefined && (await wasReplaced(match).catch(() => false));
        this.draw();
      });
    }
    return this.here.get(key) === true;
  }

  /** @param {Match} match @param {boolean} lost */
  change(match, lost) {
    return this.act(async () => {
      const made = await drawSeatKey(match.match);
      const signature = lost ? {} : await signedChange(match, "key", Number(match.seat), made.key);
      await call("PUT", `/v1/matches/${match.match}/seats/me/key`, { body: { key: made.key, ...signature } });
      this.file = made.file;
      if (!lost && (await dealt(match, Number(match.seat))).changes.at(-1)?.key !== made.key) throw new Distrusted(say("logWrong"));
    });
  }

  /** My own key: to change it, to ask for another, and its file. @param {Match} match @returns {View} */
  mine(match) {
    const key = keyOfSeat(match);
    if (key === null || match.status !== "running") return nothing;
    const asked = match.key_changes.find((one) => one.seat === match.seat);
    const file = this.file;
    return html`<section class="custody" aria-label=${say("keyTitle")}>
      ${file === null ? nothing : html`<p>${say("keyLead")}</p><p><button @click=${() => download(file, `siegelpost-key-${match.match}.json`)}>${say("keySave")}</button></p>`}
      ${asked
        ? html`<p role="status">${say("keyAsked", { names: listed(asked.awaited.map((seat) => nameOf(match, seat))) })} ${say("keyBegins", { key: beginning(asked.key) })}</p>
            <p><button class="link" @click=${() => void this.act(() => call("DELETE", `/v1/matches/${match.match}/seats/me/key`))}>${say("keyTakenBack")}</button></p>`
        : this.isHere(match, key)
          ? html`<p><button class="link" @click=${() => void this.change(match, false)}>${say("newKey")}</button></p><p class="quiet">${say("newKeyMeans")}</p>`
          : html`<p class="notice" role="status">${say(this.replaced ? "keyReplaced" : "keyElsewhere")}</p><p><button class="link" @click=${() => void this.change(match, true)}>${say("lostKey")}</button></p><p class="quiet">${say("lostKeyMeans")}</p>`}
    </section>`;
  }

  /** Others who ask me to agree to a new key of theirs. @param {Match} match @returns {View} */
  wanted(match) {
    const asking = match.seat === null ? [] : match.key_changes.filter((one) => one.awaited.includes(Number(match.seat)));
    return asking.map((one) => html`<section class="sheet" role="status">
      <p>${say("keyWanted", { name: nameOf(match, one.seat), key: beginning(one.key) })}</p>
      <p><button @click=${() => void this.agree(match, one)}>${say("keyAgree")}</button></p></section>`);
  }

  /** @param {Match} match @param {Change} change */
  agree(match, change) {
    return this.act(async () => {
      const signature = keyOfSeat(match) === null ? {} : await signedChange(match, "consent", change.seat, change.key);
      await call("PUT", `/v1/matches/${match.match}/seats/${change.seat}/key/consent`, { body: { key: change.key, ...signature } });
    });
  }
}
