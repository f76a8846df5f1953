#!/bin/sh
# Ann has lost one point: "-1 point" in the browser and "-1 points" in the mail, though both follow the same rules of plurals.
#
# Expected: CLDR's rules count with the absolute value, so that -1 takes the form of 1 in every language (TR 35, part 3, 5.1.1).
#   Intl, Babel and what is made of CLDR's data agree.
# With: intl-messageformat 12.1.5, @fluent/bundle 0.19.1, i18next 26.7.2, make-plural 8.1.0, @messageformat/core 3.4.1,
#   node-polyglot 2.6.0 (npm); Babel 2.19.0 (PyPI), its rules of CLDR and those that it writes into catalogues for gettext.
# Behaviour: the first three and Babel's rules of CLDR call -1 "one". make-plural, which is made of CLDR's data,
#   @messageformat/core upon it, node-polyglot and gettext call it "other" or "many", each with exceptions of its own (Russian,
#   and French in node-polyglot).
# Seen: the block "stated" below: the form of -1, for gettext the number of the form (0 is that of 1).
# Why it matters: scores and changes of ratings go below zero, and a mail made by gettext and a page made by Intl disagree.
#   Lists of test numbers begin at 0.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q babel==2.19.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" intl-messageformat@12.1.5 @fluent/bundle@0.19.1 i18next@26.7.2 \
    make-plural@8.1.0 @messageformat/core@3.4.1 node-polyglot@2.6.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
intl-messageformat: en one, fr one, pl one, ru one
@fluent/bundle: en one, fr one, pl one, ru one
i18next: en one, fr one, pl one, ru one
make-plural: en other, fr other, pl many, ru one
@messageformat/core: en other, fr other, pl many, ru one
node-polyglot: en other, fr one, pl many, ru many
Babel: en one, fr one, pl one, ru one
gettext: en 1, fr 2, pl 2, ru 2
E

cat >"$work/ask.mjs" <<'E'
import { FluentBundle, FluentResource } from "@fluent/bundle";
import MessageFormat from "@messageformat/core";
import i18next from "i18next";
import { IntlMessageFormat } from "intl-messageformat";
import * as plurals from "make-plural";
import Polyglot from "node-polyglot";

const seen = {};
for (const [language, forms] of Object.entries({ en: ["one", "other"], fr: ["one", "many", "other"], pl: ["one", "few", "many", "other"], ru: ["one", "few", "many", "other"] })) {
  const message = `{points, plural, ${forms.map((form) => `${form} {${form}}`).join(" ")}}`;
  const bundle = new FluentBundle(language);
  bundle.addResource(new FluentResource(`points = { $points ->\n${forms.map((form) => ` ${form === "other" ? "*" : ""}[${form}] ${form}\n`).join("")}}\n`));
  const i18n = i18next.createInstance();
  await i18n.init({ lng: language, resources: { [language]: { translation: Object.fromEntries(forms.map((form) => [`points_${form}`, form])) } } });
  const phrase = (["pl", "ru"].includes(language) ? ["one", "few", "many"] : ["one", "other"]).join(" |||| ");
  for (const [name, form] of Object.entries({
    "intl-messageformat": new IntlMessageFormat(message, language).format({ points: -1 }),
    "@fluent/bundle": bundle.formatPattern(bundle.getMessage("points").value, { points: -1 }),
    i18next: i18n.t("points", { count: -1 }),
    "make-plural": plurals[language](-1),
    "@messageformat/core": new MessageFormat(language).compile(message)({ points: -1 }),
    "node-polyglot": new Polyglot({ locale: language, phrases: { points: phrase } }).t("points", -1),
  })) seen[name] = [...(seen[name] ?? []), `${language} ${form}`];
}
for (const [name, forms] of Object.entries(seen)) console.log(`${name}: ${forms.join(", ")}`);
E
cat >"$work/ask.py" <<'E'
import gettext

from babel import Locale
from babel.messages.plurals import get_plural

languages = ("en", "fr", "pl", "ru")
print("Babel:", ", ".join(f"{language} {Locale(language).plural_form(-1)}" for language in languages))
forms = {language: gettext.c2py(get_plural(language).plural_expr)(-1) for language in languages}
print("gettext:", ", ".join(f"{language} {form}" for language, form in forms.items()))
E
node "$work/ask.mjs" | grep : | grep -v Locize >"$work/seen"
"$work/py/bin/python" "$work/ask.py" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: -1 is singular for some and plural for others"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
