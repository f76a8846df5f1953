#!/bin/sh
# MurmurHash3 of a player's name: five libraries agree about "Ann", about "Bärbel" only two of them, and "王小明" has three hashes.
#
# Expected: the hash of a text is that of its UTF-8 bytes, and a library that is named after an algorithm gives its numbers.
# With: mmh3 5.3.1 (PyPI); murmurhash 2.0.1, murmurhash3js 3.0.1, imurmurhash 0.1.4, murmurhash-js 1.0.0 (npm).
# Behaviour: murmurhash3js and murmurhash-js take the low byte of each UTF-16 unit; imurmurhash takes units of 16 bits, which shows beyond U+00FF only.
# Seen: the block "stated" below.
# Why it matters: names are hashed to choose a worker, a share of players for a trial or a colour. Server and page then disagree for Bärbel, and for
#   nobody in the tests.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mmh3==5.3.1 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    murmurhash@2.0.1 murmurhash3js@3.0.1 imurmurhash@0.1.4 murmurhash-js@1.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
mmh3: Ann 1624797300, Bärbel 432224515, 王小明 875317044
murmurhash: Ann 1624797300, Bärbel 432224515, 王小明 875317044
murmurhash3js: Ann 1624797300, Bärbel 3459699915, 王小明 2691795694
imurmurhash: Ann 1624797300, Bärbel 3459699915, 王小明 3431826316
murmurhash-js: Ann 1624797300, Bärbel 3459699915, 王小明 2691795694
E

cat >"$work/ask.mjs" <<'E'
import imurmurhash from "imurmurhash";
import murmurhash from "murmurhash";
import js from "murmurhash-js";
import js3 from "murmurhash3js";

const hashes = {
  murmurhash: (text) => murmurhash.v3(text, 0),
  murmurhash3js: (text) => js3.x86.hash32(text),
  imurmurhash: (text) => imurmurhash(text).result(),
  "murmurhash-js": (text) => js.murmur3(text, 0),
};
for (const [name, hash] of Object.entries(hashes))
  console.log(`${name}: ${["Ann", "B\u00e4rbel", "\u738b\u5c0f\u660e"].map((text) => `${text} ${hash(text)}`).join(", ")}`);
E
cat >"$work/ask.py" <<'E'
import mmh3

print("mmh3: " + ", ".join(f"{text} {mmh3.hash(text, signed=False)}" for text in ("Ann", "Bärbel", "王小明")))
E
(cd "$work" && PYTHONIOENCODING=utf-8 py/bin/python ask.py && node ask.mjs) >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: libraries of one hash function differ about names with umlauts"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
