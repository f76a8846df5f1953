// @ts-check
// The table's picture: the server's SVG, with the places a choice is about made into buttons.
import { fold, onFold } from "../frame/fold.js";
import { say } from "../frame/language.js";

/** @typedef {import("../types.js").Choice} Choice */

/**
 * Choices that begin at the places picked so far.
 * @param {Choice[]} choices @param {string[]} picked
 */
export const reachable = (choices, picked) => choices.filter((one) => picked.every((spot, index) => one.spots[index] === spot));

/**
 * A sign of the legend as an element; nothing if it is none.
 * @param {string} svg
 */
export function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  parsed.setAttribute("aria-hidden", "true");
  return parsed.nodeName === "svg" ? document.importNode(parsed, true) : null;
}

/**
 * Put the picture into its box. The text comes from our own server, which escapes every name in it.
 * @param {HTMLElement} box @param {string} svg
 */
export function draw(box, svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return;
  parsed.removeAttribute("width");
  parsed.removeAttribute("height");
  // Numbers are for those who type their moves; whoever points gets those of the places that are asked for (`number`).
  for (const numbers of parsed.querySelectorAll("g.numbers")) numbers.remove();
  const without = parsed.dataset.withoutNumbers;
  if (without) {
    parsed.setAttribute("viewBox", without);
    const paper = parsed.querySelector(":scope > rect");
    paper?.setAttribute("height", without.split(" ")[3] ?? "0");
  }
  const made = document.importNode(parsed, true);
  fold(made);
  box.replaceChildren(made);
}

/**
 * What the picture calls the places that were picked.
 * @param {HTMLElement} box @param {string[]} picked
 */
export const called = (box, picked) => picked.map((spot) => box.querySelector(`[id="spot-${spot}"] > title`)?.textContent ?? "").filter(Boolean);

/**
 * What the picture says about the cards that were picked, where the choice's own words do not say it: what a card does.
 * @param {HTMLElement} box @param {string[]} picked @param {string} words
 */
export const besides = (box, picked, words) =>
  called(box, picked.filter((spot) => spot.startsWith("card-")))
    .map((one) => one.split(/(?<=\.) /).filter((part) => !words.includes(part.replace(/\.$/, ""))).join(" ")).filter(Boolean);

/**
 * Make buttons of the places that can be picked next.
 * @param {HTMLElement} box
 * @param {Choice[]} choices
 * @param {string[]} picked places picked so far
 * @param {(spot: string) => void} pick
 * @param {(title: string) => void} explain what a place that cannot be picked is
 */
export function mark(box, choices, picked, pick, explain) {
  const next = new Map();
  for (const one of reachable(choices, picked)) {
    const spot = one.spots[picked.length];
    if (spot !== undefined) next.set(spot, [...(next.get(spot) ?? []), one.words]);
  }
  // Another first place may always be picked instead.
  const first = new Map();
  if (picked.length > 0)
    for (const one of choices) if (one.spots[0] !== undefined && !next.has(one.spots[0])) first.set(one.spots[0], [...(first.get(one.spots[0]) ?? []), one.words]);
  const active = document.activeElement?.id;
  const told = [];
  for (const element of box.querySelectorAll("[id^='spot-']")) {
    const spot = element.id.slice("spot-".length);
    const words = next.get(spot) ?? first.get(spot);
    const chosen = picked.includes(spot);
    element.setAttribute("class", chosen ? "spot picked" : next.has(spot) ? "spot" : words ? (next.size ? "spot other quiet" : "spot other") : "told");
    if (!words && !chosen) {
      for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) element.removeAttribute(name);
      for (const act of /** @type {const} */ (["onclick", "onkeydown", "onfocus"])) /** @type {SVGElement} */ (element)[act] = null;
      if (titleOf(element)) told.push(element);
      else element.removeAttribute("class");
      continue;
    }
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-pressed", String(chosen));
    const called = titleOf(element);
    const said = words ? (words.length === 1 ? words[0] : called ? say("choiceCount", { n: words.length }) : `${words[0]} … (${say("choiceCount", { n: words.length })})`) : say("notThis");
    const label = !called ? said : words?.length === 1 ? `${said} – ${called}` : `${called}: ${said}`;
    element.setAttribute("aria-label", String(label));
    /** @type {SVGElement} */ (element).onfocus = null;
    /** @type {SVGElement} */ (element).onclick = () => pick(spot);
    /** @type {SVGElement} */ (element).onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(spot);
    };
  }
  const places = /** @type {SVGElement[]} */ ([...box.querySelectorAll(".spot[role=button]")]);
  if (places.length > MANY) rove(places);
  tell(box, [...told, ...box.querySelectorAll(".told:not([id])")], explain);
  if (active?.startsWith("spot-")) /** @type {SVGElement | null} */ (box.querySelector(`[id="${active}"]`))?.focus();
}

