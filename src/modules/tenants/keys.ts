import { apiKeyHint, generateApiKey, hashApiKey } from '../../platform/auth/api-key.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { notifyAfterCommit } from '../../platform/background/notifier.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest, notFound } from '../../platform/errors/index.ts';
import { appliedPage, toPage } from '../../platform/http/schema.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseTimestamp } from '../../platform/iso-time.ts';
import { ORGANIZATION_PREFIX } from './organizations.ts';
import type { ApiKey, CreatedApiKey, CreateKey, RotateKey } from './schemas.ts';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import * as store from './store.ts';

export const KEY_PREFIX = 'key';

function toApiKey(row: store.KeyRow): ApiKey {
  return {
    id: row.id,
    organizationId: row.org_id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    rotatedFrom: row.rotated_from,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}

/** A platform key has exactly the platform scope; a tenant's key never has it. */
function assertScopes(organizationId: string | null, scopes: string[]): void {
  const platform = scopes.includes(PLATFORM_SCOPE);
  if (organizationId === null && (!platform || scopes.length > 1))
    throw badRequest([
      { path: 'scopes', message: `must be ${PLATFORM_SCOPE} alone without an organization` },
    ]);
  if (organizationId !== null && platform)
    throw badRequest([
      { path: 'scopes', message: `must not contain ${PLATFORM_SCOPE} for an organization` },
    ]);
}

function parseExpiry(expiresAt: string | null | undefined): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const refuse = (message: string) => badRequest([{ path: 'expiresAt', message }]);
  const date = parseTimestamp(expiresAt.toUpperCase());
  if (!date)
    throw refuse(
      'must be a date, or a date and time with offset, in ISO 8601, up to the year 9999',
    );
  if (date.getTime() <= clock.nowMs()) throw refuse('must be in the future');
  return date;
}

async function insertNewKey(
  tx: Tx,
  row: Pick<store.KeyRow, 'org_id' | 'name' | 'scopes' | 'rotated_from' | 'expires_at'>,
): Promise<CreatedApiKey> {
  const key = generateApiKey();
  const inserted = await store.insertKey(tx, {
    ...row,
    id: newId(KEY_PREFIX),
    key_hash: hashApiKey(key),
    hint: apiKeyHint(key),
  });
  return { ...toApiKey(inserted), key };
}

/**
 * Makes a key and returns it; only its hash is stored, so it can never be shown again.
 * @throws ApiError NOT_FOUND for an unknown organization; BAD_REQUEST for scopes or an expiry that are not
 *   allowed
 */
export async function createKey(tx: Tx, input: CreateKey): Promise<CreatedApiKey> {
  const { organizationId } = input;
  assertScopes(organizationId, input.scopes);
  const expires_at = parseExpiry(input.expiresAt);
  if (organizationId !== null) {
    const known =
      isId(ORGANIZATION_PREFIX, organizationId) &&
      (await store.findOrganization(tx, organizationId));
    if (!known) throw notFound('organization');
  }
  return insertNewKey(tx, {
    org_id: organizationId,
    name: input.name ?? '',
    scopes: input.scopes,
    rotated_from: null,
    expires_at,
  });
}

/**
 * Replaces a key: the new one has the old one's organization, expiry and scopes, or fewer scopes; the old
 * one ends after the overlap.
 * @throws ApiError NOT_FOUND; CONFLICT when the key is revoked or expired; BAD_REQUEST when scopes would grow
 */
export async function rotateKey(tx: Tx, id: string, input: RotateKey): Promise<CreatedApiKey> {
  const old = isId(KEY_PREFIX, id) ? await store.lockKey(tx, id) : undefined;
  if (!old) throw notFound('API key');
  if (
    old.revoked_at !== null ||
    (old.expires_at !== null && old.expires_at.getTime() <= clock.nowMs())
  )
    throw new ApiError('CONFLICT', 'the API key is revoked or expired');
  const scopes = input.scopes ?? old.scopes;
  if (scopes.some((scope) => !old.scopes.includes(scope)))
    throw badRequest([
      { path: 'scopes', message: 'must be a subset of the scopes of the rotated key' },
    ]);
  await store.expireKeyAfter(tx, id, input.overlapSeconds);
  notifyAfterCommit(AUTH_CHANNEL);
  const { org_id, name, expires_at } = old;
  return insertNewKey(tx, { org_id, name, scopes, rotated_from: id, expires_at });
}

/** Takes effect on every process within 5 s. Revoking twice keeps the first time. @throws ApiError NOT_FOUND */
export async function revokeKey(tx: Tx, id: string): Promise<ApiKey> {
  const row = isId(KEY_PREFIX, id) ? await store.revokeKey(tx, id) : undefined;
  if (!row) throw notFound('API key');
  notifyAfterCommit(AUTH_CHANNEL);
  return toApiKey(row);
}

/** @throws ApiError NOT_FOUND */
export async function getKey(db: Queryable, id: string): Promise<ApiKey> {
  const row = isId(KEY_PREFIX, id) ? await store.findKey(db, id) : undefined;
  if (!row) throw notFound('API key');
  return toApiKey(row);
}

export async function listKeys(
  db: Queryable,
  query: { page?: number; limit?: number; organizationId?: string },
) {
  const page = appliedPage(query);
  const { rows, total } = await store.listKeys(db, query.organizationId, page);
  return toPage(rows.map(toApiKey), total, page);
}
