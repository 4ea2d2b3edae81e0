/**
 * Copies of data about a subject that no index finds: recorded answers, and events of the last 30 days. The erasure
 * reads all of them once.
 */
import type { Queryable } from '../../../platform/db/database.ts';
import { IdMarks, idsIn } from '../../../platform/idempotency/about.ts';
import { selectAbout } from '../../../platform/idempotency/store.ts';
import { selectBodies } from '../../webhooks/index.ts';

/** Rows that are read at once. */
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

/** Yields the hashes of the recorded answers about any of these ids, in parts. */
export async function* answersAbout(
  db: Queryable,
  secret: string,
  orgId: string,
  ids: readonly string[],
): AsyncGenerator<Buffer[]> {
  const about = new Set(new IdMarks(secret).of(orgId, ids));
  for (let after: Buffer = Buffer.alloc(0), found = AT_ONCE; found === AT_ONCE;) {
    const records = await selectAbout(db, orgId, after, AT_ONCE);
    found = records.length;
    after = records.at(-1)?.hash ?? after;
    const own = records.filter((one) => one.about?.some((mark) => about.has(mark)) ?? true);
    if (own.length > 0) yield own.map(({ hash }) => hash);
  }
}