/**
 * Draw what a choice lays or moves where it goes, before it is confirmed; the picture has it at hand (docs/pictures.md).
 * @param {HTMLElement} box @param {string | undefined} spot the first place that was chosen
 */
export function preview(box, spot) {
  const piece = box.querySelector("#preview");
  const place = spot === undefined ? null : box.querySelector(`[id="spot-${spot}"]`);
  const [x, y] = [place?.getAttribute("x"), place?.getAttribute("y")];
  if (!piece) return;
  if (x && y) {
    piece.removeAttribute("display");
    piece.setAttribute("transform", `translate(${x} ${y})`);
  } else piece.setAttribute("display", "none");
}

/** Make so many places one stop of the tab key, with arrows from one to the next: nobody tabs through a whole map. @param {SVGElement[]} places */
function rove(places) {
  const stop = places.find((one) => one === document.activeElement) ?? places.find((one) => one.classList.contains("picked")) ?? places[0];
  places.forEach((one, place) => {
    one.setAttribute("tabindex", one === stop ? "0" : "-1");
    one.onfocus = () => {
      for (const other of places) other.setAttribute("tabindex", other === one ? "0" : "-1");
    };
    const press = one.onkeydown;
    one.onkeydown = (event) => {
      const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return press?.call(one, event);
      event.preventDefault();
      places[(place + step + places.length) % places.length]?.focus();
    };
  });
}

/** What an element of the picture says about itself. @param {Element} element */
const titleOf = (element) => element.querySelector(":scope > title")?.textContent ?? "";

/**
 * Have what cannot be chosen explain itself: to who taps it, and to who goes to it by keyboard. It is one stop of the tab key;
 * arrows lead from one thing to the next.
 * @param {HTMLElement} box @param {Element[]} found @param {(title: string) => void} explain
 */
function tell(box, found, explain) {
  const things = /** @type {SVGElement[]} */ ([...box.querySelectorAll("[id^='spot-'], .told")].filter((one) => found.includes(one)));
  const stop = things.find((one) => one === document.activeElement) ?? things.find((one) => one.tabIndex === 0 && one.getAttribute("role") === "img") ?? things[0];
  things.forEach((one, place) => {
    const title = titleOf(one);
    one.setAttribute("role", "img");
    one.setAttribute("aria-label", title);
    one.setAttribute("tabindex", one === stop ? "0" : "-1");
    one.onclick = (event) => {
      // Where a player can be chosen, the whole panel chooses him, whatever else is drawn on it.
      const below = document.elementsFromPoint(event.clientX, event.clientY).find((other) => other.classList.contains("spot"));
      if (below) /** @type {SVGElement} */ (below).dispatchEvent(new MouseEvent("click"));
      else explain(title);
    };
    one.onfocus = () => {
      for (const other of things) other.setAttribute("tabindex", other === one ? "0" : "-1");
      if (one.matches(":focus-visible")) explain(title);
    };
    one.onkeydown = (event) => {
      const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
      if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = step === 0 ? place : (place + step + things.length) % things.length;
      things[next]?.focus();
      if (step === 0) explain(title);
    };
  });
  // Without anything to choose or to explain the picture is one image for screen readers.
  box.querySelector("svg")?.setAttribute("role", box.querySelector(".spot, .told") ? "group" : "img");
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Enter: 0, " ": 0 };

const MANY = 12; // so many places are one stop of the tab key
const LEGIBLE = 12; // pixels that a number is high, whatever the size of the picture

/**
 * Write their numbers on the places that can be chosen, for who asks to see them (numbers.js). The picture must be on the page.
 * @param {HTMLElement} box
 */
export function number(box) {
  fit(box);
  for (const old of box.querySelectorAll("text.number")) old.remove();
  for (const place of box.querySelectorAll(".spot[data-number]:not(.other)")) write(place);
}

