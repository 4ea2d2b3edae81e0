import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors/index.ts';
import type { Followers } from '../access.ts';
import { recordHits, type FoundHit } from '../hits/record.ts';
import { lockHitsOf, type HitRow } from '../hits/store.ts';
import { DEFAULT_THRESHOLD } from '../../../names/index.ts';
import {
  type AskedIdentifier,
  factsOf,
  type IdentifierTrace,
  type ListKind,
  normalised,
} from '../../../matching/index.ts';
import {
  type Checked,
  checkedOf,
  type Hit,
  type Screening,
  toSubject,
} from '../../screening/index.ts';
import { type ListRevision, selectListRevisions } from '../../lists/index.ts';
import { previousHashEntry, hashEntry, hashSubject } from '../hits/content.ts';
import { lockEnrolments } from '../rescreening/store.ts';
import { selectEntries, type EntryPlace, type ListedEntry } from '../../lists/index.ts';
import { alignCursors } from './align-cursors.ts';
import { assertMayEnrolAgain, counts } from './guarded.ts';
import { type KeptIdentifiers, readKept } from './kept-identifiers.ts';
import { SUBJECT_KINDS, type EnrolSubject, type Subject } from './schemas.ts';
import * as store from './store.ts';
import { toSubjects } from './subjects.ts';
import { storeWords } from './words/words.ts';

/** Maximum number of hits of one request, which limits its memory and its transaction. */
const MAX_HITS_AT_ONCE = 5000;
/** The limit of subjects at once, which limits the hits that are found before they can be counted. */
const SUBJECTS_AT_ONCE = 20;

/** A subject that was screened and is not stored yet. */
export type Enrolment = {
  /** Every list, with a revision that the screening has included. */
  listRevisions: ListRevision[];
  subjects: store.NewSubject[];
  /** Undefined if there are more hits than a request may have. */
  hits: FoundHit[] | undefined;
  keptIdentifiers: KeptIdentifiers;
  /** Notes about fields that were not stored, by subject. */
  checked: ReadonlyMap<string, Checked>;
};

/** Returns the fault of a bulk enrolment that fits its schema. */
export function repeatedSubjects(subjects: EnrolSubject[]): ErrorDetail[] {
  const seen = new Set<string>();
  const problems: ErrorDetail[] = [];
  for (const [i, { subjectId }] of subjects.entries()) {
    if (seen.has(subjectId))
      problems.push({
        path: `subjects[${i}].subjectId`,
        message: 'repeats that of another subject',
      });
    seen.add(subjectId);
  }
  return problems;
}

/** Returns the input without impossible dates, with its parts joined to names. */
function readSubject({ subjectId, ...asked }: EnrolSubject) {
  return { ...toSubject(asked), subjectId };
}

type ReadSubject = ReturnType<typeof readSubject>;

function toNewSubject(input: ReadSubject, identifiers: IdentifierTrace[]): store.NewSubject {
  const wanted = new Set<ListKind>([...(input.kinds ?? SUBJECT_KINDS), 'tenant_blocklist']);
  return {
    subjectId: input.subjectId,
    name: input.name,
    aliases: input.aliases ?? [],
    dob: input.dob ?? null,
    country: input.country?.toUpperCase() ?? null,
    identifiers,
    facts: factsOf(input) ?? null,
    kinds: SUBJECT_KINDS.filter((kind) => wanted.has(kind)),
    threshold: input.threshold ?? DEFAULT_THRESHOLD,
  };
}

/** A subject in its stored form, with its numbers in the form that searches use. */
type Enrolled = {
  subject: store.NewSubject;
  identifiers: AskedIdentifier[] | undefined;
  /** Kept numbers that are not in `identifiers`. */
  traces: IdentifierTrace[] | undefined;
};
type Screened = { subject: store.NewSubject; hits: Hit[] };

/**
 * Screens subjects with the same rules together, until there are more hits than a request may have.
 * @param nameAt field of a subject's name
 */
async function screenAll(
  screening: Screening,
  orgId: string,
  subjects: Enrolled[],
  nameAt: (index: number) => string,
): Promise<Screened[]> {
  const groups = Map.groupBy(
    subjects,
    ({ subject: { kinds, threshold } }) => `${threshold} ${kinds.join(' ')}`,
  );
  const places = new Map(subjects.map((subject, i) => [subject, i]));
  const screened: Screened[] = [];
  let total = 0;
  for (const all of groups.values())
    for (let i = 0; i < all.length && total <= MAX_HITS_AT_ONCE; i += SUBJECTS_AT_ONCE) {
      const group = all.slice(i, i + SUBJECTS_AT_ONCE);
      const { kinds, threshold } = group[0]!.subject;
      const limit = MAX_HITS_AT_ONCE + 1;
      const rules = { kinds: kinds as ListKind[], threshold, limit };
      const caps = {
        each: limit,
        all: Infinity,
        nameAt: (at: number) => nameAt(places.get(group[at]!)!),
      };
      const subjectsAsked = group.map(questionOf);
      const { verdicts } = await screening.screen({ orgId, subjects: subjectsAsked, rules, caps });
      for (const [at, verdict] of verdicts.entries()) {
        const hits = verdict.hits.filter((hit) => hit.counts !== false);
        screened.push({ subject: group[at]!.subject, hits });
        total += hits.length;
      }
    }
  return screened;
}

function questionOf({ subject, identifiers, traces }: Enrolled) {
  const { name, aliases, dob, country, facts } = subject;
  return {
    name,
    aliases,
    ...(dob === null ? {} : { dob }),
    ...(country === null ? {} : { country }),
    ...(identifiers === undefined ? {} : { identifiers }),
    ...(traces && { traces }),
    ...facts,
  };
}

