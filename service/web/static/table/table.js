// @ts-check
// The table: the picture, what is asked, the choices, one confirmation, and what happened.
import { goFurther, goOn, pick } from "./answering.js";
import { ahead, Away, call, nothingAhead, Refused, text } from "../frame/api.js";
import { people } from "../others/at-the-table.js";
import { BESIDE, LOW } from "../frame/fold.js";
import { legend, menu, notes } from "./folds.js";
import { follow } from "../past/following.js";
import { answeredInAdvance, inAdvance } from "../orders/in-advance.js";
import { moreWords, say } from "../frame/language.js";
import { html, nothing } from "../vendor/lit-html.js";
import { keepUp, loadStory } from "./loading.js";
import { numbersSwitch } from "./numbers.js";
import { openReplay, steps } from "../past/looking-back.js";
import { atAGlance, whatNow } from "./now.js";
import { explained, nameOf, place } from "../frame/parts.js";
import { draw, mark, number, preview, reach, reachable, uncover } from "./picture.js";
import { preparePlans } from "../orders/planning.js";
import { between, confirmation } from "./question.js";
import { withSaid } from "../orders/said-ahead.js";
import { sinceLastVisit, Visit } from "../past/since.js";
import { cameOfIt, whatHappened } from "../past/story.js";
import { addresses, aimed, dealt, FOOT, firstAwaited, isAnswered, sealing } from "./table-facts.js";
import { lens } from "../frame/zoom.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {import("../types.js").DecisionInWords} DecisionInWords */
/** @typedef {import("../types.js").FeedEvent} FeedEvent */
/** @typedef {import("../types.js").Match} Match */
/** @typedef {import("../types.js").MatchInWords} MatchInWords */

const TOGETHER = 5; // so often we ask again for two answers that belong together

/**
 * Ask for the table while it is asked who is there. In another language than the account's, that was in vain. The picture is asked
 * for once the match has come: it must not be older, and there is none before the deal.
 * @param {string[]} parts
 */
export function askAhead(parts) {
  const { match, words, picture } = addresses(String(parts[0]));
  void ahead(words);
  void ahead(match).then(async (answer) => {
    if (answer?.ok && dealt(await answer.clone().json())) void ahead(picture);
  }).catch(() => {});
}

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  await new Table(page).begin();
}

/** Until what was drawn can be seen; in a window that nobody sees, at once. @returns {Promise<void>} */
const painted = () => new Promise((done) => (document.hidden ? done() : requestAnimationFrame(() => setTimeout(done))));

