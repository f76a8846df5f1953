// @ts-check
// A match from a file, checked in this browser: nothing of it is sent anywhere. What it holds is the file's word, until a key is known.
import { call } from "../frame/api.js";
import { learn, listed, locale, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { asRead, explained } from "../frame/parts.js";
import { FAIR } from "../sealing/fair-words.js";
import { linesOf, serverKeys, verified } from "../sealing/ownlog.js";
import { jcs, knowsSignatures } from "../sealing/seal.js";
import { trusted } from "./verify.js";
import { VERIFYING } from "./verify-words.js";

learn(FAIR);
learn(VERIFYING);
learn({
  fileLead: [
    "Choose a match that “siegelpost export” has saved, or a log. This browser checks it, and nothing of it is sent anywhere.",
    "Wähle eine Partie, die „siegelpost export“ gespeichert hat, oder ein Protokoll. Dieser Browser prüft sie, und nichts davon wird verschickt.",
  ],
  fileChoose: ["The file (choose it, or drop it here)", "Die Datei (auswählen oder hierher ziehen)"],
  fileStrange: ["This is neither a match nor a log, or a later version of Siegelpost has made it.", "Das ist weder eine Partie noch ein Protokoll, oder eine spätere Version von Siegelpost hat es gemacht."],
  fileChecking: ["Checking the file …", "Die Datei wird geprüft …"],
  fileFits: [
    "All {n} entries of the log hold together, from the first to the end of the match, and what was sealed was opened unchanged. This browser has not checked whether moves, cards and dice follow the rules: “siegelpost replay” does, with the same file.",
    "Alle {n} Einträge des Protokolls passen zusammen, vom ersten bis zum Ende der Partie, und Versiegeltes wurde unverändert aufgedeckt. Ob Züge, Karten und Würfel den Regeln folgen, hat dieser Browser nicht geprüft: Das tut „siegelpost replay“ mit derselben Datei.",
  ],
  fileFitsSoFar: [
    "All {n} entries hold together. The log ends before the match does.",
    "Alle {n} Einträge passen zusammen. Das Protokoll endet vor der Partie.",
  ],
  fileKeyKnown: ["They are signed with a key of this server:", "Unterschrieben sind sie mit einem Schlüssel dieses Servers:"],
  fileKeyStrange: [
    "They are signed with a key that is not this server's. Ask whoever runs the other server whether it is theirs: otherwise anybody may have made this file.",
    "Unterschrieben sind sie mit einem Schlüssel, den dieser Server nicht hat. Frag nach, ob er dem gehört, der den anderen Server betreibt: Sonst kann jeder diese Datei gemacht haben.",
  ],
  fileNames: ["At the table, says the file: {names}", "Am Tisch, sagt die Datei: {names}"],
  fileGame: ["Rules: {rules}", "Regeln: {rules}"],
  fileReceipts: ["Receipts in the file with which the log agrees: {n}", "Quittungen in der Datei, mit denen das Protokoll übereinstimmt: {n}"],
  fileEntries: ["The entries", "Die Einträge"],
});

/** @typedef {import("../types.js").View} View */
/** @typedef {import("./transcript.js").Report} Report */
/** @typedef {import("../sealing/ownlog.js").Line} Line */
/** @typedef {{ log: Uint8Array, names: string[], receipts: unknown[] }} Match */

const FORMAT = "siegelpost-match/1";
const MOST_NAMES = 64; // the most seats of a match
const LARGEST = 64 * 1024 * 1024; // bytes, as the command line takes them

/** Text of the file as one line that cannot turn the page's own words around. @param {string} text */
const line = (text) => text.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, " ");

