import { PLATFORM } from '../../platform/audit/action.ts';
import { voidRequestsBy } from '../approvals/index.ts';
import { Changed } from '../../platform/audit/audit.ts';
import {
  apiKeyHint,
  generateApiKey,
  hashApiKey,
  type KeyMode,
} from '../../platform/auth/api-key.ts';
import { AUTH_CHANNEL, type Principal } from '../../platform/auth/key-cache.ts';
import { lockRights } from '../../platform/auth/store.ts';
import { notifyAfterCommit } from '../../platform/db/session/notifier.ts';
import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { paged, type PageInput } from '../../platform/http/schema.ts';
import { bucketOf } from '../../platform/db/places.ts';
import { ApiError, badRequest, found, notFound } from '../../platform/errors/index.ts';
import { isId, newId } from '../../platform/ids.ts';
import { PLATFORM_SCOPE } from '../../platform/http/policy.ts';
import { outbox } from '../webhooks/index.ts';
import { keyCreated, keyRevoked, keyRotated } from './events.ts';
import {
  assertWithin,
  limitsOfMaker,
  limitsOfRow,
  parseCidrs,
  parseExpiry,
  parseRateLimits,
  toColumns,
  withinMaker,
  type Limited,
} from './key-limits.ts';
import {
  openTestOrganization,
  ORGANIZATION_PREFIX,
  testOrganizationOf,
  type CopyToTest,
} from './organizations.ts';
import type { ApiKey, CreatedApiKey, CreateKey, KeyName, RotateKey } from './schemas.ts';
import * as store from './store.ts';
import { KEY_PREFIX, keyThrough, makerOf, type Maker } from './key-maker.ts';

/** The caller that creates or changes a key; null for the command line, which may give every right. */
export type Grantor =
  | (Pick<Principal, 'scopes' | 'memberId' | 'personId'> &
      Partial<Pick<Principal, 'id' | 'through'>> &
      Limited)
  | null;

export function toApiKey(row: store.KeyRow): ApiKey {
  return {
    id: row.id,
    organizationId: row.org_id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    mode: row.mode as KeyMode,
    allowedCidrs: row.allowed_cidrs,
    rateLimits: row.rate_limits as Record<string, number>,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    rotatedFrom: row.rotated_from,
    madeBy: row.made_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    ...(row.paused_at && { pausedAt: row.paused_at.toISOString() }),
  };
}

