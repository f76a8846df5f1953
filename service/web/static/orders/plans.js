// @ts-check
// Saying in the same visit where a sealed card goes: "lay it at ..., else at ...", as standing orders of the seat.
import { call } from "../frame/api.js";
import { InForce } from "./in-force.js";
import { ordersHere } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { explained } from "../frame/parts.js";
import { toTheBoard } from "../table/table-facts.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {{ kind: string, type: string }} Card */
/** @typedef {{ seat: number | null, teams: number[], placeable: number[][], barred: { at: number[], team: number }[], undivided: number[][], special_fields: { [type: string]: number[][] } | null }} Board */
/** @typedef {{ round?: number, place?: number[][], ship?: object[], [more: string]: unknown }} PlacingPlan */

learn({
  planAsk: ["Say now where your card goes", "Jetzt schon sagen, wohin deine Karte kommt"],
  planLead: [
    "Tap the places in the order in which you want them. If your card is laid, it goes there without asking you once more; if none of them can be had, you are asked.",
    "Tipp die Plätze in der Reihenfolge an, in der du sie willst. Wird deine Karte gelegt, kommt sie ohne Rückfrage dorthin; geht keiner davon, wirst du gefragt.",
  ],
  planLay: ["Lay it at {first}", "Leg sie auf {first}"],
  planElse: [", else at {next}", ", sonst auf {next}"],
  planStay: ["If you may move the ship, leave it where it is", "Darfst du das Schiff bewegen, bleibt es, wo es ist"],
  planStands: ["This stands for round {n}: {sentence}.", "Das gilt für Runde {n}: {sentence}."],
  planChange: ["Choose other places", "Andere Plätze wählen"],
  planPlace: ["lay it at {name}", "auf {name} legen"],
  planElsewhere: [
    "You have said things ahead by mail or on another device. They count; what you set here takes their place.",
    "Du hast per Mail oder auf einem anderen Gerät schon etwas vorab gesagt. Es gilt; was du hier sagst, tritt an seine Stelle.",
  ],
  planSet: ["Save", "Speichern"],
  planDrop: ["Leave it as it was", "Lassen, wie es war"],
  planRemove: ["Remove {name}", "{name} streichen"],
  planEnd: ["Ask me instead", "Doch lieber gefragt werden"],
  "r_never": ["This can never happen in this match.", "Dazu kann es in dieser Partie nie kommen."],
});

const FIELD = /^field-(-?\d+)_(-?\d+)$/;

/**
 * The fields where a card could be laid as the board stands; those of any card, where it is not known which was sealed.
 * @param {Board} view @param {Card | null} card @returns {number[][]}
 */
function open(view, card) {
  const special = card ? view.special_fields?.[card.type] : undefined;
  if (special) return special;
  const team = view.seat === null ? undefined : view.teams[view.seat];
  const shut = card?.kind === "quay" ? view.barred.filter((one) => one.team === team).map((one) => one.at) : card?.kind === "canal" ? view.undivided : [];
  return view.placeable.filter((one) => !shut.some((other) => String(other) === String(one)));
}

export class Plans extends InForce {
  /** @param {Match} match @param {Card | null} card what was sealed, if that is known @param {() => void} draw */
  constructor(match, card, draw) {
    super(match, draw);
    this.card = card;
    /** The places chosen so far, the first wish first; null: nothing is planned. @type {string[] | null} */
    this.wishes = null;
    this.stay = false;
    this.loaded = false;
  }

  async load() {
    await this.begin();
    this.loaded = true;
  }

  /** The places that can be tapped while planning. @returns {Choice[]} */
  choices() {
    const spots = open(/** @type {Board} */ (/** @type {unknown} */ (this.match.view)), this.card).map(([x, y]) => `field-${x}_${y}`);
    return spots.map((spot) => ({ move: /** @type {Choice["move"]} */ ({}), words: say("planPlace", { name: this.name(spot) }), price: null, follow_ups: [], group: null, spots: [spot] }));
  }

  /** Ask for the places, which are tapped on the picture. */
  ask() {
    this.wishes = [];
    this.draw();
    toTheBoard();
  }

