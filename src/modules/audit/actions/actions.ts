import { PLATFORM, type Actor, type Facts } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { appliedPage, paged } from '../../../platform/http/schema.ts';
import { withRange } from '../../../platform/calendar/iso-time.ts';
import { type AuditQuery, type PlatformAuditQuery, AuditAction } from './schemas.ts';
import * as store from './store.ts';
import { everyItem, type SubjectArea } from '../../personal-data.ts';

/** The row as callers see it. */
export function toAction(row: store.ActionRow): AuditAction {
  return {
    id: row.id,
    organizationId: row.org_id === PLATFORM ? null : row.org_id,
    at: row.at.toISOString(),
    // The table's constraint allows no other values.
    actor: { kind: row.actor_kind as Actor['kind'], id: row.actor_id, via: row.actor_via },
    action: row.action,
    objectId: row.object_id,
    before: row.before as Facts | null,
    after: row.after as Facts | null,
    requestId: row.request_id,
    address: row.address,
  };
}

/** Lists the actions in an organization, newest first. */
export async function listActions(db: Queryable, orgId: string, query: AuditQuery) {
  return paged(query, (page) => store.selectActions(db, orgId, withRange(query), page), toAction);
}

/** For operators: lists the actions in one organization, or those that concern none. */
export async function listActionsOf(
  db: Queryable,
  { organizationId, ...query }: PlatformAuditQuery,
) {
  if (organizationId === undefined) return listActions(db, PLATFORM, query);
  return listActions(await bucketOf(db, organizationId), organizationId, query);
}

/**
 * The last action of one kind on an object. Holds a lock until the transaction ends, so that no concurrent call gets
 * the same answer.
 */
export async function lastAction(
  tx: Tx,
  orgId: string,
  action: string,
  object: string,
): Promise<AuditAction | undefined> {
  await store.lockActions(tx, orgId, action);
  const page = appliedPage({ limit: 1 });
  const { rows } = await store.selectActions(tx, orgId, { action, object }, page);
  return rows[0] && toAction(rows[0]);
}

/** The areas of the module: rows of the audit log about one subject. */
export const subjectData = {
  auditActions: {
    title: 'Audit log',
    needs: { scope: 'audit:read' },
    classes: ['audit'],
    list: {
      item: AuditAction,
      read: ({ orgId, subjectId }, db, query) =>
        listActions(db, orgId, { ...query, object: subjectId }),
    },
    whole: {
      item: AuditAction,
      read: ({ orgId, subjectId }, db) =>
        everyItem((page) => listActions(db, orgId, { ...page, object: subjectId })),
    },
  },
} satisfies Record<string, SubjectArea>;
