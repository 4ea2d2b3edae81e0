import { Type, type Static } from 'typebox';
import type { Queryable } from '../../../platform/db/database.ts';
import { PAGE_CAP, paged, PageOf, pageQuery } from '../../../platform/http/schema.ts';
import { foldedWords } from '../../../names/index.ts';
import { getGlobalList } from './lists.ts';
import { selectGlobalEntries } from './store.ts';

/** The maximum number of words in a search. */
const MAX_WORDS = 8;

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
  name: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only entries whose name and aliases contain each word of this text, in any case and order. Reads the whole list.',
    }),
  ),
});
type GlobalEntryQuery = Static<typeof GlobalEntryQuery>;

/** Lists the entries of a global list by the publisher's ids. @throws ApiError NOT_FOUND */
export async function listGlobalEntries(
  db: Queryable,
  id: string,
  { name, ...query }: GlobalEntryQuery,
) {
  const words = name === undefined ? undefined : foldedWords(name).slice(0, MAX_WORDS);
  const list = await getGlobalList(db, id);
  return paged(
    query,
    (page) => selectGlobalEntries(db, list.id, { ...query, words }, page),
    ({ id: entryId, external_id: externalId, entity_type: entityType, ...rest }) => {
      return { id: entryId, externalId, entityType, ...rest };
    },
  );
}
