import { voidedWith } from '../../approvals/index.ts';
import type { Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { ApiError, notFound, found } from '../../../platform/errors/index.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { CANON_VERSION, canonicalText } from '../../../names/index.ts';
import { assertMayRemove, type HasHits } from './guarded.ts';
import type { AddedEntries, AddEntries, Entry, EntryInput } from './schemas.ts';
import { ENTRY_PREFIX, LIST_PREFIX, MAX_KEPT_LENGTH } from './schemas.ts';
import * as store from './store.ts';

/** Entries computed or sent to the database at a time, so that other work can run in between. */
const SLICE = 100;

function toEntry(row: store.EntryRow): Entry {
  return {
    id: row.id,
    name: row.name,
    canonicalName: row.canonical_name,
    dob: row.dob,
    country: row.country,
    identifiers: row.identifiers as Entry['identifiers'],
    raw: row.raw as Entry['raw'],
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the default of `raw`: an object with the fields that were sent. */
function defaultRaw(input: EntryInput): Record<string, unknown> {
  const { name, dob, country, identifiers } = input;
  return { name, dob, country: country?.toUpperCase(), identifiers };
}

/** Returns JSON. @throws ApiError BAD_REQUEST if it is longer than MAX_KEPT_LENGTH */
export function keptText(kept: object, path: string): string {
  const text = JSON.stringify(kept);
  if (text.length <= MAX_KEPT_LENGTH) return text;
  const message = `must have at most ${MAX_KEPT_LENGTH} characters as JSON`;
  throw new ApiError('BAD_REQUEST', `${path}: ${message}`, { details: [{ path, message }] });
}

/** Returns an entry in its stored form. @throws ApiError BAD_REQUEST */
export function toNewEntry(input: EntryInput, index: number): store.NewEntry {
  const path = `entries[${index}]`;
  return {
    id: newId(ENTRY_PREFIX),
    name: input.name,
    canonicalName: canonicalText(input.name),
    dob: input.dob ?? null,
    country: input.country?.toUpperCase() ?? null,
    identifiers: input.identifiers ? keptText(input.identifiers, `${path}.identifiers`) : null,
    raw: input.raw ? keptText(input.raw, `${path}.raw`) : JSON.stringify(defaultRaw(input)),
  };
}

/** Returns an entry for an alias. It shares all fields except the name with the entry, even in memory. */
export function toAliasEntry(entry: store.NewEntry, alias: string): store.NewEntry {
  return { ...entry, id: newId(ENTRY_PREFIX), name: alias, canonicalName: canonicalText(alias) };
}

/** Computes the stored form of each entry. @throws ApiError BAD_REQUEST */
export async function prepareEntries({ entries }: AddEntries): Promise<store.NewEntry[]> {
  const prepared: store.NewEntry[] = [];
  for (const [i, entry] of entries.entries()) {
    if (i > 0 && i % SLICE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    prepared.push(toNewEntry(entry, i));
  }
  return prepared;
}

/**
 * Adds all entries or none. Every screening that starts after the commit sees them.
 * @throws ApiError NOT_FOUND
 */
export async function addEntries(
  tx: Tx,
  orgId: string,
  listId: string,
  entries: store.NewEntry[],
): Promise<AddedEntries> {
  const revision = await found(
    'list',
    isId(LIST_PREFIX, listId) &&
      store.advanceList(tx, orgId, listId, entries.length, voidedWith(orgId, 'list.')),
  );
  const target = { orgId, listId, revision, canonVersion: CANON_VERSION };
  for (let at = 0; at < entries.length; at += SLICE)
    await store.insertEntries(tx, target, entries.slice(at, at + SLICE));
  return { added: entries.length, entryIds: entries.map((entry) => entry.id) };
}

/** @throws ApiError NOT_FOUND */
export async function listEntries(db: Queryable, orgId: string, listId: string, query: PageInput) {
  const list = await found(
    'list',
    isId(LIST_PREFIX, listId) && store.selectList(db, orgId, listId),
  );
  return paged(
    query,
    (page) => store.selectEntries(db, orgId, listId, list.entry_count, page),
    toEntry,
  );
}

/** @throws ApiError NOT_FOUND for an unknown list or entry */
export async function deleteEntry(
  tx: Tx,
  orgId: string,
  listId: string,
  entryId: string,
  actor: Actor,
  hasHits: HasHits,
): Promise<{ id: string; deleted: true }> {
  await found('list', isId(LIST_PREFIX, listId) && store.lockList(tx, orgId, listId));
  if (!isId(ENTRY_PREFIX, entryId)) throw notFound('entry');
  await assertMayRemove(tx, orgId, { listId, entryId }, actor, hasHits);
  await found('entry', store.deleteEntry(tx, orgId, listId, entryId));
  await store.advanceList(tx, orgId, listId, -1, voidedWith(orgId, 'list.'));
  return { id: entryId, deleted: true };
}
