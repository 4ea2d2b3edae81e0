import { sql } from 'kysely';
import { anyOf, arrayText } from '../../../../platform/db/bulk/arrays.ts';
import { soonOrNothing } from '../../../../platform/db/buckets/soon-or-nothing.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import { bucketsOf } from '../../../../platform/db/places.ts';
import type { Findings } from '../schemas.ts';

/** The maximum number of decisions that a hit shows. */
const SHOWN_DECISIONS = 100;

export type DecisionRow = {
  id: string;
  decision: string;
  /** Empty if no reason was given or it is encrypted; null after it was erased. */
  reason: string | null;
  envelope: string | null;
  /** The id that the envelope is bound to; null if that is the decision's id. */
  reason_id: string | null;
  reason_code: string | null;
  approval_id: string | null;
  /** The revision of the hit with this decision; null in rows that are older than this column. */
  hit_revision: number | null;
  /** The revision of the list that was decided on; null in rows that are older than this column. */
  entry_revision: number | null;
  findings: Findings | null;
  on_behalf_of: string | null;
  actor_id: string | null;
  api_key_id: string | null;
  decided_at: Date;
};

/** @param opened_at when the hit had opened; null if it was not open */
export async function insertDecision(
  tx: Tx,
  orgId: string,
  hitId: string,
  { findings, ...row }: DecisionRow & { opened_at: Date | null },
): Promise<void> {
  await tx
    .insertInto('screening_decisions')
    .values({ org_id: orgId, hit_id: hitId, findings: JSON.stringify(findings), ...row })
    .execute();
}

/** Selects the subject of a hit. */
export async function selectSubject(
  db: Queryable,
  orgId: string,
  hitId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('screening_hits')
    .select('subject_id')
    .where('org_id', '=', orgId)
    .where('id', '=', hitId)
    .executeTakeFirst();
  return row?.subject_id;
}

/** Selects the newest ones, newest first. */
export async function selectDecisions(
  db: Queryable,
  orgId: string,
  hitId: string,
): Promise<DecisionRow[]> {
  return db
    .selectFrom('screening_decisions')
    .select([
      'id',
      'decision',
      'reason',
      'envelope',
      'reason_id',
      'reason_code',
      'approval_id',
      'hit_revision',
      'entry_revision',
      sql<Findings | null>`findings`.as('findings'),
      'on_behalf_of',
      'actor_id',
      'api_key_id',
      'decided_at',
    ])
    .where('org_id', '=', orgId)
    .where('hit_id', '=', hitId)
    .orderBy('id', 'desc')
    .limit(SHOWN_DECISIONS)
    .execute();
}

/** A decision without its findings and revisions. */
export type LastDecisionRow = Omit<DecisionRow, 'findings' | 'hit_revision' | 'entry_revision'> & {
  hit_id: string;
};

/** Selects the newest decision of each of these hits, if it has one. */
export async function selectLastDecisions(
  db: Queryable,
  orgId: string,
  hitIds: readonly string[],
): Promise<LastDecisionRow[]> {
  const { rows } = await sql<LastDecisionRow>`
    SELECT DISTINCT ON (hit_id) hit_id, id, decision, reason, envelope, reason_id, reason_code, approval_id,
      on_behalf_of, actor_id, api_key_id, decided_at
    FROM screening_decisions WHERE org_id = ${orgId} AND hit_id = ${anyOf(hitIds)}
    ORDER BY hit_id, id DESC`.execute(db);
  return rows;
}

type ClearRow = { org_id: string; id: string; reason: string };

/** Selects decisions of all organizations whose reason is in the clear. */
export async function selectInClear(db: Queryable, limit: number): Promise<ClearRow[]> {
  const { rows } = await sql<ClearRow>`
    SELECT org_id, id, reason FROM screening_decisions WHERE reason <> '' ORDER BY org_id, id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Replaces the text with the envelope. @returns false, with nothing changed, if the reason was erased or is already
 * encrypted
 */
export async function sealInClear(
  db: Queryable,
  { org_id, id, reason }: ClearRow,
  envelope: string,
): Promise<boolean> {
  const { rows } = await sql`UPDATE screening_decisions SET reason = '', envelope = ${envelope}
    WHERE org_id = ${org_id} AND id = ${id} AND reason = ${reason} RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** An entry that a decision has ruled out for a party, with the hash of the entry at that time. */
export type DecidedPair = {
  list_id: string;
  entry_id: string;
  entry_hash: string;
  decided_measures: string[] | null;
};

/** A ruled-out entry with the hash of the party, because other organizations use other ids. */
type SharedPair = DecidedPair & { subject_hash: string };

/** Selects entries of the subject's hits whose last decision is a false positive of this subject. */
export async function selectFalsePositives(
  db: Queryable,
  orgId: string,
  subjectId: string,
  subjectHash: string,
  entryIds: string[],
): Promise<DecidedPair[]> {
  const { rows } = await sql<DecidedPair>`
    SELECT list_id, entry_id, encode(decided_entry_hash, 'hex') AS entry_hash, decided_measures FROM screening_hits
    WHERE org_id = ${orgId} AND subject_id = ${subjectId} AND entry_id = ${anyOf(entryIds)}
      AND decision = 'false_positive' AND decided_subject_hash = decode(${subjectHash}, 'hex')`.execute(
    db,
  );
  return rows;
}

/**
 * Selects pairs of an entry and a hash of a person. One of `sharers` has decided that such a person is not the entry,
 * and neither they nor `orgId` have decided the opposite.
 * @returns undefined if a bucket other than that of `orgId` is unavailable
 */
export async function selectShared(
  db: Queryable,
  orgId: string,
  sharers: string[],
  subjectHashes: string[],
): Promise<SharedPair[] | undefined> {
  type Row = SharedPair & { org_id: string; decision: string };
  const read = async (own: Queryable, ids: string[]): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      SELECT org_id, list_id, entry_id, encode(decided_entry_hash, 'hex') AS entry_hash, decided_measures, decision,
        encode(decided_subject_hash, 'hex') AS subject_hash
      FROM screening_hits
      WHERE org_id = ${anyOf(ids)} AND decision IN ('false_positive', 'true_match')
        AND decided_subject_hash = ANY (ARRAY(SELECT decode(h, 'hex') FROM unnest(${arrayText(subjectHashes)}::text[]) AS h))`.execute(
      own,
    );
    return rows;
  };
  const buckets = await bucketsOf(db, [...new Set([...sharers, orgId])]);
  const found = await Promise.all(
    buckets.map(([own, ids]) =>
      ids.includes(orgId) ? read(own, ids) : soonOrNothing(own, (other) => read(other, ids)),
    ),
  );
  if (found.includes(undefined)) return undefined;
  const rows = found.flatMap((one) => one!);
  const pairOf = ({ subject_hash: hash, entry_id: entryId }: Row): string => `${hash} ${entryId}`;
  const confirmed = new Set(
    rows.filter(({ decision }) => decision === 'true_match').map((row) => pairOf(row)),
  );
  return rows.filter(
    (row) =>
      row.decision === 'false_positive' &&
      sharers.includes(row.org_id) &&
      !confirmed.has(pairOf(row)),
  );
}