/** The match in a file, or null if it holds none. What "export" writes has its log line by line in canonical form. @param {Uint8Array} raw @returns {Match | null} */
function matchIn(raw) {
  const text = new TextDecoder().decode(raw);
  if (!text.startsWith('{"format":')) return text.startsWith('{"entry":') ? { log: raw, names: [], receipts: [] } : null;
  try {
    const { format, log, names, receipts } = JSON.parse(text);
    if (format !== FORMAT || ![log, names, receipts].every(Array.isArray) || names.length > MOST_NAMES || names.some((/** @type {unknown} */ one) => typeof one !== "string")) return null;
    return { log: new TextEncoder().encode(log.map((/** @type {unknown} */ line) => `${jcs(line)}\n`).join("")), names, receipts };
  } catch {
    return null;
  }
}

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("verifyFile")} · Siegelpost`;
  /** @type {View} */
  let shown = nothing;
  const draw = () => page.show(html`<div class="narrow verify"><h1>${say("verifyFile")}</h1><p class="lead">${say("fileLead")}</p>
    <section class="sheet"><label>${say("fileChoose")}<input type="file" @change=${(/** @type {Event} */ event) => void choose(/** @type {HTMLInputElement} */ (event.target).files?.[0])}></label></section>
    <div aria-live="polite">${shown}</div><p><a href="/fairness">${say("fairness")}</a></p></div>`);
  /** @param {View} now */
  const show = (now) => {
    shown = now;
    draw();
  };
  /** @param {File | undefined} file */
  const choose = async (file) => {
    if (!file) return;
    show(html`<p class="sheet" role="status">${say("fileChecking")}</p>`);
    try {
      const match = file.size > LARGEST ? null : matchIn(new Uint8Array(await file.arrayBuffer()));
      if (match === null) return show(html`<p role="alert" class="alert">${say("fileStrange")}</p>`);
      if (!(await knowsSignatures())) throw new Error(say("browserTooOld"));
      const key = keyIn(match.log);
      const report = await verified({ log: match.log, receipts: match.receipts, ...(key === null ? {} : { key }) });
      show(report.verdict === "FAIL" ? failed(report) : found(match, report, key, await isOurs(key)));
    } catch (error) {
      show(html`<p role="alert" class="alert">${explained(error)}</p>`);
    }
  };
  draw();
}

/** The key that the log names itself; null for one that is no key, or in no first entry. @param {Uint8Array} log */
function keyIn(log) {
  try {
    const { key } = linesOf(log.subarray(0, log.indexOf(10)))[0]?.entry.body ?? {};
    return /^[A-Za-z0-9_-]{43}$/.test(key) ? String(key) : null;
  } catch {
    return null;
  }
}

/** Whether a key is one of this server: it publishes it, or this browser has seen it before. @param {string | null} key */
async function isOurs(key) {
  /** @type {import("../types.js").Meta} */
  const { keys } = await call("GET", "/v1/meta").catch(() => ({ keys: [] }));
  return key !== null && [...(await serverKeys()), ...keys.map((one) => one.public_key)].includes(key);
}

/** @param {Report} report */
const failed = (report) => html`<section class="sheet verdict bad" role="alert"><h2>${say("verdictFail")}</h2><p>${say("failAt", { n: report.entry ?? 0 })}</p>
  <p class="quiet">${say("failReason")} <code lang="en">${line(String(report.why))}</code></p></section>`;

/** @param {Match} match @param {Report} report @param {string | null} key @param {boolean} ours */
function found({ log, names, receipts }, report, key, ours) {
  const lines = linesOf(log);
  const over = lines.at(-1)?.entry.type === "closed";
  return html`<section class="sheet verdict good"><h2>${say(over ? "verdictPass" : "verdictSoFar")}</h2><p>${say(over ? "fileFits" : "fileFitsSoFar", { n: lines.length })}</p></section>
    <p role="status" class=${ours ? "quiet" : "notice"}>${say(ours ? "fileKeyKnown" : "fileKeyStrange")} <code class="long">${key}</code></p>
    <section class="sheet"><p>${say("fileGame", { rules: String(lines[0]?.entry.body.rules) })}</p>
      ${names.length ? html`<p>${say("fileNames", { names: listed(names.map((one) => asRead(line(one)))) })}</p>` : nothing}${receipts.length ? html`<p>${say("fileReceipts", { n: report.receipts.compared })}</p>` : nothing}
      <details><summary>${say("fileEntries")}</summary><ol class="entries" lang="en">${lines.map(({ entry }) => html`<li>${moment(entry.at)} ${entry.type}${entry.body.decision ? ` ${entry.body.decision}` : ""}</li>`)}</ol></details></section>
    ${trusted(report.notProved)}`;
}

/** @param {string} at */
const moment = (at) => new Intl.DateTimeFormat(locale(), { dateStyle: "short", timeStyle: "medium" }).format(new Date(at));
