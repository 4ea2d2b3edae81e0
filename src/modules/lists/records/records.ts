/** Entries of lists at versions, with the files of these versions, for records that are read without Oriki. */
import { Type, type Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { Nullable, Timestamp } from '../../../platform/http/schema.ts';
import { selectVersionAt } from '../global/versions/store.ts';
import { getEntry } from '../entries/get-entry.ts';
import { ListedEntity } from '../entries/schemas.ts';

export const EntryRecord = Type.Object(
  {
    version: Type.Integer({ description: 'Revision of the list at which the entry is shown.' }),
    imported: Nullable(
      Type.Object(
        {
          revision: Type.Integer(),
          importedAt: Timestamp('When the file was imported.'),
          origin: Nullable(Type.String(), { description: 'File name, or URL without its query.' }),
          sha256: Nullable(Type.String(), { description: 'SHA-256 of the file, in hex.' }),
        },
        { title: 'ImportedListFile' },
      ),
      {
        description:
          'The newest file of a global list at that revision; null for an organization’s own list, and once the version is deleted.',
      },
    ),
    entry: ListedEntity,
  },
  { title: 'ListedEntityRecord' },
);
export type EntryRecord = Static<typeof EntryRecord>;

export type EntryAt = { entryId: string; version: number };

async function entryAt(
  db: Queryable,
  orgId: string,
  { entryId, version }: EntryAt,
): Promise<EntryRecord | undefined> {
  try {
    const entry = await getEntry(db, orgId, entryId, version);
    const row = await selectVersionAt(db, entry.list.id, version);
    const imported = row && {
      revision: row.revision,
      importedAt: row.imported_at.toISOString(),
      origin: row.origin,
      sha256: row.sha256?.toString('hex') ?? null,
    };
    return { version, imported: imported ?? null, entry };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Returns the entries that exist, each version once. */
export async function entryRecords(
  db: Queryable,
  orgId: string,
  asked: readonly EntryAt[],
): Promise<EntryRecord[]> {
  const distinct = new Map(asked.map((one) => [`${one.entryId} ${one.version}`, one]));
  const records: EntryRecord[] = [];
  for (const one of distinct.values()) {
    const record = await entryAt(db, orgId, one);
    if (record) records.push(record);
  }
  return records;
}
