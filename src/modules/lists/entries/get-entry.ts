import { clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { badRequest, notFound } from '../../../platform/errors/index.ts';
import { isId } from '../../../platform/ids.ts';
import { numbersOf, topicsOf } from '../../../matching/index.ts';
import { ENTRY_PREFIX } from '../tenant/schemas.ts';
import { linkedIn, type LinkedEntity } from './linked.ts';
import { publishedIn } from './published.ts';
import type { ListedEntity } from './schemas.ts';
import * as store from './store.ts';

/** The shown entry, compared with the current list. */
type Standing = Pick<
  ListedEntity,
  'sinceRevision' | 'isCurrent' | 'isVersionKept' | 'changedAt' | 'removedAt'
>;

function listOf(row: store.GlobalEntryRow | store.TenantEntryRow): ListedEntity['list'] {
  return {
    id: row.list_id,
    name: row.list_name,
    kind: row.kind as ListedEntity['list']['kind'],
    source: row.source,
    revision: row.list_revision,
  };
}

/**
 * Returns the linked entities, each with its entry if the list has it now, and its name if the publisher gives only
 * an id.
 */
async function withEntries(
  db: Queryable,
  listId: string,
  linked: readonly LinkedEntity[],
): Promise<ListedEntity['linked']> {
  const externalIds = linked.flatMap(({ externalId }) => externalId ?? []);
  const rows =
    externalIds.length > 0 ? await store.selectByExternalIds(db, listId, externalIds) : [];
  const entries = new Map(rows.map((row) => [row.externalId, row]));
  return linked.map((one) => {
    const entry = one.externalId === null ? undefined : entries.get(one.externalId);
    const name = one.name === one.externalId ? (entry?.name ?? one.name) : one.name;
    return { ...one, name, entryId: entry?.id ?? null };
  });
}

/** Shows an entry of a global list at a stored version, or else its current or last state. */
async function globalEntity(
  db: Queryable,
  id: string,
  row: store.GlobalEntryRow,
  version?: number,
): Promise<ListedEntity> {
  const { present, asked, last } = row;
  const isOf = (entry: store.GlobalEntryJson) => version !== undefined && entry.revision <= version;
  const previous = asked && isOf(asked.entry) ? asked : present ? null : last;
  const entry = previous?.entry ?? present!;
  const time = (text: string) => new Date(text).toISOString();
  const standing: Standing = {
    sinceRevision: entry.revision,
    isCurrent: previous === null,
    // An entry that was removed before a version is not part of that version.
    isVersionKept:
      version === undefined || (isOf(entry) && (previous === null || version < previous.revision)),
    changedAt: previous && time(previous.endedAt),
    removedAt: present ? null : time(last!.endedAt),
  };
  const { programs: named, ...raw } = entry.raw;
  const programs = (named as string[] | undefined) ?? [];
  const published = publishedIn(raw);
  const { gender = null, birthPlaces = [], addresses = published.addresses } = entry.facts ?? {};
  return {
    id,
    list: listOf(row),
    externalId: entry.external_id,
    ...standing,
    entityType: entry.entity_type as ListedEntity['entityType'],
    name: entry.name,
    aliases: entry.aliases,
    dobs: entry.dobs,
    countries: entry.countries,
    identifiers: numbersOf(entry.identifiers),
    programs,
    topics: topicsOf(row.kind, programs, raw, clock.now().toISOString()),
    remarks: published.remarks,
    gender,
    birthPlaces,
    addresses,
    linked: await withEntries(db, row.list_id, linkedIn(raw)),
    raw,
  };
}

/** Returns an entry of an organization's list. Such entries never change, and deleting them leaves nothing. */
function tenantEntity(id: string, row: store.TenantEntryRow, version?: number): ListedEntity {
  return {
    id,
    list: listOf(row),
    externalId: null,
    sinceRevision: row.revision,
    isCurrent: true,
    isVersionKept: version === undefined || row.revision <= version,
    changedAt: null,
    removedAt: null,
    entityType: 'unknown',
    name: row.name,
    aliases: [],
    dobs: row.dob === null ? [] : [row.dob],
    countries: row.country === null ? [] : [row.country],
    identifiers: Object.entries(row.identifiers ?? {}).map(([kind, value]) => ({
      kind,
      value,
      country: null,
    })),
    programs: [],
    remarks: [],
    gender: null,
    birthPlaces: [],
    addresses: [],
    topics: [],
    linked: [],
    raw: row.raw,
  };
}

/**
 * Returns all data that a list has about an entity.
 * @param version revision of the list
 * @throws ApiError NOT_FOUND; BAD_REQUEST for a version that the list has not reached
 */
export async function getEntry(
  db: Queryable,
  orgId: string,
  id: string,
  version?: number,
): Promise<ListedEntity> {
  if (!isId(ENTRY_PREFIX, id)) throw notFound('entry');
  const own = await store.selectTenantEntry(db, orgId, id);
  const global = own ? undefined : await store.selectGlobalEntry(db, id, version ?? null);
  const row = own ?? global;
  if (!row) throw notFound('entry');
  if (version !== undefined && version > row.list_revision)
    throw badRequest([{ path: 'version', message: 'the list has no version with this revision' }]);
  return own ? tenantEntity(id, own, version) : globalEntity(db, id, global!, version);
}
