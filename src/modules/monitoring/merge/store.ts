import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/bulk/arrays.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { inOneForm, isOdd } from '../../../platform/db/lists/external-ids.ts';
import type { HitRow } from '../hits/store.ts';
import type { NewSubject, SubjectRow } from '../subjects/store.ts';

/** A row, with the id of its subject in NFC. */
type Spelt<Row> = Row & { one: string };

/** Selects and locks subjects whose id is not in NFC or whose ids are equal in NFC; the last enrolled come first. */
export async function lockSpeltSubjects(tx: Tx, orgId: string): Promise<Spelt<SubjectRow>[]> {
  const { rows } = await sql<Spelt<SubjectRow>>`
    SELECT *, ${inOneForm('subject_id')} AS one FROM screening_subjects
    WHERE org_id = ${orgId} AND ${inOneForm('subject_id')} IN (
      SELECT normalize(subject_id, NFC) FROM screening_subjects WHERE org_id = ${orgId} AND ${isOdd('subject_id')})
    ORDER BY updated_at DESC, subject_id FOR UPDATE`.execute(tx);
  return rows;
}

export async function deleteSubjects(
  tx: Tx,
  orgId: string,
  subjectIds: readonly string[],
): Promise<void> {
  await sql`DELETE FROM screening_subjects
    WHERE org_id = ${orgId} AND subject_id = ANY (${arrayText(subjectIds)}::text[])`.execute(tx);
}

/** Writes a subject that others were merged into, with its id in NFC. */
export async function updateSubject(
  tx: Tx,
  orgId: string,
  { subject_id: was, version }: SubjectRow,
  now: NewSubject & { createdAt: Date },
): Promise<void> {
  await tx
    .updateTable('screening_subjects')
    .set({
      subject_id: now.subjectId,
      name: now.name,
      aliases: now.aliases.length > 0 ? JSON.stringify(now.aliases) : null,
      dob: now.dob,
      country: now.country,
      identifiers: now.identifiers.length > 0 ? JSON.stringify(now.identifiers) : null,
      facts: now.facts && JSON.stringify(now.facts),
      kinds: now.kinds,
      threshold: now.threshold,
      created_at: now.createdAt,
      version: version + 1,
    })
    .where('org_id', '=', orgId)
    .where('subject_id', '=', was)
    .execute();
}

/** Makes every list be screened again from its first revision on. */
export async function redoAll(tx: Tx, orgId: string): Promise<void> {
  await sql`UPDATE screening_cursors SET redo_from = -1 WHERE org_id = ${orgId}`.execute(tx);
}

export type SpeltHit = Spelt<HitRow & { match: string }>;

/**
 * Selects and locks hits whose subject is not in NFC, and those on the same entry whose subjects are equal in NFC;
 * the newest first.
 */
export async function lockSpeltHits(tx: Tx, orgId: string): Promise<SpeltHit[]> {
  const { rows } = await sql<SpeltHit>`
    SELECT h.id, h.subject_id, h.list_id, h.entry_id, h.list_kind, h.entry_revision, h.status, h.reopened_because,
      h.closed_because, h.score, encode(h.subject_hash, 'hex') AS subject_hash, encode(h.entry_hash, 'hex') AS entry_hash,
      h.decision, encode(h.decided_subject_hash, 'hex') AS decided_subject_hash,
      encode(h.decided_entry_hash, 'hex') AS decided_entry_hash, h.decided_measures, h.match::text AS match,
      ${inOneForm('h.subject_id')} AS one
    FROM screening_hits h
    WHERE h.org_id = ${orgId} AND (${inOneForm('h.subject_id')}, h.entry_id) IN (
      SELECT normalize(subject_id, NFC), entry_id FROM screening_hits WHERE org_id = ${orgId} AND ${isOdd('subject_id')})
    ORDER BY h.id DESC FOR UPDATE`.execute(tx);
  return rows;
}

/** Gives hits the ids of their subjects in NFC. @returns the number of changed hits */
export async function renameHits(tx: Tx, orgId: string, ids: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE screening_hits SET subject_id = normalize(subject_id, NFC)
    WHERE org_id = ${orgId} AND id = ANY (${arrayText(ids)}::text[]) AND ${isOdd('subject_id')}`.execute(
    tx,
  );
  return Number(numAffectedRows);
}