onFold(number);

/**
 * Say how wide a picture may be so that the reader's own cards are seen with what lies above them (`--ratio`, `--above` in
 * style.css): as the window is high. @param {HTMLElement} box
 */
function fit(box) {
  const sheet = box.querySelector(":scope > svg")?.getBoundingClientRect();
  if (!sheet?.width) return;
  const cards = [...box.querySelectorAll("[id^='spot-card-']")];
  /** Whether a card lies to the right of the board, which is lower then. @param {Element} one */
  const aside = (one) => !(one.closest("g[data-beside]")?.getAttribute("data-beside") ?? "0 ").startsWith("0 ");
  // Measured from the picture, which may have been scrolled out of the window.
  const foot = cards.every(aside) ? 0 : Math.max(...cards.map((one) => one.getBoundingClientRect().bottom)) - sheet.top;
  const { style } = document.documentElement;
  style.setProperty("--ratio", (sheet.width / (foot > 0 ? Math.min(foot, sheet.height) : sheet.height)).toFixed(3));
  style.setProperty("--above", `${Math.round(box.getBoundingClientRect().top + window.scrollY)}px`);
}

/** @param {Element} place */
function write(place) {
  const said = place.getAttribute("data-number");
  const around = /** @type {SVGGraphicsElement} */ (place);
  const [map, sheet] = [/** @type {SVGGraphicsElement | null} */ (place.parentNode), around.ownerSVGElement];
  if (!said || !map || !sheet) return;
  const [own, outer] = [around.getBoundingClientRect(), map.getScreenCTM()];
  if (!outer || own.width === 0) return;
  const middle = new DOMPoint(own.x + own.width / 2, own.y + own.height / 2).matrixTransform(outer.inverse());
  const made = document.createElementNS("http://www.w3.org/2000/svg", "text");
  made.textContent = said;
  const below = Number(place.getAttribute("data-number-below")); // what stands in the middle must stay legible
  made.setAttribute("class", below ? "number below" : "number");
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("x", String(middle.x));
  const size = Math.max(LEGIBLE / outer.a, 11);
  made.setAttribute("y", String(below ? middle.y + below + size / 2 : middle.y));
  made.setAttribute("font-size", String(size));
  map.append(made);
}

/** Where a bar at the foot of the window begins once it has risen. @param {Element | null} bar */
function footOf(bar) {
  if (!bar?.clientHeight) return window.innerHeight;
  return getComputedStyle(bar).position === "fixed" ? window.innerHeight - bar.clientHeight : bar.getBoundingClientRect().top;
}

/**
 * Scroll as far as it takes that a bar at the foot of the page does not cover what was chosen.
 * @param {Element | null} chosen @param {Element | null} bar
 */
export function uncover(chosen, bar) {
  if (!chosen || !bar) return;
  const { bottom, right } = chosen.getBoundingClientRect();
  if (right <= bar.getBoundingClientRect().left) return; // on a wide screen the bar lies beside the picture
  const covered = bottom - footOf(bar);
  if (covered > 0) window.scrollBy({ top: covered + 8 });
}

/**
 * Scroll down as far as it takes to see what can be tapped: a phone shows the top of a tall picture, not the hand at its foot.
 * @param {HTMLElement} box @param {Element | null} bar
 */
export function reach(box, bar) {
  const places = [...box.querySelectorAll(".spot:not(.other)")].map((one) => one.getBoundingClientRect());
  const foot = footOf(bar);
  if (places.filter(({ bottom }) => bottom > foot).length * 2 <= places.length) return;
  const [highest, lowest] = [Math.min(...places.map(({ top }) => top)), Math.max(...places.map(({ bottom }) => bottom))];
  window.scrollBy({ top: Math.min(lowest - foot, highest) + (lowest - foot < highest ? 8 : -8) });
}

/**
 * Scroll to what is to be tapped next, if most of it is off the screen or behind a bar at the foot of the page.
 * @param {Element[]} next @param {Element | null} bar
 */
export function reveal(next, bar) {
  const foot = footOf(bar);
  const hidden = next.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < 0 || bottom > foot;
  });
  if (hidden.length * 2 > next.length) hidden[0]?.scrollIntoView({ block: "center" });
}
