import { sql } from 'kysely';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { sharedOf } from '../../platform/db/places.ts';

export type NewKey = { id: string; publicKey: Buffer; envelope: string };

/** Selects the key that signs now. */
export async function selectCurrent(db: Queryable) {
  return sharedOf(db)
    .selectFrom('signing_keys')
    .select(['id', 'public_key', sql<string>`envelope`.as('envelope')])
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** Selects all public keys, newest first. */
export async function selectPublic(db: Queryable) {
  return sharedOf(db)
    .selectFrom('signing_keys')
    .select(['id', 'public_key', 'created_at', 'retired_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Inserts a key, unless there is a current one. */
export async function insertFirst(db: Queryable, { id, publicKey, envelope }: NewKey) {
  await sql`INSERT INTO signing_keys (id, public_key, envelope) VALUES (${id}, ${publicKey}, ${envelope})
    ON CONFLICT ((retired_at IS NULL)) WHERE retired_at IS NULL DO NOTHING`.execute(sharedOf(db));
}

/**
 * Retires the current key, erases its private key, and inserts the next one.
 * @returns false, with nothing changed, if `id` is no longer the current key
 */
export async function replaceCurrent(tx: Tx, id: string, next: NewKey): Promise<boolean> {
  const { rows } = await sql`UPDATE signing_keys SET retired_at = now(), envelope = NULL
    WHERE id = ${id} AND retired_at IS NULL RETURNING 1`.execute(sharedOf(tx));
  if (rows.length === 0) return false;
  await sql`INSERT INTO signing_keys (id, public_key, envelope)
    VALUES (${next.id}, ${next.publicKey}, ${next.envelope})`.execute(sharedOf(tx));
  return true;
}
