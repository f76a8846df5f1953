"""The golden letters in Chromium, on a telephone and on a wide screen, in light and dark: nothing is cut off, all can be read.

The short form reads the German ones, whose words are longer.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

GOLDEN = Path(__file__).parents[2] / "workers" / "mail" / "golden"
WIDTHS = (390, 800)
FAINT = """() => {
  // WCAG 2: how light a colour is, and the ratio of two.
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  return [...document.body.querySelectorAll("*")]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => {
      const [a, b] = [light(parts(getComputedStyle(one).color)), light(ground(one))];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
    })
    .map((one) => one.textContent.trim().slice(0, 60));
}"""
"""The words that stand out too little from what is behind them."""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how many pixels one would have to scroll sideways."""


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.soak)])
def test_every_letter_fits_the_screen_and_can_be_read_in_light_and_dark(browser: Browser, language: str) -> None:
    letters = sorted(GOLDEN.glob(f"*.{language}.html"))
    assert letters
    with browser.new_context(offline=True) as context:
        page = context.new_page()
        for letter in letters:
            page.set_content(letter.read_text(encoding="utf-8"), wait_until="commit")
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 844})
                assert page.evaluate(WIDER) <= 0, f"{letter.name} is too wide for {width} pixels"
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                assert page.evaluate(FAINT) == [], f"{letter.name}, {scheme}"
