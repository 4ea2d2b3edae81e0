import { sql, type RawBuilder, type Selectable } from 'kysely';
import { AUDIT_PREFIX, type ActionTexts } from '../../../platform/audit/action.ts';
import { milliseconds } from '../../../platform/audit/store.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { sameAs } from '../../../platform/db/lists/external-ids.ts';
import {
  NEWEST_ID,
  selectPage,
  type Listed,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { AuditActions } from '../../../platform/db/types.ts';
import { exportColumns, type ExportSource } from '../../../platform/export-source.ts';
import { firstIdAt } from '../../../platform/ids.ts';

export type ActionRow = Selectable<AuditActions>;

export type ActionFilter = {
  actor?: string;
  action?: string;
  object?: string;
  address?: string;
  requestId?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
};

/** The condition for an action, or for a group such as `key.*`. */
function isAction(action: string): RawBuilder<boolean> {
  if (!action.endsWith('.*')) return sql<boolean>`action = ${action}`;
  const group = action.slice(0, -1);
  // The group is a range, so that an index applies.
  return sql<boolean>`(action >= ${group} AND action < ${`${action.slice(0, -2)}/`})`;
}

function filtered(db: Queryable, orgId: string, filter: Omit<ActionFilter, 'object'>) {
  let query = db.selectFrom('audit_actions').where('org_id', '=', orgId);
  if (filter.actor !== undefined) query = query.where('actor_id', '=', filter.actor);
  if (filter.action !== undefined) query = query.where(isAction(filter.action));
  if (filter.address !== undefined) query = query.where('address', '=', filter.address);
  if (filter.requestId !== undefined) query = query.where('request_id', '=', filter.requestId);
  // Ids contain the time, so one index serves the order and the range.
  if (filter.from !== undefined)
    query = query.where('id', '>=', firstIdAt(AUDIT_PREFIX, filter.from.getTime()));
  if (filter.to !== undefined)
    query = query.where('id', '<', firstIdAt(AUDIT_PREFIX, filter.to.getTime()));
  return query;
}

/** Newest first. */
export async function selectActions(
  db: Queryable,
  orgId: string,
  filter: ActionFilter,
  page: Page,
): Promise<Listed<ActionRow>> {
  const all = filtered(db, orgId, filter);
  const same = sameAs('object_id', orgId, filter.object);
  return selectPage(db, { shown: all.selectAll(), counted: all, same }, NEWEST_ID, page);
}

/** Lets only one transaction at a time write rows of this kind, which depend on the last row. */
export async function lockActions(tx: Tx, orgId: string, action: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('audit ' || ${`${action} ${orgId}`}, 0))`.execute(
    tx,
  );
}

/** Selects rows as texts with their stored hash (hexadecimal), by id. */
export async function selectTexts(
  tx: Tx,
  orgId: string,
  after: string,
  limit: number,
): Promise<(ActionTexts & { id: string; row_hash: string })[]> {
  const { rows } = await sql<ActionTexts & { id: string; row_hash: string }>`
    SELECT org_id, id, ${milliseconds('at')} AS at, actor_kind, actor_id, actor_via, action, object_id,
      before::text AS before, after::text AS after, request_id, address, encode(row_hash, 'hex') AS row_hash
    FROM audit_actions WHERE org_id = ${orgId} AND audit_actions.id > ${after}
    ORDER BY audit_actions.id LIMIT ${limit}`.execute(tx);
  return rows;
}

export const actionsExport: ExportSource = {
  description:
    'One row for each action. The range applies to its time; `service` selects the first word of the action.',
  columns: exportColumns({
    id: ['code', 'Id of the row.'],
    at: ['timestamp', 'When the action happened.'],
    actorKind: ['code', '`key`, `person`, `command`, `link` or `service`.'],
    actorId: ['text', 'Id of the key, person, account, export or part.'],
    actorVia: ['text', 'The key or session that was used.'],
    action: ['code', 'The action, such as `list.create`.'],
    objectId: ['text', 'Id of the object.'],
    before: ['text', 'Settings and states before the action, as JSON.'],
    after: ['text', 'Settings and states after the action, as JSON.'],
    requestId: ['text', 'The `x-request-id` of the request.'],
    address: ['text', 'The client’s IP address.'],
  }),
  order: ['id'],
  query({ orgId, from, to, service }) {
    const found = [sql`org_id = ${orgId}`];
    if (from) found.push(sql`id >= ${firstIdAt(AUDIT_PREFIX, from.getTime())}`);
    if (to) found.push(sql`id < ${firstIdAt(AUDIT_PREFIX, to.getTime())}`);
    if (service !== undefined) found.push(sql`split_part(action, '.', 1) = ${service}`);
    return sql`SELECT id, at, actor_kind AS "actorKind", actor_id AS "actorId", actor_via AS "actorVia", action,
        object_id AS "objectId", before::text AS before, after::text AS after, request_id AS "requestId", address
      FROM audit_actions WHERE ${sql.join(found, sql` AND `)}`;
  },
};
