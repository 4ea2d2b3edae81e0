import { sql } from 'kysely';
import { textArray } from '../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { selectLog, type ReadLog } from '../../platform/streams/store.ts';
import { KIND_NAMES, type Change, type Kind } from './schemas.ts';

/** The number of changes of one organization that are read at a time; beyond it, only the kinds are sent. */
const MAX_READ = 1000;

export async function insertChanges(
  tx: Tx,
  orgId: string,
  kind: Kind,
  ids: readonly (string | null)[],
): Promise<void> {
  await sql`INSERT INTO live_changes (org_id, kind, object_id)
    SELECT ${orgId}, ${kind}, id FROM unnest(${textArray([...ids])}) AS i (id)`.execute(tx);
}

/** Inserts changes of any organizations with one statement. */
export async function insertChangesOfAll(
  tx: Tx,
  kind: Kind,
  changes: readonly { orgId: string; id: string }[],
): Promise<void> {
  await sql`INSERT INTO live_changes (org_id, kind, object_id)
    SELECT changed.org_id, ${kind}, changed.id
    FROM ${rowsOf(changes, { orgId: 'text', id: 'text' }, 'changed').from}`.execute(tx);
}

/** Selects the changes of some organizations since a position of the last minutes. */
export async function selectChanges(
  db: Queryable,
  orgIds: string[],
  since: string,
): Promise<ReadLog<Change>> {
  const columns = [sql`kind`, sql`object_id`];
  const log = { table: 'live_changes', columns, limit: MAX_READ + 1 };
  const read = await selectLog<{ kind: Kind; object_id: string | null }>(db, log, orgIds, since);
  const changes = new Map<string, Change[]>();
  for (const [orgId, rows] of read.changes)
    changes.set(
      orgId,
      rows.length > MAX_READ
        ? KIND_NAMES.map((kind) => ({ kind, id: null }))
        : rows.map(({ kind, object_id: id }) => ({ kind, id })),
    );
  return { ...read, changes };
}
