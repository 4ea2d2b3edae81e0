import { createHash } from 'node:crypto';
import type { Tx } from '../../../../platform/db/database.ts';
import { badRequest } from '../../../../platform/errors/index.ts';
import { derivedId } from '../../../../platform/ids.ts';
import { yielder } from '../../../../platform/concurrency/yield-to-event-loop.ts';
import { CANON_VERSION, canonicalText, entityHint } from '../../../../names/index.ts';
import { Unknown } from '../../entries/known-programs.ts';
import { labelsOf } from '../../entries/labels.ts';
import { countryOfBareCode } from '../../import/country-names.ts';
import { FileDates, type DateFormat } from '../../import/text/date-orders.ts';
import type { ReadAs } from '../../import/text/dialect.ts';
import {
  ImportFormatError,
  type ImportedEntry,
  type ImportFormat,
  type OfFiles,
  type Rejection,
} from '../../import/types.ts';
import { unpacked } from '../../import/xlsx/workbook.ts';
import { ENTRY_PREFIX } from '../../tenant/schemas.ts';
import type { GlobalKind } from '../../../../matching/index.ts';
import type { FileSource } from '../hashed-files.ts';
import * as staging from './store.ts';
import { MAX_VALUES, quote } from '../../import/names.ts';

const KEPT_PROBLEMS = 100;

/** Counts unusable rows and keeps the first ones, because a file of another kind has one per line. */
class Problems {
  count = 0;
  readonly kept: Rejection[] = [];
  readonly add = (rejection: Rejection): void => {
    this.count += 1;
    if (this.kept.length < KEPT_PROBLEMS) this.kept.push(rejection);
  };

  /** Returns the end of a message. */
  get first(): string {
    const [first] = this.kept;
    return first ? `; first, in line ${first.line}: ${first.reason}` : '';
  }
}

/** Returns the entry cut to the limits of what is stored. */
function bounded(entry: ImportedEntry, report: (reason: string) => void): ImportedEntry {
  const first = <T>(what: string, values: T[]): T[] => {
    if (values.length <= MAX_VALUES) return values;
    report(`entry ${entry.externalId}: it has ${values.length} ${what}; ${MAX_VALUES} are kept`);
    return values.slice(0, MAX_VALUES);
  };
  return {
    ...entry,
    aliases: first('aliases', entry.aliases),
    dobs: first('dates of birth', entry.dobs),
    countries: first('countries', entry.countries),
    identifiers: Object.fromEntries(first('identifiers', Object.entries(entry.identifiers))),
    programs: first('programs', entry.programs),
  };
}

/** Returns true for a name that no place of a query can have: a code that belongs to no country and no part of one. */
function isNoPlace(name: string): boolean {
  const isCode = /^(?:[a-z]{2}|[a-z]{2}-[a-z\d]{1,3}|[^\p{L}]+)$/iu.test(name);
  return isCode && countryOfBareCode(name) === undefined;
}

/** Returns the entry of a place under an embargo, or the reason why it has none. Names that are not places go to `report`. */
function placed(entry: ImportedEntry, report: (reason: string) => void): ImportedEntry | string {
  const all = [entry.name, ...entry.aliases.map(({ name }) => name)];
  const unknown = all.filter(isNoPlace);
  if (unknown.length === 0) return entry;
  const reason = `${unknown.map(quote).join(', ')} is not a code of a country or the name of a country or region`;
  const name = all.find((one) => !isNoPlace(one));
  if (name === undefined) return reason;
  report(reason);
  return {
    ...entry,
    name,
    aliases: entry.aliases.filter((alias) => alias.name !== name && !isNoPlace(alias.name)),
  };
}

/** The number of rows per INSERT: enough to be fast, and few enough to limit memory. */
const BATCH = 500;

/** The list and import for the entries. */
export type Target = {
  id: string;
  revision: number;
  createdAt: Date;
  kind: GlobalKind;
  format: string;
};

/**
 * The id is derived. If a file omits an entry and a later one has it, the entry gets the same id, and decisions on it
 * apply.
 */
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
  const omit = (reason: string): void => omissions.add({ file: 'main', line: 0, reason });
  for await (const read of entries) {
    const entry = list.kind === 'embargo' ? placed(read, omit) : read;
    if (typeof entry === 'string') {
      rejections.add({ file: 'main', line: 0, reason: entry });
      continue;
    }
    const staged = toStaged(list, bounded(entry, omit));
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

type Read = OfFiles<FileSource> & {
  /** Reads the main file from its beginning, if it can be read twice. */
  again?: () => FileSource;
  /** Order of days and months in dates that do not show it. */
  order: DateFormat | undefined;
  /** No person can be asked, so ambiguous dates are omitted and counted. */
  isUnattended: boolean;
  onProgress?: ((entries: number) => void) | undefined;
};

export type FileRead = Noted & {
  said: (ReadAs & { dateFormat?: DateFormat }) | null;
  /** Dates readable as day or month first, which were not read. */
  openDates: number;
};

async function readOnce(
  tx: Tx,
  target: Target,
  format: ImportFormat,
  { main, dates, ...input }: Omit<Read, 'order'> & { dates: FileDates },
): Promise<Omit<FileRead, 'openDates'>> {
  const noted = { rejections: new Problems(), omissions: new Problems(), unknown: new Unknown() };
  let said: ReadAs | null = null;
  try {
    const onReadAs = (found: ReadAs): void => void (said = found);
    const files = { ...input, main: unpacked(main), onReadAs, dates };
    const entries = format.parse(files, noted.rejections.add, noted.omissions.add);
    await stageAll(tx, target, entries, noted, input.onProgress);
  } catch (error) {
    if (!(error instanceof ImportFormatError)) throw error;
    const path = error.file === 'main' ? 'content' : error.file;
    throw badRequest([{ path, message: error.message + noted.rejections.first }]);
  }
  return { ...noted, said };
}

/**
 * Stages the entries of a file. If dates can be read as day or month first, it reads the file again in the order that
 * its other dates show. If no date shows the order, the person is asked. Without a person, these entries are staged
 * without the date, so that no entry is lost.
 * @throws ApiError BAD_REQUEST if the file cannot be read, or only with an order of days and months
 */
export async function readInto(
  tx: Tx,
  target: Target,
  format: ImportFormat,
  { order, ...input }: Read,
): Promise<FileRead> {
  const dates = new FileDates(order);
  const first = await readOnce(tx, target, format, { ...input, dates });
  const { open, order: shown, isOpen } = dates.orders;
  if (order !== undefined || open === 0)
    return {
      ...first,
      said: first.said && order ? { ...first.said, dateFormat: order } : first.said,
      openDates: 0,
    };
  if (shown !== undefined && input.again) {
    await staging.unstage(tx, target.id);
    const again = { ...input, main: input.again(), dates: new FileDates(shown) };
    const read = await readOnce(tx, target, format, again);
    return { ...read, said: read.said && { ...read.said, dateFormat: shown }, openDates: 0 };
  }
  if (!input.isUnattended && (isOpen || shown !== undefined))
    throw badRequest([
      {
        path: 'dateFormat',
        message: `is needed: ${open} dates of birth can be read as DMY or as MDY${isOpen ? ', and no day of the file is above 12' : ''}`,
      },
    ]);
  return { ...first, openDates: open };
}
