import { createHash } from 'node:crypto';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { Turns } from '../../../platform/turns.ts';
import {
  applyEvidence,
  canonicalise,
  DEFAULT_THRESHOLD,
  MINIMUM_HIT_SCORE,
  scan,
  type CanonicalName,
} from '../matching/index.ts';
import { Catalog, type CatalogEntry, type OpenedList } from './catalog.ts';
import {
  DEFAULT_HITS,
  DEFAULT_KINDS,
  LIST_KINDS,
  type Asked,
  type Hit,
  type ListKind,
  type Outcome,
} from './schemas.ts';
import { insertScreenings, selectListHeads, type ListHead } from './store.ts';

export const SCREENING_PREFIX = 'scr';
/** decisions: a sanctions hit from here on blocks. */
const SANCTIONS_BLOCK_SCORE = 95;

export type Subject = { name: string; dob?: string; country?: string };
export type Rules = { kinds?: ListKind[]; threshold?: number; limit?: number };
/** One finished screening; nothing is stored yet. */
export type Verdict = { subject: Subject; outcome: Outcome; hits: Hit[] };
export type Screened = {
  listVersion: string;
  screenedAt: Date;
  kinds: ListKind[];
  threshold: number;
  limit: number;
  verdicts: Verdict[];
};

type OpenList = { head: ListHead } & OpenedList;

/** Of what was scanned, which may be newer than the heads that were read first. */
function listVersion(lists: OpenList[]): string {
  const lines = lists.map(({ head, revision }) => `${head.id}@${revision}`).toSorted();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

function toHit(
  head: ListHead,
  entry: CatalogEntry,
  matchedName: string,
  result: { score: number; explanation: object },
): Hit {
  return {
    listKind: head.kind as ListKind,
    listId: head.id,
    source: head.source,
    listName: head.name,
    entryId: entry.id,
    name: entry.name,
    matchedName,
    score: result.score,
    dob: entry.dobs[0] ?? null,
    country: entry.countries[0] ?? null,
    explanation: result.explanation as Record<string, unknown>,
  };
}

/** One hit per entry, for its best name; of names with one score the one that stands first. */
function findHits(
  subject: Subject,
  query: CanonicalName,
  list: OpenList,
  threshold: number,
): Hit[] {
  const hits = new Map<string, Hit>();
  for (const segment of list.segments) {
    for (const { id, ...nameScore } of scan(query, segment, threshold)) {
      const { entry, text } = id;
      if (hits.has(entry.id)) continue;
      const result = applyEvidence(nameScore, {
        candidateDobs: entry.dobs,
        candidateCountries: entry.countries,
        ...(subject.dob === undefined ? {} : { queryDob: subject.dob }),
        ...(subject.country === undefined ? {} : { queryCountry: subject.country.toUpperCase() }),
      });
      if (result.score >= threshold) hits.set(entry.id, toHit(list.head, entry, text, result));
    }
  }
  return [...hits.values()];
}

/** Best first; ties in a fixed order, so that the same question gives the same answer. */
function compareHits(a: Hit, b: Hit): number {
  return (
    b.score - a.score ||
    LIST_KINDS.indexOf(a.listKind) - LIST_KINDS.indexOf(b.listKind) ||
    (a.entryId < b.entryId ? -1 : 1)
  );
}

/** decisions: an allowlist hit never blocks and never asks for a review. */
function outcomeOf(hits: Hit[]): Outcome {
  const blocks = ({ listKind, score }: Hit) =>
    listKind === 'tenant_blocklist' || (listKind === 'sanctions' && score >= SANCTIONS_BLOCK_SCORE);
  if (hits.some(blocks)) return 'block';
  return hits.some(({ listKind }) => listKind !== 'tenant_allowlist') ? 'review' : 'clear';
}

/** The limit counts allowlist hits apart, so that they never crowd out the others. */
function firstHits(hits: Hit[], limit: number): Hit[] {
  const sorted = hits.toSorted(compareHits);
  const allowed = sorted.filter(({ listKind }) => listKind === 'tenant_allowlist').slice(0, limit);
  const others = sorted.filter(({ listKind }) => listKind !== 'tenant_allowlist').slice(0, limit);
  return [...others, ...allowed].toSorted(compareHits);
}

/** Screens names against the lists as they are committed now. */
export class Screening {
  readonly #catalog = new Catalog();

  /**
   * Reads and computes only; `record` stores the result.
   * @param limitCap the most hits a subject may get
   */
  async screen(
    db: Queryable,
    orgId: string,
    subjects: Subject[],
    rules: Rules,
    limitCap: number,
  ): Promise<Screened> {
    const kinds = [...new Set<ListKind>([...(rules.kinds ?? DEFAULT_KINDS), 'tenant_blocklist'])];
    const threshold = rules.threshold ?? DEFAULT_THRESHOLD;
    const limit = Math.min(rules.limit ?? DEFAULT_HITS, limitCap);
    const screenedAt = clock.now();
    const heads = await selectListHeads(db, orgId, kinds);
    const lists: OpenList[] = [];
    for (const head of heads) {
      const opened = await this.#catalog.open(db, orgId, head);
      if (opened) lists.push({ head, ...opened });
    }
    const least = Math.max(threshold, MINIMUM_HIT_SCORE);
    const verdicts: Verdict[] = [];
    const turns = new Turns();
    for (const subject of subjects) {
      const query = canonicalise(subject.name);
      const hits: Hit[] = [];
      for (const list of lists) {
        hits.push(...findHits(subject, query, list, least));
        await turns.yieldIfDue();
      }
      verdicts.push({ subject, outcome: outcomeOf(hits), hits: firstHits(hits, limit) });
    }
    return { listVersion: listVersion(lists), screenedAt, kinds, threshold, limit, verdicts };
  }

  /** Brings the global lists into memory, so that the first screening does not wait for them. */
  async warmUp(db: Queryable): Promise<void> {
    for (const head of await selectListHeads(db, '', [...LIST_KINDS]))
      await this.#catalog.open(db, '', head);
  }
}

/** Stores every verdict with its hits and returns the screenings' ids in order. */
export async function record(
  tx: Tx,
  orgId: string,
  screened: Screened,
  subjectId: string | null,
): Promise<string[]> {
  const { kinds, threshold, limit, listVersion: version, screenedAt } = screened;
  const rows = screened.verdicts.map(({ subject, outcome, hits }) => {
    const { name, dob = null, country } = subject;
    const asked: Asked = {
      name,
      dob,
      country: country?.toUpperCase() ?? null,
      kinds,
      threshold,
      limit,
    };
    return {
      id: newId(SCREENING_PREFIX),
      subjectId,
      query: JSON.stringify(asked),
      hits: JSON.stringify(hits),
      outcome,
    };
  });
  await insertScreenings(tx, { orgId, listVersion: version, screenedAt }, rows);
  return rows.map((row) => row.id);
}
