// @ts-check
// The board plays what came since the reader's last visit: the pictures after each thing that happened, one after the other, with
// what is new in each of them arriving. They are the server's pictures; nothing here knows any rules.
import { text } from "../frame/api.js";
import { lang, learn, say } from "../frame/language.js";
import { draw } from "../table/picture.js";

learn({
  skipPlay: ["Skip", "Überspringen"],
  playStep: ["{n} of {all}", "{n} von {all}"],
});

/** @typedef {import("../table/table.js").Table} Table */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Frame */

const STEPS = 6; // so many of the latest moments are played; all are told in words
const PAUSE = 2000; // milliseconds that each is seen
const MANY = 130; // more new things than that are another picture altogether
const BRIEF = 100; // letters below the picture; the list has all of them
const AROUND = 2; // units of the picture between a thing and its frame
const PATIENCE = 10; // seconds that one request waits for a worker
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";
const DRAWN = "use, path, rect, circle, text";
const NOT_PLAYED = "defs *, [id^='spot-'], [data-spot], .told, .ids *, .number, #preview *, .fresh";

/** Play what came since the last visit; a button, a tap on the picture and Escape end it. @param {Table} table */
export async function play(table) {
  const { box, path, visit } = table;
  const moments = [...new Set(table.story.map((one) => one.n))].filter((n) => n > visit.seen && n <= table.shown).sort((one, other) => one - other);
  if (!moments.length || table.replay || document.visibilityState !== "visible" || box.querySelector(".film")) return;
  const picture = (/** @type {number} */ n) => text(`${path}/picture.svg?n=${n}&wait=${PATIENCE}&language=${lang()}${table.query()}`);
  const current = box.querySelector(":scope > svg");
  const first = moments.length > STEPS ? Number(moments.at(-STEPS - 1)) : visit.seen;
  const before = document.createElement("div");
  before.className = "film";
  before.setAttribute("aria-hidden", "true");
  put(before, await picture(first));
  const begun = before.querySelector("svg");
  if (!begun || !current?.isConnected || table.busy || table.picked.length || table.chosen) return;
  /** Mark on the table's own picture what has come since the visit, or, of too much, what came last. */
  const settle = async () => {
    if (!current.isConnected || markChanges(begun, box) || moments.length < 2) return;
    put(before, await picture(Number(moments.at(-2))));
    const last = before.querySelector("svg");
    if (current.isConnected && last) markChanges(last, box);
  };
  if (STILL.matches) return settle();
  const film = /** @type {HTMLElement} */ (before.cloneNode(true));
  const caption = document.createElement("div");
  caption.className = "played";
  const [line, skip] = [document.createElement("p"), document.createElement("button")];
  line.setAttribute("role", "status");
  skip.textContent = String(say("skipPlay"));
  caption.append(line, skip);
  const ended = new AbortController();
  const end = () => ended.abort();
  skip.onclick = film.onclick = end;
  addEventListener("keydown", (event) => event.key === "Escape" && end(), { signal: ended.signal });
  ended.signal.addEventListener("abort", () => {
    film.remove();
    caption.remove();
    void settle().catch(() => {});
  });
  box.append(film);
  document.body.append(caption);
  try {
    const steps = moments.slice(-STEPS);
    for (const [place, n] of steps.entries()) {
      const drawn = await picture(n);
      // The match has gone on, or the reader is busy with something else.
      if (ended.signal.aborted || !film.isConnected) break;
      const old = film.querySelector("svg");
      put(film, drawn);
      if (old) markChanges(old, film);
      const told = table.story.filter((one) => one.n === n).map((one) => one.text).join(" ");
      line.textContent = `${say("playStep", { n: place + 1, all: steps.length })}: ${told.length > BRIEF ? `${told.slice(0, BRIEF)} …` : told}`;
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE);
        ended.signal.addEventListener("abort", resolve);
      });
    }
  } finally {
    end();
  }
}

/** Put a picture in whose places nobody can tap; their names belong to the picture below. @param {HTMLElement} film @param {string} svg */
function put(film, svg) {
  draw(film, svg);
  film.querySelector("#preview")?.remove();
  for (const one of film.querySelectorAll("[id^='spot-']")) {
    one.setAttribute("data-spot", one.id);
    one.removeAttribute("id");
  }
}