export class Table {
  /** @param {import("../types.js").Opened} page */
  constructor(page) {
    this.page = page;
    this.id = String(page.parts[0]);
    this.path = addresses(this.id).path;
    this.box = document.createElement("div");
    this.box.className = "picture";
    this.lens = lens(this.box, () => number(this.box));
    /** The rules of the match, once something has to be put together by them. @type {import("../types.js").Rules | null} */
    this.rules = null;
    /** Whether the rules were asked for in vain. */
    this.lacksRules = false;
    /** What puts moves together in forms; there with the rules. @type {typeof import("../orders/compose.js") | null} */
    this.forms = null;
    /** @type {import("../orders/compose.js").Composer | null} */ this.composer = null;
    /** The decision that the form, and what it makes, belong to. */
    this.composing = "";
    /** What concerns the keys of seats, where any seat signs. @type {import("../others/rekeying.js").SeatKeys | null} */
    this.keys = null;
    /** What concerns people who stay away, where anybody does. @type {import("../others/absence.js").Absences | null} */
    this.absences = null;
    /** What concerns seats that are handed over. @type {import("../others/handing.js").Handing | null} */
    this.handing = null;
    /** What concerns people who play on for others. @type {import("../others/substitutes.js").Substitutes | null} */
    this.substitutes = null;
    /** Inviting to a table of mine that waits. @type {import("../home/inviting.js").Inviting | null} */
    this.inviting = null;
    /** "I need more time", where the match allows it. @type {import("./moretime.js").MoreTime | null} */
    this.time = null;
    /** Who asks the others for more time, where one may. @type {import("../others/timerequests.js").TimeRequests | null} */
    this.requests = null;
    /** Who wants a pause, where there may be one. @type {import("../others/pauses.js").PausesShown | null} */
    this.pauses = null;
    /** What partners say to each other, once the rules have let them. @type {import("../others/talk.js").Talk | null} */
    this.talk = null;
    /** What people say to the whole table, once it is there. @type {import("../others/table-talk.js").TableTalk | null} */
    this.chat = null;
    /** @type {Match} */ this.match = /** @type {any} */ (null);
    /** @type {MatchInWords} */ this.words = /** @type {any} */ (null);
    /** @type {FeedEvent[]} */ this.story = [];
    /** How often it was asked how the table stands, and which of these answers is shown. */
    this.asks = 0;
    this.shows = 0;
    /** Number of the last log entry whose picture and story are shown. */
    this.shown = -1;
    /** Number of the last log entry of which match, words and picture were loaded together: what came after it is still news. */
    this.whole = 0;
    /** What the reader had seen before, and when he answered last. */
    this.visit = new Visit(page.me ? addresses(this.id).margin : "");
    /** The last entry that the reader had seen when he answered last, here or on an earlier visit. */
    this.answeredAt = 0;
    /** The question that was answered last on this visit. */
    this.actedOn = "";
    /** Where the page stood when something was answered, and what: until the next question has come. @type {{ question: string, top: number } | null} */
    this.answered = null;
    /** @type {Choice | null} */ this.chosen = null;
    /** @type {string[]} */ this.picked = [];
    /** The type of the moves whose places alone are marked; empty: all are. */
    this.tool = "";
    /** Has the page ask at once how the table stands, instead of waiting for news (following.js). @type {() => void} */
    this.lookAgain = () => {};
    /** What was said together with the last answer about the questions that follow. @type {import("../types.js").FollowUp["answers"]} */
    this.further = [];
    this.filter = "";
    this.listOpen = false;
    /** Whether the reader has asked for lists of what can be tapped. */
    this.listed = false;
    /** Whether the ways to end, behind one button at the foot, are offered. */
    this.ways = false;
    this.changing = false;
    /** Whether this browser shall tell of the next turn, once something was sealed here. @type {import("../account/push-offer.js").PushOffer | null} */
    this.offer = null;
    /** Whether the reader looks at what may be answered, beside what has to be. */
    this.aside = false;
    /** Whether my last standing orders are in force, where that says when a question is answered. @type {{ seq: number, now: boolean } | null} */
    this.inForce = null;
    this.busy = false;
    this.notice = "";
    this.alert = "";
    this.offline = false;
    /** Whether the last act got no answer: nobody knows yet whether it arrived. */
    this.unsure = false;
    this.askingToResign = false;
    /** Folds that were unfolded once, by their class. @type {Set<string>} */
    this.unfolded = new Set();
    /** What the last thing is that was tapped to be explained. */
    this.title = "";
    /** Whether an opening is awaited that this browser does not have. */
    this.missing = false;
    /** The round that plans are made for. */
    this.planning = 0;
    /** What is planned for the card that is sealed, where the rules have such plans. @type {import("../orders/plans.js").Plans | null} */
    this.plans = null;
    /** Questions that orders answer by one word, where the rules have any. @type {import("../orders/from-now-on.js").FromNowOn | null} */
    this.fromNowOn = null;
    /** Standing orders as a form, once somebody unfolds it. @type {import("../orders/orders.js").Orders | null} */
    this.orders = null;
    /** The number of the standing orders that were looked up to be read back. */
    this.readBack = 0;
    /** The steps of a match that is over, or of one that goes on once somebody wants to look back. @type {import("../past/replay.js").Replay | null} */
    this.replay = null;
    /** Whether the page has gone to what can be tapped, which it does by itself once. */
    this.reached = false;
    /** Modules that came later, by how they are loaded. @type {Map<string, (table: Table) => import("../types.js").View>} */
    this.parts = new Map();
    /** What was sealed here or brought here as a file: words by commitment. @type {Map<string, string>} */
    this.kept = new Map();
  }

