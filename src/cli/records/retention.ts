import { need, UsageError, wholeNumber, type Flags } from '../flags.ts';
import type { Command, Opened } from '../commands.ts';
import { heldCases } from '../../modules/cases/index.ts';
import { MODULES } from '../../modules/index.ts';
import { recordClassesOf } from '../../modules/module.ts';
import {
  listClasses,
  listPeriods,
  MAX_DAYS,
  planOf,
  updateClass,
} from '../../modules/retention/index.ts';
import { getOrganization, organizationIds } from '../../modules/tenants/index.ts';
import type { Tx } from '../../platform/db/database.ts';
import { databaseOf } from '../../platform/db/places.ts';

const classes = recordClassesOf(MODULES);
const BOUNDS = ['isOn', 'days', 'minDays', 'maxDays'] as const;

function days(name: 'days' | 'min-days' | 'max-days', flags: Flags): number | undefined {
  const value = wholeNumber(`--${name}`, flags[name], 1);
  if (value !== undefined && value > MAX_DAYS)
    throw new UsageError(`--${name} must be at most ${MAX_DAYS}`);
  return value;
}

function change(flags: Flags, isOn?: boolean) {
  const [period, minDays, maxDays] = [
    days('days', flags),
    days('min-days', flags),
    days('max-days', flags),
  ];
  return {
    class: need(flags, 'class'),
    ...(isOn !== undefined && { isOn }),
    ...(period !== undefined && { days: period }),
    ...(minDays !== undefined && { minDays }),
    ...(maxDays !== undefined && { maxDays }),
  };
}

/** A command that changes a class. @param isOn undefined to leave the class as it is */
function changing(isOn?: boolean): Command {
  return {
    audit: {
      action: 'retention.update',
      does: 'changed the retention of a class of records',
      object: ({ flags }) => flags.class,
      shows: BOUNDS,
    },
    run: (tx: Tx, flags: Flags) => updateClass(tx, classes, change(flags, isOn)),
  };
}

/** Returns the due records of one organization, or of all that have any. */
async function plan({ db }: Opened, flags: Flags): Promise<object> {
  if (flags.org !== undefined) await getOrganization(db.read, flags.org);
  const orgIds = flags.org === undefined ? await organizationIds(db.read) : [flags.org];
  const items: object[] = [];
  for (const orgId of orgIds) {
    const own = await databaseOf(db, orgId);
    const planned = await planOf(own.read, classes, heldCases, orgId);
    for (const { title: _, ...one } of planned.classes)
      if (
        (flags.class === undefined || flags.class === one.class) &&
        (flags.org !== undefined || one.count > 0)
      )
        items.push({ organizationId: orgId, ...one });
  }
  return { items, total: items.length };
}

/** Commands about how long records are kept. */
export const retentionCommands: Record<string, Command> = {
  'retention list': {
    columns: () => ['class', 'isOn', 'days', 'minDays', 'maxDays', 'proposedDays'],
    async runWith({ db }, flags) {
      if (flags.org === undefined) {
        const { classes: items } = await listClasses(db.read, classes);
        return { items, total: items.length };
      }
      await getOrganization(db.read, flags.org);
      const own = await databaseOf(db, flags.org);
      const { classes: items } = await listPeriods(own.read, classes, flags.org);
      return { items, total: items.length };
    },
  },
  'retention plan': {
    columns: () => ['organizationId', 'class', 'isOn', 'days', 'count', 'oldestAt', 'dueSince'],
    runWith: plan,
  },
  'retention set': changing(),
  'retention on': changing(true),
  'retention off': changing(false),
};
