#!/bin/sh
# A link whose token ends with "_": GitHub's Markdown and its copies leave the letter out of the link, for one token in 64.
#
# Expected: a bare URL in Markdown is a link up to the blank behind it, without a full stop or a closing parenthesis; the letters of
#   base64url, "-" and "_" among them, belong to it.
# With: marked 18.2.1, micromark 4.0.3 with micromark-extension-gfm 3.0.0, markdown-it 15.0.3 (npm); cmarkgfm 2025.10.22, comrak 0.0.16,
#   pymdown-extensions 13.1.2 with Markdown 3.11.3, mistune 3.4.0, markdown-it-py 4.3.0 with linkify-it-py 2.2.0 (PyPI).
# Behaviour: GFM counts "_" and "~" to the punctuation at the end of a bare URL, like "." and "!": five libraries cut them off. "-" stays, and
#   a "_" further in. Linkify's two and mistune keep all three. In <angle brackets> and [text](link) nothing is cut.
# Seen: the block "stated" below: the link made of "Your turn: " and each URL, without its first 20 letters; the tokens are a_b, ab-, ab_ and ab~.
# Why it matters: an invitation or a token that ends so is "invalid or expired" for its owner, and for no other player. token_urlsafe(24) and
#   nanoid end with "_" once in 64; token_urlsafe() with its default of 32 bytes never does.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q cmarkgfm==2025.10.22 comrak==0.0.16 pymdown-extensions==13.1.2 Markdown==3.11.3 \
    mistune==3.4.0 markdown-it-py==4.3.0 linkify-it-py==2.2.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" \
    marked@18.2.1 micromark@4.0.3 micromark-extension-gfm@3.0.0 markdown-it@15.0.3; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
marked: a_b ab- ab ab, in angle brackets ab_
micromark: a_b ab- ab ab, in angle brackets ab_
markdown-it: a_b ab- ab_ ab~, in angle brackets ab_
cmarkgfm: a_b ab- ab ab, in angle brackets ab_
comrak: a_b ab- ab ab, in angle brackets ab_
pymdownx.magiclink: a_b ab- ab ab, in angle brackets ab_
mistune: a_b ab- ab_ ab~, in angle brackets ab_
markdown-it-py: a_b ab- ab_ ab~, in angle brackets ab_
E

cat >"$work/ask.mjs" <<'E'
import markdownIt from "markdown-it";
import { marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

const linkify = markdownIt({ linkify: true });
const libraries = {
  marked: (text) => marked.parse(text),
  micromark: (text) => micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  "markdown-it": (text) => linkify.render(text),
};
for (const [name, html] of Object.entries(libraries)) {
  const links = ["a_b", "ab-", "ab_", "ab~"].map((token) => html(`Your turn: https://example.org/${token}\n`).match(/href="([^"]*)"/)[1]);
  const angled = html("Your turn: <https://example.org/ab_>\n").match(/href="([^"]*)"/)[1];
  console.log(`${name}: ${links.map((link) => link.slice(20)).join(" ")}, in angle brackets ${angled.slice(20)}`);
}
E
cat >"$work/ask.py" <<'E'
import re

import cmarkgfm
import comrak
import markdown
import markdown_it
import mistune

extensions = comrak.ExtensionOptions()
extensions.autolink = True
linkify = markdown_it.MarkdownIt("commonmark", {"linkify": True}).enable("linkify")
by_mistune = mistune.create_markdown(plugins=["url"])
libraries = {
    "cmarkgfm": cmarkgfm.github_flavored_markdown_to_html,
    "comrak": lambda text: comrak.render_markdown(text, extension_options=extensions),
    "pymdownx.magiclink": lambda text: markdown.markdown(text, extensions=["pymdownx.magiclink"]),
    "mistune": by_mistune,
    "markdown-it-py": linkify.render,
}
for name, html in libraries.items():
    texts = [f"https://example.org/{token}" for token in ("a_b", "ab-", "ab_", "ab~")] + ["<https://example.org/ab_>"]
    links = [re.search(r'href="([^"]*)"', html(f"Your turn: {text}\n"))[1][20:] for text in texts]
    print(f"{name}: {' '.join(links[:4])}, in angle brackets {links[4]}")
E
node "$work/ask.mjs" >"$work/seen"
"$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: five libraries for Markdown cut a last _ off a link"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
