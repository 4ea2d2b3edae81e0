import { sql, type Selectable } from 'kysely';
import { FREED, IS_FREE, fromNow } from '../../../../platform/background/store.ts';
import type { Mapping } from '../../import/mapping/schemas.ts';
import type { Queryable, Tx } from '../../../../platform/db/database.ts';
import { sharedOf } from '../../../../platform/db/places.ts';
import type { GlobalListOrigins, GlobalLists } from '../../../../platform/db/types.ts';
import type { RefusedFile } from '../schemas.ts';

export type OriginRow = Selectable<GlobalListOrigins>;

/** ETag and Last-Modified of one file, or their substitutes. */
export type Validators = { etag?: string; lastModified?: string };
/** Validators by file; null if Oriki has never fetched the list, or a later import had another origin. */
export type KnownValidators = {
  main: Validators;
  aliases?: Validators;
  addresses?: Validators;
  comments?: Validators;
};

/** Locations of files without their queries, which are in the envelope `queries`. */
export type NewOrigin = {
  format: string;
  main: string;
  aliases: string | null;
  addresses: string | null;
  comments: string | null;
  /** Mapping of the format `mapped`; null for other formats. */
  mapping: Mapping | null;
  queries: string | null;
  everySeconds: number | null;
};

/**
 * Selects the global lists that were last read or found equal to their origin longer ago than their interval and some
 * slack, the oldest first.
 */
