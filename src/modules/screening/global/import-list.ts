import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { derivedId, newId } from '../../../platform/ids.ts';
import { yielder } from '../../../platform/concurrency/yield-to-event-loop.ts';
import { importFormats, READERS_VERSION } from '../import/formats.ts';
import type { ReadAs } from '../import/text/dialect.ts';
import { publishedAt } from '../import/text/published-at.ts';
import { ImportFormatError, type ImportedEntry, type OfFiles } from '../import/types.ts';
import { mappedFormat } from '../import/mapping/mapped-format.ts';
import type { Mapping } from '../import/mapping/schemas.ts';
import { unpacked } from '../import/xlsx/workbook.ts';
import { CANON_VERSION, canonicalText, entityHint } from '../../../names/index.ts';
import { Unknown } from '../entries/known-programs.ts';
import { labelsOf } from '../entries/labels.ts';
import { ENTRY_PREFIX } from '../lists/schemas.ts';
import type { GlobalKind } from '../screen/list-kinds.ts';
import { bounded } from './bounded.ts';
import { hashedFiles, inHex, type Checksums, type FileSource } from './hashed-files.ts';
import { isSame, lastImport, type LastImport } from './last-import.ts';
import { getGlobalList, GLOBAL_LIST_PREFIX } from './lists.ts';
import { forgetValidators } from './refresh/store.ts';
import { Problems } from './problems.ts';
import { assertHarmless } from './refused.ts';
import type { ImportReport, RefusedFile } from './schemas.ts';
import * as staging from './staging/store.ts';
import * as store from './store.ts';
import { insertVersion } from './versions/store.ts';

/** Rows of one INSERT: large enough to be fast, small enough to bound memory. */
const BATCH = 500;

export type ImportInput = OfFiles<FileSource> & {
  kind: GlobalKind;
  source: string;
  name?: string;
  format: string;
  /** Says where the file has what, for the format `mapped`. */
  mapping?: Mapping;
  /** The origin of the main file, as it may be shown. */
  origin?: string;
  /** When the origin says that its main file was changed, as HTTP writes it. */
  lastModified?: string | undefined;
  /** For files nobody has seen: refuses one that would do harm, unless it is the one that was accepted. */
  guarded?: { accepted: RefusedFile | null };
  /** Checksums of the files, if they could be read before: those of the last import are not imported again. */
  checksums?: Checksums;
  /** Told now and then how many entries were read. */
  onProgress?: (entries: number) => void;
};

/** The target of the entries. */
type Target = { id: string; revision: number; createdAt: Date; kind: GlobalKind; format: string };

/** The same whenever an entry comes back that a file had left out: what was decided about it still stands then. */
function entryId({ id, createdAt }: Target, externalId: string): string {
  const seed = createHash('sha256').update(`${id}\n${externalId}`).digest();
  return derivedId(ENTRY_PREFIX, createdAt.getTime(), seed);
}

function toStaged(target: Target, entry: ImportedEntry): staging.StagedEntry | undefined {
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
  const facts = entry.facts ? JSON.stringify(entry.facts) : null;
  const found = labelsOf(target, entry);
  const labels = found && JSON.stringify(found);
  const more = [facts, labels].filter((text) => text !== null);
  const content = [entityType, name, ...Object.values(fields), ...more];
  const contentHash = createHash('sha256').update(JSON.stringify(content)).digest();
  return {
    externalId,
    id: entryId(target, externalId),
    entityType,
    name,
    canonicalName,
    ...fields,
    facts,
    labels,
    contentHash,
  };
}

type Noted = { rejections: Problems; omissions: Problems; unknown: Unknown };

async function stageAll(
  tx: Tx,
  list: Target,
  entries: AsyncIterable<ImportedEntry>,
  { rejections, omissions, unknown }: Noted,
  onProgress: (entries: number) => void = () => {},
): Promise<void> {
  const target = { id: list.id, revision: list.revision, canonVersion: CANON_VERSION };
  const yieldIfDue = yielder();
  let batch: staging.StagedEntry[] = [];
  let count = 0;
  for await (const entry of entries) {
    const staged = toStaged(
      list,
      bounded(entry, (reason) => omissions.add({ file: 'main', line: 0, reason })),
    );
    if (staged && list.kind === 'sanctions') unknown.add(entry);
    if (staged) batch.push(staged);
    else
      rejections.add({
        file: 'main',
        line: 0,
        reason: `entry ${entry.externalId}: the name has no letter or digit`,
      });
    if (batch.length === BATCH) {
      await staging.stage(tx, target, batch);
      onProgress((count += batch.length));
      batch = [];
    }
    await yieldIfDue();
  }
  if (batch.length > 0) await staging.stage(tx, target, batch);
}

/**
 * Replaces a global list by the content of a file, in the caller's transaction: screenings see the old
 * list until it commits and the new one afterwards. Bad rows are reported and left out; a file without a
 * single good row changes nothing.
 * @throws ApiError BAD_REQUEST when the file cannot be read in this format or holds no entry; CONFLICT when
 *   the source exists with another kind; Refusal
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
  const rejections = new Problems();
  const omissions = new Problems();
  const unknown = new Unknown();
  const { contents, sha256, head } = hashedFiles(input);
  const revision = list.revision + 1;
  let said: ReadAs | null = null;
  try {
    const onReadAs = (found: ReadAs): void => void (said = found);
    const files = { ...contents, main: unpacked(contents.main), onReadAs };
    const entries = format.parse(files, rejections.add, omissions.add);
    const of = { kind, format: format.name };
    const target = { id: list.id, revision, createdAt: list.created_at, ...of };
    await stageAll(tx, target, entries, { rejections, omissions, unknown }, input.onProgress);
  } catch (error) {
    if (error instanceof ImportFormatError)
      throw badRequest([
        {
          path: error.file === 'main' ? 'content' : error.file,
          message: error.message + rejections.first,
        },
      ]);
    throw error;
  }
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

/** The format, and of a mapping what makes it another one. */
function readerOf({ format, mapping }: ImportInput): string {
  if (mapping === undefined) return format;
  return `${format} ${createHash('sha256').update(JSON.stringify(mapping)).digest('hex')}`;
}

/** Notes that the list is what its files say, without reading them. */
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
