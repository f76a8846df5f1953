// @ts-check
// The table: the picture, what is asked, the choices, one confirmation, and what happened.
import { Away, call, Refused, text } from "./api.js";
import { keepSealed, markRead, readUpTo, sealedHere } from "./keep.js";
import { html, nothing } from "./lit-html.js";
import { lang, listed, say } from "./language.js";
import { deadline, explained, nameOf, place, result } from "./parts.js";
import { draw, mark, reachable } from "./picture.js";
import { pace, when } from "./time.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").DecisionInWords} DecisionInWords */
/** @typedef {import("./types.js").FeedEvent} FeedEvent */
/** @typedef {import("./types.js").Match} Match */
/** @typedef {import("./types.js").MatchInWords} MatchInWords */

const WAIT = 25; // seconds that one request waits for news
const FEW = 14; // so many choices are listed without being asked for

/** @param {import("./types.js").Opened} page */
export async function open(page) {
  await new Table(page).begin();
}

class Table {
  /** @param {import("./types.js").Opened} page */
  constructor(page) {
    this.page = page;
    this.id = String(page.parts[0]);
    this.path = `/v1/matches/${this.id}`;
    this.invitation = new URLSearchParams(location.search).get("invitation");
    this.box = document.createElement("div");
    this.box.className = "picture";
    /** @type {Match} */ this.match = /** @type {any} */ (null);
    /** @type {MatchInWords} */ this.words = /** @type {any} */ (null);
    /** @type {FeedEvent[]} */ this.story = [];
    /** Number of the last log entry whose picture and story are shown. */
    this.shown = -1;
    /** What the reader had seen before this visit. */
    this.seen = readUpTo(this.id);
    /** @type {Choice | null} */ this.chosen = null;
    /** @type {string[]} */ this.picked = [];
    this.filter = "";
    this.listOpen = false;
    this.changing = false;
    this.busy = false;
    this.notice = "";
    this.alert = "";
    this.offline = false;
    this.askingToResign = false;
  }

  async begin() {
    await this.refresh();
    void this.follow();
    setInterval(() => this.render(), 30_000); // the time left
  }

  query() {
    return this.invitation ? `&invitation=${encodeURIComponent(this.invitation)}` : "";
  }

  /** Load what is new; what the reader was doing stays where it still is possible. */
  async refresh() {
    const query = `language=${lang()}${this.query()}`;
    /** @type {[Match, MatchInWords]} */
    const [match, words] = await Promise.all([call("GET", `${this.path}?${this.query().slice(1)}`), call("GET", `${this.path}/words?${query}`)]);
    this.match = match;
    this.words = words;
    document.title = `${this.asked() ? "● " : ""}${words.title} · Siegelpost`;
    this.restore();
    if (match.n !== this.shown && match.status !== "lobby") {
      const [svg] = await Promise.all([
        text(`${this.path}/picture.svg?${query}`),
        this.loadStory(query),
      ]);
      draw(this.box, svg);
      this.shown = match.n;
      markRead(this.id, match.n);
    }
    this.render();
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
    const key = JSON.stringify(this.chosen?.move);
    const same = asked?.words.choices.find((one) => JSON.stringify(one.move) === key) ?? null;
    if (this.chosen && !same && !this.busy && asked) this.notice = say("movedOn");
    this.chosen = same;
    if (!asked || reachable(asked.words.choices, this.picked).length === 0) this.picked = [];
    if (!asked?.facts.mine) this.changing = false;
  }

  /** The decision that asks me and can be answered, those not answered yet first. */
  asked() {
    const mine = this.match.decisions
      .filter((one) => this.match.seat !== null && one.seats.includes(this.match.seat) && one.phase === "open")
      .map((facts) => ({ facts, words: /** @type {DecisionInWords} */ (this.words.decisions.find((one) => one.id === facts.id)) }))
      .filter((one) => one.words && one.words.choices.length > 0);
    const open = mine.filter((one) => one.facts.mine?.commitment == null);
    return open.find((one) => !one.facts.optional) ?? mine.find((one) => !one.facts.optional) ?? open[0] ?? null;
  }

