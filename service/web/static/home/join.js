// @ts-check
// An invitation: who invites, what the game is, at which pace, and one button to sit down.
import { call, Refused } from "../frame/api.js";
import { goOnAt } from "../frame/keep.js";
import { html, nothing } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";
import { condition, reliability } from "./invitations.js";
import { mailForm, requestLogin } from "../account/mail-form.js";
import { explained, profileLink, rulesLink } from "../frame/parts.js";
import { keyFile, signing } from "./signing.js";
import { sitDown } from "./sitting.js";
import { span, tempo } from "../frame/time.js";
import "./terms.js";

learn({
  atStake: ["Your rating", "Deine Wertung"],
  atStakeIs: ["now {rating}; {first} if you win, {drawn} after a draw, {last} if you come last", "jetzt {rating}; {first}, wenn du gewinnst, {drawn} bei Unentschieden, {last}, wenn du Letzter wirst"],
  whoSits: ["At the table", "Am Tisch"],
  takes: ["Open", "Offen"],
  invites: ["{name} invites you", "{name} lädt dich ein"],
  invitedBySomebody: ["You are invited", "Du bist eingeladen"],
  tableOf: ["{name}’s table", "Tisch von {name}"],
  openTable: ["An open table", "Ein offener Tisch"],
  sitAs: ["You sit down as {name}.", "Du nimmst als {name} Platz."],
  notYou: ["Not you?", "Nicht du?"],
  sitDown: ["Sit down and play", "Platz nehmen und spielen"],
  noThanks: ["No, thank you", "Nein danke"],
  joinByMail: ["Send me the link to my seat", "Link zu meinem Platz schicken"],
  joinByMailLead: ["Tell us where to write to. You get an email with a link that brings you back here to take your seat. No password needed.", "Sag uns, wohin wir dir schreiben dürfen: Du bekommst eine Mail mit einem Link. Er führt hierher zurück, und du nimmst Platz. Ein Passwort brauchst du nicht."],
  asGuest: ["Or sit down without an address: what do the others call you?", "Oder ohne Adresse: Wie sollen dich die anderen nennen?"],
  sitAsGuest: ["Sit down as a guest", "Als Gast Platz nehmen"],
  tooLate: ["This match has already begun, or the table is closed.", "Dieser Tisch hat schon begonnen oder ist geschlossen."],
});

const DAY = 86_400; // seconds

