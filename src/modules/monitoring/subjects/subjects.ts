import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { found, notFound } from '../../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../../platform/http/schema.ts';
import { type AskedFacts, type IdentifierTrace, shownOf } from '../../../matching/index.ts';
import { eraseRequestReasons, voidedWith } from '../../approvals/index.ts';
import { lastWithdrawal, withdrawalFrom } from '../../identity/index.ts';
import { noteChange } from '../../live/index.ts';
import { assertNotHeld } from '../../retention/index.ts';
import type { Followers } from '../access.ts';
import { eraseTitles } from '../../screening/index.ts';
import { eraseHits, lockHitsOf } from '../hits/store.ts';
import { assertMayEndHits, counts, revisionFrom } from './guarded.ts';
import {
  canExist,
  type FoundSubjects,
  type SearchSubjects,
  type Subject,
  type SubjectQuery,
} from './schemas.ts';
import * as store from './store.ts';
import { selectFactsOf } from '../hits/shown/store.ts';
import { soughtIn } from './words/words.ts';

/** Returns the subjects as answers have them, in the order of the rows. */
export async function toSubjects(
  db: Queryable,
  orgId: string,
  rows: store.SubjectRow[],
): Promise<Subject[]> {
  const ids = rows.map((row) => row.subject_id);
  const facts = await selectFactsOf(db, orgId, ids, lastWithdrawal(orgId, 's.id'));
  return rows.map((row) => ({
    subjectId: row.subject_id,
    name: row.name,
    ...(row.aliases && { aliases: row.aliases as string[] }),
    dob: row.dob,
    country: row.country,
    ...(row.identifiers && { identifiers: shownOf(row.identifiers as IdentifierTrace[]) }),
    ...(row.facts as AskedFacts | null),
    kinds: row.kinds as Subject['kinds'],
    threshold: row.threshold,
    openHits: facts.get(row.subject_id)!.open,
    ...withdrawalFrom(facts.get(row.subject_id)!.withdrawnAt),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** By id. */
export async function listSubjects(db: Queryable, orgId: string, query: SubjectQuery) {
  const page = appliedPage(query);
  const filter = { country: query.country?.toUpperCase(), hasOpenHits: query.hasOpenHits };
  const { rows, ...part } = await store.selectSubjects(db, orgId, filter, page);
  return toPage(await toSubjects(db, orgId, rows), part, page);
}

/** The first subjects, by id, with words that begin with those of a text. */
export async function searchSubjects(
  db: Queryable,
  orgId: string,
  { text, country, hasOpenHits, limit }: SearchSubjects,
): Promise<FoundSubjects> {
  const page = appliedPage(limit === undefined ? {} : { limit });
  const filter = { words: soughtIn(text), country: country?.toUpperCase(), hasOpenHits };
  const { rows, total, totalIsExact } = await store.selectSubjects(db, orgId, filter, page);
  return { items: await toSubjects(db, orgId, rows), total, totalIsExact, limit: page.limit };
}

/** @throws ApiError NOT_FOUND */
export async function getSubject(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<Subject> {
  const row = await found(
    'subject',
    canExist(subjectId) && store.selectSubject(db, orgId, subjectId),
  );
  const [subject] = await toSubjects(db, orgId, [row]);
  return subject!;
}

/** Returns the name of an enrolled subject; undefined if it is not enrolled. */
export async function findSubject(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<{ name: string } | undefined> {
  return canExist(subjectId) ? store.selectSubject(db, orgId, subjectId) : undefined;
}

/** Erases the titles of a subject's screenings, and its notes and files. @returns false if there was nothing */
async function eraseTexts(
  tx: Tx,
  orgId: string,
  subjectId: string,
  erased: Followers['erased'],
): Promise<boolean> {
  const hadTitles = await eraseTitles(tx, orgId, subjectId);
  return (await erased(tx, orgId, subjectId)) || hadTitles;
}

/**
 * Ends the screening of the subject, closes its hits and erases their data about it. For a subject that is not
 * enrolled, deletes what people have written and attached.
 * @throws ApiError NOT_FOUND; CONFLICT while a legal hold keeps the records about the subject; APPROVAL_REQUIRED for a
 * subject with hits that only two people may close
 */
export async function deleteSubject(
  tx: Tx,
  orgId: string,
  subjectId: string,
  actor: Actor,
  { erased }: Followers,
): Promise<{ subjectId: string; deleted: true }> {
  if (canExist(subjectId)) await assertNotHeld(tx, orgId, subjectId);
  const version = canExist(subjectId) ? await store.deleteSubject(tx, orgId, subjectId) : undefined;
  if (version === undefined) {
    const was = canExist(subjectId) && (await eraseTexts(tx, orgId, subjectId, erased));
    if (!was) throw notFound('subject');
    return { subjectId, deleted: true };
  }
  // In the order of their ids: a rescreening run that closes hits of a removed list locks them in this order, and
  // locks no subject.
  const hits = await lockHitsOf(tx, orgId, [subjectId]);
  if (hits.some(counts)) {
    const revision = await revisionFrom(tx, orgId, subjectId, version);
    await assertMayEndHits(tx, orgId, 'subject.delete', [{ subjectId, revision }], actor);
  }
  const erasedHits = await eraseHits(tx, orgId, subjectId, voidedWith(orgId, 'hit.'));
  await eraseRequestReasons(tx, orgId, [subjectId, ...erasedHits]);
  await noteChange(tx, orgId, 'hit', null);
  await eraseTexts(tx, orgId, subjectId, erased);
  return { subjectId, deleted: true };
}
