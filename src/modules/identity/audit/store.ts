import { sql, type Insertable, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { compiled } from '../../../platform/db/bulk/compiled.ts';
import { givenRows } from '../../../platform/db/bulk/rows.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { countByDay } from '../../../platform/db/lists/by-day.ts';
import { sameAs } from '../../../platform/db/lists/external-ids.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { IdentityVerifications } from '../../../platform/db/types.ts';

type NewVerification = Insertable<IdentityVerifications> & { metadata: string };
export type VerificationRow = Selectable<IdentityVerifications>;

export type VerificationFilter = {
  subjectId?: string;
  kind?: string;
  status?: string;
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** False omits rows of replays. */
  replays?: boolean;
};

type NewRow = NewVerification & { envelope: string | null };

/** Inserts rows, their envelopes if they have one, and their places in the linker's queue. */
export const insertionOfVerifications = compiled<readonly NewRow[]>((given) => {
  const all = (rows: readonly NewRow[]) => rows;
  const verifications = givenRows(given, all, {
    org_id: 'text',
    id: 'text',
    subject_id: 'text',
    kind: 'text',
    country: 'text',
    status: 'text',
    reason: 'text',
    metadata: 'json',
    provider: 'text',
    identifier_hmac: 'bytea',
    identifier_last4: 'text',
    payload_sha256: 'bytea',
    replay_of: 'text',
    verified_at: 'timestamptz',
    row_hash: 'bytea',
  });
  const envelopes = givenRows(given, all, { org_id: 'text', id: 'text', envelope: 'text' });
  const ids = givenRows(given, all, { org_id: 'text', id: 'text' });
  return sql`
    WITH verification AS (
      INSERT INTO identity_verifications (${verifications.names})
      SELECT ${verifications.names} FROM ${verifications.from}
    ), payload AS (
      INSERT INTO identity_payloads (org_id, verification_id, envelope)
      SELECT org_id, id, envelope FROM ${envelopes.from} WHERE envelope IS NOT NULL
    )
    INSERT INTO audit_unlinked (org_id, row_id)
    SELECT org_id, id FROM ${ids.from}`;
});

/** Selects a verification with its envelope, null if there is none. */
export async function selectVerification(
  db: Queryable,
  orgId: string,
  id: string,
): Promise<(VerificationRow & { envelope: string | null }) | undefined> {
  return db
    .selectFrom('identity_verifications as v')
    .leftJoin('identity_payloads as p', (on) =>
      on.onRef('p.org_id', '=', 'v.org_id').onRef('p.verification_id', '=', 'v.id'),
    )
    .selectAll('v')
    .select('p.envelope')
    .where('v.org_id', '=', orgId)
    .where('v.id', '=', id)
    .executeTakeFirst();
}

function filtered(db: Queryable, orgId: string, filter: Omit<VerificationFilter, 'subjectId'>) {
  let query = db.selectFrom('identity_verifications').where('org_id', '=', orgId);
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.from !== undefined) query = query.where('verified_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('verified_at', '<', filter.to);
  if (filter.replays === false) query = query.where('replay_of', 'is', null);
  return query;
}

const NEWEST: Order = [
  { column: 'verified_at', type: 'timestamptz', descending: true },
  { column: 'id', type: 'text', descending: true },
];

/** Newest first. */
export async function selectVerifications(
  db: Queryable,
  orgId: string,
  filter: VerificationFilter,
  page: Page,
): Promise<Listed<VerificationRow>> {
  const all = filtered(db, orgId, filter);
  const same = sameAs('subject_id', orgId, filter.subjectId);
  return selectPage(db, { shown: all.selectAll(), counted: all, same }, NEWEST, page);
}

/** Daily counts of verifications by outcome. */
export async function countVerifications(
  db: Queryable,
  orgId: string,
  filter: { kind?: string; from: Date; to: Date },
) {
  const rows = filtered(db, orgId, filter)
    .select(['verified_at as at', 'status as state'])
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc');
  return countByDay(db, sql`${rows}`, filter);
}

/** Returns the statuses of these verifications; skips ids that the organization does not have. */
export async function selectStatuses(db: Queryable, orgId: string, ids: readonly string[]) {
  return db
    .selectFrom('identity_verifications')
    .select(['id', 'status as state'])
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .execute();
}
