/** The organizations that operators' sessions view. */
import { sql } from 'kysely';
import { PLATFORM } from '../../../../platform/audit/action.ts';
import { anyOf, arrayText } from '../../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { sharedOf } from '../../../../platform/db/places.ts';

/**
 * Selects the organization of a view whose end is not recorded yet. Locks the session.
 * @returns null without a view; undefined for an unknown session
 */
export async function lockView(tx: Tx, id: string): Promise<string | null | undefined> {
  const row = await sharedOf(tx)
    .selectFrom('sessions')
    .select('viewed_org_id')
    .where('org_id', '=', PLATFORM)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.viewed_org_id;
}

/** Begins a view. @returns its end; undefined if the session has ended */
export async function startView(
  tx: Tx,
  id: string,
  view: { orgId: string; minutes: number },
): Promise<Date | undefined> {
  const row = await sharedOf(tx)
    .updateTable('sessions')
    .set({
      viewed_org_id: view.orgId,
      viewed_until: sql<Date>`now() + make_interval(mins => ${view.minutes})`,
    })
    .where('org_id', '=', PLATFORM)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('viewed_until')
    .executeTakeFirst();
  return row?.viewed_until ?? undefined;
}

/** Deletes the views of sessions, ended or not. */
export async function clearViews(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE sessions SET viewed_org_id = NULL, viewed_until = NULL
    WHERE org_id = ${PLATFORM} AND id = ${anyOf(ids)}`.execute(sharedOf(tx));
}

export type EndedView = {
  id: string;
  user_id: string;
  viewed_org_id: string;
  cause: 'expired' | 'session_ended' | 'rights_ended';
};

/**
 * Selects views that are over and not recorded as ended: their time is over, the session has ended, or the operator
 * has lost the role. Locks their sessions; skips those locked by another transaction.
 */
export async function lockEndedViews(
  tx: Tx,
  roles: readonly string[],
  limit: number,
): Promise<EndedView[]> {
  const { rows } = await sql<EndedView>`
    SELECT s.id, s.user_id, s.viewed_org_id, CASE
      WHEN s.ended_at IS NOT NULL OR s.expires_at <= n.now THEN 'session_ended'
      WHEN s.viewed_until <= n.now THEN 'expired'
      ELSE 'rights_ended' END AS cause
    FROM (SELECT now() AS now) AS n CROSS JOIN sessions AS s
    LEFT JOIN memberships AS m ON m.org_id = ${PLATFORM} AND m.user_id = s.user_id AND m.ended_at IS NULL
      AND (m.roles || m.group_roles) && ${arrayText(roles)}::text[]
    WHERE s.org_id = ${PLATFORM} AND s.viewed_org_id IS NOT NULL
      AND (s.viewed_until <= n.now OR s.ended_at IS NOT NULL OR s.expires_at <= n.now OR m.user_id IS NULL)
    LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`.execute(sharedOf(tx));
  return rows;
}
