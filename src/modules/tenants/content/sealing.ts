/** Seals the contents that rows have in the clear, in the organizations that seal contents. */
import { setTimeout as sleep } from 'node:timers/promises';
import { clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { bucketsOf } from '../../../platform/db/places.ts';
import * as store from './store.ts';

/** The number of rows of a step. */
const AT_ONCE = 100;
/** The rest after a step, as a multiple of its time. */
const REST = 2;
/** A row may be committed this long after the time in its id. */
const LATE_MS = 3_600_000;
/** The time after which every process seals, and has ended the requests from before. */
const NOTICED_MS = 60_000;
const DAY_MS = 86_400_000;

/** A table with contents, whose ids contain the time. */
export type ContentTable<Row> = {
  prefix: string;
  /** Selects rows after an id, in the order of ids, sealed or not. */
  select: (db: Queryable, orgId: string, after: string, limit: number) => Promise<Row[]>;
  /** Seals rows that are still in the clear. */
  seal: (db: Database, orgId: string, rows: Row[]) => Promise<void>;
};

/** Returns true if the organization seals contents; null if it never did. */
export async function sealsContent(db: Queryable, orgId: string): Promise<boolean | null> {
  return (await store.selectSealing(db, orgId)) ?? null;
}

function keyOf(prefix: string, orgId: string): string {
  return `${prefix} ${orgId}`;
}

/**
 * Continues in each organization from where the last run of the process ended. Starts from the first row once a day, and
 * again after the first run, because a process that has not noticed the setting yet may edit a row in the clear.
 */
export class ContentSealer {
  /** The id from which the next run continues, and the time when a run starts from the first row. */
  readonly #places = new Map<string, { after: string; untilMs: number }>();

  /**
   * Continues with the other organizations when one fails.
   * @returns the number of rows that were sealed
   * @throws AggregateError at the end, if some organizations could not be sealed
   */
  async run<Row extends { id: string; is_clear: boolean }>(
    db: Database,
    table: ContentTable<Row>,
    signal: AbortSignal,
  ): Promise<number> {
    const sealing = await store.selectSealingIds(db.read);
    const keys = new Set(sealing.map((orgId) => keyOf(table.prefix, orgId)));
    // Other organizations seal nothing now, and may seal again later.
    for (const key of this.#places.keys())
      if (key.startsWith(keyOf(table.prefix, '')) && !keys.has(key)) this.#places.delete(key);
    if (sealing.length === 0) return 0;
    const places = await bucketsOf(db.read, sealing);
    const orgIds = places.find(([place]) => place === db.read)?.[1] ?? [];
    let count = 0;
    const failures: unknown[] = [];
    for (const orgId of orgIds)
      try {
        count += await this.#seal(db, table, orgId, signal);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0)
      throw new AggregateError(
        failures.slice(0, 10),
        `contents of ${failures.length} organizations stay in the clear`,
      );
    return count;
  }

  async #seal<Row extends { id: string; is_clear: boolean }>(
    db: Database,
    { prefix, select, seal }: ContentTable<Row>,
    orgId: string,
    signal: AbortSignal,
  ): Promise<number> {
    const key = keyOf(prefix, orgId);
    const known = this.#places.get(key);
    const beganMs = clock.nowMs();
    const place =
      known && known.untilMs > beganMs
        ? known
        : { after: '', untilMs: beganMs + (known ? DAY_MS : NOTICED_MS) };
    let count = 0;
    while (!signal.aborted) {
      const stepMs = clock.monotonicMs();
      const rows = await select(db.read, orgId, place.after, AT_ONCE);
      const clear = rows.filter((row) => row.is_clear);
      if (clear.length > 0) await seal(db, orgId, clear);
      count += clear.length;
      if (rows.length < AT_ONCE) {
        const late = firstIdAt(prefix, beganMs - LATE_MS);
        const last = rows.at(-1)?.id ?? place.after;
        this.#places.set(key, { ...place, after: last < late ? last : late });
        break;
      }
      this.#places.set(key, { ...place, after: (place.after = rows.at(-1)!.id) });
      // An aborted rest ends the run.
      const restMs = (clock.monotonicMs() - stepMs) * REST;
      await sleep(restMs, undefined, { signal }).catch(() => {});
    }
    return count;
  }
}
