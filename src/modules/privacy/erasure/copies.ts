/** Finds copies of data about a subject that no index finds, by reading all of an organization once. */
import type { Queryable } from '../../../platform/db/database.ts';
import { IdMarks } from '../../../platform/idempotency/about.ts';
import { selectAbout } from '../../../platform/idempotency/store.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 500;

/** Yields the hashes of the recorded answers about any of these ids, in parts. */
export async function* answersAbout(
  db: Queryable,
  secret: string,
  orgId: string,
  ids: readonly string[],
): AsyncGenerator<Buffer[]> {
  const about = new Set(new IdMarks(secret).of(orgId, ids));
  for (let after: Buffer = Buffer.alloc(0), found = ROWS_AT_ONCE; found === ROWS_AT_ONCE;) {
    const records = await selectAbout(db, orgId, after, ROWS_AT_ONCE);
    found = records.length;
    after = records.at(-1)?.hash ?? after;
    const own = records.filter((one) => one.about?.some((mark) => about.has(mark)) ?? true);
    if (own.length > 0) yield own.map(({ hash }) => hash);
  }
}
