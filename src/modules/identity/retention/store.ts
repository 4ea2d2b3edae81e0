import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { IS_FREE } from '../../../platform/background/store.ts';
import {
  agedPart,
  countAged,
  deletedRows,
  removedIn,
  seenAnd,
  type AgedRows,
} from '../../../platform/db/lists/aged/due-rows.ts';
import type {
  Due,
  Part,
  RecordClasses,
  Removed,
} from '../../../platform/db/lists/aged/record-class.ts';
import { CONSENT_PREFIX } from '../consent/schemas.ts';
import { DEAD_LETTER_PREFIX } from '../verify/dead-letters/schemas.ts';

const VERIFICATION = sql`LEFT JOIN identity_verifications AS o ON o.org_id = t.org_id AND o.id = t.verification_id`;

const PAYLOADS: AgedRows = {
  table: 'identity_payloads',
  id: 'verification_id',
  prefix: 'verification',
  joined: VERIFICATION,
  at: 'o.verified_at',
  subject: 'o.subject_id',
  // The tombstone must be linked later than the verification.
  where: sql`NOT EXISTS (SELECT FROM audit_unlinked u WHERE u.org_id = t.org_id AND u.row_id = t.verification_id)`,
};
const LETTERS: AgedRows = {
  table: 'dead_letters',
  prefix: DEAD_LETTER_PREFIX,
  joined: VERIFICATION,
  at: 't.created_at',
  subject: 'o.subject_id',
  ids: ['t.verification_id'],
  where: sql`t.status <> 'waiting' AND t.${IS_FREE}`,
};

/** Consents that neither were withdrawn nor named by a verification since the time. */
function consentsOf({ before }: Due): AgedRows {
  return {
    table: 'identity_consents',
    prefix: CONSENT_PREFIX,
    at: 't.recorded_at',
    subject: 't.subject_id',
    where: sql`coalesce(t.withdrawn_at < ${before}, true) AND NOT EXISTS (
      SELECT FROM identity_verifications v
      WHERE v.org_id = t.org_id AND v.subject_id = t.subject_id AND v.verified_at >= ${before}
        AND v.metadata->'consent'->>'sha256' = encode(t.sha256, 'hex'))`,
  };
}

/** Deletes consents. The chain of the organization names them by their hash. */
async function removeConsents(tx: Tx, part: Part): Promise<Removed> {
  const result = await sql`
    WITH ${agedPart(consentsOf(part), part, ['sha256'])}, gone AS (
      DELETE FROM identity_consents AS c USING due WHERE c.org_id = ${part.orgId} AND c.id = due.id
      RETURNING encode(due.sha256, 'hex') AS hash
    )
    SELECT ${seenAnd(sql`SELECT hash FROM gone ORDER BY hash`)}`.execute(tx);
  return removedIn(result, part);
}

export const retention: RecordClasses = {
  verification_payloads: {
    title: 'Sealed answers of identity providers',
    days: 365,
    reason: 'A customer or a vendor may dispute a verification within a year.',
    remains: 'The audit row with the hash of the answer, and a tombstone in the chain.',
    leavesTombstones: true,
    ...deletedRows(PAYLOADS),
  },
  dead_letters: {
    title: 'Dead letters that have ended',
    days: 90,
    reason: 'Operators look into outages of providers.',
    remains: 'The audit row of the call.',
    ...deletedRows(LETTERS),
  },
  consents: {
    title: 'Consents',
    days: 1826,
    reason: 'A consent is the proof that a verification was allowed.',
    remains: 'Its hash in the rows of verifications, and a tombstone in the chain.',
    leavesTombstones: true,
    count: (db: Queryable, due: Due) => countAged(db, consentsOf(due), due),
    remove: removeConsents,
  },
};

/** Deletes verifications that a checkpoint covers, with all that belongs to them. */
export async function deleteVerifications(
  tx: Tx,
  orgId: string,
  ids: readonly string[],
): Promise<void> {
  const all = sql`${arrayText(ids)}::text[]`;
  await sql`DELETE FROM identity_reveals WHERE org_id = ${orgId} AND verification_id = ANY (${all})`.execute(
    tx,
  );
  await sql`DELETE FROM identity_payloads WHERE org_id = ${orgId} AND verification_id = ANY (${all})`.execute(
    tx,
  );
  await sql`DELETE FROM identity_verifications WHERE org_id = ${orgId} AND id = ANY (${all})`.execute(
    tx,
  );
}
