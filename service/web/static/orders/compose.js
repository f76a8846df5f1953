// @ts-check
// Moves that cannot all be listed are put together in a form: how many cards of each kind, and for whom.
import { html, nothing } from "../vendor/lit-html.js";
import { knows, learn, say } from "../frame/language.js";

learn({
  goOn: ["Continue", "Weiter"],
  youHave: ["(you have {n})", "(du hast {n})"],
  counted: ["{n} of {all} chosen", "{n} von {all} gewählt"],
  toAll: ["Tick nobody to make the offer to everybody.", "Ohne Häkchen geht das Angebot an alle."],
  f_discard: ["Give up cards", "Karten abgeben"],
  f_gold: ["Choose cards of the gold river", "Karten vom Goldfluss wählen"],
  f_offer: ["Offer a trade", "Einen Tausch anbieten"],
  f_counter: ["Make a counter-offer", "Ein Gegenangebot machen"],
  m_give: ["I give", "Ich gebe"],
  m_take: ["I get", "Ich bekomme"],
  m_to: ["To whom?", "Für wen?"],
  m_choose: ["I choose among those who accept", "Ich wähle unter denen, die annehmen"],
});

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {{ [name: string]: any }} Schema */
/** @typedef {{ type: string, counts: string[], lists: string[], texts: string[], seats: string[], flags: string[], beside: boolean }} Form */
/** @typedef {{ [member: string]: { [kind: string]: number } }} Counts */

/** @param {Schema} schema */
const isCounts = (schema) => schema.type === "object" && Object.values(schema.properties ?? {}).every((one) => one.type === "integer");

/** The letters of things that a text names one by one, as in `ZZG`; "" for other texts. @param {Schema | undefined} schema */
const lettersOf = (schema) => (schema?.type === "string" && /^\^\[([A-Z]+)\]\{1,\d+\}\$$/.exec(String(schema.pattern))?.[1]) || "";

/**
 * The forms of a decision, from the schema of its moves: those whose members count things, or list them, unless they can be pointed at.
 * @param {Schema | undefined} schema @param {Choice[]} choices @returns {Form[]}
 */
export function forms(schema, choices) {
  const pointed = /** @type {Set<string>} */ (new Set(choices.filter((one) => one.spots.length > 0).map((one) => one.move.type)));
  /** @type {Form[]} */
  const found = [];
  for (const variant of schema?.oneOf ?? []) {
    const { type, step, ...all } = /** @type {{ [name: string]: Schema }} */ (variant.properties ?? {});
    // What is written in letters may have finer wishes beside it, which are left to programs.
    const spelt = Object.values(all).some(lettersOf);
    const members = spelt ? Object.fromEntries(Object.entries(all).filter(([name]) => variant.required?.includes(name))) : all;
    const names = Object.keys(members);
    const of = (/** @type {(member: Schema) => boolean} */ fits) => names.filter((name) => fits(/** @type {Schema} */ (members[name])));
    const form = {
      type: String(type?.const),
      counts: of(isCounts),
      lists: of((one) => one.type === "array" && Array.isArray(one.items?.enum)),
      texts: of((one) => lettersOf(one) !== ""),
      seats: of((one) => one.type === "array" && one.items?.type === "integer"),
      flags: of((one) => one.type === "boolean"),
      beside: spelt, // the plainest can be tapped as well
    };
    const complete = form.counts.length + form.lists.length + form.texts.length + form.seats.length + form.flags.length === names.length;
    // What is not listed at all cannot be done now; a counter-offer is the exception: nothing of it is ever listed.
    const listed = choices.some((one) => one.move.type === form.type) || form.type === "counter";
    if (form.counts.length + form.lists.length + form.texts.length > 0 && complete && listed && (form.beside || !pointed.has(form.type))) found.push(form);
  }
  return found;
}

/** What may be counted in a member, as the schema names it. @param {Schema | undefined} schema @param {Form} form @param {string} member @returns {string[]} */
function kindsOf(schema, form, member) {
  const variant = (schema?.oneOf ?? []).find((/** @type {Schema} */ one) => one.properties?.type?.const === form.type);
  const found = variant?.properties?.[member] ?? {};
  return found.items?.enum ?? (lettersOf(found) ? [...lettersOf(found)] : undefined) ?? Object.keys(found.properties ?? {});
}

/** How many things must be named, where all listed moves agree on it. @param {Form} form @param {Choice[]} choices */
function wanted(form, choices) {
  const sizes = new Set(choices.filter((one) => one.move.type === form.type).map((one) => size(/** @type {{ [member: string]: unknown }} */ (one.move)[form.counts[0] ?? form.lists[0] ?? ""])));
  return form.counts.length + form.lists.length === 1 && sizes.size === 1 ? [...sizes][0] : undefined;
}

/** @param {unknown} value */
const size = (value) => (Array.isArray(value) ? value.length : Object.values(/** @type {{ [kind: string]: number }} */ (value ?? {})).reduce((sum, one) => sum + one, 0));

/** Members that are paid from the own hand. */
const PAID = ["give", "cards"];
/** Forms that say the same of other questions: what was filled in for one may be wanted in the other. */
const TRADES = ["offer", "counter"];

/** What was filled in when its question went away. @type {Composer | null} */
let unfinished = null;

/** Keep what was filled in, if anything was. @param {Composer} composer */
export function keepUnfinished(composer) {
  if (!TRADES.includes(composer.form.type) || composer.members.every((one) => composer.total(one) === 0)) return false;
  unfinished = composer;
  return true;
}

/** Begin a form with what was filled in for a like one. @param {Composer} composer */
export function takeUp(composer) {
  if (!unfinished || !TRADES.includes(composer.form.type) || String(unfinished.members) !== String(composer.members)) return composer;
  composer.counts = unfinished.counts;
  unfinished = null;
  return composer;
}

