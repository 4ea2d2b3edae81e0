import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { SecretBox } from '../secret-box.ts';
import { Lane } from './lane.ts';
import { leaseMs, LINGER_MS, RENEW_EVERY_MS, usableMs } from './lease.ts';
import * as store from './store.ts';

/** Longest time between two looks at the queue: what a lost notification costs. */
const LOOK_EVERY_MS = 1000;
/** Lanes taken from one look. */
const MAX_CLAIMED = 500;

/** The lanes that this process holds a lease of: takes, keeps and gives back leases. */
export class HeldLanes {
  readonly #db: Queryable;
  readonly #secrets: SecretBox;
  readonly #log: Logger;
  readonly #timeoutMs: number;
  readonly #holder = newId('dispatcher');
  /** By webhook id. */
  readonly #lanes = new Map<string, Lane>();
  /** Lanes of which somebody says that something is due, and that are not held. */
  #wanted: store.LaneKey[] = [];
  /** Monotonic times of what has to be done next. */
  #lookAt = 0;
  #renewAt = 0;

  constructor(options: { db: Queryable; secrets: SecretBox; log: Logger; timeoutMs: number }) {
    this.#db = options.db;
    this.#secrets = options.secrets;
    this.#log = options.log;
    this.#timeoutMs = options.timeoutMs;
  }

  all(): Lane[] {
    return [...this.#lanes.values()];
  }

  get(webhookId: string): Lane | undefined {
    return this.#lanes.get(webhookId);
  }

  /** Monotonic time at which `renew` and `claim` should be called at the latest. */
  get nextAt(): number {
    return Math.min(this.#lookAt, this.#lanes.size > 0 ? this.#renewAt : Infinity);
  }

  /** Something may be due in this lane. */
  want(key: store.LaneKey): void {
    const lane = this.#lanes.get(key.webhookId);
    if (lane) lane.dirty = true;
    else this.#wanted.push(key);
  }

  /** Something becomes due in `ms`, in whatever lane. */
  lookIn(ms: number): void {
    this.#lookAt = Math.min(this.#lookAt, clock.monotonicMs() + ms);
  }

  /** Prolongs leases, and gives back those of lanes that have had nothing to do for a while. */
  async renew(): Promise<void> {
    const asked = clock.monotonicMs();
    if (asked < this.#renewAt) return;
    this.#renewAt = asked + RENEW_EVERY_MS;
    const [over, kept] = [[] as Lane[], [] as Lane[]];
    for (const lane of this.#lanes.values())
      (lane.idle && asked - lane.busyAt > LINGER_MS ? over : kept).push(lane);
    await this.release(over);
    if (kept.length === 0) return;
    const held = await store.renewLeases(this.#db, leaseMs(this.#timeoutMs), kept);
    for (const lane of kept)
      if (held.has(lane.webhookId)) lane.usableUntil = asked + usableMs(this.#timeoutMs);
      else this.#lanes.delete(lane.webhookId);
  }

  async release(lanes: readonly Lane[]): Promise<void> {
    for (const lane of lanes) this.#lanes.delete(lane.webhookId);
    if (lanes.length > 0) await store.renewLeases(this.#db, 0, lanes);
  }

  /** Leases up to `room` lanes with something due: those that were wanted, and what a look at the queue finds. */
  async claim(room: number): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    await this.#look();
    const free = [...wanted, ...this.#wanted.splice(0)].slice(0, room);
    if (free.length === 0) return;
    const asked = clock.monotonicMs();
    for (const row of await store.claimLanes(
      this.#db,
      this.#holder,
      leaseMs(this.#timeoutMs),
      free,
    )) {
      const lane = new Lane(row, asked + usableMs(this.#timeoutMs));
      if (await this.#equip(lane, row)) this.#lanes.set(lane.webhookId, lane);
    }
  }

  async #look(): Promise<void> {
    const asked = clock.monotonicMs();
    if (asked < this.#lookAt) return;
    this.#lookAt = asked + LOOK_EVERY_MS;
    const { lanes, nextMs } = await store.selectDueLanes(this.#db, this.#holder, MAX_CLAIMED);
    if (nextMs !== undefined) this.lookIn(nextMs);
    for (const key of lanes) this.want(key);
  }

  /** Brings lanes up to the subscriptions' present versions. */
  async refresh(lanes: readonly Lane[]): Promise<void> {
    for (const row of await store.reloadLanes(this.#db, lanes)) {
      const lane = this.#lanes.get(row.webhookId);
      if (lane && (await this.#equip(lane, row))) lane.dirty = true;
    }
  }

  /** @returns false when its secrets cannot be opened: the lease then runs out, and it is tried again */
  async #equip(lane: Lane, row: store.ClaimedLane): Promise<boolean> {
    try {
      const keys = row.secrets.map(async ({ id, envelope, expiresAt }) => ({
        key: await this.#secrets.key(row.orgId, id, envelope),
        expiresAtMs: expiresAt === null ? Infinity : Date.parse(expiresAt),
      }));
      lane.keys = await Promise.all(keys);
      lane.url = row.url;
      lane.version = row.version;
      return true;
    } catch (error) {
      const { orgId, webhookId } = row;
      this.#log.error({ err: error, orgId, webhookId }, 'a signing secret cannot be decrypted');
      this.#lanes.delete(webhookId);
      return false;
    }
  }
}
