import { sql, type RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { removedIn, seenAnd } from '../../../platform/db/lists/aged/due-rows.ts';
import { sharedOf } from '../../../platform/db/places.ts';
import type {
  Due,
  DueCount,
  Part,
  RecordClasses,
  Removed,
} from '../../../platform/db/lists/aged/record-class.ts';

function hasEnded({ orgId, before }: Due): RawBuilder<boolean> {
  return sql`org_id = ${orgId} AND ended_at < ${before}`;
}

async function countLeavers(db: Queryable, due: Due): Promise<DueCount> {
  const { rows } = await sql<DueCount>`
    SELECT count(*) AS count, min(ended_at) AS "oldestAt" FROM memberships WHERE ${hasEnded(due)}`.execute(
    sharedOf(db),
  );
  return rows[0]!;
}

async function removeLeavers(tx: Tx, part: Part): Promise<Removed> {
  const result = await sql`
    WITH seen AS MATERIALIZED (
      SELECT user_id AS id FROM memberships WHERE ${hasEnded(part)} AND user_id > ${part.after}
      ORDER BY user_id LIMIT ${part.limit} FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM memberships AS m USING seen
      WHERE m.org_id = ${part.orgId} AND m.user_id = seen.id RETURNING m.user_id
    )
    SELECT ${seenAnd(sql`SELECT user_id FROM gone ORDER BY user_id`)}`.execute(sharedOf(tx));
  return removedIn(result, part);
}

export const retention: RecordClasses = {
  former_members: {
    title: 'Former members',
    days: 1826,
    reason: 'The audit log and the history of cases name people by ids, whose names are here.',
    remains: 'The id of the person in the records of what they did.',
    count: countLeavers,
    remove: removeLeavers,
  },
};
