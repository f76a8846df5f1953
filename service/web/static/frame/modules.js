// @ts-check
// Modules that come when they are needed. Chromium remembers for as long as a page lives that a file of a module could not be
// fetched, and never asks for it again. So the files are fetched first, which may be tried as often as one likes: once they have
// come, the browser has them, because they never change, and import() needs no network any more.
import { Away } from "./api.js";

const IMPORTED = /(?:from|import) ?"(\.\/[\w-]+\.js)"/g;
/** @type {Map<string, Promise<any>>} */
const modules = new Map();

/** Fetch the file of a module, and those of all that it imports. @param {string} name @param {Set<string>} seen @returns {Promise<void>} */
async function fetched(name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} for ${name}`);
  const imports = (await answer.text()).matchAll(IMPORTED);
  await Promise.all([...imports].map(([, one]) => fetched(/** @type {string} */ (one), seen)));
}

/**
 * Load a module. checks/web/bundled.py puts this around every `import()` of the pages.
 *
 * @template M
 * @param {string} name as it is imported, such as "./sealing.js"
 * @param {() => Promise<M>} load
 * @returns {Promise<M>} rejected as Away where the module cannot be had; the next call asks again
 */
export function loaded(name, load) {
  const known = modules.get(name);
  if (known) return known;
  const module = fetched(name, new Set(["./app.js"])).then(load).catch((cause) => {
    modules.delete(name);
    throw new Away("", { cause });
  });
  modules.set(name, module);
  return module;
}
