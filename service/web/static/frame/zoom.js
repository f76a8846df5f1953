// @ts-check
// Looking closer: the picture grows in its box, which scrolls; fingers push it about as they do any page.
import { say } from "./language.js";

const STEPS = [1, 1.6, 2.4, 3.4];
const FINGER = 26; // pixels across: what a finger hits without looking closer

/**
 * @param {HTMLElement} box The element that scrolls; the picture is in it.
 * @param {() => void} changed what to do once the picture has another size
 */
export function lens(box, changed = () => {}) {
  let level = 0;
  const bar = document.createElement("div");
  bar.className = "lens";
  const smaller = button("−", say("smaller"), () => set(level - 1));
  const larger = button("+", say("larger"), () => set(level + 1));
  bar.append(smaller, larger);

  /** @param {string} text @param {string} label @param {() => void} act */
  function button(text, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.title = label;
    made.onclick = act;
    return made;
  }

  /** Show the picture at a step of size; what was in the middle stays there, or what is given comes there. @param {number} wanted @param {Element | null} [middle] */
  function set(wanted, middle = null) {
    const before = { x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight };
    level = Math.max(0, Math.min(STEPS.length - 1, wanted));
    box.style.setProperty("--size", String(STEPS[level]));
    box.classList.toggle("close", level > 0);
    smaller.disabled = level === 0;
    larger.disabled = level === STEPS.length - 1;
    // A box that scrolls must be reached by the keyboard.
    if (level > 0) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    changed();
    if (middle) centre(middle);
    else box.scrollTo(before.x * box.scrollWidth - box.clientWidth / 2, before.y * box.scrollHeight - box.clientHeight / 2);
  }

  /** @param {Element} element */
  function centre(element) {
    const here = element.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    box.scrollBy(here.x + here.width / 2 - frame.x - frame.width / 2, here.y + here.height / 2 - frame.y - frame.height / 2);
  }

  /** Whether the middle of an element can be seen in the box. @param {Element} element */
  function isInside(element) {
    const here = element.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const [x, y] = [here.x + here.width / 2, here.y + here.height / 2];
    return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
  }

  set(0);
  return {
    bar,
    /** Come closer to a place that was picked, if what can be picked next is too small for a finger. @param {Element | null} picked @param {Iterable<Element>} next */
    approach(picked, next) {
      if (!picked) return;
      const all = [...next];
      const small = all.some((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height) < FINGER);
      if (small && level < 2) set(2, picked);
      else if (level > 0) centre(picked);
      // What is to be tapped next has to be seen: rather small than out of sight.
      while (level > 0 && !all.every(isInside)) set(level - 1, picked);
    },
    /** The whole picture again. */
    whole: () => set(0),
  };
}
