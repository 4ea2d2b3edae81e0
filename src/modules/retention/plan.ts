/** The records that a removal would take now, even if it is switched off. */
import type { Queryable } from '../../platform/db/database.ts';
import { isRemovable, type RecordClasses } from '../../platform/db/lists/aged/record-class.ts';
import type { HeldCases } from './access.ts';
import { readHeld } from './holds/holds.ts';
import { dueBefore, listClasses, listPeriods } from './periods.ts';
import type { PlannedClass, RetentionPlan } from './schemas.ts';
import { selectChoices } from './store.ts';

const DAY_MS = 86_400_000;

/**
 * Counts the due records of an organization in each class.
 * @param db the bucket of the organization
 */
export async function planOf(
  db: Queryable,
  classes: RecordClasses,
  cases: HeldCases,
  orgId: string,
): Promise<RetentionPlan> {
  const held = await readHeld(db, cases, orgId);
  const chosen = await selectChoices(db, orgId);
  const periods = new Map(
    (await listPeriods(db, classes, orgId)).classes.map((one) => [one.class, one.days]),
  );
  const planned: PlannedClass[] = [];
  for (const setting of (await listClasses(db, classes)).classes) {
    const { class: name, title, isOn } = setting;
    const one = classes[name]!;
    if (!isRemovable(one)) continue;
    const before = dueBefore(setting, chosen.get(name));
    const isKept = held.all || (one.isHeldByAny === true && held.any);
    const { count, oldestAt } = isKept
      ? { count: 0, oldestAt: null }
      : await one.count(db, { orgId, before, held });
    const days = periods.get(name)!;
    planned.push({
      class: name,
      title,
      isOn,
      days,
      before: before.toISOString(),
      count,
      oldestAt: oldestAt?.toISOString() ?? null,
      dueSince: oldestAt && new Date(oldestAt.getTime() + days * DAY_MS).toISOString(),
    });
  }
  return { organizationId: orgId, isHeld: held.all, classes: planned };
}