  async begin() {
    await this.visit.ready;
    this.answeredAt = this.visit.seen;
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof Away) || !this.box.hasChildNodes()) throw error;
      this.offline = true; // what is drawn stays, and the rest comes with the connection
      this.render();
    }
    void moreWords().then((came) => came && this.render());
    void follow(this);
    this.play();
    setInterval(() => this.render(), 30_000); // the time left
    addEventListener("scroll", () => this.visit.look(this.shown), { passive: true });
    document.addEventListener("visibilitychange", () => this.turn());
    BESIDE.addEventListener("change", () => this.render());
  }

  /** Turn away from the page, or back to it: after a while that is another visit. */
  turn() {
    if (!this.visit.turn(this.shown)) return;
    this.answeredAt = this.visit.seen;
    this.render();
    this.play();
  }

  /** Have the board play what came since the last visit. */
  play() {
    if (this.match.status !== "lobby" && this.visit.until < this.shown) void Promise.all([import("../past/playing.js"), moreWords()]).then(([{ play }]) => play(this)).catch(() => {});
  }

  query() {
    return addresses(this.id).query;
  }

  /** Load what is new; what the reader was doing stays where it still is possible. */
  async refresh() {
    const from = addresses(this.id);
    const ask = ++this.asks;
    /** @type {[Match, MatchInWords]} */
    let [match, words] = await Promise.all([call("GET", from.match), call("GET", from.words)]);
    // Something may happen between the two answers: what is asked and how it is said must be of one moment.
    for (let again = 0; again < TOGETHER && match.n !== words.n; again += 1)
      if (words.n < match.n) words = await call("GET", from.words);
      else match = await call("GET", from.match);
    const anew = match.n !== this.shown && dealt(match);
    // At a table that is shown already, the question, the picture and the story change at once.
    const picture = anew && this.shown >= 0 ? (await Promise.all([text(from.picture), loadStory(this, from.said)]))[0] : null;
    // Acts and news ask at once: an answer that was overtaken does not know of what has been sealed since.
    if (ask < this.shows) return;
    this.shows = ask;
    this.match = match;
    this.words = words;
    document.title = `${this.asked() ? "● " : ""}${words.title} · Siegelpost`;
    this.restore();
    let rules = this.isListed() ? null : this.loadRules();
    if (anew) {
      const story = picture === null ? loadStory(this, from.said) : null;
      story?.catch(() => {}); // that it is lost is told where it is awaited
      const drawn = picture ?? (await text(from.picture));
      const before = picture === null ? null : this.box.querySelector(":scope > svg");
      if (ask === this.shows) draw(this.box, drawn);
      if (before) void import("../past/playing.js").then(({ markChanges }) => markChanges(before, this.box)).catch(() => {});
      nothingAhead();
      // What is told first must not push the question away a moment later; nobody has to wait for anything else before he can choose.
      if (this.visit.until < match.n) await story;
      if (this.shown < 0 && match.status === "running") {
        this.render();
        if (this.asked()) void sealing().catch(() => {}); // seals first, while the rest is on its way
      }
      await Promise.all([story, (rules ??= this.loadRules())]);
      this.shown = Math.max(this.shown, match.n);
      if (match.status === "closed" && this.story.length > 0) void openReplay(this).catch(() => {});
    }
    nothingAhead();
    await (rules ?? this.loadRules());
    if (match.n === words.n) this.whole = Math.max(this.whole, match.n);
    if (this.fromNowOn) this.fromNowOn.match = match;
    else if (this.rules && match.status === "running") void answeredInAdvance(this).catch(() => {});
    preparePlans(this);
    this.render();
    // Once, also where the deal came after the page: what can be tapped is in sight.
    if (!this.reached && dealt(match)) {
      this.reached = true;
      if (window.scrollY === 0) LOW.matches ? this.box.scrollIntoView() : BESIDE.matches || reach(this.box, document.querySelector(FOOT));
    }
    goOn(this);
    goFurther(this);
    if (match.seat !== null) void keepUp(this).catch(() => {}); // offline: with the next news again
  }

  /**
   * Whether nothing is asked of me but what is drawn, or is as plain as to pass. The rules, which are long, may then come after the
   * table can be used.
   */
  isListed() {
    return (this.asked()?.words.choices ?? []).every((one) => one.spots.length > 0 || Object.keys(one.move).length === 1);
  }

  /**
   * The schemas of moves, where not all moves can be listed, and of what can be said in advance: a guest's first card needs neither.
   * Without them the table can be used, and says so.
   */
  async loadRules() {
    if (this.match.seat === null || this.match.status !== "running" || (this.isFirst() && this.isListed() && this.asked()?.words.choices.some((one) => one.spots.length > 0))) return;
    if (!this.rules && this.isListed()) await painted();
    await this.fetchRules().then(() => { this.lacksRules = false; }, () => { this.lacksRules = true; });
  }

  /** The rules, and what puts moves together by them, each time but the first at once. */
  async fetchRules() {
    if (this.rules) return;
    [this.rules, this.forms] = await Promise.all([call("GET", `/v1/rules/${encodeURIComponent(this.match.rules)}`), import("../orders/compose.js")]);
  }

  /** The schema of the moves of a decision. @param {Decision} facts @returns {{ [name: string]: any } | undefined} */
  schema(facts) {
    return /** @type {any} */ (this.rules?.moves)?.[facts.kind];
  }

  /** Keep a choice that is still possible. */
  restore() {
    const asked = this.asked();
    if (this.composer && !this.match.decisions.some((one) => one.id === this.composing)) {
      // Somebody was quicker: what was filled in is not lost with the question.
      if (!this.busy && this.answered?.question !== this.composing && this.forms?.keepUnfinished(this.composer)) this.notice = say("tradeGone");
      this.composer = null;
    }
    if (!asked || asked.facts.id !== this.composing) this.composer = null;
    else if (this.chosen && this.composer) return;
    const key = JSON.stringify(this.chosen?.move);
    const same = asked?.words.choices.find((one) => JSON.stringify(one.move) === key) ?? null;
    if (this.chosen && !same && !this.busy && asked) this.notice = say("movedOn");
    this.chosen = same;
    if (!asked || reachable(asked.words.choices, this.picked).length === 0) this.picked = [];
    if (!asked?.words.tools.some((one) => one.type === this.tool && one.usable)) this.tool = "";
    if (!asked?.facts.mine) this.changing = false;
  }

  /** What asks me and can be answered. */
  asking() {
    return this.match.decisions
      .filter((one) => this.match.seat !== null && one.seats.includes(this.match.seat) && one.phase === "open")
      .map((facts) => ({ facts, words: /** @type {DecisionInWords} */ (this.words.decisions.find((one) => one.id === facts.id)) }))
      .filter((one) => one.words && one.words.choices.length > 0);
  }

  /** The decision that asks me, those not answered yet first, and those for which nobody waits last, or first for who looks aside. */
  asked() {
    const mine = this.asking();
    const open = mine.filter((one) => !isAnswered(one.facts));
    // Who fills in a form is not led away from it by another question.
    const filling = this.composer ? open.find((one) => one.facts.id === this.composing) : undefined;
    const aside = filling ?? (this.aside ? open.find((one) => one.facts.optional) : undefined);
    return aside ?? open.find((one) => !one.facts.optional) ?? mine.find((one) => !one.facts.optional) ?? open[0] ?? null;
  }

  /** Whether a guest reads, who has named no address yet. */
  isGuests() {
    return this.page.me?.mail === "";
  }

  /** Whether a guest has answered nothing at this table yet. */
  isFirst() {
    return this.isGuests() && !this.actedOn && !this.visit.acted;
  }

  /** Who reads, as the story calls them; nobody, where a spectator does. */
  reader() {
    const { seat } = this.match;
    return seat === null ? null : { seat, name: nameOf(this.match, seat) };
  }

  /** What a module shows that few tables need: nothing until it is there. @param {() => Promise<(table: Table) => import("../types.js").View>} load */
  later(load) {
    const key = String(load);
    if (!this.parts.has(key)) {
      this.parts.set(key, () => nothing);
      void load().then((shown) => {
        this.parts.set(key, shown);
        this.render();
      }).catch(() => this.parts.delete(key)); // offline: when the page is drawn again
    }
    return this.parts.get(key)?.(this) ?? nothing;
  }

  // What the reader does

  /** @param {Choice | null} choice @param {boolean} [listed] whether it was taken from the list; the page then stays where it is seen there */
  choose(choice, listed = true) {
    this.chosen = choice;
    this.further = [];
    this.ways = false;
    this.notice = "";
    if (choice) this.alert = "";
    this.render();
    const bar = document.querySelector(".confirm");
    uncover(this.box.querySelector(`[id="spot-${this.picked.at(-1)}"]`) ?? (listed ? document.querySelector("#ask .choice:has(:checked)") : null), bar);
  }

  /** Say what something on the picture is; no more, if that is what is said. @param {string} title */
  explain(title) {
    this.title = this.title === title ? "" : title;
    this.render();
  }

  /** Do something that changes the table, and show what became of it. @param {() => Promise<unknown>} doing */
  async act(doing) {
    this.busy = true;
    this.unsure = false;
    this.notice = this.alert = "";
    this.render();
    try {
      await doing();
    } catch (error) {
      this.unsure = error instanceof Away;
      const elsewhere = error instanceof Refused && (error.code === "conflict" || error.code === "seen");
      if (elsewhere) this.notice = say("alreadySealed");
      else this.alert = this.unsure ? say("notSent") : explained(error);
    }
    try {
      await this.refresh();
    } catch (error) {
      // What became of it is shown once the connection is back.
      if (error instanceof Away) {
        this.offline = true;
        this.lookAgain();
      } else this.alert ||= explained(error);
    }
    this.busy = false;
    this.render();
    if (this.alert) document.querySelector("#ask [role=alert]")?.scrollIntoView({ block: "center" });
  }

  // What the reader sees

  render() {
    const { match, words } = this;
    const asked = this.asked();
    const choosing = asked !== null && (!isAnswered(asked.facts) || this.changing) && match.status === "running" && !match.pauses?.now;
    const planning = this.plans?.wishes != null && !choosing ? this.plans : null;
    if (planning) mark(this.box, planning.choices(), [], (spot) => planning.pick(spot), (title) => this.explain(title));
    // What was answered a moment ago takes no more taps: they would be lost with the question.
    else mark(this.box, choosing && asked && !(this.busy && asked.facts.id === this.actedOn) ? aimed(this, asked.words.choices) : [], this.picked, (spot) => pick(this, spot), (title) => this.explain(title));
    preview(this.box, (this.chosen?.spots ?? this.picked)[0]);
    this.plans?.count(this.box);
    const came = cameOfIt(this.story, this.visit.acted, this.actedOn, this.reader(), !BESIDE.matches || LOW.matches);
    const story = withSaid(this.story, words.said_ahead);
    const since = dealt(match) ? sinceLastVisit(this, story, BESIDE.matches) : nothing;
    // Above the picture on a phone, where the page scrolls; beside it where that leaves it all of the window's height.
    const controls = this.replay?.controls(match.status === "running") ?? nothing;
    this.page.show(html`
      <div class="table ${match.status}">
        <div class="head">${menu(this)}${BESIDE.matches || !dealt(match) ? nothing : this.replay?.past ? this.replay.lens.bar : this.lens.bar}
          <h1>${words.title}</h1>
          <p class="quiet">${[words.title === words.game ? "" : words.game, words.preset, place(firstAwaited(match)?.id ?? "")].filter(Boolean).join(" · ")}</p>
          ${match.tournament ? html`<p class="quiet"><a href="/tournament/${match.tournament}">${say("itsTournament")}</a></p>` : nothing}
          ${this.offline ? html`<p role="status" class="notice">${say("reconnecting")}</p>` : nothing}
          ${atAGlance(this, asked, choosing)}${BESIDE.matches ? nothing : html`${came}${since}`}
        </div>
        ${!dealt(match) ? nothing : html`<figure class="board" aria-label=${say("pictureOf")}>${BESIDE.matches ? nothing : controls}${this.replay?.past ? this.replay.picture((title) => this.explain(title), BESIDE.matches) : html`${BESIDE.matches ? this.lens.bar : nothing}${this.box}`}
          <div class="under">${steps(this, BESIDE.matches)}${legend(this)}${numbersSwitch(this.box, () => this.render())}</div>
          <p class="explained" role="status">${this.title}</p></figure>`}
        <div class="side">
          ${BESIDE.matches ? html`${controls}${this.replay?.past ? this.replay.happened() : came}${since}` : nothing}
          ${words.under_way ? this.later(async () => (await import("./under-way.js")).underWay) : nothing}
          <section id="ask" class="ask sheet" tabindex="-1" aria-live="polite" aria-busy=${String(this.busy)}>${whatNow(this, asked, choosing, BESIDE.matches)}</section>
          ${choosing && asked ? (this.chosen ? confirmation(this, asked.facts, this.chosen, aimed(this, asked.words.choices)) : between(this, asked.facts, asked.words)) : nothing}
          ${this.isGuests() && this.story.length > 0 && (this.actedOn || this.visit.acted) ? this.later(async () => (await import("../account/guest.js")).offerToKeep) : nothing}
          ${dealt(match) || match.status === "lobby" ? people(this) : nothing}
          ${inAdvance(this)}${notes(this)}
          ${!dealt(match) || (match.status === "closed" && this.story.length === 0) ? nothing : whatHappened(story, this.visit, this.reader())}
        </div>
      </div>`);
    number(this.box);
    this.visit.look(this.shown);
    // What is explained stands above the bar, not behind it.
    document.documentElement.style.setProperty("--bar", `${(!BESIDE.matches && document.querySelector(FOOT)?.clientHeight) || 0}px`);
  }

}
