/**
 * The limits of keys: until when, from which addresses and how often each may be used. A key never gives another key
 * wider limits than its own.
 */
import type { Principal } from '../../platform/auth/key-cache.ts';
import { clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest } from '../../platform/errors/index.ts';
import { isId } from '../../platform/ids.ts';
import { parseTimestamp } from '../../platform/calendar/iso-time.ts';
import { AddressRules, rangeText } from '../../platform/outbound/address.ts';
import { RATE_LIMITS } from '../declared.ts';
import { KEY_PREFIX } from './key-maker.ts';
import * as store from './store.ts';

export type Limits = {
  /** Null if it does not expire. */
  expiresAt: Date | null;
  /** Empty if it may be used from anywhere. */
  cidrs: readonly string[];
  /** Points by group; an omitted group has the service's own limit. */
  rateLimits: Readonly<Record<string, number>>;
};

/** The properties of a caller that limit the keys it makes. */
export type Limited = Partial<
  Pick<Principal, 'kind' | 'through' | 'allowedFrom' | 'rateLimits' | 'expiresAtMs'>
>;

/**
 * Returns the limits of a caller: those of its key, or of the key that opened its session, after its rotations. Other people and
 * the command line have none.
 * @param orgId the organization of the caller, if it has one
 * @throws ApiError FORBIDDEN for a session whose key is no longer in use
 */
export async function limitsOfMaker(
  tx: Tx,
  orgId: string | null | undefined,
  caller: Limited | null,
): Promise<Limits> {
  if (caller?.kind === 'key') {
    const { allowedFrom, rateLimits = {}, expiresAtMs = null } = caller;
    return {
      expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs),
      cidrs: allowedFrom?.ranges ?? [],
      rateLimits,
    };
  }
  const opener = orgId && caller?.through?.find((id) => isId(KEY_PREFIX, id));
  if (!opener) return { expiresAt: null, cidrs: [], rateLimits: {} };
  const row = await store.findNewestInUse(tx, orgId, opener);
  if (!row) throw new ApiError('FORBIDDEN', 'the key that opened the session is no longer in use');
  return limitsOfRow(row);
}

export function limitsOfRow(row: store.KeyRow): Limits {
  return {
    expiresAt: row.expires_at,
    cidrs: row.allowed_cidrs,
    rateLimits: row.rate_limits as Record<string, number>,
  };
}

export function isLater(a: Date | null, b: Date | null): boolean {
  return b !== null && (a === null || a > b);
}

/** Returns true if every address of `cidrs` is within `bounds`. */
function isInside(cidrs: readonly string[], bounds: readonly string[]): boolean {
  if (bounds.length === 0) return true;
  const rules = new AddressRules(bounds);
  return cidrs.length > 0 && cidrs.every((cidr) => rules.covers(cidr));
}

function refuse(what: string): ApiError {
  return new ApiError('FORBIDDEN', `the key behind the caller has ${what}, and cannot give more`);
}

/** Returns the groups for which `limits` allow more requests than `bounds`. */
function groupsBeyond(limits: Limits, bounds: Limits): string[] {
  return Object.keys(bounds.rateLimits).filter(
    (group) => (limits.rateLimits[group] ?? Infinity) > bounds.rateLimits[group]!,
  );
}

/** @throws ApiError FORBIDDEN for limits beyond the bounds */
export function assertWithin(bounds: Limits, limits: Limits): void {
  if (isLater(limits.expiresAt, bounds.expiresAt)) throw refuse('an earlier end');
  if (!isInside(limits.cidrs, bounds.cidrs)) throw refuse('fewer addresses');
  const [group] = groupsBeyond(limits, bounds);
  if (group !== undefined) throw refuse(`a lower limit of the group ${group}`);
}

/**
 * Returns the limits of a new key: the requested ones, and the maker's where none are requested.
 * @throws ApiError FORBIDDEN for limits beyond the maker's
 */
export function withinMaker(
  maker: Limits,
  asked: Pick<Limits, 'expiresAt'> & Partial<Limits>,
): Limits {
  const limits = {
    expiresAt: asked.expiresAt ?? maker.expiresAt,
    cidrs: asked.cidrs ?? maker.cidrs,
    rateLimits: { ...maker.rateLimits, ...asked.rateLimits },
  };
  assertWithin(maker, limits);
  return limits;
}

/**
 * Checks that a key becomes narrower, or wider only up to the limits of the caller.
 * @throws ApiError FORBIDDEN
 */
export function assertChange(before: Limits, after: Limits, caller: Limits): void {
  const isWithin = after.cidrs.every(
    (cidr) => isInside([cidr], before.cidrs) || isInside([cidr], caller.cidrs),
  );
  const isOpened = after.cidrs.length === 0 && before.cidrs.length > 0 && caller.cidrs.length > 0;
  if (isOpened || !isWithin) throw refuse('fewer addresses');
  const beyond = new Set(groupsBeyond(after, before));
  const group = groupsBeyond(after, caller).find((each) => beyond.has(each));
  if (group !== undefined) throw refuse(`a lower limit of the group ${group}`);
}

export function parseExpiry(expiresAt: string | null | undefined): Date | null {
  if (expiresAt === null || expiresAt === undefined) return null;
  const wrong = (message: string) => badRequest([{ path: 'expiresAt', message }]);
  const date = parseTimestamp(expiresAt.toUpperCase());
  if (!date)
    throw wrong('must be a date, or a date and time with offset, in ISO 8601, up to the year 9999');
  if (date.getTime() <= clock.nowMs()) throw wrong('must be in the future');
  return date;
}

/**
 * Returns addresses and CIDRs in canonical form, without duplicates. @throws ApiError BAD_REQUEST naming the first
 * invalid one
 */
export function parseCidrs(cidrs: readonly string[]): string[] {
  const ranges = cidrs.map((cidr, i) => {
    const range = rangeText(cidr);
    if (range === undefined)
      throw badRequest([{ path: `allowedCidrs[${i}]`, message: 'is not an IP address or CIDR' }]);
    return range;
  });
  return [...new Set(ranges)];
}

/** @throws ApiError BAD_REQUEST for an unknown group of rate limits */
export function parseRateLimits(limits: Record<string, number>): Record<string, number> {
  const unknown = Object.keys(limits).find((group) => !Object.hasOwn(RATE_LIMITS, group));
  if (unknown !== undefined)
    throw badRequest([{ path: 'rateLimits', message: 'names an unknown group' }]);
  return limits;
}

export function toColumns({ expiresAt, cidrs, rateLimits }: Limits) {
  return {
    expires_at: expiresAt,
    allowed_cidrs: [...cidrs],
    rate_limits: JSON.stringify(rateLimits),
  };
}