/** A form being filled. */
export class Composer {
  /** @param {Schema | undefined} schema @param {Form} form @param {Choice[]} choices */
  constructor(schema, form, choices) {
    this.schema = schema;
    this.form = form;
    this.wanted = wanted(form, choices);
    /** @type {Counts} */ this.counts = {};
    /** @type {Set<number>} */ this.seats = new Set();
    /** @type {Set<string>} */ this.flags = new Set();
    /** Why the server would not take what was put together. */
    this.problem = "";
  }

  get members() {
    return [...this.form.counts, ...this.form.lists, ...this.form.texts];
  }

  /** @param {string} member */
  total(member) {
    return size(this.counts[member]);
  }

  /** Whether the hand still has what is given: it may have shrunk since. @param {{ [kind: string]: number }} held */
  covered(held) {
    return this.members.filter((one) => PAID.includes(one)).every((one) => Object.entries(this.counts[one] ?? {}).every(([kind, n]) => !(kind in held) || n <= Number(held[kind])));
  }

  get ready() {
    return this.wanted === undefined ? this.members.every((one) => this.total(one) > 0) : this.total(/** @type {string} */ (this.members[0])) === this.wanted;
  }

  /** The move as it stands. @returns {{ type: string, [member: string]: unknown }} */
  get move() {
    /** @type {{ type: string, [member: string]: unknown }} */
    const move = { type: this.form.type };
    for (const name of this.form.counts) move[name] = Object.fromEntries(Object.entries(this.counts[name] ?? {}).filter(([, n]) => n > 0));
    for (const name of this.form.lists) move[name] = Object.entries(this.counts[name] ?? {}).flatMap(([kind, n]) => Array.from({ length: n }, () => kind));
    for (const name of this.form.texts) move[name] = Object.entries(this.counts[name] ?? {}).map(([letter, n]) => letter.repeat(n)).join("");
    for (const name of this.form.seats) if (this.seats.size) move[name] = [...this.seats].sort((a, b) => a - b);
    for (const name of this.form.flags) if (this.flags.has(name)) move[name] = true;
    return move;
  }

  /** @param {string} member @param {string} kind @param {number} by */
  add(member, kind, by) {
    const here = (this.counts[member] ??= {});
    here[kind] = Math.max(0, (here[kind] ?? 0) + by);
  }

  /**
   * @param {{ called: (kind: string) => string, icon: (kind: string) => import("../types.js").View, held: { [kind: string]: number }, order: (kind: string) => number, others: { seat: number, name: string }[], changed: () => void, done: () => void, busy: boolean }} page
   */
  render({ called, icon, held, order, others, changed, done, busy }) {
    const { form } = this;
    const change = (/** @type {() => void} */ act) => () => { this.problem = ""; act(); changed(); };
    const full = (/** @type {string} */ member, /** @type {string} */ kind) =>
      (this.wanted !== undefined && this.total(member) >= this.wanted) || (PAID.includes(member) && kind in held && (this.counts[member]?.[kind] ?? 0) >= Number(held[kind]));
    return html`<form class="compose" @submit=${(/** @type {Event} */ event) => { event.preventDefault(); done(); }}>
      <h3>${heading(form.type)}</h3>
      ${this.members.map((member) => html`<fieldset><legend>${knows(`m_${member}`) && this.wanted === undefined ? say(`m_${member}`) : ""}
          ${this.wanted === undefined ? nothing : html`<span role="status">${say("counted", { n: this.total(member), all: this.wanted })}</span>`}</legend>
        ${kindsOf(this.schema, form, member).filter((kind) => !PAID.includes(member) || held[kind] !== 0 || this.counts[member]?.[kind]).sort((one, other) => order(one) - order(other)).map((kind) => html`<div class="count"><span>${icon(kind)}${called(kind)}${kind in held ? html` <span class="quiet">${say("youHave", { n: Number(held[kind]) })}</span>` : nothing}</span>
          <button type="button" aria-label="${called(kind)}: −1" ?disabled=${!this.counts[member]?.[kind]} @click=${change(() => this.add(member, kind, -1))}>−</button>
          <output>${this.counts[member]?.[kind] ?? 0}</output>
          <button type="button" aria-label="${called(kind)}: +1" ?disabled=${full(member, kind)} @click=${change(() => this.add(member, kind, 1))}>+</button></div>`)}
      </fieldset>`)}
      ${form.seats.length && others.length > 1 ? html`<fieldset><legend>${say("m_to")}</legend>${others.map((one) => html`<label class="switch"><input type="checkbox" .checked=${this.seats.has(one.seat)}
        @change=${change(() => { if (!this.seats.delete(one.seat)) this.seats.add(one.seat); })}><span>${one.name}</span></label>`)}<p class="hint">${say("toAll")}</p></fieldset>` : nothing}
      ${form.flags.filter((one) => knows(`m_${one}`) && others.length > 1).map((one) => html`<label class="switch"><input type="checkbox" .checked=${this.flags.has(one)}
        @change=${change(() => { if (!this.flags.delete(one)) this.flags.add(one); })}><span>${say(`m_${one}`)}</span></label>`)}
      ${this.problem ? html`<p id="compose-problem" class="alert" role="alert">${this.problem}</p>` : nothing}
      <button class="seal" aria-describedby=${this.problem ? "compose-problem" : nothing} ?disabled=${busy || !this.ready || !this.covered(held)}>${say("goOn")}</button>
    </form>`;
  }
}

/** @param {string} type */
export const heading = (type) => (knows(`f_${type}`) ? say(`f_${type}`) : type);
