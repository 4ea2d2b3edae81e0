import { Type, type Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import { PAGE_CAP, paged, PageOf, pageQuery } from '../../../platform/http/schema.ts';
import { getGlobalList } from './lists.ts';
import { selectGlobalEntries } from './store.ts';

const GlobalListEntry = Type.Object(
  {
    id: Type.String({ description: 'Oriki’s id of the entry, as in hits.' }),
    externalId: Type.String({ description: 'The publisher’s id of the entry.' }),
    entityType: Type.String(),
    name: Type.String(),
    dobs: Type.Array(Type.String(), { description: 'Dates of birth, as listed.' }),
    countries: Type.Array(Type.String()),
  },
  { title: 'GlobalListEntry' },
);
export const GlobalListEntryPage = PageOf(GlobalListEntry);

export const GlobalEntryQuery = Type.Object({
  externalId: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only the entry with this id of the publisher.' }),
  ),
  ...pageQuery(PAGE_CAP),
});
type GlobalEntryQuery = Static<typeof GlobalEntryQuery>;

/** Lists the entries of a global list by the publisher's ids. @throws ApiError NOT_FOUND */
export async function listGlobalEntries(db: Queryable, id: string, query: GlobalEntryQuery) {
  const list = await getGlobalList(db, id);
  return paged(
    query,
    (page) => selectGlobalEntries(db, list.id, query, page),
    ({ id: entryId, external_id: externalId, entity_type: entityType, ...rest }) => {
      return { id: entryId, externalId, entityType, ...rest };
    },
  );
}