/** Returns the data of events about a key. */
export function toEvent({ id, hint, expiresAt }: ApiKey) {
  return { keyId: id, hint, expiresAt };
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

/** Returns the grantor of a key of this organization: null for operators, who may give it every scope. */
function grantorOf(organizationId: string | null, grantor: Grantor): Grantor {
  return organizationId !== null && grantor?.scopes.has(PLATFORM_SCOPE) ? null : grantor;
}

/** @throws ApiError FORBIDDEN for a scope that the grantor lacks */
export function assertMayGrant(grantor: Grantor, scopes: readonly string[]): void {
  const lacked = grantor && scopes.find((scope) => !grantor.scopes.has(scope));
  if (lacked)
    throw new ApiError('FORBIDDEN', `the caller lacks the scope ${lacked}, and cannot give it`);
}

type NewKey = Pick<
  store.KeyRow,
  | 'org_id'
  | 'name'
  | 'scopes'
  | 'rotated_from'
  | 'expires_at'
  | 'allowed_cidrs'
  | 'told_days'
  | keyof Maker
> & { id: string; through: string[]; mode: KeyMode; rate_limits: string };

async function insertNewKey(tx: Tx, row: NewKey): Promise<CreatedApiKey> {
  const key = generateApiKey(row.mode);
  const inserted = await store.insertKey(tx, {
    ...row,
    key_hash: hashApiKey(key),
    hint: apiKeyHint(key),
  });
  return { ...toApiKey(inserted), key };
}

/**
 * Creates a key and returns it. Stores only the hash, so no later answer can show the key.
 * @param options.grantor the caller that makes it
 * @param options.copy copies the organization's data to its twin, at the first test key
 * @throws ApiError NOT_FOUND for an unknown organization; BAD_REQUEST for invalid input; FORBIDDEN for a scope that the
 * grantor lacks, and for limits beyond those of the grantor
 */
export async function createKey(
  tx: Tx,
  input: CreateKey,
  { grantor: by = null, copy }: { grantor?: Grantor; copy?: CopyToTest } = {},
): Promise<CreatedApiKey> {
  const { organizationId, mode = 'live' } = input;
  const grantor = grantorOf(organizationId, by);
  assertScopes(organizationId, input.scopes);
  assertMayGrant(grantor, input.scopes);
  const id = newId(KEY_PREFIX);
  const row = {
    id,
    through: keyThrough([id], by),
    name: input.name ?? '',
    scopes: input.scopes,
    mode,
    rotated_from: null,
    told_days: null,
    ...makerOf(by, by === grantor),
    ...toColumns(
      withinMaker(await limitsOfMaker(tx, organizationId, by), {
        expiresAt: parseExpiry(input.expiresAt),
        ...(input.allowedCidrs && { cidrs: parseCidrs(input.allowedCidrs) }),
        ...(input.rateLimits && { rateLimits: parseRateLimits(input.rateLimits) }),
      }),
    ),
  };
  if (organizationId === null) {
    if (mode === 'test')
      throw badRequest([{ path: 'mode', message: 'must be live without an organization' }]);
    return insertNewKey(tx, { ...row, org_id: null });
  }
  await found(
    'organization',
    isId(ORGANIZATION_PREFIX, organizationId) && store.findOrganization(tx, organizationId),
  );
  if (mode === 'test') await openTestOrganization(tx, organizationId, copy ?? (async () => {}));
  const created = await insertNewKey(tx, { ...row, org_id: organizationId });
  await outbox(await bucketOf(tx, organizationId), organizationId, keyCreated(toEvent(created)));
  return created;
}

/**
 * Returns the key, locked; with `orgId` only a key of that organization. Changes of keys wait for the removal of their
 * makers, and for requests that admit people by the rights of the key, and the reverse.
 * @throws ApiError NOT_FOUND
 */
export async function lock(tx: Tx, id: string, orgId: string | undefined): Promise<store.KeyRow> {
  const known = isId(KEY_PREFIX, id) ? await store.findKey(tx, id) : undefined;
  if (!known || (orgId !== undefined && known.org_id !== orgId)) throw notFound('API key');
  await lockRights(tx, known.org_id ?? PLATFORM);
  if (known.mode === 'test') await lockRights(tx, testOrganizationOf(known.org_id!));
  return (await store.lockKey(tx, id))!;
}

/** @throws ApiError CONFLICT */
export function assertInUse({ revoked_at: revoked, expires_at: expires }: store.KeyRow): void {
  if (revoked !== null || (expires !== null && expires.getTime() <= clock.nowMs()))
    throw new ApiError('CONFLICT', 'the API key is revoked or expired');
}

export function assertNarrower(old: store.KeyRow, scopes: readonly string[]): void {
  if (scopes.some((scope) => !old.scopes.includes(scope)))
    throw badRequest([{ path: 'scopes', message: 'must be a subset of the scopes of the key' }]);
}

/** The required owner of a key, and the caller. */
export type Owner = {
  orgId?: string;
  grantor?: Grantor;
  /** Checks the caller that replaces or resumes this key. */
  mayHandOut?: (key: Pick<ApiKey, 'id' | 'scopes' | 'mode'>) => Promise<void>;
};

/**
 * Replaces a key. The new one has the old one's organization, expiry, addresses and limits, and the same or fewer
 * scopes. The old one ends after the overlap. The new key belongs to the person who rotates it, if there is one.
 * @throws ApiError NOT_FOUND; CONFLICT if the key is revoked, expired or paused; BAD_REQUEST if scopes would grow;
 * FORBIDDEN for a scope that the grantor lacks, and for a key with wider limits than the grantor, because the answer
 * contains the new key
 */
export async function rotateKey(
  tx: Tx,
  id: string,
  input: RotateKey,
  { orgId, grantor: by = null, mayHandOut }: Owner = {},
): Promise<Changed<CreatedApiKey>> {
  const old = await lock(tx, id, orgId);
  const grantor = grantorOf(old.org_id, by);
  assertInUse(old);
  // The new key would not be paused.
  if (old.paused_at) throw new ApiError('CONFLICT', 'the API key is paused: resume it first');
  const scopes = input.scopes ?? old.scopes;
  assertNarrower(old, scopes);
  assertMayGrant(grantor, scopes);
  assertWithin(await limitsOfMaker(tx, old.org_id, by), limitsOfRow(old));
  await mayHandOut?.({ ...toApiKey(old), scopes });
  await store.expireKeyAfter(tx, id, input.overlapSeconds);
  notifyAfterCommit(AUTH_CHANNEL);
  const { org_id, name, expires_at, allowed_cidrs, mode, rate_limits, told_days } = old;
  const created = await insertNewKey(tx, {
    id: newId(KEY_PREFIX),
    through: keyThrough(old.through ?? [], by),
    name,
    scopes,
    mode: mode as KeyMode,
    rotated_from: id,
    told_days,
    ...makerOf(by, by === grantor, old),
    expires_at,
    allowed_cidrs,
    rate_limits: JSON.stringify(rate_limits),
    org_id,
  });
  if (org_id !== null)
    await outbox(
      await bucketOf(tx, org_id),
      org_id,
      keyRotated({ ...toEvent(created), rotatedFrom: id }),
    );
  return new Changed(toApiKey(old), created);
}

/**
 * Revokes a key. Takes effect in every process within 5 s. A second revocation keeps the first time.
 * @param options.revoked ends everything that depends on the key in other modules
 * @throws ApiError NOT_FOUND
 */
export async function revokeKey(
  tx: Tx,
  id: string,
  { orgId, revoked }: Owner & { revoked?: (key: ApiKey) => Promise<void> } = {},
): Promise<Changed<ApiKey>> {
  const old = await lock(tx, id, orgId);
  const key = toApiKey((await store.revokeKey(tx, id))!);
  notifyAfterCommit(AUTH_CHANNEL);
  const org = old.org_id ?? PLATFORM;
  const own = await bucketOf(tx, org);
  await voidRequestsBy(own, org, { kind: 'key', id });
  await revoked?.(key);
  if (old.org_id !== null && old.revoked_at === null)
    await outbox(own, org, keyRevoked(toEvent(key)));
  return new Changed(toApiKey(old), key);
}

/** @throws ApiError NOT_FOUND */
export async function getKey(db: Queryable, id: string, { orgId }: Owner = {}): Promise<ApiKey> {
  const row = isId(KEY_PREFIX, id) ? await store.findKey(db, id) : undefined;
  if (!row || (orgId !== undefined && row.org_id !== orgId)) throw notFound('API key');
  return toApiKey(row);
}

export async function listKeys(db: Queryable, query: PageInput & store.KeyFilter) {
  return paged(query, (page) => store.listKeys(db, query, page), toApiKey);
}

/** Lists the same keys with only id and name. */
export async function listKeyNames(db: Queryable, query: PageInput & store.KeyFilter) {
  return paged(
    query,
    (page) => store.listKeys(db, query, page),
    ({ id, name }): KeyName => ({ id, name }),
  );
}
