// @ts-check
// Says in the menu of a page without modules who is signed in, as app.js does elsewhere. Without scripts the link says "My account".
const link = document.querySelector("header.top a[href='/account']");

async function name() {
  const answer = await fetch("/v1/me", { headers: { "Siegelpost-Page": "1" } });
  if (!link || !answer.ok) return;
  /** @type {{ name: string }} */
  const me = await answer.json();
  const whole = document.createElement("span");
  whole.className = "whole";
  whole.textContent = me.name;
  const short = document.createElement("span");
  short.className = "initials";
  short.setAttribute("aria-hidden", "true");
  short.textContent = me.name.split(/\s+/).map((one) => [...one][0] ?? "").slice(0, 2).join("").toUpperCase();
  link.replaceChildren(whole, short);
}

if (link) name().catch(() => {}); // offline: it stays as it was
