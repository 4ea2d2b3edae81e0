import type { Database, Tx } from '../../../../platform/db/database.ts';
import { ApiError, type ErrorDetail } from '../../../../platform/errors/index.ts';
import type { GlobalKind } from '../../screen/schemas.ts';
import { importList } from '../import-list.ts';
import { getGlobalList } from '../lists.ts';
import type { GlobalList, ImportReport, UpdateGlobalList } from '../schemas.ts';
import { fetchAll, withoutQuery, type FetchParts } from './fetch.ts';
import * as store from './store.ts';

/** What is wrong with a URL as the target of an outbound request, in words that follow its name. */
export type TargetProblem = (url: string) => string | undefined;

/** What is wrong with the URLs of an origin: for a route's `check`. */
export function originProblems(
  { origin }: UpdateGlobalList,
  targetProblem: TargetProblem,
): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  for (const field of ['url', 'aliasesUrl'] as const) {
    const url = origin?.[field];
    const message = url === undefined ? undefined : targetProblem(url);
    if (message !== undefined) problems.push({ path: `origin.${field}`, message });
  }
  return problems;
}

/**
 * Sets where a list is fetched from from now on, and how often; null: nowhere. With an interval it is fetched at once.
 * @param origin.main a URL, or the absolute path of a file
 * @throws ApiError NOT_FOUND
 */
export async function setOrigin(
  tx: Tx,
  id: string,
  origin: (Omit<store.NewOrigin, 'format'> & { format?: string | undefined }) | null,
): Promise<GlobalList> {
  const list = await getGlobalList(tx, id);
  if (origin === null) await store.deleteOrigin(tx, list.id);
  else
    await store.replaceOrigin(
      tx,
      list.id,
      { ...origin, format: origin.format ?? list.format },
      null,
    );
  return getGlobalList(tx, list.id);
}

/** The same for what comes over HTTP, where only URLs may be named. @throws ApiError NOT_FOUND */
export async function updateGlobalList(
  tx: Tx,
  id: string,
  { origin }: UpdateGlobalList,
): Promise<GlobalList> {
  if (origin === undefined) return getGlobalList(tx, id);
  return setOrigin(
    tx,
    id,
    origin && {
      format: origin.format,
      main: origin.url,
      aliases: origin.aliasesUrl ?? null,
      everySeconds: origin.refreshEverySeconds ?? null,
    },
  );
}

/**
 * Has the worker role fetch a list as soon as it can.
 * @throws ApiError NOT_FOUND; CONFLICT when the list has no origin or is being refreshed
 */
export async function requestRefresh(
  tx: Tx,
  id: string,
  { allowShrink }: { allowShrink?: boolean },
): Promise<GlobalList> {
  const list = await getGlobalList(tx, id);
  if (!list.origin) throw new ApiError('CONFLICT', 'the list has no origin to be fetched from');
  if (!(await store.requestRefresh(tx, list.id, allowShrink ?? false)))
    throw new ApiError('CONFLICT', 'the list is being refreshed');
  return getGlobalList(tx, list.id);
}

/**
 * Imports a list from where it is to be fetched from in future, and remembers that in the same transaction.
 * @throws FetchError; what `importList` throws
 */
export async function importFromOrigin(
  db: Database,
  parts: FetchParts,
  { origin, ...list }: { kind: GlobalKind; source: string; name?: string; origin: store.NewOrigin },
): Promise<ImportReport> {
  const { main, aliases, validators, close } = await fetchAll(parts, origin);
  try {
    return await db.transaction(async (tx) => {
      const report = await importList(tx, {
        ...list,
        format: origin.format,
        main: main.content,
        ...(aliases ? { aliases: aliases.content } : {}),
        origin: withoutQuery(origin.main),
      });
      await store.replaceOrigin(tx, report.list.id, origin, validators);
      return { ...report, list: await getGlobalList(tx, report.list.id) };
    });
  } finally {
    await close();
  }
}