async function entriesOf(
  db: Queryable,
  orgId: string,
  screened: Screened[],
): Promise<Map<string, ListedEntry>> {
  const places = new Map<string, EntryPlace>();
  for (const { hits } of screened)
    for (const { listId, entryId } of hits) places.set(entryId, { listId, entryId });
  const entries = await selectEntries(db, orgId, [...places.values()]);
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/**
 * Screens the subjects against all lists of their kinds; stores nothing.
 * @param fieldAt the path of a field of a subject
 * @throws ApiError BAD_REQUEST for a name that takes too much work, and for too many identifiers
 */
export async function screenSubjects(
  screening: Screening,
  db: Queryable,
  orgId: string,
  asked: EnrolSubject[],
  fieldAt: (index: number, field: string) => string = (_, field) => field,
): Promise<Enrolment> {
  const trace = screening.tracerOf(orgId);
  const inputs = asked.map(readSubject);
  const checked = new Map(
    inputs.flatMap((input) => {
      const note = checkedOf(input, undefined);
      return note ? [[input.subjectId, note] as const] : [];
    }),
  );
  const keptIdentifiers = await readKept(db, orgId, inputs);
  const enrolled = inputs.map((input, i): Enrolled => {
    const added = trace(normalised(input.identifiers));
    const traces = keptIdentifiers.besides(input.subjectId, added, fieldAt(i, 'identifiers'));
    const subject = toNewSubject(input, [...(traces ?? []), ...added]);
    return { subject, identifiers: input.identifiers, traces };
  });
  const subjects = enrolled.map(({ subject }) => subject);
  // The revisions are read before the screening, which therefore sees these or later ones.
  const listRevisions = await selectListRevisions(db, orgId, [...SUBJECT_KINDS]);
  const screened = await screenAll(screening, orgId, enrolled, (i) => fieldAt(i, 'name'));
  const hitCount = screened.reduce((sum, { hits }) => sum + hits.length, 0);
  if (hitCount > MAX_HITS_AT_ONCE)
    return { listRevisions, subjects, hits: undefined, keptIdentifiers, checked };
  const entries = await entriesOf(db, orgId, screened);
  const hits = screened.flatMap(({ subject, hits: found }) => {
    const subjectHash = hashSubject(subject);
    return found.flatMap((hit): FoundHit[] => {
      const { listKind, listId, entryId, listRevision: _, score, entity: _entity, ...match } = hit;
      const entry = entries.get(entryId);
      // Removed in the meantime.
      if (!entry) return [];
      return [
        {
          subjectId: subject.subjectId,
          listId,
          listKind,
          entryId,
          entryRevision: entry.revision,
          score,
          match,
          pair: { subject: subjectHash, entry: hashEntry(entry) },
          previousEntryHash: previousHashEntry(entry),
        },
      ];
    });
  });
  return { listRevisions, subjects, hits, keptIdentifiers, checked };
}

/**
 * Stores new and formerly enrolled subjects with their hits.
 * @returns the subjects in the order of the request
 * @throws ApiError CONFLICT if there are more hits than one request may have, or if a subject whose identifiers stay has
 * changed since they were read; APPROVAL_REQUIRED if it would close hits that need two people
 */
export async function storeEnrolment(
  tx: Tx,
  orgId: string,
  { listRevisions, subjects, hits, keptIdentifiers, checked }: Enrolment,
  actor: Actor,
  followers: Followers,
): Promise<Subject[]> {
  if (!hits)
    throw new ApiError(
      'CONFLICT',
      `more than ${MAX_HITS_AT_ONCE} hits in one request: raise the threshold, or enrol fewer at a time`,
    );
  await lockEnrolments(tx, orgId, 'shared');
  await alignCursors(tx, orgId, listRevisions);
  const rows = new Map(
    (await store.upsertSubjects(tx, orgId, subjects)).map((row) => [row.subject_id, row]),
  );
  keptIdentifiers.assertUnchanged(rows);
  await storeWords(tx, orgId, subjects);
  const known = await lockHitsOf(tx, orgId, [...rows.keys()]);
  // Hits at a revision that this screening may not have seen belong to the run that found them.
  const lists = new Map(listRevisions.map((listRevision) => [listRevision.id, listRevision]));
  const isLost = (hit: HitRow): boolean => {
    const list = lists.get(hit.list_id);
    return (
      !rows.get(hit.subject_id)!.kinds.includes(hit.list_kind) ||
      (list !== undefined && hit.entry_revision <= list.revision)
    );
  };
  const found = hits.filter((hit) => lists.has(hit.listId));
  const kept = new Set(found.map(({ entryId, subjectId }) => `${entryId} ${subjectId}`));
  const ended = known.filter(
    (hit) => counts(hit) && isLost(hit) && !kept.has(`${hit.entry_id} ${hit.subject_id}`),
  );
  if (ended.length > 0) {
    const ids = [...new Set(ended.map((hit) => hit.subject_id))];
    await assertMayEnrolAgain(
      tx,
      orgId,
      ids.map((id) => rows.get(id)!),
      actor,
    );
  }
  await recordHits(tx, orgId, found, known, 'subject_changed', followers, isLost);
  const stored = await toSubjects(
    tx,
    orgId,
    subjects.map(({ subjectId }) => rows.get(subjectId)!),
  );
  return stored.map((subject) => {
    const note = checked.get(subject.subjectId);
    return note ? { ...subject, checked: note } : subject;
  });
}
