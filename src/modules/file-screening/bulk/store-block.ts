/** Stores the screenings of a block exactly once, however often it is tried. */
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

/** Decimal digits that number the rows of a block; they are digits of the ids' base32 as well. */
const ROW_DIGITS = 4;

/** Follows from the block's id and the row's place, so that another try gives the same. */
function rowId(blockId: string, place: number): string {
  return blockId.slice(0, -ROW_DIGITS) + String(place).padStart(ROW_DIGITS, '0');
}

/** Also the time follows from what is stored, so that the ids sort by when the names were screened. */
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
  /** Null when there was nothing to screen. */
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

/** In one transaction. */
function insert(db: Database, orgId: string, screened: Screened, judged: Judged[]): Promise<void> {
  const screenings = judged.map(({ row, verdict }) => ({
    orgId,
    subjectId: row.ref,
    screened: { ...screened, verdicts: [verdict] },
  }));
  return db.transaction((tx, last) => storeScreenings(tx, screenings, last));
}

/** Selects what an earlier try stored of these. */
async function stored(
  db: Database,
  orgId: string,
  judged: Judged[],
): Promise<Map<string, StoredResult>> {
  const ids = judged.map(({ verdict }) => verdict.id);
  return new Map((await selectStored(db.read, orgId, ids)).map((row) => [row.id, row]));
}

/**
 * When an earlier try has stored the block and its answer was lost, or the process died before it wrote the results,
 * then what that one stored is the result: each row has one screening, and the file says what that says.
 */
export async function storeBlock(
  db: Database,
  orgId: string,
  block: ScreenedBlock,
): Promise<StoredBlock> {
  const { id, rows, screened } = block;
  let { listVersion, screenedAt } = screened;
  const judged = judge(block);
  // An id that is not used up stays: the next one must not depend on when nothing was stored.
  if (judged.length === 0)
    return { results: toResults(rows, judged), nextId: id, listVersion: null };
  try {
    await insert(db, orgId, screened, judged);
  } catch (error) {
    if (violatedConstraint(error) !== 'screenings_pkey') throw error;
    const earlier = await stored(db, orgId, judged);
    // There are some only when the rows were judged by the rules of another release.
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
