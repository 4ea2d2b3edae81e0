import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../platform/db/bulk/arrays.ts';
import { rowsOf } from '../../../platform/db/bulk/rows.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import {
  selectPage,
  type Listed,
  type Order,
  type Page,
} from '../../../platform/db/lists/keyset.ts';
import type { ScreeningSubjects } from '../../../platform/db/types.ts';
import type { AskedFacts, IdentifierTrace } from '../../../matching/index.ts';

export type SubjectRow = Selectable<ScreeningSubjects>;

export type NewSubject = {
  subjectId: string;
  name: string;
  aliases: string[];
  dob: string | null;
  country: string | null;
  identifiers: IdentifierTrace[];
  facts: AskedFacts | null;
  kinds: string[];
  threshold: number;
};

/**
 * Inserts or updates subjects in the order of their ids, so that two such statements do not deadlock. The caller stores
 * their words.
 */
export async function upsertSubjects(
  tx: Tx,
  orgId: string,
  subjects: NewSubject[],
): Promise<SubjectRow[]> {
  const jsonOf = (value: readonly unknown[]) => (value.length > 0 ? JSON.stringify(value) : null);
  const written = subjects.map((subject) => ({
    ...subject,
    kinds: subject.kinds.join(' '),
    identifiers: jsonOf(subject.identifiers),
    aliases: jsonOf(subject.aliases),
    facts: subject.facts ? JSON.stringify(subject.facts) : null,
  }));
  const { from } = rowsOf(
    written,
    {
      subjectId: 'text',
      name: 'text',
      dob: 'date',
      country: 'text',
      kinds: 'text',
      threshold: 'float8',
      identifiers: 'json',
      aliases: 'json',
      facts: 'json',
    },
    's',
  );
  const { rows } = await sql<SubjectRow>`
    INSERT INTO screening_subjects AS t (org_id, subject_id, name, dob, country, kinds, threshold, identifiers,
      aliases, facts, words_version)
    SELECT ${orgId}, s.subject_id, s.name, s.dob, s.country, string_to_array(s.kinds, ' '), s.threshold, s.identifiers,
      s.aliases, s.facts, 1
    FROM ${from}
    ORDER BY s.subject_id COLLATE "C"
    ON CONFLICT (org_id, subject_id) DO UPDATE SET name = excluded.name, dob = excluded.dob,
      country = excluded.country, kinds = excluded.kinds, threshold = excluded.threshold, identifiers = excluded.identifiers,
      aliases = excluded.aliases, facts = excluded.facts,
      version = t.version + 1, words_version = t.version + 1, updated_at = excluded.updated_at
    RETURNING *`.execute(tx);
  return rows;
}

function subjectsOf(db: Queryable, orgId: string) {
  return db.selectFrom('screening_subjects').where('org_id', '=', orgId);
}

export async function selectSubject(
  db: Queryable,
  orgId: string,
  subjectId: string,
): Promise<SubjectRow | undefined> {
  return subjectsOf(db, orgId).where('subject_id', '=', subjectId).selectAll().executeTakeFirst();
}

export async function selectSubjectsById(
  db: Queryable,
  orgId: string,
  subjectIds: string[],
): Promise<SubjectRow[]> {
  return subjectsOf(db, orgId).where('subject_id', '=', anyOf(subjectIds)).selectAll().execute();
}

const BY_SUBJECT_ID: Order = [{ column: 'subject_id', type: 'text' }];

export type SubjectFilter = {
  /** The subject has, for each of these beginnings, a word that starts with it. */
  words?: readonly string[];
  country?: string | undefined;
  hasOpenHits?: boolean | undefined;
};
/** A character that sorts after every letter. */
const LAST = '\u{10FFFF}';

/** By id. */
export async function selectSubjects(
  db: Queryable,
  orgId: string,
  { words, country, hasOpenHits }: SubjectFilter,
  page: Page,
): Promise<Listed<SubjectRow>> {
  let all = subjectsOf(db, orgId);
  if (words?.length === 0) all = all.where(sql<boolean>`false`);
  for (const word of words ?? [])
    all = all.where('subject_id', 'in', (eb) =>
      eb
        .selectFrom('screening_words')
        .select('subject_id')
        .where('org_id', '=', orgId)
        .where('word', '>=', word)
        .where('word', '<', word + LAST),
    );
  if (country !== undefined) all = all.where('country', '=', country);
  if (hasOpenHits !== undefined)
    all = all.where(({ exists, not, selectFrom }) => {
      const open = exists(
        selectFrom('screening_hits as h')
          .select('h.id')
          .where('h.org_id', '=', orgId)
          .whereRef('h.subject_id', '=', 'screening_subjects.subject_id')
          .where('h.status', '=', 'open'),
      );
      return hasOpenHits ? open : not(open);
    });
  return selectPage(db, { shown: all.selectAll(), counted: all }, BY_SUBJECT_ID, page);
}

/** @returns the version that the subject had; undefined if it is not enrolled */
export async function deleteSubject(
  tx: Tx,
  orgId: string,
  subjectId: string,
): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('screening_subjects')
    .where('org_id', '=', orgId)
    .where('subject_id', '=', subjectId)
    .returning('version')
    .executeTakeFirst();
  return row?.version;
}
