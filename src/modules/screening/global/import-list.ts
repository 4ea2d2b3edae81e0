import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { importFormats } from '../import/formats.ts';
import { ImportFormatError, type ImportedEntry, type Rejection } from '../import/types.ts';
import { CANON_VERSION, canonicalText, entityHint } from '../matching/index.ts';
import { ENTRY_PREFIX } from '../lists/entries.ts';
import type { GlobalKind } from '../screen/schemas.ts';
import { GLOBAL_LIST_PREFIX, toGlobalList } from './lists.ts';
import type { ImportReport } from './schemas.ts';
import * as store from './store.ts';

/** Rows of one INSERT: large enough to be fast, small enough to bound memory. */
const BATCH = 500;
const KEPT_REJECTIONS = 100;

export type FileSource = AsyncIterable<Uint8Array | string>;

export type ImportInput = {
  kind: GlobalKind;
  source: string;
  name?: string;
  format: string;
  main: FileSource;
  aliases?: FileSource;
};

function toStaged(entry: ImportedEntry): store.StagedEntry | undefined {
  const entity = entityHint(entry.entityType);
  const canonicalName = canonicalText(entry.name, { entity });
  if (canonicalName === '') return undefined;
  const { externalId, entityType, name } = entry;
  const fields = {
    aliases: JSON.stringify(entry.aliases),
    dobs: JSON.stringify(entry.dobs),
    countries: JSON.stringify(entry.countries),
    identifiers: JSON.stringify(entry.identifiers),
    raw: JSON.stringify({ ...entry.raw, programs: entry.programs }),
  };
  const contentHash = createHash('sha256')
    .update(JSON.stringify([entityType, name, CANON_VERSION, ...Object.values(fields)]))
    .digest();
  return {
    externalId,
    id: newId(ENTRY_PREFIX),
    entityType,
    name,
    canonicalName,
    ...fields,
    contentHash,
  };
}

/** Counts what was refused and keeps the first of them: a file of another kind has one per line. */
class Rejections {
  count = 0;
  readonly kept: Rejection[] = [];
  readonly add = (rejection: Rejection): void => {
    this.count += 1;
    if (this.kept.length < KEPT_REJECTIONS) this.kept.push(rejection);
  };
}

async function stageAll(
  tx: Tx,
  listId: string,
  entries: AsyncIterable<ImportedEntry>,
  rejections: Rejections,
): Promise<void> {
  let batch: store.StagedEntry[] = [];
  for await (const entry of entries) {
    const staged = toStaged(entry);
    if (staged) batch.push(staged);
    else
      rejections.add({
        file: 'main',
        line: 0,
        reason: `entry ${entry.externalId}: the name has no letter or digit`,
      });
    if (batch.length === BATCH) {
      await store.stage(tx, listId, CANON_VERSION, batch);
      batch = [];
    }
  }
  if (batch.length > 0) await store.stage(tx, listId, CANON_VERSION, batch);
}

/**
 * Replaces a global list by the content of a file, in the caller's transaction: screenings see the old
 * list until it commits and the new one afterwards. Bad rows are reported and left out; a file without a
 * single good row changes nothing.
 * @throws ApiError BAD_REQUEST when the file cannot be read in this format or holds no entry; CONFLICT when
 *   the source exists with another kind
 */
export async function importList(tx: Tx, input: ImportInput): Promise<ImportReport> {
  const format = importFormats[input.format];
  if (!format)
    throw badRequest([
      { path: 'format', message: `must be one of ${Object.keys(importFormats).join(', ')}` },
    ]);
  const { source, kind } = input;
  await store.createStaging(tx);
  const list = await store.lockOrCreateList(tx, {
    id: newId(GLOBAL_LIST_PREFIX),
    source,
    kind,
    name: input.name ?? source,
    format: input.format,
  });
  if (list.kind !== kind)
    throw new ApiError('CONFLICT', `the source exists with the kind ${list.kind}`);
  const rejections = new Rejections();
  const files = { main: input.main, ...(input.aliases ? { aliases: input.aliases } : {}) };
  try {
    await stageAll(tx, list.id, format.parse(files, rejections.add), rejections);
  } catch (error) {
    if (error instanceof ImportFormatError)
      throw badRequest([{ path: 'content', message: error.message }]);
    throw error;
  }
  const { added, changed, removed, total } = await store.applyStaging(tx, list.id);
  if (total === 0)
    throw badRequest([
      {
        path: 'content',
        message: `no entry could be read as ${input.format} (${rejections.count} rows rejected)`,
      },
    ]);
  const row = await store.finishImport(tx, list.id, {
    name: input.name ?? list.name,
    format: input.format,
    entryCount: total,
    contentChanged: added + changed + removed > 0,
  });
  return {
    list: toGlobalList(row),
    added,
    changed,
    removed,
    unchanged: total - added - changed,
    rejected: rejections.count,
    rejections: rejections.kept,
  };
}
