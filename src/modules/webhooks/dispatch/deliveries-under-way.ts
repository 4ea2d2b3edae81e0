/** Starts the deliveries that a dispatcher has ready, up to the limits. */
type Fill = () => void;

/**
 * The running requests of a process, shared by the dispatchers of all its buckets. When a request ends and all places
 * were taken, the dispatchers may fill the free place in turn, so no bucket blocks another.
 */
export class DeliveriesUnderWay {
  readonly limit: number;
  /** The maximum number for one organization. */
  readonly perOrg: number;
  readonly byOrg = new Map<string, number>();
  #used = 0;
  #fills: Fill[] = [];
  readonly #due = new Set<Fill>();
  #soon = false;

  constructor(limit: number) {
    this.limit = limit;
    this.perOrg = Math.ceil(limit / 2);
  }

  get free(): number {
    return this.limit - this.#used;
  }

  /** Returns one dispatcher's share of `count` when all dispatchers have deliveries to send. */
  part(count: number): number {
    return Math.ceil(count / Math.max(1, this.#fills.length));
  }

  join(fill: Fill): void {
    this.#fills.push(fill);
  }

  leave(fill: Fill): void {
    this.#fills = this.#fills.filter((one) => one !== fill);
    this.#due.delete(fill);
  }

  /** Counts a request that has started or ended. */
  count(orgId: string, change: 1 | -1): void {
    if (change === -1 && this.free <= 0) for (const fill of this.#fills) this.fillSoon(fill);
    this.#used += change;
    const org = (this.byOrg.get(orgId) ?? 0) + change;
    if (org === 0) this.byOrg.delete(orgId);
    else this.byOrg.set(orgId, org);
  }

  /** Calls `fill` once for all requests that end in this turn of the event loop. */
  fillSoon(fill: Fill): void {
    this.#due.add(fill);
    if (this.#soon) return;
    this.#soon = true;
    setImmediate(() => {
      this.#soon = false;
      // The order rotates, because the first dispatcher may take all free places.
      const [first, ...others] = this.#fills;
      if (first) this.#fills = [...others, first];
      for (const one of this.#fills) if (this.#due.delete(one)) one();
    });
  }
}
