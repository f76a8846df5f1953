// @ts-check
// Standing orders as a form with sentences: which parts have sentences says orders-words.js, which of them a match has, and what
// kind of form each gets, says the rules' own schema of orders. What a program has set and no form can show stays as it is.
import { call } from "../frame/api.js";
import { InForce } from "./in-force.js";
import { ordersHere } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { knows, lang, learn, listed, say } from "../frame/language.js";
import { ORDERS, PARTS } from "./orders-words.js";
import { explained } from "../frame/parts.js";

/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").View} View */
/** @typedef {{ [name: string]: any }} Schema */
/** @typedef {{ [part: string]: any }} Document */
/** @typedef {{ give: any, take: any, [more: string]: unknown }} Trade */
/** @typedef {"flag" | "choice" | "ranking" | "letters" | "trades" | "cards" | "steps" | "each"} Kind */

learn(ORDERS);

const AMOUNTS = [1, 2, 3, 4, 5, 6];

/** @param {Schema} schema @returns {string[]} */
const valuesOf = (schema) => schema.enum ?? (schema.const ? [schema.const] : (schema.oneOf ?? []).flatMap(valuesOf));

/** Goods one after the other, each with an amount, among the values of a part. @param {Schema} schema @returns {Schema | undefined} */
const stepsOf = (schema) => (schema.oneOf ?? []).find((/** @type {Schema} */ one) => one.items?.properties?.good);

/** As many of a good as fit, and of what is given up all there is. @param {string} part @param {Schema} steps */
const amountOf = (part, steps) => (part === "give_up" ? 0 : Number(steps.items.properties.amount.maximum));

/** Which form a part gets; null: none that we have. @param {Schema | undefined} schema @returns {Kind | null} */
export function kindOf(schema) {
  if (!schema) return null;
  if (schema.type === "boolean") return "flag";
  if (schema.type === "string") return "letters";
  if (schema.type === "array") {
    if (schema.items?.enum) return "ranking";
    if (schema.items?.properties?.give) return "trades";
    return "cards";
  }
  if (schema.additionalProperties && schema.examples) return "each";
  if (stepsOf(schema)) return "steps";
  return valuesOf(schema).length ? "choice" : null;
}

/** The letters that a pattern like `^[NTHZWG]{1,6}$` allows. @param {Schema} schema */
const lettersOf = (schema) => [...(/\[([A-Z]+)\]/.exec(String(schema.pattern))?.[1] ?? "")];

/** What a side of a trade is made of, and whether it is written as letters. @param {Schema} schema of the list of trades @returns {{ written: boolean, kinds: string[] }} */
function sidesOf(schema) {
  const side = schema.items.properties.give;
  const written = side.type === "string";
  return { written, kinds: written ? lettersOf(side) : Object.keys(side.properties) };
}

/** A rule that only names cards in the order in which they are wanted. @param {unknown} rule */
const isPlain = (rule) => typeof rule === "object" && rule !== null && Object.keys(rule).join() === "take";

export class Orders extends InForce {
  /**
   * @param {Match} match @param {Schema} schema of the game's orders
   * @param {() => { key: string, name: string }[]} cards what lies on the table
   * @param {{ [key: string]: string }} called what all cards are called, those as well that do not lie on the table
   * @param {() => void} draw
   */
  constructor(match, schema, cards, called, draw) {
    super(match, draw);
    this.schema = schema;
    this.cards = cards;
    this.called = called;
    /** The part of the form that the refusal is about. */
    this.at = "";
    /** What the form says now. @type {Document} */ this.document = {};
    this.elsewhere = false;
    this.told = "";
    /** What stands, as it was set: the form may say something else meanwhile. @type {Document} */ this.inForce = {};
    /** What it would answer now, and the entry of the log after which that was asked. */
    this.would = { n: -1, words: "" };
  }

  async load() {
    await this.begin();
    const here = this.standing ? ordersHere(this.match.match, this.standing) : {};
    this.elsewhere = here === null;
    this.document = structuredClone(here ?? {});
    this.inForce = structuredClone(here ?? {});
    this.would = { n: -1, words: "" };
  }

