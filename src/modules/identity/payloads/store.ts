import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';

export type SealedPayload = {
  org_id: string;
  verification_id: string;
  kind: string;
  envelope: string;
  subject: string;
};

/** Answers whose envelopes are not under `keyId`, by id. */
export async function selectPayloadsToRewrap(
  db: Queryable,
  keyId: string,
  after: Pick<SealedPayload, 'org_id' | 'verification_id'> = { org_id: '', verification_id: '' },
  limit: number,
): Promise<SealedPayload[]> {
  const { rows } = await sql<SealedPayload>`
    SELECT p.org_id, p.verification_id, v.kind, p.envelope, v.subject_id AS subject FROM identity_payloads p
    JOIN identity_verifications v ON v.org_id = p.org_id AND v.id = p.verification_id
    WHERE (p.org_id, p.verification_id) > (${after.org_id}, ${after.verification_id})
      AND NOT starts_with(p.envelope, ${`${keyId}|`})
    ORDER BY p.org_id, p.verification_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Selects one answer of each subject. */
export async function selectPayloadsOfSubjects(db: Queryable): Promise<SealedPayload[]> {
  const { rows } = await sql<SealedPayload>`
    SELECT DISTINCT ON (p.org_id, v.subject_id)
      p.org_id, p.verification_id, v.kind, p.envelope, v.subject_id AS subject FROM identity_payloads p
    JOIN identity_verifications v ON v.org_id = p.org_id AND v.id = p.verification_id
    ORDER BY p.org_id, v.subject_id`.execute(db);
  return rows;
}

/** @returns false when the envelope has changed since */
export async function replacePayloadEnvelope(
  db: Queryable,
  { org_id, verification_id, envelope }: SealedPayload,
  replacement: string,
): Promise<boolean> {
  const { rows } = await sql`UPDATE identity_payloads SET envelope = ${replacement}
    WHERE org_id = ${org_id} AND verification_id = ${verification_id} AND envelope = ${envelope}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}
