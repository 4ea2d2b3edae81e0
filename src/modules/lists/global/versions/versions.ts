import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { drain } from '../../../../platform/background/job.ts';
import type { Database, Queryable } from '../../../../platform/db/database.ts';
import { badRequest, type ApiError } from '../../../../platform/errors/index.ts';
import { appliedPage, toPage, type PageInput } from '../../../../platform/http/schema.ts';
import { numbersOf } from '../../../../matching/index.ts';
import { getGlobalList } from '../lists.ts';
import type {
  ChangesQuery,
  ListChange,
  ListRejections,
  ListVersion,
  RejectionsQuery,
} from './schemas.ts';
import * as store from './store.ts';

/** Versions kept per list, unless the newer ones have more changes than are kept. */
const KEPT_VERSIONS = 200;
const KEPT_CHANGES = 1_000_000;
/** Changes deleted per statement. */
const BATCH = 5000;

/** Newest first. @throws ApiError NOT_FOUND */
export async function listVersions(db: Queryable, id: string, query: PageInput) {
  const list = await getGlobalList(db, id);
  const page = appliedPage(query);
  const { rows, ...found } = await store.selectVersions(db, list.id, page);
  const items = rows.map((row): ListVersion => ({
    revision: row.revision,
    importedAt: row.imported_at.toISOString(),
    format: row.format,
    origin: row.origin,
    sha256: row.sha256?.toString('hex') ?? null,
    aliasesSha256: row.aliases_sha256?.toString('hex') ?? null,
    addressesSha256: row.addresses_sha256?.toString('hex') ?? null,
    commentsSha256: row.comments_sha256?.toString('hex') ?? null,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    rejected: row.rejected,
    entryCount: row.entry_count,
  }));
  return toPage(items, found, page);
}

/** Returns the same for values that differ only in order. */
function asSet(field: string, value: unknown): string {
  const items =
    field === 'identifiers' && value !== null ? numbersOf(value as Record<string, string>) : value;
  return canonicalJson(Array.isArray(items) ? items.map(canonicalJson).toSorted() : items);
}

/** Returns the fields that differ after all steps, apart from their order. */
function differenceOf(steps: store.ChangeRow['steps']): Pick<ListChange, 'before' | 'after'> {
  const unknown = { before: null, after: null };
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const step of steps) {
    if (step === null) return unknown;
    for (const [field, [was, is]] of Object.entries(step)) {
      if (!(field in before)) before[field] = was;
      after[field] = is;
    }
  }
  for (const field of Object.keys(after))
    if (asSet(field, before[field]) === asSet(field, after[field])) {
      delete before[field];
      delete after[field];
    }
  return { before: sideOf(before), after: sideOf(after) };
}

/** Null for a missing entry, whose fields are all null. */
function sideOf(fields: Record<string, unknown>): ListChange['before'] {
  const values = Object.values(fields);
  return values.length > 0 && values.every((value) => value === null) ? null : fields;
}

function notKept(path: string): ApiError {
  const message =
    'no version with this revision is stored; the list of versions shows the stored ones';
  return badRequest([{ path, message }]);
}

/**
 * Compares version `to` (by default the newest) with version `from` (by default the one before), by the publisher's
 * ids.
 * @throws ApiError NOT_FOUND; BAD_REQUEST if one of them is not stored, or `from` is the later one
 */
export async function listChanges(db: Queryable, id: string, query: ChangesQuery) {
  const list = await getGlobalList(db, id);
  // Later pages compare the same versions as the first page, even if newer ones exist by then.
  const [shownFrom, shownTo, ...after] = query.cursor?.after ?? [];
  const cursor = query.cursor && { page: query.cursor.page, after };
  const page = appliedPage({ ...query, ...(cursor && { cursor }) });
  const to = shownTo === undefined ? (query.to ?? list.revision) : Number(shownTo);
  const from =
    shownFrom === undefined
      ? (query.from ?? (await store.selectVersionBefore(db, list.id, to)) ?? to)
      : Number(shownFrom);
  const { rows, next, ...total } = await store.selectNetChanges(db, list.id, { from, to }, page);
  // This is checked afterwards, because a version is deleted before its changes.
  const kept = await store.selectKept(db, list.id, [from, to]);
  for (const [path, revision] of Object.entries({ from, to }))
    if (!kept.includes(revision)) throw notKept(path);
  if (from > to) throw badRequest([{ path: 'from', message: 'must not be later than to' }]);
  const items = rows.map((row): ListChange => ({
    change: row.change as ListChange['change'],
    externalId: row.external_id,
    entryId: row.entry_id,
    name: row.name,
    ...differenceOf(row.steps),
  }));
  const found = { ...total, next: next && [`${from}`, `${to}`, ...next] };
  return { from, to, ...toPage(items, found, page) };
}

/** Returns the omitted rows of a version's file. @throws ApiError NOT_FOUND; BAD_REQUEST if it is not stored */
export async function listRejections(
  db: Queryable,
  id: string,
  { revision }: RejectionsQuery,
): Promise<ListRejections> {
  const list = await getGlobalList(db, id);
  const row = await store.selectRejections(db, list.id, revision);
  if (!row) throw notKept('revision');
  return {
    revision: row.revision,
    rejected: row.rejected,
    rejections: row.rejections as ListRejections['rejections'],
  };
}

/** Deletes data after its retention, in small batches. Several processes may do this at once. */
export async function removeOldVersions(db: Database, signal: AbortSignal): Promise<number> {
  await store.deleteOldVersions(db.read, { versions: KEPT_VERSIONS, changes: KEPT_CHANGES });
  let removed = 0;
  for (const table of ['global_list_changes', 'global_previous_entries'] as const)
    removed += await drain(BATCH, signal, () => store.deleteOldRows(db.read, table, BATCH));
  return removed;
}
