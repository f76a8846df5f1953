// @ts-check
// A tall picture on a wide window: parts of it beside the first, as the picture says (docs/pictures.md), so that all of it is
// seen at once, and larger.

const WIDE = matchMedia("(min-width: 72rem)"); // narrower, each part would be smaller than the whole

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

WIDE.addEventListener("change", () => {
  for (const svg of document.querySelectorAll(".picture > svg")) fold(svg);
});
