import { sql } from 'kysely';
import { rowsOf } from '../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { sharedOf } from '../../platform/db/places.ts';
import type { Use } from '../../platform/outbound/egress.ts';

/** Adds counts in a sorted order, in which all processes lock rows. */
export async function addUses(db: Queryable, uses: readonly Use[]): Promise<void> {
  const keyOf = ({ orgId, purpose, host }: Use): string => `${orgId} ${purpose} ${host}`;
  const sorted = uses.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { names, from } = rowsOf(sorted, {
    orgId: 'text',
    purpose: 'text',
    host: 'text',
    requests: 'bigint',
    refused: 'bigint',
    bytesSent: 'bigint',
    bytesReceived: 'bigint',
    lastUsedAt: 'timestamptz',
  });
  await sql`INSERT INTO egress_uses AS u (${names}) SELECT ${names} FROM ${from}
    ON CONFLICT (org_id, purpose, host) DO UPDATE SET requests = u.requests + excluded.requests,
      refused = u.refused + excluded.refused, bytes_sent = u.bytes_sent + excluded.bytes_sent,
      bytes_received = u.bytes_received + excluded.bytes_received,
      last_used_at = greatest(u.last_used_at, excluded.last_used_at)`.execute(sharedOf(db));
}

/** Selects all counts. */
export async function selectUses(db: Queryable) {
  return sharedOf(db)
    .selectFrom('egress_uses')
    .selectAll()
    .orderBy('purpose')
    .orderBy('host')
    .orderBy('org_id')
    .execute();
}

/** Deletes counts of hosts that were last used before a time. @returns their number */
export async function deleteUsesBefore(db: Queryable, before: Date): Promise<number> {
  const { numDeletedRows } = await sharedOf(db)
    .deleteFrom('egress_uses')
    .where('last_used_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
