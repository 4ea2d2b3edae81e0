/** Events whose data name a subject or a record about it. No index finds them, so all of the last 30 days are read. */
import type { Queryable } from '../../../platform/db/database.ts';
import { idsIn } from '../../../platform/idempotency/about.ts';
import { selectBodies } from '../../webhooks/index.ts';

/** Events that are read at once. */
const AT_ONCE = 500;

/** Returns true if a member of any name and depth has this text as its value. */
function hasText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.normalize('NFC') === text;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => hasText(one, text))
  );
}

/** An event as it is sent. */
export type NamingEvent = { id: string; type: string; timestamp: string; data: unknown };

/**
 * Yields the events that name a subject, in parts.
 * @param ids of the records about the subject
 */
export async function* eventsNaming(
  db: Queryable,
  { orgId, subjectId }: { orgId: string; subjectId: string },
  ids: readonly string[],
): AsyncGenerator<NamingEvent[]> {
  const about = new Set(ids);
  for (let after = '', found = AT_ONCE; found === AT_ONCE;) {
    const events = await selectBodies(db, orgId, after, AT_ONCE);
    found = events.length;
    after = events.at(-1)?.id ?? after;
    const own = events
      .map(({ id, body }): NamingEvent => ({ ...JSON.parse(body), id }))
      .filter(
        ({ data }) => hasText(data, subjectId) || idsIn([], data, '').some((id) => about.has(id)),
      );
    if (own.length > 0) yield own;
  }
}