  /** Show on the picture which places are wanted first, second and so on. @param {HTMLElement} box */
  count(box) {
    for (const one of box.querySelectorAll("[id^='spot-field-']")) {
      const at = (this.wishes ?? []).indexOf(one.id.slice("spot-".length));
      one.toggleAttribute("data-number", at >= 0);
      if (at < 0) continue;
      one.setAttribute("data-number", String(at + 1));
      one.classList.add("picked");
      one.setAttribute("aria-pressed", "true");
    }
  }

  /** A place as the log and letters call it. @param {string} spot */
  name(spot) {
    const [, x, y] = FIELD.exec(spot) ?? [];
    return `(${x}, ${y})`;
  }

  /** @param {string} spot */
  pick(spot) {
    /** @type {string[]} */
    const wishes = this.wishes ?? [];
    this.wishes = wishes.includes(spot) ? wishes.filter((one) => one !== spot) : [...wishes, spot];
    this.refused = "";
    this.draw();
  }

  /** @param {string[]} wishes */
  sentence(wishes) {
    const [first, ...others] = wishes.map((one) => this.name(one));
    return say("planLay", { first: String(first) }) + others.map((next) => say("planElse", { next })).join("");
  }

  /** The plans that this browser has set and that stand. @returns {PlacingPlan[] | null} null: they are not known here */
  known() {
    return this.standing === 0 ? [] : (ordersHere(this.match.match, this.standing)?.plans ?? null);
  }

  /** @param {number} round */
  set(round) {
    return this.attempt(async () => {
      await this.look();
      const place = (this.wishes ?? []).map((spot) => (FIELD.exec(spot) ?? []).slice(1).map(Number));
      /** @type {PlacingPlan} */
      const plan = { round, place, ...(this.stay ? { ship: [{ type: "stay" }] } : {}) };
      const orders = { plans: [plan, ...(this.known() ?? []).filter((one) => (one.round ?? 0) > round)] };
      /** @type {import("../types.js").CheckedOrders} */
      const tried = await call("POST", `${this.path}/check?language=${lang()}`, { body: { orders } });
      if (!tried.legal) {
        this.refused = tried.code === "never" ? say("r_never") : lang() === "en" ? String(tried.message) : say("refusedMove");
        return;
      }
      await this.replace(orders);
      this.wishes = null;
    });
  }

  end() {
    return this.attempt(() => this.revoke());
  }

  /** @param {number} round */
  render(round) {
    if (!this.loaded) return nothing;
    const known = this.known();
    const stands = known?.find((one) => one.round === round && one.place?.length);
    const problem = this.error ? explained(this.error) : this.refused;
    const alert = problem ? html`<p role="alert" class="alert">${problem}</p>` : nothing;
    if (this.wishes === null)
      return html`${alert}${stands
        ? html`<p role="status">${say("planStands", { n: round, sentence: this.sentence((stands.place ?? []).map(([x, y]) => `field-${x}_${y}`)) })}</p>
            <div class="acts"><button @click=${() => this.ask()} ?disabled=${this.busy}>${say("planChange")}</button>
              <button @click=${() => void this.end()} ?disabled=${this.busy}>${say("planEnd")}</button></div>`
        : html`<p><button @click=${() => this.ask()}>${say("planAsk")} …</button></p>`}`;
    const wishes = this.wishes;
    const ship = /** @type {{ ship?: unknown } | null} */ (this.match.view)?.ship;
    return html`<section class="plan" aria-label=${say("planAsk")}>
      <p>${say("planLead")}</p>${alert}
      ${known === null ? html`<p class="notice">${say("planElsewhere")}</p>` : nothing}
      ${wishes.length ? html`<ol>${wishes.map((one) => html`<li>${this.name(one)} <button class="link" aria-label=${say("planRemove", { name: this.name(one) })} @click=${() => this.pick(one)}>×</button></li>`)}</ol>` : nothing}
      ${ship ? html`<label class="switch"><input type="checkbox" .checked=${this.stay} @change=${(/** @type {Event} */ event) => { this.stay = /** @type {HTMLInputElement} */ (event.target).checked; }}>${say("planStay")}</label>` : nothing}
      <div class="foot"><p aria-live="polite"><strong>${wishes.length ? `${this.sentence(wishes)}.` : nothing}</strong></p>
        <div class="acts"><button class="seal" ?disabled=${this.busy || wishes.length === 0} @click=${() => void this.set(round)}>${say("planSet")}</button>
        <button ?disabled=${this.busy} @click=${() => { this.wishes = null; this.draw(); }}>${say("planDrop")}</button></div></div></section>`;
  }
}
