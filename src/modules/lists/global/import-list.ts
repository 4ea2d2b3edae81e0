import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { importFormats, READERS_VERSION } from '../import/formats.ts';
import { publishedAt } from '../import/text/published-at.ts';
import type { DateFormat } from '../import/text/date-orders.ts';
import type { OfFiles } from '../import/types.ts';
import { mappedFormat } from '../import/mapping/mapped-format.ts';
import type { Mapping } from '../import/mapping/schemas.ts';
import { Unknown } from '../entries/known-programs.ts';
import type { GlobalKind } from '../../../matching/index.ts';
import { hashedFiles, inHex, type Checksums, type FileSource } from './hashed-files.ts';
import { isSame, lastImport, type LastImport } from './last-import.ts';
import { getGlobalList, GLOBAL_LIST_PREFIX } from './lists.ts';
import { forgetValidators } from './refresh/store.ts';
import { assertHarmless } from './refused.ts';
import type { ImportReport, RefusedFile } from './schemas.ts';
import { readInto } from './staging/read-into.ts';
import * as staging from './staging/store.ts';
import * as store from './store.ts';
import { insertVersion } from './versions/store.ts';

export type ImportInput = OfFiles<FileSource> & {
  kind: GlobalKind;
  source: string;
  name?: string;
  format: string;
  /** Describes where the file has each field, for the format `mapped`. */
  mapping?: Mapping;
  /** Origin of the main file, in the form that answers may show. */
  origin?: string;
  /** Time of the last change of the main file according to its origin, in the format of HTTP. */
  lastModified?: string | undefined;
  /** For unattended imports: rejects a harmful file, unless it is the accepted one. */
  guarded?: { accepted: RefusedFile | null };
  /** Checksums of the files, if known before the import. Oriki skips files equal to the ones of the last import. */
  checksums?: Checksums;
  /** Reads the main file from its beginning, if it can be read twice. */
  again?: () => FileSource;
  /** Order of days and months in dates that do not show it. It overrides a mapping. */
  dateFormat?: DateFormat | undefined;
  /** Called from time to time with the number of entries read. */
  onProgress?: (entries: number) => void;
};

/**
 * Replaces a global list with the content of a file, in the caller's transaction. Screenings see the old list until
 * it commits, and then the new one. Bad rows are reported and omitted; a file without a good row changes nothing.
 * @throws ApiError BAD_REQUEST if the file cannot be read in this format or has no entry; CONFLICT if the source
 * exists with another kind; Refusal
 */
export async function importList(tx: Tx, input: ImportInput): Promise<ImportReport> {
  const format = input.mapping ? mappedFormat(input.mapping) : importFormats[input.format];
  if (!format)
    throw badRequest([
      { path: 'format', message: `must be one of ${Object.keys(importFormats).join(', ')}` },
    ]);
  const { source, kind } = input;
  await staging.allowLongStatements(tx);
  const list = await store.lockOrCreateList(tx, {
    id: newId(GLOBAL_LIST_PREFIX),
    source,
    kind,
    name: input.name ?? source,
    format: input.format,
  });
  if (list.kind !== kind)
    throw new ApiError('CONFLICT', `the source exists with the kind ${list.kind}`);
  const last = lastImport(list);
  if (input.checksums && last && isSame(last, readerOf(input), input.checksums))
    return skipImport(tx, list, last, input);
  const { contents, sha256, head } = hashedFiles(input);
  const revision = list.revision + 1;
  const of = { kind, format: format.name };
  const target = { id: list.id, revision, createdAt: list.created_at, ...of };
  const read = await readInto(tx, target, format, {
    ...contents,
    ...(input.again && { again: input.again }),
    order: input.dateFormat ?? input.mapping?.dateFormat,
    isUnattended: input.guarded !== undefined,
    onProgress: input.onProgress,
  });
  const { said, rejections, omissions, unknown, openDates } = read;
  const aliasCounts = input.guarded && (await staging.countAliases(tx, list.id));
  const { total, ...difference } = await staging.applyStaging(tx, list.id, revision);
  if (total === 0)
    throw badRequest([
      {
        path: 'content',
        message: `no entry could be read as ${input.format} (${rejections.count} rows rejected)${rejections.first}`,
      },
    ]);
  if (aliasCounts && input.guarded) {
    const { before, after } = aliasCounts;
    const checksums = inHex(sha256);
    const file = {
      sha256: checksums.main!,
      aliasesSha256: checksums.aliases ?? null,
      addressesSha256: checksums.addresses ?? null,
      commentsSha256: checksums.comments ?? null,
      removedEntries: difference.removed,
      entries: list.entry_count,
      removedAliases: Math.max(0, before - after),
      aliases: before,
      unusableRows: rejections.count,
      usableEntries: total,
    };
    await assertHarmless(tx, list, file, input.guarded.accepted);
  }
  const { added, changed, removed } = difference;
  const contentChanged = added + changed + removed > 0;
  const stamp = await store.finishImport(tx, list.id, {
    name: input.name ?? list.name,
    format: input.format,
    entryCount: total,
    contentChanged,
    publishedAt: publishedAt(format.name, head()) ?? timeOf(input.lastModified),
    files: {
      readers: READERS_VERSION,
      format: readerOf(input),
      checksums: inHex(sha256),
      rejected: rejections.count,
      omitted: omissions.count,
      ...(openDates > 0 && { openDates }),
    },
  });
  if (contentChanged)
    await insertVersion(tx, {
      list_id: list.id,
      revision,
      stamp,
      format: input.format,
      origin: input.origin ?? null,
      sha256: sha256('main'),
      aliases_sha256: sha256('aliases'),
      addresses_sha256: sha256('addresses'),
      comments_sha256: sha256('comments'),
      ...difference,
      rejected: rejections.count,
      rejections: JSON.stringify(rejections.kept),
      entry_count: total,
    });
  await forgetValidators(tx, list.id);
  return {
    list: await getGlobalList(tx, list.id),
    ...difference,
    unchanged: total - added - changed,
    rejected: rejections.count,
    rejections: rejections.kept,
    omitted: omissions.count,
    omissions: omissions.kept,
    unknown: unknown.report,
    readAs: said,
    skipped: false,
  };
}

function timeOf(text = ''): Date | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** Returns the format with its variants: a mapping, and an order of days and months. */
function readerOf({ format, mapping, dateFormat }: ImportInput): string {
  const hash = createHash('sha256').update(JSON.stringify(mapping ?? null));
  const reader = mapping === undefined ? format : `${format} ${hash.digest('hex')}`;
  return dateFormat === undefined ? reader : `${reader} ${dateFormat}`;
}

/** Records that the list equals its files, without reading them. */
async function skipImport(
  tx: Tx,
  list: store.GlobalListRow,
  last: LastImport,
  { name, format }: ImportInput,
): Promise<ImportReport> {
  const { id, entry_count: entryCount } = list;
  const publishedBefore = list.published_at;
  const result = { name: name ?? list.name, format, entryCount, contentChanged: false };
  await store.finishImport(tx, id, { ...result, publishedAt: publishedBefore, files: last });
  await forgetValidators(tx, id);
  return {
    list: await getGlobalList(tx, id),
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: entryCount,
    rejected: last.rejected,
    rejections: [],
    omitted: last.omitted,
    omissions: [],
    unknown: new Unknown().report,
    readAs: null,
    skipped: true,
  };
}
