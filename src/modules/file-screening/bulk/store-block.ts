/** Stores the screenings of a block exactly once, for any number of calls. */
import { createHash } from 'node:crypto';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import { type Database } from '../../../platform/db/database.ts';
import { violatedConstraint } from '../../../platform/db/failures.ts';
import { derivedId } from '../../../platform/ids.ts';
import {
  openContent,
  SCREENING_PREFIX,
  storeScreenings,
  type Verdict,
} from '../../screening/index.ts';
import { sealsContent } from '../../tenants/index.ts';
import { type JudgedRow, type ScreenedBlock, screeningsOf } from '../file/blocks.ts';
import { selectStored, type StoredResult } from './store.ts';

/** The number of decimal digits that number the rows of a block. They are also valid in the base32 of ids. */
const ROW_DIGITS = 4;

/** Derived from the block's id and the row's position, so that each attempt gives the same id. */
function rowId(blockId: string, place: number): string {
  return blockId.slice(0, -ROW_DIGITS) + String(place).padStart(ROW_DIGITS, '0');
}

/** The time is also derived from stored data, so the ids sort by the time of screening. */
function idAfter(blockId: string, screenedAt: Date): string {
  const seed = createHash('sha256').update(blockId).digest();
  return derivedId(SCREENING_PREFIX, screenedAt.getTime(), seed);
}

export type StoredBlock = {
  rows: JudgedRow[];
  /** Id of the next block. */
  nextId: string;
  /** Null if there was nothing to screen. */
  listVersion: string | null;
};

function withVerdicts(
  rows: readonly JudgedRow[],
  change: (verdict: Verdict, place: number) => Partial<Verdict>,
): JudgedRow[] {
  return rows.map(({ row, verdict }, place) => {
    return verdict ? { row, verdict: { ...verdict, ...change(verdict, place) } } : { row };
  });
}

/** The database, and the keys, which are opened only if contents are sealed. */
export type Storage = { db: Database; keys: () => Promise<Envelopes> };

/** Returns the hits of a stored screening, which another process may have sealed. @throws the key provider's error */
async function hitsOf({ keys }: Storage, orgId: string, stored: StoredResult) {
  if (stored.content_envelope === null) return stored.hits;
  return (await openContent(await keys(), orgId, stored))?.hits ?? stored.hits;
}

/**
 * Stores the screenings of a block. If an earlier attempt stored the block, but its answer was lost or the process died
 * before writing the results, that attempt counts: each row has one screening, and the file has its verdict.
 * @param id the block's id
 * @throws the key provider's error
 */
export async function storeBlock(
  storage: Storage,
  orgId: string,
  id: string,
  { rows: judged, screened }: ScreenedBlock,
): Promise<StoredBlock> {
  const rows = withVerdicts(judged, (_, place) => ({ id: rowId(id, place) }));
  const { db, keys } = storage;
  const insert = async (those: readonly JudgedRow[]): Promise<void> => {
    const envelopes = (await sealsContent(db.read, orgId)) ? await keys() : null;
    const screenings = await screeningsOf(orgId, those, screened, envelopes);
    await db.transaction((tx, last) => storeScreenings(tx, screenings, last));
  };
  const ids = rows.flatMap(({ verdict }) => (verdict ? [verdict.id] : []));
  // An unused id is kept, because the next one must not depend on whether this block stored anything.
  if (ids.length === 0) return { rows, nextId: id, listVersion: null };
  try {
    await insert(rows);
    const { listVersion, screenedAt } = screened;
    return { rows, nextId: idAfter(id, screenedAt), listVersion };
  } catch (error) {
    if (violatedConstraint(error) !== 'screenings_pkey') throw error;
    const stored = await selectStored(db.read, orgId, ids);
    const opened = await openAll(stored, async (row) => {
      const hits = await hitsOf(storage, orgId, row);
      return [row.id, { outcome: row.outcome, hits }] as const;
    });
    const earlier = new Map(opened);
    // Rows are missing only if an earlier attempt judged them by the rules of another release.
    const missing = rows.filter(({ verdict }) => verdict && !earlier.has(verdict.id));
    if (missing.length > 0) await insert(missing);
    const { list_version: listVersion, screened_at: screenedAt } = stored[0]!;
    return {
      rows: withVerdicts(rows, (verdict) => {
        const { outcome, hits } = earlier.get(verdict.id) ?? verdict;
        return { outcome, hits };
      }),
      nextId: idAfter(id, screenedAt),
      listVersion,
    };
  }
}