/** @param {import("../types.js").Opened} page */
export async function open(page) {
  const path = `/v1/matches/${page.parts[0]}`;
  const invitation = new URLSearchParams(location.search).get("invitation");
  const query = invitation ? `&invitation=${encodeURIComponent(invitation)}` : "";
  /** @type {[import("../types.js").Match, import("../types.js").MatchInWords]} */
  const [match, words] = await Promise.all([call("GET", `${path}?${query.slice(1)}`), call("GET", `${path}/words?language=${lang()}${query}`)]);
  document.title = `${words.title} · Siegelpost`;
  if (match.seat !== null || match.status === "running") {
    // Of a match that runs an invitation is one to look on, or to play on for somebody.
    location.replace(`/table/${match.match}${match.seat === null ? location.search : ""}`);
    return;
  }
  /** @type {{ sent: string | null, error: unknown, busy: boolean, typed: { mail: string, name: string } }} */
  const state = { sent: null, error: null, busy: false, typed: { mail: "", name: "" } };
  const correct = () => {
    state.sent = null;
    draw();
    /** @type {HTMLInputElement | null} */ (document.querySelector("form.stack input[name=mail]"))?.focus();
  };
  /** What a rated table would change for the reader. */
  const stake = page.me === null || !match.rated ? null : await call("GET", `${path}/what-if`).then(({ seats }) => seats.find((/** @type {{ player: string | null }} */ one) => one.player === page.me?.account) ?? null, () => null);
  const host = match.seats.find((one) => one.player === match.owner)?.name ?? "";
  const taken = match.seats.filter((one) => one.player).length;
  const canJoin = match.status === "lobby" && match.pending === null && taken < match.seats.length;

  const sit = async () => {
    state.busy = true;
    draw();
    try {
      const made = await own?.draw(match.match);
      await sitDown(match, query.slice(1), { ...(invitation ? { invitation } : {}), ...(made ? { key: made.key } : {}) });
      if (!made) return location.assign(`/table/${match.match}`);
      page.show(keyFile(match.match, made.file));
    } catch (error) {
      state.error = error;
      state.busy = false;
      draw();
    }
  };
  /** Who was invited by name says no, where the owner sees it; whoever came by a link passed on just goes. */
  const decline = async () => {
    try {
      await call("DELETE", `${path}/invitations/me`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
    location.assign("/");
  };
  /** @param {string} mail @param {string} name */
  const byMail = async (mail, name) => {
    state.busy = true;
    state.typed = { mail, name };
    draw();
    try {
      goOnAt(location.pathname + location.search);
      await requestLogin(mail, name);
      state.sent = mail;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    state.busy = false;
    draw();
  };
  /** A guest has no mailbox, so it sits down where a link leads and answers take a day at most. */
  const takesGuests = invitation !== null && state.sent === null && match.pace.kind === "duration" && match.pace.seconds <= DAY;
  const guestForm = () => html`<form class="stack" method="post" action="/guest?language=${lang()}">
    <input type="hidden" name="next" value=${location.pathname + location.search}>
    <input type="hidden" name="zone" value=${Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""}>
    <label>${say("asGuest")}<input name="name" required maxlength="40" autocomplete="nickname"></label><button>${say("sitAsGuest")}</button></form>`;
  const own = page.me && canJoin ? await signing() : null;
  const draw = () => page.show(html`
    <section class="sheet narrow invitation">
      <p class="kicker">${host ? say(invitation ? "invites" : "tableOf", { name: host }) : invitation ? say("invitedBySomebody") : say("openTable")}</p>
      <h1>${words.title}</h1>
      ${words.title === words.game ? nothing : html`<p class="lead">${words.game}</p>`}
      <p>${words.about} ${words.length} ${rulesLink(match.rules)}</p>
      ${words.unasked ? html`<p>${words.unasked}</p>` : nothing}
      <dl>
        ${words.preset ? html`<dt>${say("variant")}</dt><dd>${words.preset}</dd>` : nothing}
        <dt>${say("pace")}</dt><dd>${tempo(match)}</dd>
        ${match.vacation === "clock-stops" ? html`<dt>${say("whileAway")}</dt><dd>${say("clockStops")}</dd>` : nothing}
        ${match.assistants === "unwanted" ? html`<dt>${say("aiHelp")}</dt><dd>${say("noAiHelp")}</dd>` : nothing}
        ${match.hold_seconds ? html`<dt>${say("held")}</dt><dd>${say("heldFor", { span: span(match.hold_seconds) })}</dd>` : nothing}
        ${condition(match) && (match.rated || !invitation) ? html`<dt>${say("takes")}</dt><dd>${condition(match)}</dd>` : nothing}
        ${stake ? html`<dt>${say("atStake")}</dt><dd>${say("atStakeIs", { rating: stake.rating, first: stake.first, drawn: stake.drawn, last: stake.last })}</dd>` : nothing}
        ${taken && match.status === "lobby" ? html`<dt>${say("whoSits")}</dt><dd>${match.seats.filter((one) => one.player).map((one, place) => html`${place ? ", " : ""}${profileLink(match, one.seat)}${reliability(match, one.seat)}`)}</dd>` : nothing}
        <dt>${say("seats")}</dt><dd>${say("seatsTaken", { taken, all: match.seats.length })}</dd>
      </dl>
      ${state.error && page.me ? html`<p role="alert" class="alert">${explained(state.error)}</p>` : nothing}
      ${!canJoin
        ? html`<p class="notice">${say("tooLate")}</p><p><a class="button" href="/lobby">${say("lobby")}</a></p>`
        : page.me
          ? html`${own?.asked()}<p class="hint">${say("sitAs", { name: page.me.name })} <a href="/account">${say("notYou")}</a></p><button class="seal big" ?disabled=${state.busy} @click=${sit}>${say("sitDown")}</button>
            ${invitation ? html`<p><button class="link" ?disabled=${state.busy} @click=${() => void decline()}>${say("noThanks")}</button></p>` : nothing}`
          : html`${mailForm({ ...state, newcomer: true, button: say("joinByMail"), lead: say("joinByMailLead") }, byMail, correct)}${takesGuests ? guestForm() : nothing}`}
    </section>`);
  draw();
}
