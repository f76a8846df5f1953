// @ts-check
// The table: the picture, what is asked, the choices, one confirmation, and what happened.
import { ahead, Away, call, nothingAhead, Refused, text } from "./api.js";
import { above, advised, way } from "./asked-above.js";
import { divided, groupsOf } from "./choice-groups.js";
import { Composer, forms, heading } from "./compose.js";
import { askToLast, custodyAsked, custodyOf, custodyStands, openingAwaited } from "./custody.js";
import { markRead, readUpTo, sealedHere } from "./keep.js";
import { html, nothing } from "./lit-html.js";
import { knows, lang, listed, say } from "./language.js";
import { deadline, explained, formerPlayers, nameOf, place, result, rulesLink } from "./parts.js";
import { called, draw, drawing, mark, number, reachable, reveal, uncover } from "./picture.js";
import { grouped, told } from "./story.js";
import { span, tempo, when } from "./time.js";
import { lens } from "./zoom.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").DecisionInWords} DecisionInWords */
/** @typedef {import("./types.js").FeedEvent} FeedEvent */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").MatchInWords} MatchInWords */

// Nobody waits for these modules before the table is seen; they are there before anything is chosen.
const sealing = () => import("./sealing.js");

const WAIT = 25; // seconds that one request waits for news
const FEW = 14; // so many choices are listed without being asked for
const TOGETHER = 5; // so often we ask again for two answers that belong together
const SOON = 1000; // milliseconds until we look again for what came too quickly to be seen together
const AT_ONCE = 4; // so many ways to mean a tap are offered beside each other

/** Who is awaited; of a sealed question, that it shows later who is not. @param {Decision} facts @param {string[]} names */
const awaits = (facts, names) => say(facts.sealed ? "awaitedSealed" : "stillAwaited", { names: listed(names) });

/** Where a table is found, as whom this page asks, and in which language. @param {string} id */
function addresses(id) {
  const invitation = new URLSearchParams(location.search).get("invitation");
  const query = invitation ? `&invitation=${encodeURIComponent(invitation)}` : "";
  const [path, said] = [`/v1/matches/${id}`, `language=${lang()}${query}`];
  return { path, query, said, match: `${path}?${query.slice(1)}`, words: `${path}/words?${said}`, picture: `${path}/picture.svg?${said}` };
}

/**
 * Ask for the table while it is asked who is there. In another language than the account's, that was in vain. The picture is asked
 * for once the match has come: it must not be older.
 * @param {string[]} parts
 */
export function askAhead(parts) {
  const { match, words, picture } = addresses(String(parts[0]));
  void ahead(words);
  void ahead(match).then(() => ahead(picture));
}

/** @param {import("./types.js").Opened} page */
export async function open(page) {
  await new Table(page).begin();
}

/** Whether the rules' standing orders have plans that say where a card goes. @param {unknown} rules */
const hasPlaces = (rules) => Boolean(/** @type {any} */ (rules)?.orders?.properties?.plans?.items?.properties?.place);

/** The round of a decision that asks for the card to be laid later; 0 for others. @param {Decision} facts */
const roundOf = (facts) => Number(/^r(\d+)\.choose$/.exec(facts.id)?.[1] ?? 0);

/** Whether anything was ever played, so that there is a picture and a story. @param {Match} match */
const dealt = (match) => match.status === "running" || (match.status === "closed" && match.outcome !== null);

/** Whether an answer of mine stands in a decision: sealed and not taken back, or given openly and about to count. @param {Decision} facts */
const isAnswered = (facts) => (facts.sealed ? facts.mine?.commitment != null : facts.mine !== null);

/** The decision that others are waited for in. Not what anybody may do besides: that has no deadline and no round. @param {Match} match */
const firstAwaited = (match) => match.decisions.find((one) => !one.optional) ?? match.decisions[0];

/** Scroll to the picture, where less than half of it can be seen. */
function toTheBoard() {
  const board = document.querySelector(".board");
  if (!board) return;
  const { top, bottom, height } = board.getBoundingClientRect();
  if (Math.min(bottom, window.innerHeight) - Math.max(top, 0) < Math.min(height, window.innerHeight) / 2) board.scrollIntoView({ block: "start" });
}

