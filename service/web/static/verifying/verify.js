// @ts-check
// "Verify this match": the log of a match, checked in this browser against all that it has kept, and told in words.
import { call, Refused } from "../frame/api.js";
import { download } from "../frame/download.js";
import { FAIR } from "../sealing/fair-words.js";
import { knows, lang, learn, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { compareMail } from "./mail-heads.js";
import { checkedLog, serverKeys } from "../sealing/ownlog.js";
import { explained } from "../frame/parts.js";
import { asGiven, kept } from "../sealing/vault.js";
import { VERIFYING } from "./verify-words.js";

/** @typedef {import("../sealing/ownlog.js").Checked} Checked */
/** @typedef {import("../types.js").View} View */

/** What the verifier calls not proved, as a reader thinks of it. @type {Record<string, string[]>} */
const TRUSTED = {
  people: ["people", "terms", "keys"],
  chance: ["chance"],
  others: ["acts", "open-answers", "orders", "silence", "blame", "absent-salts", "ending", "talk"],
  times: ["history", "times"],
};

learn(FAIR);
learn(VERIFYING);
learn({
  log: ["Log, to verify", "Protokoll zum Nachprüfen"],
});

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  const id = String(page.parts[0]);
  const invitation = new URLSearchParams(location.search).get("invitation");
  const query = invitation ? `invitation=${encodeURIComponent(invitation)}` : "";
  document.title = `${say("verifyLink")} · Siegelpost`;
  /** @type {{ title: string, checked: Checked | null, error: unknown, told: View, mail: View }} */
  const state = { title: "", checked: null, error: null, told: null, mail: nothing };
  /** @param {SubmitEvent} event */
  const compare = async (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("mail") ?? "");
    if (!state.checked) return;
    let found = await heldAgainst(text, state.checked);
    if (found.kind === "cut" && state.checked.lines.at(-1)?.entry.type !== "closed") {
      // The match may have gone on since this page was opened.
      state.checked = await checkedLog(id, query).catch(() => state.checked);
      if (state.checked) found = await heldAgainst(text, state.checked);
    }
    state.mail = compared(found);
    draw();
  };
  /** @param {string} text @param {Checked} checked */
  const heldAgainst = async (text, { lines, key }) => {
    // Other matches in a letter may be signed by other keys of the server: the letter is still its own.
    /** @type {import("../types.js").Meta} */
    const { keys } = await call("GET", "/v1/meta").catch(() => ({ keys: [] }));
    const known = [...(await serverKeys()), ...keys.map((one) => one.public_key), ...(key === null ? [] : [key])];
    return compareMail(text, id, lines.map((one) => one.head), known);
  };
  const draw = () => page.show(html`
    <div class="narrow verify">
      <h1>${say("verifyLink")}</h1>
      <p class="lead">${state.title ? html`<a href="/table/${id}">${state.title}</a>` : nothing}</p>
      <div aria-live="polite">
        ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : state.checked ? verdict(state.checked) : html`<p class="sheet" role="status">${say("checking")}</p>`}
      </div>
      ${state.checked ? told(state.checked) : nothing}
      ${state.checked && state.checked.lines.length
        ? html`<section class="sheet"><h2>${say("pasteTitle")}</h2><p>${say("pasteLead")}</p>
            <form class="stack" @submit=${(/** @type {SubmitEvent} */ event) => void compare(event)}><label>${say("pasteLabel")}<textarea name="mail" rows="4" required spellcheck="false"></textarea></label>
            <button>${say("pasteButton")}</button></form><div aria-live="polite">${state.mail}</div></section>`
        : nothing}
      ${state.checked ? takeAlong(id, query, state.checked) : nothing}
      <p><a href="/fairness">${say("fairness")}</a> · <a href="/kept">${say("keptLink")}</a> · <a href="/verify">${say("verifyFile")}</a></p>
    </div>`);
  draw();
  const title = call("GET", `/v1/matches/${id}/words?language=${lang()}&${query}`).then((words) => { state.title = words.title; }, () => {});
  try {
    state.checked = await checkedLog(id, query);
  } catch (error) {
    state.error = error instanceof Refused || error instanceof Error ? error : new Error(String(error));
  }
  await title;
  draw();
}

