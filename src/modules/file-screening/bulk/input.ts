/** The input file of a bulk screening: CSV with a header row, read in blocks of rows. */
import { addAbortSignal, type Readable } from 'node:stream';
import {
  dateOrderOf,
  dialectOf,
  type Fingerprint,
  inUtf8,
  openCsvFile,
  readAs,
  type ReadAs,
  type Reading,
  readLines,
  readRecords,
  type Records,
  takeHeader,
  withBeginning,
} from '../../lists/index.ts';
import { type Block, toBlocks } from '../file/blocks.ts';
import { toRows, useColumns, type Columns } from '../file/rows.ts';

/**
 * The number of rows that are screened, stored and written together, which is the limit of one call of the batch route.
 */
const BLOCK_ROWS = 1000;

export type Input = {
  columns: Columns;
  readAs: ReadAs;
  /** Undefined for standard input, which can be read only once. */
  fingerprint: Fingerprint | undefined;
  /**
   * Returns the finished share, 0 to 1, when the block that ends before `nextLine` is done; undefined for standard
   * input.
   */
  share: (nextLine: number | null) => number | undefined;
  /**
   * Returns the blocks; may be called only once.
   * @param fromLine the `nextLine` of a block; 0 means the first row
   * @param size rows per block
   */
  blocks: (fromLine: number, size?: number) => AsyncGenerator<Block, void, undefined>;
  /** @throws ApiError CONFLICT if the file was changed since it was opened */
  assertUnchanged: () => Promise<void>;
  close: () => Promise<void>;
};

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Throws the reason of the stop instead of ending like a file, so a partial line is never read as a name. */
async function* untilStopped(
  source: Readable,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* addAbortSignal(stop, source) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw stop.aborted ? stop.reason : error;
  }
}

/**
 * Reads standard input.
 * @throws ApiError BAD_REQUEST if it is not CSV with the required columns; the reason of `stop`
 */
export async function openStream(
  source: Readable,
  stop: AbortSignal,
  reading: Reading = {},
): Promise<Input> {
  const { head, source: all } = await withBeginning(untilStopped(source, stop), BLOCK_ROWS);
  const dialect = dialectOf(head);
  const recordsIn = (bytes: AsyncIterable<Uint8Array>): Records =>
    readRecords(readLines(inUtf8(bytes, dialect)), dialect.delimiter);
  const records = recordsIn(all);
  const header = await takeHeader(records, 'file', reading.columns).catch((error: unknown) => {
    source.destroy();
    throw error;
  });
  const first = recordsIn(only(head));
  await first.next();
  const columns = useColumns(header, await dateOrderOf(first, header, reading.dateFormat));
  return {
    columns,
    readAs: readAs(dialect),
    fingerprint: undefined,
    share: () => undefined,
    blocks: (_fromLine, size = BLOCK_ROWS) => toBlocks(toRows(records, columns), size),
    assertUnchanged: async () => {},
    // A writer that stays open would keep the process alive.
    close: async () => void source.destroy(),
  };
}

/**
 * Opens a file and reads it by the handle: replacing the file has no effect.
 * @throws ApiError BAD_REQUEST if it is not a file, or not CSV with the required columns
 */
export async function openFile(path: string, reading: Reading = {}): Promise<Input> {
  const { header, dialect, order, records, ...file } = await openCsvFile(path, reading);
  const columns = useColumns(header, order);
  return {
    ...file,
    columns,
    readAs: readAs(dialect),
    blocks: (fromLine, size = BLOCK_ROWS) => toBlocks(toRows(records(fromLine), columns), size),
  };
}