class Table {
  /** @param {import("./types.js").Opened} page */
  constructor(page) {
    this.page = page;
    this.id = String(page.parts[0]);
    this.path = addresses(this.id).path;
    this.box = document.createElement("div");
    this.box.className = "picture";
    this.lens = lens(this.box, () => number(this.box));
    /** The rules of the match, once something has to be put together by them. @type {import("./types.js").Rules | null} */
    this.rules = null;
    /** @type {Composer | null} */ this.composer = null;
    /** The decision that the form, and what it makes, belong to. */
    this.composing = "";
    /** What concerns the keys of seats, where any seat signs. @type {import("./rekeying.js").SeatKeys | null} */
    this.keys = null;
    /** What concerns people who stay away, where anybody does. @type {import("./absence.js").Absences | null} */
    this.absences = null;
    /** What concerns seats that are handed over. @type {import("./handing.js").Handing | null} */
    this.handing = null;
    /** What concerns people who play on for others. @type {import("./substitutes.js").Substitutes | null} */
    this.substitutes = null;
    /** Inviting to a table of mine that waits. @type {import("./inviting.js").Inviting | null} */
    this.inviting = null;
    /** "I need more time", where the match allows it. @type {import("./moretime.js").MoreTime | null} */
    this.time = null;
    /** Who asks the others for more time, where one may. @type {import("./timerequests.js").TimeRequests | null} */
    this.requests = null;
    /** Who wants a pause, where there may be one. @type {import("./pauses.js").PausesShown | null} */
    this.pauses = null;
    /** @type {Match} */ this.match = /** @type {any} */ (null);
    /** @type {MatchInWords} */ this.words = /** @type {any} */ (null);
    /** @type {FeedEvent[]} */ this.story = [];
    /** Number of the last log entry whose picture and story are shown. */
    this.shown = -1;
    /** Number of the last log entry of which match, words and picture were loaded together: what came after it is still news. */
    this.whole = 0;
    /** What the reader had seen before this visit. */
    this.seen = readUpTo(this.id);
    /** @type {Choice | null} */ this.chosen = null;
    /** @type {string[]} */ this.picked = [];
    this.filter = "";
    this.listOpen = false;
    this.changing = false;
    /** Whether this browser shall tell of the next turn, once something was sealed here. @type {import("./push-offer.js").PushOffer | null} */
    this.offer = null;
    /** Whether the reader looks at what may be answered, beside what has to be. */
    this.aside = false;
    /** Whether my last standing orders are in force, where that says when a question is answered. @type {{ seq: number, now: boolean } | null} */
    this.inForce = null;
    this.busy = false;
    this.notice = "";
    this.alert = "";
    this.offline = false;
    this.askingToResign = false;
    /** What the last thing is that was tapped to be explained. */
    this.title = "";
    /** Whether an opening is awaited that this browser does not have. */
    this.missing = false;
    /** The round that plans are made for. */
    this.planning = 0;
    /** What is planned for the card that is sealed, where the rules have such plans. @type {import("./plans.js").Plans | null} */
    this.plans = null;
    /** Standing orders as a form, once somebody unfolds it. @type {import("./orders.js").Orders | null} */
    this.orders = null;
    /** The steps of a match that is over, or of one that goes on once somebody wants to look back. @type {import("./replay.js").Replay | null} */
    this.replay = null;
    /** What was sealed here or brought here as a file: words by commitment. @type {Map<string, string>} */
    this.kept = new Map();
  }

  async begin() {
    await this.refresh();
    void this.follow();
    setInterval(() => this.render(), 30_000); // the time left
  }

  query() {
    return addresses(this.id).query;
  }

  /** Load what is new; what the reader was doing stays where it still is possible. */
  async refresh() {
    const from = addresses(this.id);
    /** @type {[Match, MatchInWords]} */
    let [match, words] = await Promise.all([call("GET", from.match), call("GET", from.words)]);
    // Something may happen between the two answers: what is asked and how it is said must be of one moment.
    for (let again = 0; again < TOGETHER && match.n !== words.n; again += 1)
      if (words.n < match.n) words = await call("GET", from.words);
      else match = await call("GET", from.match);
    this.match = match;
    this.words = words;
    document.title = `${this.asked() ? "● " : ""}${words.title} · Siegelpost`;
    this.restore();
    const rules = this.isListed() ? null : this.loadRules();
    if (match.n !== this.shown && dealt(match)) {
      const story = this.loadStory(from.said);
      draw(this.box, await text(from.picture));
      nothingAhead();
      // Nobody has to wait for story and rules before he can choose.
      if (this.shown < 0 && match.status === "running") this.render();
      await Promise.all([story, rules ?? this.loadRules()]);
      this.shown = match.n;
      if (match.status === "closed" && this.story.length > 0) void this.openReplay().catch(() => {});
      markRead(this.id, match.n);
    }
    nothingAhead();
    await (rules ?? this.loadRules());
    if (match.n === words.n) this.whole = match.n;
    this.preparePlans();
    this.render();
    if (match.seat !== null) void this.keepUp().catch(() => {}); // offline: with the next news again
  }

  /** Keep what the server shows as evidence, and open what waits for this browser. */
  async keepUp() {
    const [{ remember }, acts] = await Promise.all([import("./ownlog.js"), sealing()]);
    await remember(this.match, this.query().slice(1)).catch(() => {});
    await acts.collectReceipts(this.match).catch(() => {});
    this.kept = await acts.wordsKept(this.id);
    this.render();
    if (this.missing || !this.match.decisions.some((one) => one.phase === "opening")) return;
    try {
      const { opened, missing } = await acts.openLocked(this.match);
      this.missing = missing;
      if (opened) {
        this.notice = say("openedNow");
        await this.refresh();
      }
    } catch (error) {
      this.alert = explained(error);
    }
    this.render();
  }

  /**
   * Whether nothing is asked of me but what is drawn, or is as plain as to pass. The rules, which are long, may then come after the
   * table can be used.
   */
  isListed() {
    return (this.asked()?.words.choices ?? []).every((one) => one.spots.length > 0 || Object.keys(one.move).length === 1);
  }

  /** The schemas of moves, where not all moves can be listed, and of what can be said in advance. */
  async loadRules() {
    if (this.rules || this.match.seat === null || this.match.status !== "running") return;
    this.rules = await call("GET", `/v1/rules/${encodeURIComponent(this.match.rules)}`);
  }

  /** Once a card is sealed, where it goes can be said as well. */
  preparePlans() {
    const asked = this.asked();
    const planned = asked !== null && asked.facts.sealed && isAnswered(asked.facts) && roundOf(asked.facts) > 0 && hasPlaces(this.rules) && !this.passed(asked);
    const round = planned ? roundOf(asked.facts) : 0;
    if (round === this.planning) return;
    this.planning = round;
    this.plans = null;
    if (round) void this.openPlans(round).catch(() => { this.planning = 0; }); // with the next news again
  }

  /** Whether what stands is known here to be a pass, after which no card is laid. @param {{ facts: Decision, words: DecisionInWords }} asked */
  passed({ facts, words }) {
    const sealed = sealedHere(this.id, facts.id, facts.mine?.commitment ?? null);
    return sealed !== null && words.choices.some((one) => one.words === sealed && one.move.type === "pass");
  }

