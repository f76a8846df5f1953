#!/bin/sh
# A style sheet in a picture: resvg drops !important, :not() and :nth-child(), librsvg every rule that mentions :hover, and print rules win.
#
# Expected: renderers of SVG know less than a browser, but what they know of CSS is the old core: selectors of level 3, !important,
#   media types. If one does not know a rule, it says so.
# With: cairosvg 2.9.1, pyvips 3.2.0 with pyvips-binary 8.18.7, which carries librsvg (PyPI); @resvg/resvg-js 2.6.2 (npm).
# Behaviour: see "stated". resvg reads "!important" and lets a style attribute or an id win all the same; librsvg drops
#   "rect:hover, rect {...}" as a whole; all three apply <style media="print"> and none applies "@media screen". Each of the
#   rules is valid and in use for twenty years, none of them brings a warning. No two renderers agree on the table.
# Seen: the block "stated" below: "ok" if the square is green as in browsers, else the colour.
# Why it matters: a board drawn by one renderer for letters, by another for previews and by the browser has three looks, and
#   what a rule hides or marks ("not your turn", "last move") is lost in some of them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q cairosvg==2.9.1 pyvips==3.2.0 pyvips-binary==8.18.7 pillow==12.0.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @resvg/resvg-js@2.6.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
!important and a style attribute: cairosvg ok, librsvg ok, resvg red
!important and an id: cairosvg ok, librsvg ok, resvg red
:not(.last): cairosvg ok, librsvg ok, resvg red
:nth-child(2): cairosvg ok, librsvg ok, resvg red
[id^=field]: cairosvg ok, librsvg ok, resvg red
:root: cairosvg ok, librsvg ok, resvg black
rect:hover, rect: cairosvg ok, librsvg red, resvg ok
<style media="print">: cairosvg red, librsvg red, resvg red
@media screen: cairosvg red, librsvg red, resvg red
a mere class: cairosvg ok, librsvg ok, resvg ok
E

cat >"$work/ask.py" <<'E'
import io
import subprocess
import sys

import cairosvg
import pyvips
from PIL import Image

work = sys.argv[1]
plain = '<rect width="40" height="40"/>'
pictures = {
    "!important and a style attribute": "<style>rect {fill: green !important}</style>" + plain.replace("/", ' style="fill: red"/'),
    "!important and an id": "<style>rect {fill: green !important} #a {fill: red}</style>" + plain.replace("/", ' id="a"/'),
    ":not(.last)": "<style>rect {fill: red} rect:not(.last) {fill: green}</style>" + plain,
    ":nth-child(2)": "<style>rect {fill: red} rect:nth-child(2) {fill: green}</style>" + plain,
    "[id^=field]": "<style>rect {fill: red} rect[id^=field] {fill: green}</style>" + plain.replace("/", ' id="field-7"/'),
    ":root": "<style>:root {fill: green}</style>" + plain,
    "rect:hover, rect": "<style>rect {fill: red} rect:hover, rect {fill: green}</style>" + plain,
    '<style media="print">': '<style>rect {fill: green}</style><style media="print">rect {fill: red}</style>' + plain,
    "@media screen": "<style>rect {fill: red} @media screen {rect {fill: green}}</style>" + plain,
    "a mere class": "<style>rect {fill: red} .a {fill: green}</style>" + plain.replace("/", ' class="a"/'),
}


def draw_resvg(picture):
    return subprocess.run(["node", f"{work}/draw.cjs"], input=picture, capture_output=True, check=True).stdout


colours = {(0, 128, 0): "ok", (255, 0, 0): "red", (0, 0, 0): "black"}
for name, body in pictures.items():
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{body}</svg>'.encode()
    seen = []
    for library, image in (
        ("cairosvg", cairosvg.svg2png(bytestring=picture)),
        ("librsvg", pyvips.Image.svgload_buffer(picture).pngsave_buffer()),
        ("resvg", draw_resvg(picture)),
    ):
        seen.append(f"{library} {colours[Image.open(io.BytesIO(image)).convert('RGB').getpixel((20, 20))]}")
    print(f"{name}: {', '.join(seen)}")
E
cat >"$work/draw.cjs" <<'E'
const { Resvg } = require("@resvg/resvg-js");
process.stdout.write(new Resvg(require("fs").readFileSync(0), { font: { loadSystemFonts: false } }).render().asPng());
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: each renderer drops other rules of a style sheet"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
