/** Rows of the log with their places in the chain, for records that are verified without Oriki. */
import { Type, type Static } from 'typebox';
import { ACTOR_KINDS, type Actor, type Facts } from '../../../platform/audit/action.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { AnyObject, Nullable, StringEnum, Timestamp } from '../../../platform/http/schema.ts';
import { LastLink } from '../chain/schemas.ts';
import * as store from './store.ts';

export const LinkedAction = Type.Object(
  {
    id: Type.String({ description: 'Id of the row of the audit log.' }),
    at: Timestamp('When the action happened.'),
    actor: Type.Object(
      { kind: StringEnum('ActorKind', ACTOR_KINDS), id: Type.String() },
      { title: 'CaseActor' },
    ),
    action: Type.String(),
    objectId: Nullable(Type.String()),
    before: Nullable(AnyObject()),
    after: Nullable(AnyObject()),
    rowHash: Type.String({ description: 'Hash of the row, in hex.' }),
    link: Nullable(LastLink, {
      description:
        'The link of the chain that covers the row; null for about a second after the action.',
    }),
  },
  { title: 'LinkedAuditAction' },
);
export type LinkedAction = Static<typeof LinkedAction>;

/**
 * Returns the actions that changed objects, oldest first, and the last link of the chain: no action before that link is
 * missing.
 */
export async function linkedActions(
  db: Queryable,
  orgId: string,
  objectIds: readonly string[],
): Promise<{ actions: LinkedAction[]; head: { seq: number; hash: string } | null }> {
  // Read first, so that the actions contain every action that a link up to this one covers.
  const head = (await store.selectLastLink(db, orgId)) ?? null;
  const rows = await store.selectAbout(db, orgId, objectIds);
  const links = await store.selectLinks(
    db,
    orgId,
    rows.map(({ id }) => id),
  );
  const linkOf = new Map(links.map(({ id, seq, hash }) => [id, { seq, hash }]));
  const actions = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind as Actor['kind'], id: row.actor_id },
    action: row.action,
    objectId: row.object_id,
    before: row.before as Facts | null,
    after: row.after as Facts | null,
    rowHash: row.row_hash.toString('hex'),
    link: linkOf.get(row.id) ?? null,
  }));
  return { actions, head };
}