  /** Wait for news as long as the page is open, through lost connections and restarted servers. */
  async follow() {
    let pause = 1000;
    while (this.match.status !== "closed") {
      try {
        const before = this.match.n;
        const news = await call("GET", `${this.path}?after=${before}&wait=${WAIT}${this.query()}`);
        if (this.offline) {
          this.offline = false;
          this.render();
        }
        pause = 1000;
        if (news.n !== before || this.differs(news)) await this.refresh();
      } catch (error) {
        if (!(error instanceof Away) && !(error instanceof Refused && (error.status >= 500 || error.status === 429))) return;
        this.offline = true;
        this.render();
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, 30_000);
      }
    }
  }

  /** Whether my own acts, the awaited seats or the players have changed. @param {Match} news */
  differs(news) {
    /** @param {Match} match */
    const facts = (match) => JSON.stringify([match.waiting_for, match.status, match.pending, match.seats, match.decisions.map((one) => [one.id, one.mine, one.committed, one.phase])]);
    return facts(news) !== facts(this.match);
  }

  // What the reader does

  /** @param {Choice | null} choice */
  choose(choice) {
    this.chosen = choice;
    this.notice = this.alert = "";
    this.render();
    if (choice) document.getElementById("confirm")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} spot */
  pick(spot) {
    const choices = this.asked()?.words.choices ?? [];
    const on = [...this.picked, spot];
    this.picked = reachable(choices, on).length ? on : this.picked.includes(spot) ? [] : [spot];
    const here = reachable(choices, this.picked);
    const exact = here.filter((one) => one.spots.length === this.picked.length);
    this.listOpen = here.length > 1 && exact.length !== 1;
    this.choose(this.picked.length && exact.length === 1 ? /** @type {Choice} */ (exact[0]) : null);
  }

  async answer() {
    const asked = this.asked();
    if (!asked || !this.chosen || this.busy) return;
    const { facts } = asked;
    const choice = this.chosen;
    const path = `${this.path}/decisions/${encodeURIComponent(facts.id)}/${facts.sealed ? "commitment" : "move"}`;
    await this.act(async () => {
      const body = { move: choice.move, replaces: facts.mine?.seq ?? 0 };
      /** @type {import("./types.js").Acted} */
      const acted = await call("PUT", path, { body, headers: { Prefer: "wait=2" } });
      const { commitment } = /** @type {{ commitment?: string }} */ (/** @type {unknown} */ (acted.receipt));
      keepSealed(this.id, facts.id, choice.words, commitment ?? "");
      this.chosen = null;
      this.picked = [];
      this.changing = false;
    });
    document.getElementById("ask")?.focus();
  }

  /** @param {Decision} facts */
  async takeBack(facts) {
    await this.act(() => call("DELETE", `${this.path}/decisions/${encodeURIComponent(facts.id)}/commitment?replaces=${facts.mine?.seq ?? 0}`));
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
  }

  // What the reader sees

  render() {
    const { match, words } = this;
    const asked = this.asked();
    const choosing = asked !== null && (asked.facts.mine?.commitment == null || this.changing) && match.status === "running";
    mark(this.box, choosing && asked ? asked.words.choices : [], this.picked, (spot) => this.pick(spot));
    this.page.show(html`
      <div class="table ${match.status}">
        <div class="head">
          <h1>${words.title}</h1>
          <p class="quiet">${[words.title === words.game ? "" : words.game, words.preset, place(match.decisions[0]?.id ?? "")].filter(Boolean).join(" · ")}</p>
          ${this.offline ? html`<p role="status" class="notice">${say("reconnecting")}</p>` : nothing}
        </div>
        ${match.status === "lobby" ? nothing : html`<figure class="board" aria-label=${say("pictureOf")}>${this.box}</figure>`}
        <div class="side">
          <section id="ask" class="ask sheet" tabindex="-1" aria-live="polite">${this.whatNow(asked, choosing)}</section>
          ${this.people()}
          ${match.status === "lobby" ? nothing : this.told()}
          ${this.more()}
        </div>
      </div>
      ${choosing && asked && this.chosen ? this.confirmation(asked.facts, this.chosen) : nothing}`);
  }

  /** @param {{ facts: Decision, words: DecisionInWords } | null} asked @param {boolean} choosing */
  whatNow(asked, choosing) {
    const { match } = this;
    const told = [
      this.notice ? html`<p role="status" class="notice">${this.notice}</p>` : nothing,
      this.alert ? html`<p role="alert" class="alert">${this.alert}</p>` : nothing,
    ];
    if (match.status === "closed") return html`${told}<h2>${say("matchOver")}</h2><p class="result">${result(match)}</p><p><a class="button" href="/">${say("home")}</a></p>`;
    if (match.status === "lobby") return html`${told}${this.waitingRoom()}`;
    if (choosing && asked) return html`${told}${this.question(asked.facts, asked.words)}`;
    if (asked && asked.facts.mine) return html`${told}${this.standing(asked.facts)}`;
    const names = match.waiting_for.map((seat) => nameOf(match, seat));
    return html`${told}
      ${match.seat === null ? html`<p class="quiet">${say("spectator")}</p>` : nothing}
      <h2>${names.length ? say("waitingOthers", { names: listed(names) }) : say("resolving")}</h2>
      ${match.decisions[0] ? deadline(match.decisions[0].deadline_at, match.decisions[0].seconds_left) : nothing}`;
  }

  /** @param {Decision} facts @param {DecisionInWords} words */
  question(facts, words) {
    const here = reachable(words.choices, this.picked);
    const pointable = words.choices.some((one) => one.spots.length > 0 && this.box.querySelector(`[id="spot-${one.spots[0]}"]`));
    return html`
      <p class="kicker">${say("yourTurn")}${place(facts.id) ? ` · ${place(facts.id)}` : ""}</p>
      <h2>${words.question}</h2>
      ${deadline(facts.deadline_at, facts.seconds_left)}
      ${words.advice ? html`<p>${words.advice}</p>` : nothing}
      ${facts.sealed && facts.custody === "client" ? html`<p class="alert">${say("clientOnly")}</p>` : this.choices(here, words, pointable)}
      <p class="quiet terms">${facts.sealed ? say("sealedAsk") : ""} ${facts.optional ? say("optional") : words.silence ? say("silence", { move: words.silence }) : ""}</p>`;
  }

  /** @param {Choice[]} here @param {DecisionInWords} words @param {boolean} pointable */
  choices(here, words, pointable) {
    const wanted = this.filter.toLowerCase();
    const found = wanted ? here.filter((one) => one.words.toLowerCase().includes(wanted)) : here;
    const many = here.length > FEW;
    const list = html`
      ${many ? html`<label class="filter">${say("filter", { n: here.length })}<input type="search" .value=${this.filter} @input=${(/** @type {InputEvent} */ event) => { this.filter = /** @type {HTMLInputElement} */ (event.target).value; this.render(); }}></label>` : nothing}
      <fieldset class=${many ? "choices many" : "choices"}><legend class="hidden">${words.question}</legend>
        ${found.length ? found.map((one) => html`<label class="choice">
          <input type="radio" name="move" .checked=${this.chosen === one} @change=${() => this.choose(one)}><span>${one.words}</span></label>`) : html`<p class="quiet">${say("noneLeft")}</p>`}
      </fieldset>`;
    if (!pointable) return list;
    return html`<p class="hint">${say("chooseOnPicture")}</p>
      ${many && !this.listOpen ? html`<button class="link" @click=${() => { this.listOpen = true; this.render(); }}>${say("all", { n: here.length })}</button>` : list}`;
  }

  /** @param {Decision} facts @param {Choice} choice */
  confirmation(facts, choice) {
    return html`<div id="confirm" class="confirm" role="region" aria-label=${facts.sealed ? say("willSeal") : say("willDo")}>
      <p><span class="quiet">${facts.sealed ? say("willSeal") : say("willDo")}</span> <strong>${choice.words}</strong></p>
      <div class="acts">
        <button class="button" @click=${() => { this.picked = []; this.choose(null); }} ?disabled=${this.busy}>${say("notThis")}</button>
        <button class="seal big" @click=${() => void this.answer()} ?disabled=${this.busy}>
          <svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${this.busy ? say("sealing") : facts.sealed ? say("seal") : say("doIt")}</button>
      </div>
    </div>`;
  }

  /** What I have sealed, until when it can be changed, and who is still awaited. @param {Decision} facts */
  standing(facts) {
    const words = sealedHere(this.id, facts.id, facts.mine?.commitment ?? null);
    const missing = this.match.waiting_for.filter((seat) => seat !== this.match.seat).map((seat) => nameOf(this.match, seat));
    return html`
      <p class="kicker sealed"><svg viewBox="0 0 32 32" aria-hidden="true"><use href="#wax"></use></svg>${facts.sealed ? say("sealed") : say("answered")}</p>
      ${facts.sealed ? html`<h2>${words === null ? say("sealedElsewhere") : say("sealedWords", { move: words })}</h2>` : nothing}
      <p>${missing.length ? say("stillAwaited", { names: listed(missing) }) : facts.sealed ? say("allIn") : ""}</p>
      ${facts.sealed
        ? html`<p class="quiet">${facts.deadline_at ? say("canChange", { moment: when(facts.deadline_at) }) : say("canChangeOpen")}</p>
            <div class="acts"><button @click=${() => { this.changing = true; this.render(); }}>${say("change")}</button>
            <button @click=${() => void this.takeBack(facts)} ?disabled=${this.busy}>${say("takeBack")}</button></div>`
        : nothing}`;
  }

  people() {
    const { match } = this;
    return html`<section class="people" aria-label=${say("players")}><ul>${match.seats.map((one) => html`
      <li class=${match.waiting_for.includes(one.seat) ? "awaited" : ""}><span>${one.player ? one.name : say("free")}</span>
      <span class="quiet">${one.seat === match.seat ? say("you") : one.bot ? say("bot") : ""}</span></li>`)}</ul></section>`;
  }

  /** The story by rounds, the latest first; what is new since the last visit is marked. */
  told() {
    /** @type {{ title: string, events: FeedEvent[] }[]} */
    const groups = [];
    for (const one of this.story) {
      const title = place(one.decision);
      const last = groups[groups.length - 1];
      if (last && last.title === title) last.events.push(one);
      else groups.push({ title, events: [one] });
    }
    groups.reverse();
    const newest = groups.findIndex((group) => group.events.every((one) => one.n <= this.seen));
    const fresh = Math.max(1, newest < 0 ? groups.length : newest);
    /** @param {{ title: string, events: FeedEvent[] }} group */
    const shown = (group) => html`<h3>${group.title}</h3><ul>${group.events.map((one) => html`<li class=${one.n > this.seen && this.seen > 0 ? "new" : ""}>${one.text}</li>`)}</ul>`;
    return html`<section class="story" aria-labelledby="story"><h2 id="story">${say("story")}</h2>
      ${groups.length === 0 ? html`<p class="quiet">${say("nothingYet")}</p>` : groups.slice(0, fresh).map(shown)}
      ${groups.length > fresh ? html`<details><summary>${say("earlier")}</summary>${groups.slice(fresh).map(shown)}</details>` : nothing}</section>`;
  }

  more() {
    const { match, words } = this;
    return html`<details class="more"><summary>${say("menu")}</summary>
      <p>${words.about}</p>
      <dl><dt>${say("pace")}</dt><dd>${pace(match.pace)}</dd>${words.preset ? html`<dt>${say("variant")}</dt><dd>${words.preset}</dd>` : nothing}</dl>
      ${words.table ? html`<details><summary>${say("tableText")}</summary><pre tabindex="0">${words.table}</pre></details>` : nothing}
      <p><a href="${this.path}/log.jsonl" download>${say("log")}</a></p>
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
    await this.act(() => call("POST", `${this.path}/resign`, { body: {} }));
  }

  /** The table before the match: who sits, how to invite, how to join. */
  waitingRoom() {
    const { match } = this;
    const taken = match.seats.filter((one) => one.player).length;
    const owner = this.page.me !== null && match.owner === this.page.me.account;
    const join = `/join/${match.match}${match.invitation ? `?invitation=${encodeURIComponent(match.invitation)}` : location.search}`;
    const url = location.origin + join;
    return html`<h2>${say("inLobby")}</h2>
      <p>${say("seatsTaken", { taken, all: match.seats.length })}. ${match.start === "by-owner" ? say("lobbyOwner") : say("lobbyLead")}</p>
      ${match.seat === null && !owner ? html`<p><a class="button seal" href=${join}>${say("joinTable")}</a></p>` : nothing}
      ${match.invitation || match.visibility === "open"
        ? html`<label>${say("inviteLink")}<input readonly .value=${url} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}></label>
            <div class="acts"><button @click=${() => void this.share(url)}>${"share" in navigator ? say("share") : say("copy")}</button></div>`
        : nothing}
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

  async leave() {
    await this.act(() => call("DELETE", `${this.path}/seats/me`));
  }
}
