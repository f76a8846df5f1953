// @ts-check
// Checks a log beside the page, which stays usable meanwhile.
import { verify } from "./transcript.js";

/** @param {MessageEvent<{ log: Uint8Array, key?: string, receipts: unknown[] }>} event */
onmessage = async ({ data }) => {
  const { log, key, receipts } = data;
  try {
    postMessage({ report: await verify(log, key === undefined ? { receipts } : { key, receipts }) });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
