/** Removes records whose period has ended, in small parts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '../../../platform/audit/action.ts';
import { writeRemoval } from '../../../platform/audit/audit.ts';
import { clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isUnavailable } from '../../../platform/db/failures.ts';
import { bucketsOf } from '../../../platform/db/places.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import {
  isRemovable,
  type RecordClasses,
  type RemovableClass,
  type Tools,
} from '../../../platform/db/lists/aged/record-class.ts';
import { organizationIds } from '../../tenants/index.ts';
import type { HeldCases } from '../access.ts';
import { lockHeld, readHeld } from '../holds/holds.ts';
import { dueBefore, listClasses } from '../periods.ts';
import type { RetentionClass } from '../schemas.ts';
import { selectChoices, tryLockRetention } from '../store.ts';

/** The time that a part should take. A part reads from FEWEST to MOST rows to reach it. */
const AIM_MS = 25;
const FEWEST = 10;
const MOST = 1000;
/** The rest after a part, as a multiple of its time. */
const REST = 2;
const ACTOR: Actor = {
  kind: 'service',
  id: 'retention',
  via: null,
  requestId: null,
  address: null,
};

export type Remover = Omit<Tools, 'db'> & {
  /** One bucket. */
  db: Database;
  log: Logger;
  recordClasses: RecordClasses;
  heldCases: HeldCases;
};

/** Returns the number of rows of the next part. */
export function nextSize(size: number, tookMs: number): number {
  const wanted = Math.round((size * AIM_MS) / Math.max(tookMs, 1));
  return Math.min(Math.max(wanted, FEWEST, Math.floor(size / 2)), size * 2, MOST);
}

type Work = { orgId: string; name: string; one: RemovableClass };

/** Returns the setting of a class that is on now. */
async function settingOf(
  { db, recordClasses }: Remover,
  name: string,
): Promise<RetentionClass | undefined> {
  const { classes } = await listClasses(db.read, recordClasses);
  return classes.find((one) => one.class === name && one.isOn);
}

/**
 * Removes one part in one transaction, with its row in the audit log.
 * @returns undefined if nothing may be removed now
 */
async function removePart(
  remover: Remover,
  { orgId, name, one }: Work,
  after: string,
  limit: number,
): Promise<{ count: number; next: string | null } | undefined> {
  const setting = await settingOf(remover, name);
  if (!setting) return undefined;
  return remover.db.transaction(async (tx) => {
    if (!(await tryLockRetention(tx, orgId))) return undefined;
    const held = await lockHeld(tx, remover.heldCases, orgId);
    if (!held || held.all || (one.isHeldByAny && held.any)) return undefined;
    const before = dueBefore(setting, (await selectChoices(tx, orgId)).get(name));
    const { ids, next } = await one.remove(tx, { orgId, before, held, after, limit });
    if (ids.length > 0)
      await writeRemoval(tx, {
        orgId,
        actor: ACTOR,
        object: name,
        ids,
        leavesTombstones: one.leavesTombstones === true,
      });
    return { count: ids.length, next };
  });
}

/** Does the work of a class before its first part. */
async function begin(remover: Remover, { orgId, name, one }: Work): Promise<void> {
  if (!one.begin) return;
  const { db, heldCases, sign } = remover;
  const setting = await settingOf(remover, name);
  const held = await readHeld(db.read, heldCases, orgId);
  if (!setting || held.all || (one.isHeldByAny && held.any)) return;
  const before = dueBefore(setting, (await selectChoices(db.read, orgId)).get(name));
  await one.begin({ db, sign }, { orgId, before, held });
}

/** Removes the due records of one class of one organization. @returns the number of records */
async function removeDue(
  remover: Remover,
  work: Work,
  signal: AbortSignal | undefined,
): Promise<number> {
  await begin(remover, work);
  let count = 0;
  let size = FEWEST * 10;
  for (let after: string | null = ''; after !== null;) {
    if (signal?.aborted) break;
    const beganMs = clock.monotonicMs();
    const part: Awaited<ReturnType<typeof removePart>> = await removePart(
      remover,
      work,
      after,
      size,
    );
    if (!part) break;
    const tookMs = clock.monotonicMs() - beganMs;
    count += part.count;
    after = part.next;
    size = nextSize(size, tookMs);
    // An aborted rest ends the run.
    if (after !== null) await sleep(tookMs * REST, undefined, { signal }).catch(() => {});
  }
  return count;
}

/**
 * Removes the due records of the organizations of one bucket, class by class. An organization whose records cannot be
 * removed now delays no other.
 * @throws AggregateError at the end, if some could not be removed
 */
export async function removeAllDue(
  remover: Remover,
  signal?: AbortSignal,
): Promise<{ removed: number }> {
  const { db, log, recordClasses } = remover;
  const on = (await listClasses(db.read, recordClasses)).classes.filter(
    ({ isOn, isFixed }) => isOn && !isFixed,
  );
  let removed = 0;
  const failures: unknown[] = [];
  if (on.length === 0) return { removed };
  const places = await bucketsOf(db.read, await organizationIds(db.read));
  const orgIds = places.find(([place]) => place === db.read)?.[1] ?? [];
  for (const orgId of orgIds)
    for (const { class: name } of on) {
      const one = recordClasses[name];
      if (signal?.aborted || !one || !isRemovable(one)) continue;
      try {
        removed += await removeDue(remover, { orgId, name, one }, signal);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.warn({ err: error, orgId, class: name }, 'records of an organization stay');
        failures.push(error);
      }
    }
  if (failures.length > 0)
    throw new AggregateError(
      failures.slice(0, 10),
      `records stay in ${failures.length} classes of organizations`,
    );
  return { removed };
}