  /** What stands, read back: a sentence for each part, and what it would answer now. @returns {View} */
  readBack() {
    if (!this.standing) return nothing;
    if (this.elsewhere) return html`<section class="sheet stands" aria-label=${say("ordersStand")}><p>${say("ordersStand")} ${say("ordersUnread")}</p></section>`;
    if (this.would.n !== this.match.n) void this.ask();
    return html`<section class="sheet stands" aria-label=${say("ordersStand")}><h3>${say("ordersStand")}</h3>
      <ul>${this.sentences(this.inForce).map((one) => html`<li>${one}</li>`)}</ul>${this.would.words ? html`<p>${this.would.words}</p>` : nothing}</section>`;
  }

  /** Ask what the orders in force would answer now. */
  async ask() {
    // What stands may be replaced meanwhile, and be asked about anew: an answer belongs to its own question.
    const would = { n: this.match.n, words: "" };
    this.would = would;
    try {
      /** @type {import("../types.js").CheckedOrders} */
      const found = await call("POST", `${this.path}/check?language=${lang()}`, { body: { orders: this.inForce } });
      if (found.answers.length) would.words = say("ordersWould", { words: found.answers.map((one) => one.words).join("; ") });
      this.draw();
    } catch {
      // With the next news again; the sentences stand anyway.
    }
  }

  /** Orders in sentences. @param {Document} orders @returns {string[]} */
  sentences(orders) {
    const shown = PARTS.filter((part) => orders[part] !== undefined && kindOf(this.schema.properties?.[part]) !== null);
    const others = Object.keys(orders).length - shown.length;
    return [...shown.flatMap((part) => this.sentence(part, orders[part])), ...(others ? [say("ordersKept", { n: others })] : [])];
  }

  /** One part of orders in sentences. @param {string} part @param {any} value @returns {string[]} */
  sentence(part, value) {
    const schema = this.schema.properties[part];
    const about = (/** @type {string} */ said) => `${say(`o.${part}`)}: ${said}`;
    const of = (/** @type {string} */ key) => (knows(`t.${key}`) ? say(`t.${key}`) : this.name(key));
    const named = (/** @type {string} */ one) => (knows(`o.${part}.${one}`) ? say(`o.${part}.${one}`) : one);
    switch (kindOf(schema)) {
      case "flag":
        return value ? [say(`o.${part}`)] : [];
      case "letters":
        return [about(listed([...String(value)].map(of)))];
      case "ranking":
        return [about(value.map(of).join(", "))];
      case "trades":
        return [about(value.map((/** @type {Trade} */ one) => this.trade(one, schema)).join("; "))];
      case "each":
        return Object.entries(value).map(([key, one]) => about(`${this.name(key)}: ${typeof one === "string" ? named(one) : say("ordersKept", { n: 1 })}`));
      case "cards":
        return value.map((/** @type {{ take: string[] }} */ one) => about(isPlain(one) ? one.take.map((key) => this.name(key)).join(", ") : say("ordersKept", { n: 1 })));
      default:
        return [about(Array.isArray(value) ? value.map((one) => of(one.good)).join(", ") : typeof value === "string" ? named(value) : say("ordersKept", { n: 1 }))];
    }
  }

  /** @override */
  clear() {
    super.clear();
    this.told = this.at = "";
  }

  /** Ask the rules; say what the orders would answer now. @returns {Promise<boolean>} whether they can be set */
  async tried() {
    /** @type {import("../types.js").CheckedOrders} */
    const found = await call("POST", `${this.path}/check?language=${lang()}`, { body: { orders: this.document } });
    if (!found.legal) this.refuse(String(found.code), String(found.pointer), String(found.message));
    else this.told = found.answers.length ? say("ordersWould", { words: found.answers.map((one) => one.words).join("; ") }) : say(this.match.seat !== null && this.match.waiting_for.includes(this.match.seat) ? "ordersIdle" : "ordersLater");
    return found.legal;
  }

  /** Say why the rules refuse the orders, at the entry that is meant. @param {string} code @param {string} pointer @param {string} message in English */
  refuse(code, pointer, message) {
    const [, part = "", index, , place] = pointer.split("/");
    this.at = PARTS.includes(part) ? part : "";
    if (code === "never" && this.at) this.refused = say("ordersNever", { entry: this.entry(part, Number(index), place) });
    else if (code === "too-late") this.refused = say("ordersLate");
    else this.refused = lang() === "en" ? message : say("ordersRefused");
  }

