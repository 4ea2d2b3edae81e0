import { Changed } from '../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { notifyAfterCommit } from '../../platform/db/session/notifier.ts';
import { clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { badRequest } from '../../platform/errors/index.ts';
import {
  assertChange,
  isLater,
  limitsOfMaker,
  limitsOfRow,
  parseCidrs,
  parseExpiry,
  parseRateLimits,
  toColumns,
  type Limits,
} from './key-limits.ts';
import { assertInUse, assertMayGrant, assertNarrower, lock, toApiKey, type Owner } from './keys.ts';
import type { ApiKey, UpdateKey } from './schemas.ts';
import * as store from './store.ts';

/**
 * Changes the rights of a key, in every process within 5 s: scopes can only be removed, and the expiry only made
 * earlier. A paused key is rejected until it is resumed.
 * @throws ApiError NOT_FOUND; CONFLICT if it is revoked or expired; BAD_REQUEST for more rights than it has;
 * FORBIDDEN if the grantor lacks a scope of the key and changes addresses or limits or resumes it, or gives more than
 * its own limits
 */
export async function updateKey(
  tx: Tx,
  id: string,
  input: UpdateKey,
  { orgId, grantor = null, mayHandOut }: Owner = {},
): Promise<Changed<ApiKey>> {
  const old = await lock(tx, id, orgId);
  assertInUse(old);
  if (input.scopes) assertNarrower(old, input.scopes);
  // These changes can widen the key's rights, so the caller needs the rights to make the key.
  if (input.allowedCidrs || input.rateLimits || input.paused === false)
    assertMayGrant(grantor, old.scopes);
  const before = limitsOfRow(old);
  const limits: Limits = {
    expiresAt: input.expiresAt === undefined ? before.expiresAt : parseExpiry(input.expiresAt),
    cidrs: input.allowedCidrs ? parseCidrs(input.allowedCidrs) : before.cidrs,
    rateLimits: input.rateLimits ? parseRateLimits(input.rateLimits) : before.rateLimits,
  };
  if (isLater(limits.expiresAt, before.expiresAt))
    throw badRequest([{ path: 'expiresAt', message: 'must not be later than the current end' }]);
  // A key that changes itself has the limits of the locked row: another change may have narrowed them a moment ago.
  if (input.allowedCidrs || input.rateLimits)
    assertChange(
      before,
      limits,
      grantor?.id === id ? before : await limitsOfMaker(tx, orgId, grantor),
    );
  const { name = old.name, scopes = old.scopes, paused } = input;
  const pausedAt =
    paused === undefined ? old.paused_at : paused ? (old.paused_at ?? clock.now()) : null;
  const change = { name, scopes, paused_at: pausedAt, ...toColumns(limits) };
  const row = await store.updateKey(tx, id, change);
  if (old.paused_at && !pausedAt) await mayHandOut?.(toApiKey(row));
  notifyAfterCommit(AUTH_CHANNEL);
  return new Changed(toApiKey(old), toApiKey(row));
}
