// @ts-check
// Modules that come when they are needed. Some browsers remember for as long as a page lives that a module could not be fetched,
// and never ask for it again; under another address they do.
import { Away } from "./api.js";

/** @type {Map<string, Promise<any>>} */
const modules = new Map();
let tries = 0;

/**
 * Fetch a module, a second time if need be. checks/web/bundled.py puts this around every `import()` of the pages.
 *
 * @template M
 * @param {string} name as it is imported, such as "./sealing.js"
 * @param {() => Promise<M>} load
 * @returns {Promise<M>} rejected as Away where the module cannot be had; the next call asks again
 */
export function loaded(name, load) {
  const known = modules.get(name);
  if (known) return known;
  const module = load().catch(() => import(`${new URL(name, import.meta.url)}?again=${(tries += 1)}`)).catch((cause) => {
    modules.delete(name);
    throw new Away("", { cause });
  });
  modules.set(name, module);
  return module;
}