  /** @param {number} round */
  async openPlans(round) {
    const { Plans } = await import("./plans.js");
    const plans = new Plans(this.match, this.box, () => this.render());
    await plans.load();
    if (this.planning !== round) return;
    this.plans = plans;
    this.render();
  }

  /** The schema of the moves of a decision. @param {Decision} facts @returns {{ [name: string]: any } | undefined} */
  schema(facts) {
    return /** @type {any} */ (this.rules?.moves)?.[facts.kind];
  }

  async openReplay() {
    const { Replay } = await import("./replay.js");
    // Two looks at the table may end one after the other: whoever has begun to step stays where he is.
    this.replay ??= new Replay(this.path, this.query(), this.story, this.seen, { lens, grouped }, () => this.render());
    this.render();
  }

  /** Look back while the match goes on. */
  async lookBack() {
    try {
      await this.openReplay();
      /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".replay button"))[1]?.focus();
      await this.replay?.go("back");
    } catch (error) {
      this.alert = explained(error);
      this.render();
    }
  }

  steps() {
    if (this.replay) return this.replay.show(this.match.status === "running");
    const any = this.match.status === "running" && this.story.length > 0;
    return any ? html`<p class="look-back"><button class="link" @click=${() => void this.lookBack()}>${say("lookBack")}</button></p>` : nothing;
  }

  /** @param {string} query */
  async loadStory(query) {
    let after = Math.max(0, this.shown);
    for (;;) {
      /** @type {import("./types.js").Feed} */
      const feed = await call("GET", `${this.path}/feed?limit=1000&after=${after}&${query}`);
      this.story.push(...feed.events.filter((one) => one.text && !this.story.some((known) => known.n === one.n && known.text === one.text)));
      if (feed.next === null) return;
      after = feed.next;
    }
  }

  /** Keep a choice that is still possible. */
  restore() {
    const asked = this.asked();
    if (!asked || asked.facts.id !== this.composing) this.composer = null;
    else if (this.chosen && this.composer) return;
    const key = JSON.stringify(this.chosen?.move);
    const same = asked?.words.choices.find((one) => JSON.stringify(one.move) === key) ?? null;
    if (this.chosen && !same && !this.busy && asked) this.notice = say("movedOn");
    this.chosen = same;
    if (!asked || reachable(asked.words.choices, this.picked).length === 0) this.picked = [];
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
    const aside = this.aside ? open.find((one) => one.facts.optional) : undefined;
    return aside ?? open.find((one) => !one.facts.optional) ?? mine.find((one) => !one.facts.optional) ?? open[0] ?? null;
  }

  /** Wait for news as long as the page is open, through lost connections and restarted servers. */
  async follow() {
    let pause = 1000;
    let looking = new AbortController();
    /** @type {() => void} */
    let wake = () => {};
    // A phone that wakes up, or finds its network again, holds a request that nobody will answer.
    const again = () => {
      pause = 1000;
      looking.abort();
      wake();
    };
    for (const happened of ["online", "offline"]) window.addEventListener(happened, again);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && again());
    while (this.match.status !== "closed") {
      looking = new AbortController();
      try {
        const before = this.whole;
        const wait = this.offline ? 0 : WAIT;
        const news = await call("GET", `${this.path}?after=${before}&wait=${wait}${document.visibilityState === "visible" ? "&here=true" : ""}${this.query()}`, { signal: looking.signal });
        pause = 1000;
        if (this.offline) {
          this.offline = false;
          this.render();
        }
        if (news.n !== before || this.differs(news)) await this.refresh();
        if (this.whole < this.match.n) await new Promise((resolve) => { setTimeout(resolve, SOON); });
      } catch (error) {
        const aborted = error instanceof DOMException && error.name === "AbortError";
        const passing = error instanceof Away || (error instanceof Refused && (error.status >= 500 || error.status === 429));
        if (!aborted && !passing) {
          this.alert = explained(error);
          this.render();
          return;
        }
        if (aborted && navigator.onLine) continue;
        this.offline = true;
        this.render();
        await new Promise((resolve) => {
          wake = () => resolve(null);
          setTimeout(resolve, pause);
        });
        pause = Math.min(pause * 2, 30_000);
      }
    }
  }

  /** Whether my own acts, the awaited seats or the players have changed. @param {Match} news */
  differs(news) {
    /** @param {Match} match */
    const facts = (match) => JSON.stringify([match.waiting_for, match.status, match.pending, match.seats, match.key_changes, match.decisions.map((one) => [one.id, one.mine, one.committed, one.phase])]);
    return facts(news) !== facts(this.match);
  }

  // What the reader does

  /** @param {Choice | null} choice */
  choose(choice) {
    this.chosen = choice;
    this.notice = "";
    if (choice) this.alert = "";
    this.render();
    const bar = document.querySelector(".confirm");
    uncover(this.box.querySelector(`[id="spot-${this.picked.at(-1)}"]`) ?? document.querySelector("#ask .choice:has(:checked)"), bar);
  }

  /** Say what something on the picture is; no more, if that is what is said. @param {string} title */
  explain(title) {
    this.title = this.title === title ? "" : title;
    this.render();
  }

  /** @param {string} spot */
  pick(spot) {
    this.title = "";
    const choices = this.asked()?.words.choices ?? [];
    const on = [...this.picked, spot];
    this.picked = reachable(choices, on).length ? on : this.picked.includes(spot) ? [] : [spot];
    const here = reachable(choices, this.picked);
    const exact = here.filter((one) => one.spots.length === this.picked.length);
    // The plainest of several is the default; the others stand below it.
    const least = Math.min(...exact.map((one) => Object.keys(one.move).length));
    const plain = exact.filter((one) => Object.keys(one.move).length === least);
    this.listOpen = this.picked.length > 0 && here.length > 1;
    this.composer = null;
    this.choose(this.picked.length && plain.length === 1 ? /** @type {Choice} */ (plain[0]) : null);
    const find = (/** @type {string | undefined} */ name) => this.box.querySelector(`[id="spot-${name}"]`);
    const next = here.map((one) => find(one.spots[this.picked.length])).filter((one) => one !== null);
    const there = find(spot);
    if (there && this.picked.length && (next.length || !this.chosen)) this.lens.approach(there, [there, ...next]);
    if (!this.chosen) reveal(next, document.querySelector(".confirm"));
  }

  /** Have the server judge what was put together, and say it in words. @param {Decision} facts */
  async compose(facts) {
    const { composer } = this;
    if (!composer || this.busy) return;
    const { move } = composer;
    this.busy = true;
    this.alert = "";
    this.render();
    try {
      /** @type {import("./types.js").Checked} */
      const checked = await call("POST", `${this.path}/decisions/${encodeURIComponent(facts.id)}/check?language=${lang()}`, { body: { move } });
      if (checked.legal) this.chosen = { move: /** @type {Choice["move"]} */ (move), words: checked.words ?? "", price: null, group: null, spots: [] };
      else composer.problem = knows(`r_${checked.code}`) ? say(`r_${checked.code}`) : ((lang() === "en" && checked.message) || say("refusedMove"));
    } catch (error) {
      composer.problem = explained(error);
    }
    this.busy = false;
    this.choose(this.chosen);
    document.getElementById("compose-problem")?.scrollIntoView({ block: "nearest" });
  }

  async answer() {
    const asked = this.asked();
    if (!asked || !this.chosen || this.busy) return;
    const { facts } = asked;
    const choice = this.chosen;
    await this.act(async () => {
      const custody = custodyOf(this.id, facts);
      if (facts.sealed) await (await sealing()).seal(this.match, facts, choice.move, choice.words, custody);
      else await (await sealing()).answer(this.match, facts, choice.move, choice.words);
      if (custody === "client") void askToLast(() => this.render());
      if (this.chosen === choice) {
        this.chosen = null;
        this.picked = [];
        this.composer = null;
        this.listOpen = false;
        this.filter = "";
      }
      this.lens.whole();
      this.changing = this.aside = false;
    });
    // Whoever has answered wants to see what happens on the table: focus goes on, the page stays.
    document.getElementById("ask")?.focus({ preventScroll: true });
    if (!this.alert) toTheBoard();
    if (facts.sealed && !this.alert) void this.offerPush();
  }

  async offerPush() {
    if (this.offer) return;
    const { PushOffer } = await import("./push-offer.js");
    this.offer = new PushOffer(() => this.render());
    await this.offer.begin();
  }

  /** @param {Decision} facts */
  async takeBack(facts) {
    await this.act(async () => (await sealing()).withdraw(this.match, facts));
  }

  /** Do something that changes the table, and show what became of it. @param {() => Promise<unknown>} doing */
  async act(doing) {
    this.busy = true;
    this.notice = this.alert = "";
    this.render();
    try {
      await doing();
    } catch (error) {
      const elsewhere = error instanceof Refused && (error.code === "conflict" || error.code === "seen");
      if (elsewhere) this.notice = say("alreadySealed");
      else this.alert = explained(error);
    }
    try {
      await this.refresh();
    } catch (error) {
      this.alert ||= explained(error);
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
    else mark(this.box, choosing && asked ? asked.words.choices : [], this.picked, (spot) => this.pick(spot), (title) => this.explain(title));
    this.page.show(html`
      <div class="table ${match.status}">
        <div class="head">
          <h1>${words.title}</h1>
          <p class="quiet">${[words.title === words.game ? "" : words.game, words.preset, place(firstAwaited(match)?.id ?? "")].filter(Boolean).join(" · ")}</p>
          ${this.offline ? html`<p role="status" class="notice">${say("reconnecting")}</p>` : nothing}
          ${this.above(asked, choosing)}
        </div>
        ${!dealt(match) ? nothing : html`<figure class="board" aria-label=${say("pictureOf")}>${this.replay?.past ? this.replay.picture((title) => this.explain(title)) : html`${this.lens.bar}${this.box}`}
          <div class="under">${this.steps()}${this.legend()}</div>
          <p class="explained" role="status">${this.title}</p></figure>`}
        <div class="side">
          <section id="ask" class="ask sheet" tabindex="-1" aria-live="polite">${this.whatNow(asked, choosing)}</section>
          ${dealt(match) || match.status === "lobby" ? this.people() : nothing}
          ${this.inAdvance()}
          ${!dealt(match) ? nothing : told(this.story, this.seen, match.seat === null ? null : { seat: match.seat, name: nameOf(match, match.seat) })}
          ${this.more()}
        </div>
      </div>
      ${choosing && asked ? (this.chosen ? this.confirmation(asked.facts, this.chosen) : this.between(asked.words)) : nothing}`);
    number(this.box);
    // What is explained stands above the bar, not behind it.
    document.documentElement.style.setProperty("--bar", `${document.querySelector(".confirm")?.clientHeight ?? 0}px`);
  }

  /** What the reader should know before looking at the picture. @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing */
  above(asked, choosing) {
    const { match } = this;
    if (match.status !== "running" || match.pauses?.now) return nothing;
    if (choosing && asked) return above(asked.words.question, [asked.words.about, way(this.isPointable(asked.words))].filter(Boolean).join(" "));
    const others = match.waiting_for.filter((seat) => seat !== match.seat).map((seat) => nameOf(match, seat));
    if (asked?.facts.mine) return above(say(asked.facts.sealed ? "sealed" : "answered"), others.length ? awaits(asked.facts, others) : "");
    return above(others.length ? say("waitingOthers", { names: listed(others) }) : say("resolving"));
  }

  /** Whether something of what may be answered can be tapped. @param {DecisionInWords} words */
  isPointable(words) {
    return words.choices.some((one) => one.spots.length > 0 && this.box.querySelector(`[id="spot-${one.spots[0]}"]`));
  }

  /** What the signs of the picture mean, fetched when somebody wants to know. */
  legend() {
    const signs = this.rules?.legend?.[lang()] ?? [];
    const unfold = async () => {
      this.rules ??= await call("GET", `/v1/rules/${encodeURIComponent(this.match.rules)}`);
      this.render();
    };
    return html`<details class="legend" @toggle=${() => void unfold().catch(() => {})}><summary>${say("legend")}</summary>
      <ul>${signs.map((one) => html`<li>${drawing(one.sign)}<span>${one.words}</span></li>`)}</ul><p>${rulesLink(this.match.rules)}</p></details>`;
  }

  /** @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing */
  whatNow(asked, choosing) {
    const { match } = this;
    const first = [
      this.notice ? html`<p role="status" class="notice">${this.notice}</p>` : nothing,
      this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing,
    ];
    if (match.status === "closed")
      return html`${first}<h2>${say("matchOver")}</h2><p class="result">${result(match)}</p>${this.ending()}${formerPlayers(match)}
        <div class="acts"><a class="button" href="/">${say("home")}</a>${dealt(match) ? html`${match.seat === null ? nothing : html`<button @click=${() => void this.again()} ?disabled=${this.busy}>${say("rematch")}</button>`}
          <a class="button" href="/verify/${match.match}">${say("verifyLink")}</a>` : nothing}</div>`;
    if (match.status === "lobby") return html`${first}${this.waitingRoom()}`;
    // Nothing is asked in a pause: no answer is taken, and the deadlines that stand will move.
    if (match.pauses?.now) return html`${first}<h2>${say("paused")}</h2><p>${say("pausedUntil", { moment: when(match.pauses.now.until_at) })}</p>`;
    if (choosing && asked) return html`${first}${this.question(asked.facts, asked.words)}`;
    if (asked && asked.facts.mine) return html`${first}${this.standing(asked.facts)}`;
    const names = match.waiting_for.map((seat) => nameOf(match, seat));
    const opening = match.decisions.find((one) => one.phase === "opening" && match.seat !== null && one.awaited.includes(match.seat) && !one.mine?.opened);
    if (opening) return html`${first}${openingAwaited(opening, this.missing)}`;
    const awaited = firstAwaited(match);
    return html`${first}
      ${match.seat === null ? html`<p class="quiet">${say("spectator")}</p>` : nothing}
      <h2>${names.length ? say("waitingOthers", { names: listed(names) }) : say("resolving")}</h2>
      ${awaited ? deadline(awaited.deadline_at, awaited.seconds_left) : nothing}`;
  }

  /** Why a match that was played to its end is over: points alone do not say it. */
  ending() {
    const last = this.story.findLast((one) => /** @type {{ type?: string }} */ (one.event).type === "ended");
    return last ? html`<p>${last.text}</p>` : nothing;
  }

  /** @param {Decision} facts @param {DecisionInWords} words */
  question(facts, words) {
    const able = forms(this.schema(facts), words.choices);
    // The server judges what a form makes, so it would see a card that the player keeps.
    const own = facts.sealed && custodyOf(this.id, facts) === "client";
    const made = own ? [] : able;
    const types = new Set(made.map((one) => one.type));
    // What a form makes needs no list of examples.
    const choices = words.choices.filter((one) => !types.has(String(one.move.type)));
    const here = reachable(choices, this.picked);
    const pointable = this.isPointable(words);
    return html`
      <p class="kicker">${say(facts.optional ? "askedAside" : "yourTurn")}${place(facts.id) ? ` · ${place(facts.id)}` : ""}</p>
      <h2>${words.question}</h2>
      ${deadline(facts.deadline_at, facts.seconds_left)}${this.moreTime(facts)}
      ${words.about ? html`<p><strong>${words.about}</strong></p>` : nothing}${advised(words.advice)}
      ${this.ordersFirst(facts)}${this.besides(facts)}
      ${this.rules || pointable ? this.choices(here, { ...words, choices }, pointable) : nothing}${own && able.length ? html`<p class="hint">${say("noForms")}</p>` : this.forms(facts, words, made)}
      ${custodyAsked(this.id, facts, () => this.render())}
      <p class="quiet terms">${facts.sealed ? say("sealedAsk") : ""} ${facts.sealed && this.match.grace_seconds ? say(facts.deadline_at ? "graceAsk" : "graceAskOpen", { n: this.match.grace_seconds }) : ""} ${facts.optional ? say("optional") : words.silence ? say("silence", { move: words.silence }) : ""}</p>`;
  }

  /** The way to what may be answered as well, and back. @param {Decision} facts */
  besides(facts) {
    const other = this.asking().find((one) => one.facts.optional !== facts.optional && !isAnswered(one.facts));
    if (!other) return nothing;
    const turn = () => {
      this.aside = !facts.optional;
      this.picked = [];
      this.composer = null;
      this.listOpen = false;
      this.choose(null);
    };
    return html`<p class="besides"><button @click=${turn}>${facts.optional ? say("backTo", { question: other.words.question }) : other.words.question} …</button></p>`;
  }

  /** Forms for what cannot be listed: open at once if it is the one thing to do. @param {Decision} facts @param {DecisionInWords} words @param {import("./compose.js").Form[]} made */
  forms(facts, words, made) {
    const open = (/** @type {import("./compose.js").Form} */ form) => {
      this.composer = new Composer(this.schema(facts), form, words.choices);
      this.composing = facts.id;
      this.picked = [];
    };
    const [only] = made;
    if (only && made.length === 1 && !this.composer && facts.sealed) open(only);
    const { composer, match } = this;
    const thing = (/** @type {string} */ kind) => this.box.querySelector(`[id="spot-card-${kind}"] > title`)?.textContent ?? kind;
    const shown = [...this.box.querySelectorAll("[id^='spot-card-']")].map((one) => one.id.slice("spot-card-".length));
    const others = match.seats.filter((one) => one.seat !== match.seat).map((one) => ({ seat: one.seat, name: nameOf(match, one.seat) }));
    return html`${made.filter((form) => composer?.form.type !== form.type).map((form) => html`<p><button @click=${() => { open(form); this.choose(null); }}>${heading(form.type)} …</button></p>`)}
      ${composer && this.composing === facts.id ? composer.render({ called: thing, held: this.words.held, others, order: (/** @type {string} */ kind) => shown.indexOf(kind), changed: () => this.choose(null), done: () => void this.compose(facts), busy: this.busy }) : nothing}`;
  }

  /** @param {Choice[]} here @param {DecisionInWords} words @param {boolean} pointable */
  choices(here, words, pointable) {
    const many = here.length > FEW;
    const groups = groupsOf(here);
    if (many && groups.length > 1) return html`${pointable ? html`<p class="hint">${say("chooseOnPicture")}</p>` : nothing}${divided(groups, this.chosen, (group) => this.list(group.choices, words, false, group.title))}`;
    if (!pointable) return this.list(here, words, many);
    // What the picture does not show (to pass, to stay) can always be chosen here.
    const unseen = words.choices.filter((one) => one.spots.length === 0);
    const folded = many && !this.listOpen;
    return html`<p class="hint">${say("chooseOnPicture")}</p>
      ${folded ? html`${unseen.length ? this.list(unseen, words, false) : nothing}
          <button class="link" @click=${() => { this.listOpen = true; this.render(); }}>${say("all", { n: here.length })}</button>`
        : this.list(here, words, many)}`;
  }

  /** @param {Choice[]} here @param {DecisionInWords} words @param {boolean} many @param {string} [title] */
  list(here, words, many, title = words.question) {
    const wanted = many ? this.filter.toLowerCase() : "";
    // Two cards that are alike in every way are one choice to a reader.
    const different = here.filter((one, place) => here.findIndex((other) => other.words === one.words) === place || this.chosen === one);
    const found = wanted ? different.filter((one) => one.words.toLowerCase().includes(wanted)) : different;
    return html`
      ${many ? html`<label class="filter">${say("filter", { n: here.length })}<input type="search" .value=${this.filter} @input=${(/** @type {InputEvent} */ event) => { this.filter = /** @type {HTMLInputElement} */ (event.target).value; this.render(); }}></label>` : nothing}
      <fieldset class=${many ? "choices many" : "choices"}><legend class="hidden">${title}</legend>
        ${found.length ? found.map((one) => html`<label class="choice">
          <input type="radio" name="move" .checked=${this.chosen === one} @change=${() => this.choose(one)}><span>${one.words}${one.price ? html`<span class="price">${one.price}</span>` : nothing}</span></label>`) : html`<p class="quiet">${say("noneLeft")}</p>`}
      </fieldset>`;
  }

  /** After the first tap: what it can mean, or where to tap next. @param {DecisionInWords} words */
  between(words) {
    if (this.picked.length === 0) return nothing;
    const exact = reachable(words.choices, this.picked).filter((one) => one.spots.length === this.picked.length);
    return html`<div class="confirm" role="region" aria-label=${say("chosenSoFar")}>
      <p>${called(this.box, this.picked).map((one) => html`<strong>${one}</strong> `)}${exact.length ? nothing : html`<span class="quiet">${say("tapOn")}</span>`}</p>
      <div class="acts">
        <button @click=${() => { this.picked = []; this.lens.whole(); this.choose(null); }}>${say("notThis")}</button>
        ${exact.slice(0, AT_ONCE).map((one) => html`<button class="seal" @click=${() => this.choose(one)}>${one.words}</button>`)}
      </div>
    </div>`;
  }

  /** @param {Decision} facts @param {Choice} choice */
  confirmation(facts, choice) {
    return html`<div id="confirm" class="confirm" role="region" aria-label=${facts.sealed ? say("willSeal") : say("willDo")}>
      <p><span class="quiet">${facts.sealed ? say("willSeal") : say("willDo")}</span> <strong>${choice.words}</strong>${choice.price ? html`<span class="price">${choice.price}</span>` : nothing}
        ${called(this.box, this.picked).map((one) => html`<span class="where">${one}</span>`)}</p>
      <div class="acts">
        <button class="button" @click=${() => { this.picked = []; this.lens.whole(); this.choose(null); }} ?disabled=${this.busy}>${say("notThis")}</button>
        <button class="seal big" @click=${() => void this.answer()} ?disabled=${this.busy}>
          <svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${this.busy ? say("sealing") : facts.sealed ? say("seal") : say("doIt")}</button>
      </div>
    </div>`;
  }

  /** What I have sealed, until when it can be changed, and who is still awaited. @param {Decision} facts */
  standing(facts) {
    const words = sealedHere(this.id, facts.id, facts.mine?.commitment ?? null) ?? this.kept.get(String(facts.mine?.commitment)) ?? null;
    const { match } = this;
    const missing = match.waiting_for.filter((seat) => seat !== match.seat).map((seat) => nameOf(match, seat));
    const n = match.grace_seconds;
    const grace = n ? say("andGrace", { n }) : "";
    return html`
      <p class="kicker sealed"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${facts.sealed ? say("sealed") : match.hold_seconds ? say("answeredHeld", { span: span(match.hold_seconds) }) : say("answered")}</p>
      ${facts.sealed ? html`<h2>${words === null ? say("sealedElsewhere") : say("sealedWords", { move: words })}</h2>` : nothing}
      <p>${missing.length ? awaits(facts, missing) : !facts.sealed ? "" : n ? say("allInGrace", { n }) : say("allIn")}</p>
      ${facts.sealed
        ? html`<p class="quiet">${facts.deadline_at ? say("canChange", { grace, moment: when(facts.deadline_at) }) : say("canChangeOpen", { grace })}</p>
            <div class="acts"><button @click=${() => { this.changing = true; this.render(); }}>${say("change")}</button>
            <button @click=${() => void this.takeBack(facts)} ?disabled=${this.busy}>${say("takeBack")}</button></div>
            ${this.plans?.render(roundOf(facts)) ?? nothing}${this.plans && words === null ? html`<p class="quiet">${say("planUnlessPass")}</p>` : nothing}${custodyStands(facts, () => this.render())}`
        : nothing}
      ${this.offer?.render() ?? nothing}`;
  }

  /** Where answers are held back, orders that are in force answer a while after the question. @param {Decision} facts */
  ordersFirst(facts) {
    const { match } = this;
    if (!match.hold_seconds || facts.optional) return nothing;
    if (!this.orders && match.orders_seq && this.inForce?.seq !== match.orders_seq) {
      const asked = { seq: match.orders_seq, now: false };
      this.inForce = asked;
      void call("GET", `${this.path}/orders`).then(({ in_force }) => {
        asked.now = in_force;
        this.render();
      }).catch(() => { this.inForce = null; });
    }
    const now = this.orders ? this.orders.standing > 0 : this.inForce?.now;
    return now ? html`<p class="notice">${say("ordersFirst", { span: span(match.hold_seconds) })}</p>` : nothing;
  }

  /** "I need more time", where the match allows it. @param {Decision} facts */
  moreTime(facts) {
    if (this.time === null && this.match.extensions?.mine?.decisions.length) {
      void import("./moretime.js").then(({ MoreTime }) => {
        this.time ??= new MoreTime(() => this.render(), (doing) => this.act(doing));
        this.render();
      });
    }
    return html`${this.time?.render(this.match, facts) ?? nothing}${this.requests?.asking(this.match, facts) ?? nothing}`;
  }

  /** The colour by which the picture shows a seat. @param {number} seat */
  sign(seat) {
    const colour = this.words.seats[seat]?.colour;
    return colour ? html`<svg class="sign" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7" fill=${colour} stroke="currentColor"></circle></svg>` : nothing;
  }

  people() {
    const { match } = this;
    if (this.keys === null && match.seats.some((one) => one.key)) {
      void import("./rekeying.js").then(({ SeatKeys }) => {
        this.keys ??= new SeatKeys(() => this.render(), (doing) => this.act(doing));
        this.render();
      });
    }
    if (this.absences === null && match.absence?.missed.length) {
      void import("./absence.js").then(({ Absences }) => {
        this.absences ??= new Absences(() => this.render(), (doing) => this.act(doing));
        this.render();
      });
    }
    if (this.handing === null && match.absence?.handing && match.status === "running") {
      void import("./handing.js").then(({ Handing }) => {
        this.handing ??= new Handing(() => this.render(), (doing) => this.act(doing));
        this.render();
      });
    }
    if (this.substitutes === null && match.absence?.people) {
      void import("./substitutes.js").then(({ Substitutes }) => {
        if (!Substitutes.concerns(match)) return;
        this.substitutes ??= new Substitutes(() => this.render(), (doing) => this.act(doing), this.page.me?.account ?? "");
        this.render();
      });
    }
    if (this.requests === null && match.time_requests && match.status === "running") {
      void import("./timerequests.js").then(({ TimeRequests }) => {
        this.requests ??= new TimeRequests((doing) => this.act(doing));
        this.render();
      });
    }
    if (this.pauses === null && match.pauses && match.status === "running") {
      void import("./pauses.js").then(({ PausesShown }) => {
        this.pauses ??= new PausesShown((doing) => this.act(doing));
        this.render();
      });
    }
    return html`${this.keys?.wanted(match) ?? nothing}${this.absences?.render(match) ?? nothing}${this.handing?.render(match) ?? nothing}${this.substitutes?.render(match) ?? nothing}${this.requests?.render(match) ?? nothing}${this.pauses?.render(match) ?? nothing}<section class="people" aria-label=${say("players")}><ul>${match.seats.map((one) => html`
      <li class=${match.waiting_for.includes(one.seat) ? "awaited" : ""}>${this.sign(one.seat)}<span>${one.player ? nameOf(match, one.seat) : say("free")}</span>
      <span class="quiet">${[this.words.seats[one.seat]?.called, one.seat === match.seat ? say("you") : "", this.away(one.seat)].filter(Boolean).join(" · ")}</span></li>`)}</ul></section>`;
  }

  /** Until when the player of a seat is on vacation, where the clock has stopped for it. @param {number} seat */
  away(seat) {
    const found = this.match.away?.find((one) => one.seat === seat);
    return found ? say("onVacation", { moment: when(found.until_at) }) : "";
  }

  /** What can be said in advance, for when one is away. */
  inAdvance() {
    const { match } = this;
    // Where a card goes is said on the picture.
    if (match.status !== "running" || match.seat === null || !this.rules?.orders || hasPlaces(this.rules)) return nothing;
    if (this.orders) this.orders.match = match;
    return html`<details class="advance" @toggle=${() => void this.unfoldOrders().catch((error) => { this.alert = explained(error); this.render(); })}><summary>${say("inAdvance")}</summary>
      ${this.orders?.render() ?? nothing}</details>`;
  }

  async unfoldOrders() {
    if (this.orders !== null) return;
    const { Orders } = await import("./orders.js");
    const orders = new Orders(this.match, /** @type {any} */ (this.rules).orders ?? {}, () => this.lying(), this.rules?.order_names[lang()] ?? {}, () => this.render());
    await orders.load();
    this.orders = orders;
    this.render();
  }

  /** The cards on the picture, each kind once, by the name that orders use. */
  lying() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const one of this.box.querySelectorAll("[id^='spot-card-']")) {
      const key = one.id.slice("spot-card-".length).replace(/\.\d+$/, "");
      if (!found.has(key)) found.set(key, (one.querySelector("title")?.textContent ?? key).split(". ")[0] ?? key);
    }
    return [...found].map(([key, name]) => ({ key, name })).sort((one, other) => one.name.localeCompare(other.name, lang()));
  }

  more() {
    const { match, words } = this;
    return html`<details class="more"><summary>${say("menu")}</summary>
      <p>${words.about} ${rulesLink(match.rules)}</p>
      <dl><dt>${say("pace")}</dt><dd>${tempo(match)}</dd>${match.vacation === "clock-stops" ? html`<dt>${say("whileAway")}</dt><dd>${say("clockStops")}</dd>` : nothing}${match.hold_seconds ? html`<dt>${say("held")}</dt><dd>${say("heldFor", { span: span(match.hold_seconds) })}</dd>` : nothing}${words.preset ? html`<dt>${say("variant")}</dt><dd>${words.preset}</dd>` : nothing}</dl>
      ${words.table ? html`<details><summary>${say("tableText")}</summary><pre tabindex="0">${words.table}</pre></details>` : nothing}
      <p><a href="/verify/${match.match}${this.query().replace("&", "?")}">${say("verifyLink")}</a> · <a href="/fairness">${say("fairness")}</a></p>
      ${this.keys?.mine(match) ?? nothing}${this.pauses?.mine(match) ?? nothing}${this.substitutes?.asking(match) ?? nothing}${this.handing?.menu(match) ?? nothing}
      ${match.status === "running" && match.seat !== null
        ? this.askingToResign
          ? html`<p>${say("resignSure")}</p><div class="acts"><button class="danger" @click=${() => void this.resign()}>${say("resignYes")}</button>
              <button @click=${() => { this.askingToResign = false; this.render(); }}>${say("keepPlaying")}</button></div>`
          : html`<button class="link danger" @click=${() => { this.askingToResign = true; this.render(); }}>${say("resign")}</button>`
        : nothing}
    </details>`;
  }

  async resign() {
    this.askingToResign = false;
    await this.act(async () => (await sealing()).resign(this.match));
  }

  /** The table before the match: who sits, how to invite, how to join. */
  waitingRoom() {
    const { match } = this;
    const taken = match.seats.filter((one) => one.player).length;
    const owner = this.page.me !== null && match.owner === this.page.me.account;
    if (owner && this.inviting === null) {
      void import("./inviting.js").then(({ Inviting }) => {
        this.inviting ??= new Inviting(() => this.render(), (doing) => this.act(doing));
        this.render();
      });
    }
    const join = `/join/${match.match}${match.invitation ? `?invitation=${encodeURIComponent(match.invitation)}` : location.search}`;
    const url = location.origin + join;
    return html`<h2>${say("inLobby")}</h2>
      <p>${this.words.about} ${rulesLink(match.rules)}</p>
      <p>${say("seatsTaken", { taken, all: match.seats.length })}. ${match.start === "by-owner" ? say("lobbyOwner") : say("lobbyLead")}</p>
      ${match.seat === null && !owner ? html`<p><a class="button seal" href=${join}>${say("joinTable")}</a></p>` : nothing}
      ${match.invitation || match.visibility === "open"
        ? html`<label>${say("inviteLink")}<input readonly .value=${url} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
            <div class="acts"><button @click=${() => void this.share(url)}>${"share" in navigator ? say("share") : say("copy")}</button></div>`
        : nothing}
      ${owner && taken < match.seats.length ? this.inviting?.render(match) ?? nothing : nothing}
      ${owner && match.start === "by-owner" && taken === match.seats.length ? html`<button class="seal" @click=${() => void this.act(() => call("POST", `${this.path}/start`, { body: {} }))}>${say("startNow")}</button>` : nothing}
      ${match.seat !== null || owner ? html`<p><button class="link danger" @click=${() => void this.leave()}>${owner ? say("cancel") : say("leave")}</button></p>` : nothing}`;
  }

  /** @param {string} url */
  async share(url) {
    try {
      if ("share" in navigator) await navigator.share({ title: this.words.title, url });
      else await /** @type {Navigator} */ (navigator).clipboard.writeText(url);
      this.notice = say("copied");
    } catch {
      this.notice = "";
    }
    this.render();
  }

  /** Open the same table once more and go there; what this page shows of the old one need not be loaded again. */
  async again() {
    this.busy = true;
    this.alert = "";
    this.render();
    try {
      await (await import("./rematch.js")).playAgain(this.match);
    } catch (error) {
      this.busy = false;
      this.alert = explained(error);
      this.render();
    }
  }

  async leave() {
    await this.act(() => call("DELETE", `${this.path}/seats/me`));
  }
}