export async function selectLate(
  db: Queryable,
  { now, share, mostSeconds }: { now: Date; share: number; mostSeconds: number },
  most: number,
) {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    SELECT l.id, l.name, greatest(o.checked_at, l.imported_at) AS since
    FROM global_list_origins o JOIN global_lists l ON l.id = o.list_id
    WHERE greatest(o.checked_at, l.imported_at)
      + (o.every_seconds + least(${share}::float8 * o.every_seconds, ${mostSeconds}::float8)) * interval '1 second' < ${now}
    ORDER BY since, l.id LIMIT ${most}`.execute(sharedOf(db));
  return rows;
}

/** Selects the addresses of the files of all lists, without their queries; some are paths of files on this machine. */
export async function originUrls(db: Queryable): Promise<string[]> {
  const rows = await sharedOf(db)
    .selectFrom('global_list_origins')
    .select(['main', 'aliases', 'addresses', 'comments'])
    .execute();
  return rows.flatMap((row) => Object.values(row)).filter((url) => url !== null);
}

export async function selectOrigins(db: Queryable, listIds: string[]): Promise<OriginRow[]> {
  if (listIds.length === 0) return [];
  return sharedOf(db)
    .selectFrom('global_list_origins')
    .selectAll()
    .where('list_id', 'in', listIds)
    .execute();
}

/**
 * Replaces the origin. A running refresh from the old one will not be recorded.
 * @param validators of the files, if the list has just been made from them; otherwise a list with an interval is due
 * immediately
 */
export async function replaceOrigin(
  tx: Tx,
  listId: string,
  { format, main, aliases, addresses, comments, mapping, queries, everySeconds }: NewOrigin,
  validators: KnownValidators | null,
): Promise<void> {
  const fetched = validators !== null;
  await sql`
    INSERT INTO global_list_origins AS o
      (list_id, format, main, aliases, addresses, comments, mapping, queries, every_seconds, due_at, validators, checked_at)
    VALUES (${listId}, ${format}, ${main}, ${aliases}, ${addresses}, ${comments}, ${json(mapping)}, ${queries}, ${everySeconds}::integer,
      now() + make_interval(secs => ${fetched ? 1 : 0} * ${everySeconds}::integer),
      ${json(validators)}, ${fetched ? sql`now()` : sql`NULL`})
    ON CONFLICT (list_id) DO UPDATE SET format = excluded.format, main = excluded.main,
      aliases = excluded.aliases, addresses = excluded.addresses, comments = excluded.comments, mapping = excluded.mapping, queries = excluded.queries, every_seconds = excluded.every_seconds, due_at = excluded.due_at,
      allow_shrink = false, refused = NULL, validators = excluded.validators, checked_at = excluded.checked_at, failures = 0,
      error = NULL, failed_at = NULL, ${FREED}`.execute(sharedOf(tx));
}

export async function deleteOrigin(tx: Tx, listId: string): Promise<void> {
  await sharedOf(tx).deleteFrom('global_list_origins').where('list_id', '=', listId).execute();
}

/**
 * Marks that the list no longer equals its origin. The next refresh fetches the list even if its validators are
 * unchanged, and checks a refused file again.
 */
export async function forgetValidators(tx: Tx, listId: string): Promise<void> {
  await sharedOf(tx)
    .updateTable('global_list_origins')
    .set({ validators: null, refused: null, allow_shrink: false })
    .where('list_id', '=', listId)
    .where((eb) => eb.or([eb('validators', 'is not', null), eb('refused', 'is not', null)]))
    .execute();
}

/** Accepts the refused file if no other has been refused since; null accepts none. */
function accepting(refused: RefusedFile | null) {
  return {
    set: refused ? sql`, allow_shrink = true` : sql``,
    where: refused ? sql`AND refused = ${json(refused)}::jsonb` : sql``,
  };
}

/**
 * Makes a refresh due now. It fetches the files even if their validators are unchanged.
 * @param accepted the refused file to accept, if it is the current one
 * @returns false while a refresh runs, or if another file has been refused
 */
export async function requestRefresh(
  tx: Tx,
  listId: string,
  accepted: RefusedFile | null,
): Promise<boolean> {
  const { set, where } = accepting(accepted);
  const { rows } = await sql`
    UPDATE global_list_origins SET due_at = now(), validators = NULL ${set}
    WHERE list_id = ${listId} AND ${IS_FREE} ${where} RETURNING 1`.execute(sharedOf(tx));
  return rows.length > 0;
}

/** A claimed refresh, with the fields of its list. */
export type HeldRow = OriginRow &
  Pick<Selectable<GlobalLists>, 'source' | 'kind' | 'name' | 'imported_files'>;

const claimed = sql`RETURNING o.*, l.source, l.kind, l.name, l.imported_files`;

/** Claims the refresh that has been due longest. Several processes may call this at once. */
export async function claimDue(
  db: Queryable,
  holder: string,
  leaseMs: number,
  of: 'all' | 'unfailed',
): Promise<HeldRow | undefined> {
  const which = of === 'all' ? sql`` : sql`AND failures = 0`;
  const { rows } = await sql<HeldRow>`
    UPDATE global_list_origins o SET holder = ${holder}, leased_until = ${fromNow(leaseMs)}
    FROM global_lists l
    WHERE l.id = o.list_id AND o.list_id = (
      SELECT list_id FROM global_list_origins WHERE due_at <= now() AND ${IS_FREE} ${which}
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    ${claimed}`.execute(sharedOf(db));
  return rows[0];
}

/**
 * Claims the refresh of one list, due or not. A refresh that accepts a refused file becomes due, so that other
 * processes can finish it.
 * @returns undefined if the list has no origin or is being refreshed, or if another file has been refused
 */
export async function claim(
  db: Queryable,
  listId: string,
  { holder, leaseMs, accepted }: { holder: string; leaseMs: number; accepted: RefusedFile | null },
): Promise<HeldRow | undefined> {
  const { set, where } = accepting(accepted);
  const due = accepted ? sql`, due_at = now(), validators = NULL` : sql``;
  const { rows } = await sql<HeldRow>`
    UPDATE global_list_origins o SET holder = ${holder}, leased_until = ${fromNow(leaseMs)} ${set} ${due}
    FROM global_lists l
    WHERE l.id = o.list_id AND o.list_id = ${listId} AND o.leased_until <= now() ${where}
    ${claimed}`.execute(sharedOf(db));
  return rows[0];
}

/** @returns false if the claim was lost */
export async function renewClaim(
  db: Queryable,
  listId: string,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE global_list_origins SET leased_until = ${fromNow(leaseMs)}
    WHERE list_id = ${listId} AND holder = ${holder} RETURNING 1`.execute(sharedOf(db));
  return rows.length > 0;
}

/** Ends a successful refresh. @returns false if the claim was lost */
export async function settleDone(
  db: Queryable,
  listId: string,
  holder: string,
  validators: KnownValidators,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE global_list_origins SET ${FREED}, validators = ${json(validators)}, checked_at = now(),
      allow_shrink = false, refused = NULL, failures = 0, error = NULL, failed_at = NULL,
      due_at = now() + make_interval(secs => every_seconds)
    WHERE list_id = ${listId} AND holder = ${holder} RETURNING 1`.execute(sharedOf(db));
  return rows.length > 0;
}

/**
 * Ends a failed refresh; without an interval it is not retried automatically. A file that two operators accepted is
 * still accepted when its server answers again.
 * @param refused the file, if it was refused as harmful
 * @returns false if the claim was lost
 */
export async function settleFailed(
  db: Queryable,
  { list_id: listId, holder }: Pick<HeldRow, 'list_id' | 'holder'>,
  {
    error,
    retrySeconds,
    refused,
  }: { error: string; retrySeconds: number; refused: RefusedFile | null },
): Promise<boolean> {
  const other = refused ? sql`, allow_shrink = false, refused = ${json(refused)}::jsonb` : sql``;
  const { rows } = await sql`
    UPDATE global_list_origins SET ${FREED}, failures = failures + 1, error = ${error} ${other},
      failed_at = now(), due_at = CASE WHEN every_seconds IS NOT NULL THEN retry.at END
    FROM (SELECT now() + make_interval(secs => ${retrySeconds})) AS retry (at)
    WHERE list_id = ${listId} AND holder = ${holder} RETURNING 1`.execute(sharedOf(db));
  return rows.length > 0;
}

/** Releases an interrupted refresh, so that the next process takes it. */
export async function releaseClaim(db: Queryable, listId: string, holder: string): Promise<void> {
  await sql`UPDATE global_list_origins SET ${FREED} WHERE list_id = ${listId} AND holder = ${holder}`.execute(
    sharedOf(db),
  );
}

/** An envelope with the key of its row. */
export type StoredQueries = { source: string; list_id: string; envelope: string };

export async function selectQueriesToRewrap(
  db: Queryable,
  keyId: string,
  after: StoredQueries | undefined,
  limit: number,
): Promise<StoredQueries[]> {
  const { rows } = await sql<StoredQueries>`
    SELECT l.source, o.list_id, o.queries AS envelope
    FROM global_list_origins o JOIN global_lists l ON l.id = o.list_id
    WHERE o.list_id > ${after?.list_id ?? ''} AND o.queries IS NOT NULL
      AND NOT starts_with(o.queries, ${`${keyId}|`})
    ORDER BY o.list_id LIMIT ${limit}`.execute(sharedOf(db));
  return rows;
}

/** @returns false, with nothing changed, if the origin is gone or its envelope has been replaced */
export async function replaceQueries(
  db: Queryable,
  { list_id: listId, envelope }: StoredQueries,
  replacement: string,
): Promise<boolean> {
  const { numUpdatedRows } = await sharedOf(db)
    .updateTable('global_list_origins')
    .set({ queries: replacement })
    .where('list_id', '=', listId)
    .where('queries', '=', envelope)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Returns, for each list, the seconds since it was last imported or found equal to its origin. */
export async function selectAges(db: Queryable): Promise<{ source: string; seconds: number }[]> {
  const { rows } = await sql<{ source: string; seconds: number }>`
    SELECT l.source, extract(epoch FROM now() - greatest(l.imported_at, o.checked_at))::double precision AS seconds
    FROM global_lists l LEFT JOIN global_list_origins o ON o.list_id = l.id`.execute(sharedOf(db));
  return rows;
}

function json(value: object | null) {
  return value === null ? null : JSON.stringify(value);
}
