// @ts-check
// The standing orders of a seat that are in force: looked up, replaced, ended. What they say only this browser has.
import { call, Refused } from "../frame/api.js";
import { keepOrders } from "../frame/keep.js";

/** @typedef {import("../types.js").Match} Match */

export class InForce {
  /** @param {Match} match @param {() => void} draw */
  constructor(match, draw) {
    this.match = match;
    this.draw = draw;
    this.path = `/v1/matches/${match.match}/orders`;
    /** The number of the orders that are in force, 0 for none, and the last number used. */
    this.standing = 0;
    this.last = 0;
    this.busy = false;
    /** @type {unknown} */ this.error = null;
    this.refused = "";
  }

  /** Look what stands, where the match says that there is something. */
  async begin() {
    if (this.match.orders_seq) await this.look();
  }

  /** Look what stands. */
  async look() {
    try {
      const { receipt, in_force } = await call("GET", this.path);
      this.last = Number(receipt.seq);
      this.standing = in_force ? this.last : 0;
    } catch (error) {
      if (!(error instanceof Refused && error.status === 404)) throw error;
      this.standing = this.last = 0;
    }
  }

  /** Forget what was said about the last attempt. */
  clear() {
    this.error = null;
    this.refused = "";
  }

  /** @param {() => Promise<void>} doing */
  async attempt(doing) {
    this.busy = true;
    this.clear();
    this.draw();
    try {
      await doing();
    } catch (error) {
      this.error = error;
    }
    this.busy = false;
    this.draw();
  }

  /** Put orders in the place of those that stood at the last look. @param {object} orders */
  async replace(orders) {
    const { orderedTo } = await import("../sealing/sealing.js");
    const seq = await orderedTo(this.match, orders, this.last);
    keepOrders(this.match.match, seq, orders);
    this.standing = this.last = seq;
  }

  /** End those that stand. */
  async revoke() {
    const { orderedTo } = await import("../sealing/sealing.js");
    await this.look();
    if (this.standing) this.last = await orderedTo(this.match, null, this.last);
    this.standing = 0;
  }
}
