// @ts-check
// A tall picture on a wide window: its second half beside the first, as the picture says (docs/pictures.md), so that all of it is
// seen at once, and larger.

const WIDE = matchMedia("(min-width: 72rem)"); // narrower, each half would be smaller than the whole

/**
 * Lay the halves of a picture beside or below each other, as the window is wide.
 * @param {Element | null} svg
 */
export function fold(svg) {
  const second = svg?.querySelector(":scope > g[data-beside]");
  const folded = svg?.getAttribute("data-folded");
  if (!svg || !second || !folded) return;
  const whole = svg.getAttribute("data-whole") ?? svg.getAttribute("viewBox") ?? "";
  svg.setAttribute("data-whole", whole);
  const shown = WIDE.matches ? folded : whole;
  svg.setAttribute("viewBox", shown);
  const [, , width = "0", height = "0"] = shown.split(" ");
  const paper = svg.querySelector(":scope > rect");
  paper?.setAttribute("width", width);
  paper?.setAttribute("height", height);
  if (WIDE.matches) second.setAttribute("transform", `translate(${second.getAttribute("data-beside")})`);
  else second.removeAttribute("transform");
  svg.classList.toggle("folded", WIDE.matches);
}

WIDE.addEventListener("change", () => {
  for (const svg of document.querySelectorAll(".picture > svg")) fold(svg);
});
