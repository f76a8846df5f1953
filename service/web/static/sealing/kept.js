// @ts-check
// What this browser keeps: cards that only it can open, receipts, and how to take them to another device.
import { download } from "../frame/download.js";
import { html, nothing } from "../vendor/lit-html.js";
import { FAIR } from "./fair-words.js";
import { KEEPING } from "./kept-words.js";
import { learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { importSeatKey, KEY_FORM } from "./seat-key.js";
import { BadFile, exported, forget, imported, isLasting, kept } from "./vault.js";

learn(FAIR);
learn(KEEPING);

const LONGEST = 50_000_000; // bytes of a file: years of play

/** Take over a file of any of our kinds. @param {string} text @returns {Promise<number>} how much was new */
async function readIn(text) {
  try {
    const file = JSON.parse(text);
    if (file?.form === KEY_FORM) return await importSeatKey(file);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return await imported(text);
}

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  document.title = `${say("keptLink")} · Siegelpost`;
  const state = { told: "", error: /** @type {unknown} */ (null), sure: false };
  const lasting = await isLasting().catch(() => false);

  /** @param {() => Promise<string>} doing */
  const attempt = async (doing) => {
    state.told = "";
    state.error = null;
    try {
      state.told = await doing();
    } catch (error) {
      state.error = error instanceof BadFile ? new Error(say("badFile")) : error;
    }
    await draw();
  };
  const save = () => attempt(async () => {
    download(await exported(), `siegelpost-${new Date().toISOString().slice(0, 10)}.json`);
    return say("fileSaved");
  });
  /** @param {Event} event */
  const read = (event) => attempt(async () => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return "";
    if (file.size > LONGEST) throw new BadFile();
    const fresh = await readIn(await file.text());
    input.value = "";
    void import("./sealing.js").then((sealing) => sealing.openEverywhere()).catch(() => {});
    return say("fileRead", { n: fresh });
  });
  const drop = () => attempt(async () => {
    await forget();
    state.sure = false;
    return say("forgotten");
  });

  const draw = async () => {
    const [openings, receipts, keys] = await Promise.all([kept("openings"), kept("receipts"), kept("keys")]);
    const waiting = openings.filter((one) => one.custody === "client" && !one.settled);
    const matches = new Set(receipts.map((one) => one.match));
    page.show(html`
      <div class="narrow">
        <h1>${say("keptLink")}</h1>
        ${state.told ? html`<p role="status" class="notice">${state.told}</p>` : nothing}
        ${state.error ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}
        <section class="sheet"><p>${say("keptLead")}</p>
          <ul>
            <li>${waiting.length ? say("keptCards", { n: waiting.length }) : say("keptNoCards")}
              ${waiting.length ? html`<ul>${waiting.map((one) => html`<li><a href="/table/${one.match}">${one.words}</a></li>`)}</ul>` : nothing}</li>
            ${keys.length ? html`<li>${say("keptKeys", { n: keys.length })}</li>` : nothing}
            <li>${receipts.length ? say("keptReceipts", { n: receipts.length, matches: matches.size }) : say("keptNoReceipts")}</li>
          </ul>
          <p class=${lasting ? "quiet" : "notice"}>${say(lasting ? "lasting" : "notLastingHere")}</p>
        </section>
        <section class="sheet"><h2>${say("otherDevice")}</h2><p>${say("otherDeviceLead")}</p>
          <div class="acts"><button class="seal" @click=${() => void save()}>${say("saveFile")}</button></div>
          <label class="file">${say("readFile")}<input type="file" accept=".json,application/json" @change=${read}></label>
        </section>
        <section class="sheet"><h2>${say("forgetTitle")}</h2><p>${say("forgetLead")}</p>
          ${state.sure
            ? html`<div class="acts"><button class="danger" @click=${() => void drop()}>${say("forgetYes")}</button><button @click=${() => { state.sure = false; void draw(); }}>${say("forgetNo")}</button></div>`
            : html`<button class="link danger" @click=${() => { state.sure = true; void draw(); }}>${say("forgetTitle")}</button>`}
        </section>
        <p><a href="/fairness">${say("fairness")}</a></p>
      </div>`);
  };
  await draw();
}
