// @ts-check
// Ratings, the reader's own and those of profiles: a number with its uncertainty for each game, and its course as a curve.
import { call } from "../frame/api.js";
import { html, nothing, svg } from "../vendor/lit-html.js";
import { lang, learn, say } from "../frame/language.js";

/** @typedef {import("../types.js").OwnRating} OwnRating */

learn({
  ratings: ["Ratings", "Wertung"],
  ratingIs: ["{game}: {rating} ± {plus_minus}", "{game}: {rating} ± {plus_minus}"],
  ratingOnce: ["after one match", "nach einer Partie"],
  ratingAfter: ["after {n} matches", "nach {n} Partien"],
  provisional: ["provisional", "vorläufig"],
  ratingsLead: ["Everything is computed from a public log, in which you are only a number. Anybody can check it.", "Alles ist aus einem öffentlichen Protokoll berechnet, in dem du nur eine Nummer bist. Jeder kann es nachrechnen."],
  ratingBands: ["{below} of {players} players are weaker", "{below} von {players} Spielern sind schwächer"],
  ratingCourse: ["The course of your rating, from {first} to {last}", "Der Verlauf deiner Wertung, von {first} bis {last}"],
});

const [WIDTH, HEIGHT] = [300, 60];
const FEWEST = 10; // of fewer players, bars say nothing

/** The points of the curve, the best rating at the top. @param {number[]} ratings at least two */
export function curve(ratings) {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (/** @type {number} */ n) => Math.round((n * WIDTH) / (ratings.length - 1));
  const y = (/** @type {number} */ one) => (high === low ? HEIGHT / 2 : Math.round(((high - one) * HEIGHT) / (high - low)));
  return ratings.map((one, n) => `${x(n)},${y(one)}`).join(" ");
}

/** How many players are how strong, as bars; that of this rating stands out. @param {import("../types.js").RatingDistribution} all @param {OwnRating} one */
export function distribution({ players, bands }, one) {
  if (players < FEWEST || bands.length < 2) return nothing;
  const certain = (60 * (one.mu - 3 * one.sigma)) / 1e6;
  const [most, width] = [Math.max(...bands.map((band) => band.players)), WIDTH / bands.length];
  const mine = bands.findLastIndex((band) => band.at_least <= certain);
  const below = bands.slice(0, mine).reduce((sum, band) => sum + band.players, 0);
  return html`<svg class="bands" aria-hidden="true" viewBox="-4 -4 308 68" width="300" height="66">${bands.map((band, place) => {
    const tall = (band.players * HEIGHT) / most;
    return svg`<rect class=${place === mine ? "mine" : ""} x=${place * width} y=${HEIGHT - tall} width=${Math.max(1, width - 1)} height=${tall}></rect>`;
  })}</svg><p class="hint">${say("ratingBands", { below, players })}</p>`;
}

/** The titles of all games, by their names. @returns {Promise<Record<string, string>>} */
export async function gameTitles() {
  /** @type {import("../types.js").RulesList} */
  const { rules } = await call("GET", "/v1/rules");
  return Object.fromEntries(rules.map((one) => [one.id.split("@")[0], one.titles[lang()] ?? one.title]));
}

/** @param {OwnRating} one @param {string} game */
export function ratingRow(one, game) {
  const ratings = one.course.map((point) => point.rating);
  const after = one.results === 1 ? say("ratingOnce") : say("ratingAfter", { n: one.results });
  return html`<p><strong>${say("ratingIs", { game, rating: one.rating, plus_minus: one.plus_minus })}</strong>
    <span class="quiet">${one.provisional ? `${say("provisional")}, ` : ""}${after}</span></p>
    ${ratings.length > 1
      ? html`<svg role="img" aria-label=${say("ratingCourse", { first: String(ratings[0]), last: String(one.rating) })} viewBox="-4 -4 308 68" width="300" height="66"><polyline points=${curve(ratings)} fill="none" stroke="currentColor" stroke-width="2"></polyline></svg>`
      : nothing}`;
}

/** The section of the account page; nothing without a rated match. @param {() => void} draw */
export class Ratings {
  /** @param {() => void} draw */
  constructor(draw) {
    /** @type {OwnRating[]} */
    this.found = [];
    /** @type {Record<string, string>} */
    this.titles = {};
    void this.#load(draw).catch(() => {}); // the rest of the page does not depend on it
  }

  /** @param {() => void} draw */
  async #load(draw) {
    /** @type {import("../types.js").OwnRatings} */
    const { ratings } = await call("GET", "/v1/me/ratings");
    if (!ratings.length) return;
    this.titles = await gameTitles();
    this.found = ratings;
    draw();
  }

  render() {
    if (!this.found.length) return nothing;
    return html`<section class="sheet"><h2>${say("ratings")}</h2>
      ${this.found.map((one) => ratingRow(one, this.titles[one.game] ?? one.game))}
      <p class="hint">${say("ratingsLead")}</p></section>`;
  }
}
