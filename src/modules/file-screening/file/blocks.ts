/** The one way to screen a file: block by block, from where an earlier process stopped. */
import type { ListKind } from '../../../matching/index.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { openAll } from '../../../platform/crypto/opening.ts';
import {
  MAX_HITS,
  type Outcome,
  type Rules,
  type Screened,
  type Screening,
  sealScreenings,
  TOO_MUCH_WORK,
  type Unstored,
  type Verdict,
} from '../../screening/index.ts';
import type { Row } from './rows.ts';

/** `nextLine` is the line at which the next block begins; null after the last row. */
export type Block = { rows: Row[]; nextLine: number | null };

/**
 * Reads one row ahead, because the next block begins at its line. A file without rows is one empty block.
 * @param size rows per block
 */
export async function* toBlocks(
  all: AsyncIterable<Row>,
  size: number,
): AsyncGenerator<Block, void, undefined> {
  let rows: Row[] = [];
  for await (const row of all) {
    if (rows.length === size) {
      yield { rows, nextLine: row.line };
      rows = [];
    }
    rows.push(row);
  }
  yield { rows, nextLine: null };
}

/** A row with its verdict; without one, the row has a problem. */
export type JudgedRow = { row: Row; verdict?: Verdict };

/** A screened block, of which nothing is stored yet. `from` is the line at which it begins; 0 means the first row. */
export type ScreenedBlock = {
  from: number;
  nextLine: number | null;
  rows: JudgedRow[];
  screened: Screened;
};

/** Counts of finished rows. `incomplete` counts rows that were screened without an unusable field. */
export type Tally = Record<Outcome | 'invalid' | 'incomplete', number>;

export function tallyOf(rows: readonly JudgedRow[]): Tally {
  const tally = { clear: 0, review: 0, block: 0, invalid: 0, incomplete: 0 };
  for (const { row, verdict } of rows) {
    tally[verdict?.outcome ?? 'invalid'] += 1;
    if ('omitted' in row) tally.incomplete += 1;
  }
  return tally;
}

/** Returns the problem of a row, or the parts of it that were not used. */
export function reasonOf(row: Row): string | undefined {
  return 'problem' in row ? row.problem : row.omitted;
}

/**
 * Returns the screenings of rows in the form for `storeScreenings`.
 * @param envelopes seal the contents; null leaves them in the clear
 * @throws the key provider's error
 */
export async function screeningsOf(
  orgId: string,
  rows: readonly JudgedRow[],
  screened: Screened,
  envelopes: Envelopes | null,
): Promise<Unstored[]> {
  const unstored = rows.flatMap(({ row, verdict }) =>
    verdict ? [{ orgId, subjectId: row.ref, screened: { ...screened, verdicts: [verdict] } }] : [],
  );
  return envelopes ? openAll(unstored, (one) => sealScreenings(envelopes, one)) : unstored;
}

/** Returns the rules of a file. Null means that its sender did not set them. */
export function rulesOf(
  kinds: readonly string[] | null,
  threshold: number | null,
  limit: number,
): Rules {
  return {
    limit,
    ...(kinds && { kinds: kinds as ListKind[] }),
    ...(threshold !== null && { threshold }),
  };
}

export type FileScreening = {
  screening: Pick<Screening, 'screen'>;
  orgId: string;
  rules: Rules;
  /** Ends the screening between two names. */
  stop: AbortSignal;
  /** True for work with a lower priority than requests. */
  givesWay?: true;
  /** Ends the screening after a block. */
  isOver?: () => boolean;
  /** Repeats work while the database is unavailable. Without it, the error ends the screening. */
  patiently?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Stores a block with its position, exactly once. Called in order, one block at a time. */
  record: (block: ScreenedBlock) => Promise<void>;
};

/** Screens the rows of a block. A name that takes too much work is a problem of its row. */
async function judge(
  rows: readonly Row[],
  { screening, orgId, rules, stop, givesWay, patiently = (work) => work() }: FileScreening,
): Promise<Pick<ScreenedBlock, 'rows' | 'screened'>> {
  const asked = rows.filter((row) => 'subject' in row);
  const skipped = new Set<Row>();
  const screened = await patiently(() => {
    skipped.clear();
    return screening.screen({
      orgId,
      subjects: asked.map(({ subject, ref }) => ({
        ...subject,
        ...(ref !== null && { subjectId: ref }),
      })),
      rules,
      caps: {
        each: MAX_HITS,
        all: Infinity,
        passOver: (index) => void skipped.add(asked[index]!),
      },
      abandoned: stop,
      isFederated: true,
      mayLag: true,
      ...(givesWay && { givesWay }),
    });
  });
  const verdicts = screened.verdicts.values();
  const judged = rows.map((row): JudgedRow => {
    const { line, ref } = row;
    if (skipped.has(row)) return { row: { line, ref, problem: `name: ${TOO_MUCH_WORK}` } };
    return 'problem' in row ? { row } : { row, verdict: verdicts.next().value! };
  });
  return { rows: judged, screened };
}

/**
 * Screens the blocks of a file and records each one, while it screens the next.
 * @param from line where the blocks begin; 0 means the first row
 * @returns the line from which to continue; null after the last row
 * @throws the reason of `stop`; errors of the file, of the screening and of `record`. Every recorded block is
 * complete by then
 */
export async function screenBlocks(
  blocks: AsyncIterable<Block>,
  from: number,
  file: FileScreening,
): Promise<number | null> {
  const { stop, isOver = () => false } = file;
  let next: number | null = from;
  let recording = Promise.resolve();
  try {
    for await (const { rows, nextLine } of blocks) {
      stop.throwIfAborted();
      const judged = await judge(rows, file);
      await recording;
      recording = file.record({ from: next!, nextLine, ...judged });
      recording.catch(() => {});
      next = nextLine;
      if (isOver()) break;
    }
    await recording;
    return next;
  } catch (error) {
    const other = await recording.then(
      () => error,
      (failure: unknown) => failure,
    );
    throw stop.aborted && error === stop.reason ? other : error;
  }
}
