/** Queries of an origin's URLs, stored encrypted because they may contain secrets such as a token. */
import type { EnvelopeContext } from '../../../../platform/crypto/envelope.ts';
import { EnvelopeError } from '../../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import { rewrapTable, type Rewrapper } from '../../../../platform/crypto/rewrap.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { LIST_FILES, type ListFile } from '../../import/types.ts';
import { FetchError, isUrl, withoutQuery, type Locations } from './fetch.ts';
import * as store from './store.ts';

/** Returns the keys. It is called only if there is a query, because a command may run without keys. */
export type Keys = () => Promise<Envelopes>;

/** Global lists belong to no organization. In the data that an envelope is bound to, this takes the place of one. */
const PLATFORM = 'platform';
function contextOf(source: string): EnvelopeContext {
  return {
    orgId: PLATFORM,
    id: source,
    kind: 'list-origin',
  };
}

function queryOf(location: string | null = null): string {
  return location !== null && isUrl(location) ? new URL(location).search : '';
}

/** Returns the locations, each composed of the old location and the name of its file. */
function mapped(
  { main, aliases, addresses = null, comments = null }: Locations,
  of: (location: string, file: ListFile) => string,
): Required<Locations> {
  return {
    main: of(main, 'main'),
    aliases: aliases === null ? null : of(aliases, 'aliases'),
    addresses: addresses === null ? null : of(addresses, 'addresses'),
    comments: comments === null ? null : of(comments, 'comments'),
  };
}

/**
 * Returns an origin in its stored form: URLs without queries, and the queries as an envelope, null if there are none.
 * Call outside of transactions.
 * @param source of the list
 */
export async function sealQueries<T extends Locations>(
  keys: Keys,
  source: string,
  origin: T,
): Promise<T & Required<Locations> & { queries: string | null }> {
  const queries = Object.fromEntries(LIST_FILES.map((file) => [file, queryOf(origin[file])]));
  if (Object.values(queries).every((query) => query === ''))
    return { ...origin, ...mapped(origin, (location) => location), queries: null };
  return {
    ...origin,
    ...mapped(origin, withoutQuery),
    queries: await (await keys()).sealSecret(contextOf(source), JSON.stringify(queries)),
  };
}

/**
 * Returns the locations of the files of a stored origin. Call outside of transactions.
 * @throws FetchError if its queries cannot be decrypted; the key provider's error if it is unavailable
 */
export async function openQueries(
  keys: Keys,
  source: string,
  { queries, ...locations }: Locations & { queries: string | null },
): Promise<Locations> {
  if (queries === null) return mapped(locations, (location) => location);
  try {
    const opened = await (await keys()).open(contextOf(source), queries);
    const of = JSON.parse(opened.toString('utf8')) as Partial<Record<ListFile, string>>;
    return mapped(locations, (location, file) => location + (of[file] ?? ''));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw new FetchError("the query of the origin's URL cannot be decrypted: set the origin again");
  }
}

/** Moves the queries of all origins to the current key, for `rewrapTable`. */
export function rewrapOrigins(db: Database, envelopes: Rewrapper, keyId: string) {
  return rewrapTable(
    {
      select: store.selectQueriesToRewrap,
      context: ({ source }) => contextOf(source),
      replace: store.replaceQueries,
    },
    db,
    envelopes,
    keyId,
  );
}
