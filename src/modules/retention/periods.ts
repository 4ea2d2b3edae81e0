/**
 * The periods of classes: those that the operator has switched on, and those that organizations choose within the
 * operator's bounds.
 */
import { Changed } from '../../platform/audit/audit.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { badRequest } from '../../platform/errors/index.ts';
import {
  isRemovable,
  type RecordClass,
  type RecordClasses,
} from '../../platform/db/lists/aged/record-class.ts';
import {
  MAX_DAYS,
  type ChoosePeriod,
  type OwnPeriod,
  type RetentionClass,
  type UpdateRetentionClass,
} from './schemas.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;

/**
 * Returns the row of a class that no operator has set. Organizations may choose a longer period, but not a shorter one.
 */
function firstRow(name: string, { days }: RecordClass): store.ClassRow {
  return { class: name, is_on: false, days, min_days: days, max_days: MAX_DAYS };
}

function toClass(name: string, one: RecordClass, row: store.ClassRow): RetentionClass {
  const isFixed = !isRemovable(one);
  return {
    class: name,
    title: one.title,
    reason: one.reason,
    remains: one.remains,
    isFixed,
    isOn: isFixed || row.is_on,
    proposedDays: one.days,
    days: isFixed ? one.days : row.days,
    minDays: isFixed ? one.days : row.min_days,
    maxDays: isFixed ? one.days : row.max_days,
  };
}

/** Lists the classes with the operator's settings. */
export async function listClasses(
  db: Queryable,
  classes: RecordClasses,
): Promise<{ classes: RetentionClass[] }> {
  const rows = new Map((await store.selectClasses(db)).map((row) => [row.class, row]));
  return {
    classes: Object.entries(classes).map(([name, one]) =>
      toClass(name, one, rows.get(name) ?? firstRow(name, one)),
    ),
  };
}

/** @throws ApiError BAD_REQUEST unless the period of the class can be set */
function removable(classes: RecordClasses, name: string): RecordClass {
  const one = Object.hasOwn(classes, name) ? classes[name] : undefined;
  if (one && isRemovable(one)) return one;
  const message = one ? 'has a fixed period' : `is not one of ${Object.keys(classes).join(', ')}`;
  throw badRequest([{ path: 'class', message }]);
}

/** Switches a class on or off, and sets its period and bounds. @throws ApiError BAD_REQUEST */
export async function updateClass(
  tx: Tx,
  classes: RecordClasses,
  { class: name, isOn, days, minDays, maxDays }: UpdateRetentionClass,
): Promise<Changed<RetentionClass>> {
  const one = removable(classes, name);
  const before = await store.lockClass(tx, firstRow(name, one));
  const after = {
    class: name,
    is_on: isOn ?? before.is_on,
    days: days ?? before.days,
    // If the operator sets a shorter period, it is the new bound.
    min_days: minDays ?? Math.min(before.min_days, days ?? before.days),
    max_days: maxDays ?? before.max_days,
  };
  if (after.min_days > after.days || after.days > after.max_days)
    throw badRequest([
      {
        path: 'days',
        message: `must be from minDays (${after.min_days}) to maxDays (${after.max_days}), not ${after.days}`,
      },
    ]);
  await store.updateClass(tx, after);
  return new Changed(toClass(name, one, before), toClass(name, one, after));
}

/** Returns the number of days for which an organization keeps records of a class. */
function daysOf({ days, minDays, maxDays }: RetentionClass, chosen: number | undefined): number {
  return Math.min(Math.max(chosen ?? days, minDays), maxDays);
}

function toOwn(one: RetentionClass, chosen: number | undefined): OwnPeriod {
  return { ...one, days: daysOf(one, chosen), chosenDays: chosen ?? null };
}

/** Lists the classes with the periods of an organization. */
export async function listPeriods(
  db: Queryable,
  classes: RecordClasses,
  orgId: string,
): Promise<{ organizationId: string; classes: OwnPeriod[] }> {
  const all = await listClasses(db, classes);
  const chosen = await store.selectChoices(db, orgId);
  return {
    organizationId: orgId,
    classes: all.classes.map((one) => toOwn(one, chosen.get(one.class))),
  };
}

/** Chooses the period of a class, within the operator's bounds. @throws ApiError BAD_REQUEST */
export async function choosePeriod(
  tx: Tx,
  classes: RecordClasses,
  orgId: string,
  { class: name, days }: ChoosePeriod,
): Promise<Changed<OwnPeriod>> {
  const known = removable(classes, name);
  await store.lockRetention(tx, orgId);
  const rows = await store.selectClasses(tx);
  const row = rows.find((one) => one.class === name) ?? firstRow(name, known);
  if (days !== null && (days < row.min_days || days > row.max_days))
    throw badRequest([
      { path: 'days', message: `must be from ${row.min_days} to ${row.max_days}` },
    ]);
  const shown = toClass(name, known, row);
  const before = (await store.selectChoices(tx, orgId)).get(name);
  await store.setChoice(tx, orgId, name, days);
  return new Changed(toOwn(shown, before), toOwn(shown, days ?? undefined));
}

/** Returns the time before which an organization's records of a class are due. */
export function dueBefore(one: RetentionClass, chosen: number | undefined): Date {
  return new Date(clock.nowMs() - daysOf(one, chosen) * DAY_MS);
}