  /** An entry of a part, as the form shows it. @param {string} part @param {number} index @param {string} [place] of one card in it */
  entry(part, index, place) {
    const said = this.document[part]?.[index];
    if (said?.give) return this.trade(/** @type {Trade} */ (said), this.schema.properties[part]);
    /** @type {string[] | undefined} */
    const cards = said?.take;
    if (!cards) return say(`o.${part}`);
    const meant = cards[Number(place)];
    return listed((place && meant ? [meant] : cards).map((one) => this.name(one)));
  }

  /** What a card is called, whether or not it still lies on the table. @param {string} key */
  name(key) {
    return this.called[key] ?? this.called[key.replace(/#\d+$/, "")] ?? this.cards().find((one) => one.key === key)?.name ?? key;
  }

  async try() {
    await this.attempt(async () => void (await this.tried()));
    this.show();
  }

  async set() {
    await this.attempt(async () => {
      if (!(await this.tried())) return;
      await this.look();
      await this.replace(this.document);
      this.elsewhere = false;
      this.inForce = structuredClone(this.document);
      this.would = { n: -1, words: "" };
      this.told = say("ordersStand");
    });
    this.show();
  }

  /** Have a refusal be seen: it stands at its part, which may be far from the button. */
  show() {
    if (this.at) document.getElementById("orders-refused")?.scrollIntoView({ block: "center" });
  }

  end() {
    return this.attempt(async () => {
      await this.revoke();
      this.document = {};
      this.elsewhere = false;
    });
  }

  /** @param {string} part @param {unknown} value undefined: leave the part out */
  put(part, value) {
    if (value === undefined) delete this.document[part];
    else this.document[part] = value;
    this.clear();
    this.draw();
  }

  /** @param {string} part @param {unknown[]} list */
  putList(part, list) {
    this.put(part, list.length ? list : undefined);
  }

  render() {
    const problem = this.error ? explained(this.error) : this.refused;
    const parts = PARTS.filter((part) => kindOf(this.schema.properties?.[part]) !== null);
    return html`<div class="orders">
      <p>${say("ordersLead")}</p>
      <p role="status" class="quiet">${this.elsewhere ? say("ordersElsewhere") : say(this.standing ? "ordersStand" : "ordersNone")}</p>
      ${parts.map((part) => {
        const shown = this.part(part, this.schema.properties[part]);
        return problem && this.at === part ? html`<div class="refused" role="group" aria-describedby="orders-refused">${shown}<p id="orders-refused" role="alert" class="alert">${problem}</p></div>` : shown;
      })}
      ${problem && !this.at ? html`<p role="alert" class="alert">${problem}</p>` : nothing}
      ${this.told ? html`<p role="status" class="notice">${this.told}</p>` : nothing}
      <div class="acts"><button ?disabled=${this.busy || this.empty} @click=${() => void this.try()}>${say("ordersTry")}</button>
        <button class="seal" ?disabled=${this.busy || this.empty} @click=${() => void this.set()}>${say("ordersSet")}</button>
        ${this.standing ? html`<button ?disabled=${this.busy} @click=${() => void this.end()}>${say("ordersEnd")}</button>` : nothing}</div></div>`;
  }

  get empty() {
    return Object.keys(this.document).length === 0;
  }

  /** @param {string} part @param {Schema} schema @returns {View} */
  part(part, schema) {
    switch (kindOf(schema)) {
      case "flag":
        return html`<label class="switch"><input type="checkbox" .checked=${this.document[part] === true}
          @change=${(/** @type {Event} */ event) => this.put(part, /** @type {HTMLInputElement} */ (event.target).checked || undefined)}><span>${say(`o.${part}`)}</span></label>`;
      case "choice":
        return this.choice(part, schema);
      case "steps":
        return this.steps(part, schema);
      case "each":
        return this.each(part, schema);
      case "letters":
        return html`<fieldset><legend>${say(`o.${part}`)}</legend>${lettersOf(schema).map((letter) => this.letter(part, letter))}</fieldset>`;
      case "ranking":
        return this.ranking(part, this.document[part] ?? [], schema.items.enum.map((/** @type {string} */ key) => ({ key, name: say(`t.${key}`) })), (list) => this.putList(part, list));
      case "trades":
        return this.trades(part, schema);
      default:
        return this.wanted(part);
    }
  }

  /** One of a few values; one that a program has set and that has no sentence here is left alone. @param {string} part @param {Schema} schema */
  choice(part, schema) {
    const here = this.document[part];
    if (here !== undefined && typeof here !== "string") return this.kept(part, 1);
    const values = valuesOf(schema).filter((one) => knows(`o.${part}.${one}`));
    return html`<label class="field"><span>${say(`o.${part}`)}</span><select @change=${(/** @type {Event} */ event) => this.put(part, /** @type {HTMLSelectElement} */ (event.target).value || undefined)}>
      <option value="" .selected=${here === undefined}>${say(`o.${part}.unset`)}</option>
      ${values.map((one) => html`<option value=${one} .selected=${here === one}>${say(`o.${part}.${one}`)}</option>`)}</select></label>`;
  }

  /** One of a few values, or goods in an order; amounts that only a program can set are left alone. @param {string} part @param {Schema} schema */
  steps(part, schema) {
    const here = this.document[part];
    const steps = /** @type {Schema} */ (stepsOf(schema));
    const amount = amountOf(part, steps);
    if (Array.isArray(here) && !here.every((one) => one.amount === amount)) return this.kept(part, 1);
    const put = (/** @type {string[]} */ goods) => this.put(part, goods.map((good) => ({ good, amount })));
    const choose = (/** @type {string} */ value) => (value === "steps" ? put([]) : this.put(part, value || undefined));
    const chosen = Array.isArray(here) ? "steps" : (here ?? "");
    const all = steps.items.properties.good.enum.map((/** @type {string} */ key) => ({ key, name: say(`t.${key}`) }));
    return html`<label class="field"><span>${say(`o.${part}`)}</span><select @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
      ${["", ...valuesOf(schema), "steps"].map((one) => html`<option value=${one} .selected=${chosen === one}>${say(`o.${part}.${one || "unset"}`)}</option>`)}</select></label>
      ${chosen === "" && knows(`o.${part}.hint`) ? html`<p class="quiet">${say(`o.${part}.hint`)}</p>` : nothing}
      ${chosen === "steps" ? this.ranking(part, here.map((/** @type {{ good: string }} */ one) => one.good), all, put) : nothing}`;
  }

  /** An answer of its own to each of a few things, which the schema names as its example. @param {string} part @param {Schema} schema */
  each(part, schema) {
    const here = /** @type {{ [key: string]: unknown }} */ (this.document[part] ?? {});
    const values = valuesOf(schema.additionalProperties);
    if (Object.values(here).some((one) => typeof one !== "string")) return this.kept(part, Object.keys(here).length);
    const put = (/** @type {string} */ key, /** @type {string} */ value) => {
      const { [key]: _, ...others } = here;
      const now = value ? { ...others, [key]: value } : others;
      this.put(part, Object.keys(now).length ? now : undefined);
    };
    return html`<fieldset><legend>${say(`o.${part}`)}</legend>
      ${Object.keys(schema.examples[0]).map((key) => html`<label class="field"><span>${this.name(key)}</span><select @change=${(/** @type {Event} */ event) => put(key, /** @type {HTMLSelectElement} */ (event.target).value)}>
        ${["", ...values].map((one) => html`<option value=${one} .selected=${(here[key] ?? "") === one}>${say(`o.${part}.${one || "unset"}`)}</option>`)}</select></label>`)}
      <p class="quiet">${say(`o.${part}.hint`)}</p></fieldset>`;
  }

  /** @param {string} part @param {string} letter */
  letter(part, letter) {
    const here = String(this.document[part] ?? "");
    return html`<label class="switch"><input type="checkbox" .checked=${here.includes(letter)} @change=${() => this.put(part, (here.includes(letter) ? here.replace(letter, "") : here + letter) || undefined)}><span>${say(`t.${letter}`)}</span></label>`;
  }

  /** Things in the order in which they are wanted. @param {string} part @param {string[]} list @param {{ key: string, name: string }[]} all @param {(list: string[]) => void} put */
  ranking(part, list, all, put) {
    const name = (/** @type {string} */ key) => all.find((one) => one.key === key)?.name ?? this.name(key);
    const earlier = (/** @type {number} */ at) => put(list.map((one, index) => (index === at - 1 ? String(list[at]) : index === at ? String(list[at - 1]) : one)));
    return html`<fieldset><legend>${say(`o.${part}`)}</legend>
      ${list.length ? html`<ol>${list.map((key, at) => html`<li><span>${name(key)}</span>
        ${at ? html`<button type="button" class="link" aria-label=${say("ordersUp", { name: name(key) })} @click=${() => earlier(at)}>↑</button>` : nothing}
        <button type="button" class="link" aria-label=${say("ordersRemove", { name: name(key) })} @click=${() => put(list.filter((_, index) => index !== at))}>×</button></li>`)}</ol>` : html`<p class="quiet">${say("ordersNothing")}</p>`}
      <select aria-label="${say(`o.${part}`)}: ${say("ordersAdd")}" @change=${(/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.target);
        if (select.value) put([...list, select.value]);
        select.value = "";
      }}><option value="">${say("ordersWhat")}</option>${all.filter((one) => !list.includes(one.key)).map((one) => html`<option value=${one.key}>${one.name}</option>`)}</select></fieldset>`;
  }

  /** Cards in the order in which they are wanted, as one rule without conditions. @param {string} part */
  wanted(part) {
    const rules = /** @type {{ take: string[] }[]} */ (this.document[part] ?? []);
    if (rules.length > 1 || !rules.every(isPlain)) return this.kept(part, rules.length);
    return this.ranking(part, rules[0]?.take ?? [], this.cards(), (take) => this.putList(part, take.length ? [{ take }] : []));
  }

  /** @param {string} part @param {number} n */
  kept(part, n) {
    return html`<fieldset><legend>${say(`o.${part}`)}</legend><p>${say("ordersKept", { n })}
      <button type="button" class="link" @click=${() => this.put(part, undefined)}>${say("ordersDropKept")}</button></p></fieldset>`;
  }

  /** A trade in words. @param {Trade} one @param {Schema} schema of the list of trades */
  trade(one, schema) {
    const { written, kinds } = sidesOf(schema);
    const told = (/** @type {any} */ side) => kinds.map((kind) => ({ kind, n: written ? String(side).split(kind).length - 1 : Number(side[kind] ?? 0) }))
      .filter(({ n }) => n > 0).map(({ kind, n }) => `${n} ${say(`t.${kind}`)}`).join(", ");
    return say("ordersTrade", { give: told(one.give), take: told(one.take) });
  }

  /** @param {string} part @param {Schema} schema */
  trades(part, schema) {
    const list = /** @type {Trade[]} */ (this.document[part] ?? []);
    const { written, kinds } = sidesOf(schema);
    const name = (/** @type {Trade} */ one) => this.trade(one, schema);
    const some = (/** @type {string} */ kind, /** @type {number} */ n) => (written ? kind.repeat(n) : { [kind]: n });
    // What stands there first must be possible: nobody trades a card for the same kind of card.
    const pick = (/** @type {string} */ of, /** @type {string} */ label, /** @type {string | undefined} */ first) => html`<span class="some"><label>${label}<select name="${of}-n">${AMOUNTS.map((n) => html`<option>${n}</option>`)}</select></label>
      <select name="${of}-kind" aria-label=${label}>${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === first}>${say(`t.${kind}`)}</option>`)}</select></span>`;
    return html`<fieldset><legend>${say(`o.${part}`)}</legend>
      ${list.length ? html`<ul>${list.map((one, at) => html`<li>${name(one)} <button type="button" class="link" aria-label=${say("ordersRemove", { name: name(one) })} @click=${() => this.putList(part, list.filter((_, index) => index !== at))}>×</button></li>`)}</ul>` : html`<p class="quiet">${say("ordersNothing")}</p>`}
      <form class="trade" @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const [give, take] = [String(data.get("give-kind")), String(data.get("take-kind"))];
        if (give !== take) return this.putList(part, [...list, { give: some(give, Number(data.get("give-n"))), take: some(take, Number(data.get("take-n"))) }]);
        this.clear();
        [this.at, this.refused] = [part, say("r_same")];
        this.draw();
      }}>${pick("give", say("ordersGive"), kinds[0])} ${pick("take", say("ordersTake"), kinds[1])} <button>${say("ordersAddTrade")}</button></form></fieldset>`;
  }
}
