import type { Actor } from '../../../../platform/audit/action.ts';
import type { Database, Queryable, Tx } from '../../../../platform/db/database.ts';
import { ApiError, badRequest, type ErrorDetail } from '../../../../platform/errors/index.ts';
import { isId } from '../../../../platform/ids.ts';
import { checksumsOf } from '../hashed-files.ts';
import { importList, type ImportInput } from '../import-list.ts';
import { MAPPED } from '../../import/mapping/mapped-format.ts';
import { readerProblems, type Mapping } from '../../import/mapping/schemas.ts';
import { getGlobalList, GLOBAL_LIST_PREFIX } from '../lists.ts';
import type { GlobalList, ImportReport, UpdateGlobalList } from '../schemas.ts';
import { selectGlobalList } from '../store.ts';
import { contentsOf, fetchAll, withoutQuery, type FetchParts, type Locations } from './fetch.ts';
import { acceptRefused } from './override.ts';
import { sealQueries, type Keys } from './queries.ts';
import * as store from './store.ts';

/** Returns the fault of a URL as the target of an outbound request, in words that follow its name. */
export type TargetProblem = (url: string) => string | undefined;

/** Returns the faults of an origin's URLs and mapping, for a route's `check`. */
export function originProblems(
  { origin }: UpdateGlobalList,
  targetProblem: TargetProblem,
): ErrorDetail[] {
  const problems: ErrorDetail[] = origin ? readerProblems(origin, 'origin.') : [];
  for (const field of ['url', 'aliasesUrl', 'addressesUrl', 'commentsUrl'] as const) {
    const url = origin?.[field];
    const message = url === undefined ? undefined : targetProblem(url);
    if (message !== undefined) problems.push({ path: `origin.${field}`, message });
  }
  return problems;
}

/** Locations of a list: URLs, or absolute paths of files. Without a format, that of the last import applies. */
export type AskedOrigin = Locations &
  Pick<store.NewOrigin, 'everySeconds'> & {
    format?: string | undefined;
    mapping?: Mapping | undefined;
  };
type SealedOrigin = AskedOrigin & Required<Locations> & Pick<store.NewOrigin, 'queries'>;

/**
 * Sets the location and interval of a list's fetches; null stops them. With an interval, the first fetch is due
 * immediately.
 * @param origin encrypted by `sealQueries`
 * @throws ApiError NOT_FOUND; BAD_REQUEST if the list needs a mapping and there is none
 */
export async function setOrigin(
  tx: Tx,
  id: string,
  origin: SealedOrigin | null,
): Promise<GlobalList> {
  const list = await getGlobalList(tx, id);
  if (origin === null) await store.deleteOrigin(tx, list.id);
  else {
    const format = origin.format ?? list.format;
    const mapping = origin.mapping ?? (format === MAPPED ? await keptMapping(tx, list.id) : null);
    await store.replaceOrigin(tx, list.id, { ...origin, format, mapping }, null);
  }
  return getGlobalList(tx, list.id);
}

/** Returns the mapping of the replaced origin. @throws ApiError BAD_REQUEST if it has none */
async function keptMapping(tx: Tx, listId: string): Promise<Mapping> {
  const [old] = await store.selectOrigins(tx, [listId]);
  if (old?.mapping) return old.mapping as Mapping;
  const message =
    'the last import used a mapping, which is not stored: send a format, or a mapping';
  throw badRequest([{ path: 'origin.format', message }]);
}

/**
 * Converts an HTTP request, which may only name URLs, to the input of `setOrigin`.
 * @returns undefined if the origin stays unchanged
 */
export async function toOrigin(
  keys: Keys,
  db: Queryable,
  id: string,
  { origin }: UpdateGlobalList,
): Promise<SealedOrigin | null | undefined> {
  if (!origin) return origin;
  // `setOrigin` reports a missing list.
  const list = isId(GLOBAL_LIST_PREFIX, id) ? await selectGlobalList(db, id) : undefined;
  return sealQueries(keys, list?.source ?? '', {
    format: origin.mapping ? MAPPED : origin.format,
    mapping: origin.mapping,
    main: origin.url,
    aliases: origin.aliasesUrl ?? null,
    addresses: origin.addressesUrl ?? null,
    comments: origin.commentsUrl ?? null,
    everySeconds: origin.refreshEverySeconds ?? null,
  });
}

/**
 * Lets the worker role fetch a list as soon as possible.
 * @throws ApiError NOT_FOUND; CONFLICT if the list has no origin or is being refreshed; the errors of `acceptRefused`
 */
export async function requestRefresh(
  tx: Tx,
  id: string,
  { allowShrink }: { allowShrink?: boolean },
  actor: Actor,
): Promise<GlobalList> {
  const list = await getGlobalList(tx, id);
  if (!list.origin) throw new ApiError('CONFLICT', 'the list has no origin to fetch from');
  const accepted = allowShrink ? await acceptRefused(tx, list.id, actor) : null;
  if (!(await store.requestRefresh(tx, list.id, accepted)))
    throw new ApiError('CONFLICT', 'the list is being refreshed');
  return getGlobalList(tx, list.id);
}

/**
 * Imports a list from its future location, and stores that location in the same transaction.
 * @throws FetchError; the errors of `importList`
 */
export async function importFromOrigin(
  db: Database,
  parts: FetchParts & { keys: Keys },
  {
    origin,
    ...list
  }: Pick<ImportInput, 'kind' | 'source' | 'name' | 'onProgress'> & {
    origin: AskedOrigin & { format: string };
  },
): Promise<ImportReport> {
  const sealed = await sealQueries(parts.keys, list.source, origin);
  const { files, validators, close } = await fetchAll(parts, origin);
  try {
    const checksums = await checksumsOf(contentsOf(files));
    return await db.transaction(async (tx) => {
      const report = await importList(tx, {
        ...list,
        format: origin.format,
        ...(origin.mapping && { mapping: origin.mapping }),
        ...contentsOf(files),
        again: () => contentsOf(files).main,
        checksums,
        origin: withoutQuery(origin.main),
        lastModified: validators.main.lastModified,
      });
      const stored = { ...sealed, mapping: origin.mapping ?? null };
      await store.replaceOrigin(tx, report.list.id, stored, validators);
      return { ...report, list: await getGlobalList(tx, report.list.id) };
    });
  } finally {
    await close();
  }
}