/** The things that a picture draws, each by what it is and where it is drawn. @param {Element} svg @returns {Map<string, SVGGraphicsElement[]>} */
function things(svg) {
  const found = new Map();
  for (const one of svg.querySelectorAll(DRAWN)) {
    if (one.matches(NOT_PLAYED) || one.parentElement?.closest("defs")) continue;
    // A part that lies lower because another has grown is no other part: it goes by its place among the parts.
    const around = [];
    for (let outer = one.parentElement; outer && outer !== svg; outer = outer.parentElement) if (outer.getAttribute("transform")) around.unshift(outer);
    const part = one.closest("g[data-beside]");
    const within = (part ? around.filter((outer) => outer !== part).slice(1) : around).map((outer) => outer.getAttribute("transform"));
    const shape = one.cloneNode(true);
    /** @type {Element} */ (shape).removeAttribute("class");
    const key = [part ? [...svg.querySelectorAll("g[data-beside]")].indexOf(part) : "", ...within, /** @type {Element} */ (shape).outerHTML].join(" ");
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return found;
}

/**
 * Frame what a picture shows that the one before did not, let it arrive, and let go what is gone.
 * @param {Element} before @param {HTMLElement} box with the picture @returns {boolean} whether so little is new that it can be marked
 */
export function markChanges(before, box) {
  const now = /** @type {SVGSVGElement | null} */ (box.querySelector(":scope > svg"));
  const there = now?.getScreenCTM()?.inverse();
  if (!now || !there) return false;
  const [had, has] = [things(before), things(now)];
  const beyond = (/** @type {typeof had} */ all, /** @type {typeof had} */ other) => [...all].flatMap(([key, found]) => found.slice(other.get(key)?.length ?? 0));
  const paper = now.getBoundingClientRect().width / 2;
  const fresh = beyond(has, had).filter((one) => one.getBoundingClientRect().width < paper);
  if (!fresh.length || fresh.length > MANY) return false;
  for (const one of beyond(had, has).filter((it) => it.localName === "use" && !STILL.matches)) leave(one, now);
  /** Frames around what lies together: a card is one thing. @type {Frame[]} */
  let frames = [];
  for (const one of fresh) {
    const seen = one.getBoundingClientRect();
    const [from, to] = [new DOMPoint(seen.left, seen.top).matrixTransform(there), new DOMPoint(seen.right, seen.bottom).matrixTransform(there)];
    let frame = { left: from.x - AROUND, top: from.y - AROUND, right: to.x + AROUND, bottom: to.y + AROUND };
    const apart = (/** @type {Frame} */ other) => other.right < frame.left || other.left > frame.right || other.bottom < frame.top || other.top > frame.bottom;
    for (let near = frames.filter((other) => !apart(other)); near.length; near = frames.filter((other) => !apart(other))) {
      frames = frames.filter(apart);
      for (const other of near) frame = { left: Math.min(frame.left, other.left), top: Math.min(frame.top, other.top), right: Math.max(frame.right, other.right), bottom: Math.max(frame.bottom, other.bottom) };
    }
    frames.push(frame);
    const arriving = document.createElementNS(SVG, "g");
    arriving.setAttribute("class", "arriving");
    one.replaceWith(arriving);
    arriving.append(one);
  }
  for (const { left, top, right, bottom } of frames) {
    const frame = document.createElementNS(SVG, "rect");
    frame.setAttribute("class", "fresh");
    for (const [name, value] of Object.entries({ x: left, y: top, width: right - left, height: bottom - top, rx: 6 })) frame.setAttribute(name, value.toFixed(1));
    now.append(frame);
  }
  return true;
}

/** Draw once more what is gone, and let it go. @param {SVGGraphicsElement} one @param {Element} svg */
function leave(one, svg) {
  const leaving = document.createElementNS(SVG, "g");
  leaving.setAttribute("class", "leaving");
  let inner = /** @type {Element} */ (one.cloneNode(true));
  for (let outer = one.parentElement; outer && outer.localName !== "svg"; outer = outer.parentElement) {
    const layer = document.createElementNS(SVG, "g");
    const transform = outer.getAttribute("transform");
    if (transform) layer.setAttribute("transform", transform);
    layer.append(inner);
    inner = layer;
  }
  leaving.append(inner);
  leaving.addEventListener("animationend", () => leaving.remove());
  svg.append(leaving);
}
