// @ts-check
// A tall picture on a wide or low window: parts of it beside the first, as the picture says (docs/pictures.md), so that all of it
// is seen at once, and larger.

/** A telephone on its side. */
export const LOW = matchMedia("(min-width: 40rem) and (max-height: 32rem) and (orientation: landscape)");
/** Whether the question stands beside the picture, as in style.css. */
export const BESIDE = matchMedia(`(min-width: 60rem), ${LOW.media}`);
const WIDE = matchMedia(`(min-width: 72rem), ${LOW.media}`); // narrower, each part would be smaller than the whole

/**
 * Lay the parts of a picture beside or below each other, as the window is wide.
 * @param {Element | null} svg
 */
export function fold(svg) {
  const parts = svg?.querySelectorAll("g[data-beside]") ?? [];
  const folded = svg?.getAttribute("data-folded");
  if (!svg || !parts.length || !folded) return;
  const whole = svg.getAttribute("data-whole") ?? svg.getAttribute("viewBox") ?? "";
  svg.setAttribute("data-whole", whole);
  const shown = WIDE.matches ? folded : whole;
  // Frames around what has changed lie where it was before.
  if (svg.getAttribute("viewBox") !== shown) for (const one of svg.querySelectorAll(":scope > .fresh")) one.remove();
  svg.setAttribute("viewBox", shown);
  const [, , width = "0", height = "0"] = shown.split(" ");
  const paper = svg.querySelector(":scope > rect");
  paper?.setAttribute("width", width);
  paper?.setAttribute("height", height);
  for (const one of parts)
    if (WIDE.matches) one.setAttribute("transform", `translate(${one.getAttribute("data-beside")})`);
    else one.removeAttribute("transform");
  svg.classList.toggle("folded", WIDE.matches);
}

/**
 * Call back when the pictures on the page have been laid out anew, as the window has become wider or narrower.
 * @param {(box: HTMLElement) => void} then
 */
export const onFold = (then) => WIDE.addEventListener("change", () => {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".picture"))) {
    fold(box.querySelector(":scope > svg"));
    then(box);
  }
});
