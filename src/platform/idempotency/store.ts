import { sql } from 'kysely';
import { fromNow } from '../background/store.ts';
import { arrayText } from '../db/bulk/arrays.ts';
import { compiled } from '../db/bulk/compiled.ts';
import type { Queryable, Tx } from '../db/database.ts';

export type IdempotencyRow = {
  status: number;
  sealed_response: Buffer;
  payload_mac: Buffer;
  /**
   * The only actor that may get the answer again, and its scopes at that time; both null if every caller of the
   * operation may.
   */
  actor_id: string | null;
  actor_scopes: string[] | null;
};

/** A record in the form that a look-up returns. */
export type FoundRow = IdempotencyRow & {
  /** The names of synchronous standbys, which may not have confirmed the record yet; empty for none. */
  standbys: string;
};

/** True for a record whose answer was erased with a subject. */
export function isErased({ sealed_response: sealed }: IdempotencyRow): boolean {
  return sealed.length === 0;
}

/** The period of the contract during which answers are replayed. */
const WINDOW_HOURS = 24;

const standbys = sql`current_setting('synchronous_standby_names')`;
const alive = sql`created_at > now() - make_interval(hours => ${sql.lit(WINDOW_HOURS)})`;

/** The recorded answer, if it exists and has not expired. */
export async function findRecord(
  db: Queryable,
  orgId: string,
  requestHash: Buffer,
): Promise<FoundRow | undefined> {
  const { rows } = await sql<FoundRow>`
    SELECT status, sealed_response, payload_mac, actor_id, actor_scopes, ${standbys} AS standbys FROM idempotency_records
    WHERE org_id = ${orgId} AND request_hash = ${requestHash} AND ${alive}`.execute(db);
  return rows[0];
}

export type Claim = { locked: boolean; expired: boolean; row: FoundRow | undefined };

/**
 * Tries to become the one process that runs this request. The lock belongs to the transaction, so it ends as soon as
 * the process or connection dies. This statement does not see a record that commits between its snapshot and the lock;
 * `insertRecord` then fails on the primary key. The lock's number also depends on the organization, so organizations
 * with the same key do not wait for each other.
 */
export async function claim(tx: Tx, orgId: string, requestHash: Buffer): Promise<Claim> {
  const lockKey = requestHash.readBigInt64BE(0).toString();
  const { rows } = await sql<{ locked: boolean; alive: boolean | null } & FoundRow>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${orgId}, ${lockKey}::bigint)) AS locked, ${alive} AS alive,
      status, sealed_response, payload_mac, actor_id, actor_scopes, ${standbys} AS standbys
    FROM (SELECT 1) AS one
    LEFT JOIN idempotency_records ON org_id = ${orgId} AND request_hash = ${requestHash}`.execute(
    tx,
  );
  const { locked, alive: isAlive, ...row } = rows[0]!;
  return { locked, expired: isAlive === false, row: isAlive ? row : undefined };
}

/**
 * Deletes an expired record. A record that was written since the check stays, because it is another request's answer.
 */
export async function deleteExpiredRecord(
  tx: Tx,
  orgId: string,
  requestHash: Buffer,
): Promise<void> {
  await sql`DELETE FROM idempotency_records
    WHERE org_id = ${orgId} AND request_hash = ${requestHash} AND NOT (${alive})`.execute(tx);
}

type NewRecord = IdempotencyRow & { orgId: string; requestHash: Buffer; about: readonly string[] };

/** Violates `idempotency_records_pkey` when another request has recorded its answer. */
export const insertRecord = compiled<NewRecord>(
  (given) => sql`
    INSERT INTO idempotency_records (org_id, request_hash, payload_mac, status, sealed_response, actor_id, actor_scopes,
      about)
    VALUES (${given((row) => row.orgId)}, ${given((row) => row.requestHash)}, ${given((row) => row.payload_mac)},
      ${given((row) => row.status)}, ${given((row) => row.sealed_response)}, ${given((row) => row.actor_id)},
      ${given((row) => row.actor_scopes && arrayText(row.actor_scopes))}::text[],
      ${given((row) => arrayText(row.about))}::text[])`,
);

/**
 * Claims a request for `leaseMs`, if no claim exists or the holder's time is over.
 * @returns true if the holder now has the claim
 */
export async function takeClaim(
  db: Queryable,
  orgId: string,
  requestHash: Buffer,
  holder: string,
  leaseMs: number,
): Promise<boolean> {
  // The insertion alone would wait for a holder's transaction that is deleting its claim. It cannot check this itself:
  // after its first few runs in a session, a node of Citus repeats an insertion incorrectly if the insertion reads its
  // own table.
  const { rows: held } = await sql`SELECT FROM idempotency_claims
    WHERE org_id = ${orgId} AND request_hash = ${requestHash} AND leased_until > now()`.execute(db);
  if (held.length > 0) return false;
  const { rows } = await sql`
    INSERT INTO idempotency_claims AS c (org_id, request_hash, holder, leased_until)
    VALUES (${orgId}, ${requestHash}, ${holder}, ${fromNow(leaseMs)})
    ON CONFLICT (org_id, request_hash) DO UPDATE
      SET holder = excluded.holder, leased_until = excluded.leased_until
      -- Its end is past.
      WHERE excluded.leased_until - c.leased_until >= make_interval(secs => ${leaseMs / 1000})
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** @returns true if the holder still had the claim */
export async function endClaim(
  db: Queryable,
  orgId: string,
  requestHash: Buffer,
  holder: string,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM idempotency_claims
    WHERE org_id = ${orgId} AND request_hash = ${requestHash} AND holder = ${holder}
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Deletes claims of processes that died and whose callers never returned. */
export async function deleteDeadClaims(db: Queryable): Promise<void> {
  await sql`DELETE FROM idempotency_claims
    WHERE leased_until < now() - make_interval(hours => ${sql.lit(WINDOW_HOURS)})`.execute(db);
}

/** Deletes up to `limit` expired records and returns how many there were. */
export async function deleteExpired(db: Queryable, limit: number): Promise<number> {
  const result = await sql`
    DELETE FROM idempotency_records AS r USING (
      SELECT org_id, request_hash FROM idempotency_records
      WHERE NOT (${alive}) LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) AS old WHERE r.org_id = old.org_id AND r.request_hash = old.request_hash`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Selects the marks of the ids that records concern, in the order of their hashes; null for records of older versions.
 */
export async function selectAbout(
  db: Queryable,
  orgId: string,
  after: Buffer,
  limit: number,
): Promise<{ hash: Buffer; about: string[] | null }[]> {
  const { rows } = await sql<{ hash: Buffer; about: string[] | null }>`
    SELECT request_hash AS hash, about FROM idempotency_records
    WHERE org_id = ${orgId} AND request_hash > ${after} ORDER BY request_hash LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/**
 * Deletes the answers of records. The records stay, so a repetition executes nothing. @returns the number of answers
 */
export async function eraseAnswers(
  tx: Tx,
  orgId: string,
  hashes: readonly Buffer[],
): Promise<number> {
  const { rows } = await sql`
    UPDATE idempotency_records SET sealed_response = '', payload_mac = '', about = '{}'
    WHERE org_id = ${orgId} AND sealed_response <> '' AND request_hash = ANY (ARRAY(
      SELECT decode(hash, 'hex') FROM unnest(${arrayText(hashes.map((one) => one.toString('hex')))}::text[]) AS hash))
    RETURNING 1`.execute(tx);
  return rows.length;
}
