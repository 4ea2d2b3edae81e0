import { sql } from 'kysely';
import type { Database } from '../../src/platform/db/database.ts';

/** Stores the only action of this name as if it had been done more often, an hour ago. The chain does not cover the copies. */
export async function repeatActions(
  db: Database,
  orgId: string,
  action: string,
  count: number,
): Promise<void> {
  await sql`
    INSERT INTO audit_actions (org_id, id, at, actor_kind, actor_id, action, row_hash)
    SELECT org_id, id || n, at - interval '1 hour', actor_kind, actor_id, action, row_hash
    FROM audit_actions, generate_series(1, ${count}) AS n WHERE org_id = ${orgId} AND action = ${action}`.execute(
    db.read,
  );
}
