#!/bin/sh
# A black mask hides part of a picture: CairoSVG shows it.
#
# Expected: a mask without a mask-type goes by brightness: where it is white, the element shows, where it is black, it does not (SVG 1.1,
#   14.4; the first example of every tutorial is a white area with a black hole). All renderers draw it alike.
# With: cairosvg 2.9.1, pyvips 3.2.0 with pyvips-binary 8.18.7, which carries librsvg (PyPI); @resvg/resvg-js 2.6.2 (npm).
# Behaviour: CairoSVG takes the opacity of the mask in place of its brightness: a black mask is opaque, so the element shows in full,
#   and a hole in black is no hole. Only an empty or transparent mask hides. librsvg and resvg do as the standard says.
# Seen: the block "stated" below: is the red square, over a green one, seen in the middle?
# Why it matters: fog over the part of a map that a player has not explored, or over a hand of cards, is a mask. The browser and
#   the tests with one renderer show fog, and the picture in the letter shows what is below. No error, no warning.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" &&
  "$work/py/bin/pip" install -q cairosvg==2.9.1 pyvips==3.2.0 pyvips-binary==8.18.7 pillow==12.0.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" @resvg/resvg-js@2.6.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
cairosvg, mask white: red is seen
cairosvg, mask black: red is seen
cairosvg, mask white with a black hole: red is seen
cairosvg, mask empty: red is hidden
librsvg, mask white: red is seen
librsvg, mask black: red is hidden
librsvg, mask white with a black hole: red is hidden
librsvg, mask empty: red is hidden
resvg, mask white: red is seen
resvg, mask black: red is hidden
resvg, mask white with a black hole: red is hidden
resvg, mask empty: red is hidden
E

cat >"$work/ask.py" <<'E'
import io
import subprocess
import sys

import cairosvg
import pyvips
from PIL import Image

work = sys.argv[1]
masks = {
    "white": '<rect width="40" height="40" fill="white"/>',
    "black": '<rect width="40" height="40" fill="black"/>',
    "white with a black hole": '<rect width="40" height="40" fill="white"/><circle cx="20" cy="20" r="9" fill="black"/>',
    "empty": "",
}
pictures = {
    name: f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><mask id="m">{mask}</mask>'
    '<rect width="40" height="40" fill="green"/><rect width="40" height="40" fill="red" mask="url(#m)"/></svg>'
    for name, mask in masks.items()
}


def draw_resvg(picture):
    return subprocess.run(["node", f"{work}/draw.cjs"], input=picture, capture_output=True, check=True).stdout


for library, draw in (
    ("cairosvg", lambda picture: cairosvg.svg2png(bytestring=picture)),
    ("librsvg", lambda picture: pyvips.Image.svgload_buffer(picture).pngsave_buffer()),
    ("resvg", draw_resvg),
):
    for name, picture in pictures.items():
        pixel = Image.open(io.BytesIO(draw(picture.encode()))).convert("RGB").getpixel((20, 20))
        print(f"{library}, mask {name}: red is", {(255, 0, 0): "seen", (0, 128, 0): "hidden"}[pixel])
E
cat >"$work/draw.cjs" <<'E'
const { Resvg } = require("@resvg/resvg-js");
process.stdout.write(new Resvg(require("fs").readFileSync(0), { font: { loadSystemFonts: false } }).render().asPng());
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: CairoSVG shows what a black mask hides"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