/** The verdict in one sentence. @param {Checked} checked @returns {View} */
function verdict(checked) {
  const { report, broken } = checked;
  if (report.verdict === "FAIL")
    return html`<section class="sheet verdict bad" role="alert"><h2>${say("verdictFail")}</h2>
      <p>${say("failAt", { n: report.entry ?? 0 })} ${say("failKeep")}</p>
      <p class="quiet">${say("failReason")} <code lang="en">${report.why}</code></p></section>`;
  if (broken) return html`<section class="sheet verdict bad" role="alert"><h2>${say("verdictFail")}</h2><p>${say(`broken_${broken.what}`, { n: broken.n })} ${say("failKeep")}</p></section>`;
  const last = checked.lines.at(-1)?.entry;
  const over = last?.type === "closed";
  const why = over && last.body.reason === "stopped" ? String(last.body.why) : "";
  return html`<section class="sheet verdict good"><h2>${say(over ? "verdictPass" : "verdictSoFar")}</h2>
    <p>${say(over ? "passMeans" : "soFarMeans", { n: checked.lines.length })}</p>${why ? html`<p>${say("passStopped", { why })}</p>` : nothing}</section>`;
}

/** What was checked, and what was not. @param {Checked} checked */
function told(checked) {
  const { report, lines } = checked;
  const seals = lines.filter(({ entry }) => entry.type === "locked").reduce((sum, { entry }) => sum + entry.body.seats.length, 0);
  const { compared: own, aside } = report.receipts;
  const fails = report.verdict === "FAIL" || checked.broken !== null;
  return html`
    ${checked.keyIsNew ? html`<p role="status" class="notice">${say("keyIsNew")}</p>` : nothing}
    <section class="sheet"><h2>${say("wasChecked")}</h2>
      ${fails
        ? html`<p>${say("checkedUpTo", { n: report.checked })}</p>`
        : html`<ul class="checked">
            <li>${say("ckEntries", { n: lines.length })}</li>
            ${seals ? html`<li>${say("ckSeals", { n: seals })}</li>` : nothing}
            <li>${own ? say("ckReceipts", { n: own }) : say("ckNoReceipts")}</li>
            ${checked.heads ? html`<li>${say("ckHeads", { n: checked.heads })}</li>` : nothing}
            ${checked.created ? html`<li>${say("ckCreated")}</li>` : nothing}
          </ul>`}
      ${aside.length ? html`<details><summary>${say("aside", { n: aside.length })}</summary><ul lang="en">${aside.map((one) => html`<li>${one}</li>`)}</ul></details>` : nothing}
      ${checked.key ? html`<p class="quiet">${say("keyUsed")} <code class="long">${checked.key}</code></p>` : nothing}
    </section>
    ${fails
      ? nothing
      : html`<section class="sheet"><h2>${say("notChecked")}</h2><p>${say("nc_rules")}</p>
            <details><summary>${say("inDetail")}</summary><ul>${["beacon", "witnesses"].map((one) => html`<li>${say(`nc_${one}`)}</li>`)}</ul></details></section>
          ${trusted(report.notProved)}`}`;
}

/** What is left to be trusted, in short groups; every single line of it for who wants to know. @param {{ [line: string]: string }} unproved */
export function trusted(unproved) {
  const groups = Object.entries(TRUSTED).filter(([, lines]) => lines.some((one) => one in unproved));
  return html`<section class="sheet"><h2>${say("notProved")}</h2><p>${say("notProvedLead")}</p>
    <ul>${groups.map(([group]) => html`<li>${say(`trust_${group}`)}</li>`)}</ul><p>${say("trustLess")}</p>
    <details><summary>${say("inDetail")}</summary><ul>${Object.entries(unproved).map(([line, why]) => html`<li>${knows(`np_${line}`) ? say(`np_${line}`) : html`<span lang="en">${why}</span>`}</li>`)}</ul></details></section>`;
}

/** @param {import("./mail-heads.js").Found} found @returns {View} */
function compared(found) {
  if (found.kind === "agrees") return html`<p class="notice" role="status">${say("mailAgrees", { n: found.n })}</p>`;
  if (found.kind === "none" || found.kind === "other-match" || found.kind === "unknown" || found.kind === "unsigned" || found.kind === "several") return html`<p class="notice" role="status">${say(`mail_${found.kind}`)}</p>`;
  return html`<p class="alert" role="alert">${say(`mail_${found.kind}`, { n: "n" in found ? found.n : 0 })}</p>`;
}

/** The command for the whole check, and the files it takes. @param {string} id @param {string} query @param {Checked} checked */
function takeAlong(id, query, checked) {
  const save = async () => {
    const receipts = await kept("receipts", id);
    download(receipts.map((one) => `${JSON.stringify(asGiven(one))}\n`).join(""), `${id}.receipts.jsonl`);
  };
  return html`<section class="sheet"><h2>${say("wholeCheck")}</h2><p>${say("wholeCheckLead")}</p>
    <pre tabindex="0">siegelpost verify ${id}.jsonl --key ${checked.key ?? "KEY"} --receipts ${id}.receipts.jsonl</pre>
    <div class="acts"><a class="button" href="/v1/matches/${id}/log.jsonl?${query}" download="${id}.jsonl">${say("log")}</a>
      <button @click=${() => void save()}>${say("receiptsFile")}</button></div></section>`;
}
