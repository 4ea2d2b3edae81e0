/** Stores the screenings of a block exactly once, however often it is called. */
import { createHash } from 'node:crypto';
import { type Database } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { derivedId } from '../../../platform/ids.ts';
import {
  type Screened,
  SCREENING_PREFIX,
  storeScreenings,
  type Verdict,
} from '../../screening/index.ts';
import type { Row } from './rows.ts';
import type { Result } from './results.ts';
import { selectStored, type StoredResult } from './store.ts';

/** Decimal digits that number the rows of a block; they are valid in the base32 of ids too. */
const ROW_DIGITS = 4;

/** Derived from the block's id and the row's position, so that each attempt gives the same id. */
function rowId(blockId: string, place: number): string {
  return blockId.slice(0, -ROW_DIGITS) + String(place).padStart(ROW_DIGITS, '0');
}

/** The time is derived from stored data too, so that the ids sort by the time of screening. */
function idAfter(blockId: string, screenedAt: Date): string {
  const seed = createHash('sha256').update(blockId).digest();
  return derivedId(SCREENING_PREFIX, screenedAt.getTime(), seed);
}

/** `screened` has the verdicts of the rows with a subject, in their order. */
export type ScreenedBlock = { id: string; rows: Row[]; screened: Screened };

export type StoredBlock = {
  results: Result[];
  /** Id of the next block. */
  nextId: string;
  /** Null if there was nothing to screen. */
  listVersion: string | null;
};

type Judged = { row: Row; verdict: Verdict };

function judge({ id, rows, screened }: ScreenedBlock): Judged[] {
  const verdicts = screened.verdicts.values();
  return rows.flatMap((row, place) => {
    if ('problem' in row) return [];
    return { row, verdict: { ...verdicts.next().value!, id: rowId(id, place) } };
  });
}

/** Call in one transaction. */
function insert(db: Database, orgId: string, screened: Screened, judged: Judged[]): Promise<void> {
  const screenings = judged.map(({ row, verdict }) => ({
    orgId,
    subjectId: row.ref,
    screened: { ...screened, verdicts: [verdict] },
  }));
  return db.transaction((tx, last) => storeScreenings(tx, screenings, last));
}

/** Selects what an earlier attempt stored of these. */
async function stored(
  db: Database,
  orgId: string,
  judged: Judged[],
): Promise<Map<string, StoredResult>> {
  const ids = judged.map(({ verdict }) => verdict.id);
  return new Map((await selectStored(db.read, orgId, ids)).map((row) => [row.id, row]));
}

/**
 * If an earlier attempt stored the block, and its answer was lost or the process died before writing the results,
 * that attempt counts: each row has one screening, and the file has its verdict.
 */
export async function storeBlock(
  db: Database,
  orgId: string,
  block: ScreenedBlock,
): Promise<StoredBlock> {
  const { id, rows, screened } = block;
  let { listVersion, screenedAt } = screened;
  const judged = judge(block);
  // An unused id is kept: the next one must not depend on whether this block stored anything.
  if (judged.length === 0)
    return { results: toResults(rows, judged), nextId: id, listVersion: null };
  try {
    await insert(db, orgId, screened, judged);
  } catch (error) {
    if (violatedConstraint(error) !== 'screenings_pkey') throw error;
    const earlier = await stored(db, orgId, judged);
    // Only if the rows were judged by the rules of another release.
    const missing = judged.filter(({ verdict }) => !earlier.has(verdict.id));
    if (missing.length > 0) await insert(db, orgId, screened, missing);
    for (const { verdict } of judged) {
      const row = earlier.get(verdict.id);
      if (!row) continue;
      Object.assign(verdict, { hits: row.hits, outcome: row.outcome });
      listVersion = row.list_version;
      screenedAt = row.screened_at;
    }
  }
  return { results: toResults(rows, judged), nextId: idAfter(id, screenedAt), listVersion };
}

function toResults(rows: Row[], judged: Judged[]): Result[] {
  const verdicts = judged.values();
  return rows.map((row): Result => {
    const { line, ref } = row;
    if ('problem' in row) return { line, ref, outcome: 'invalid', reason: row.problem };
    const { id, outcome, hits } = verdicts.next().value!.verdict;
    const reason = row.omitted === undefined ? {} : { reason: row.omitted };
    return { line, ref, outcome, screeningId: id, hits, ...reason };
  });
}
