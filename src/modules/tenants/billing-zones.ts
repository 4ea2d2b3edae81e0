import { clock } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { badRequest, type ErrorDetail } from '../../platform/errors/index.ts';
import { timeZoneOf } from '../../platform/calendar/iso-time.ts';
import {
  monthOf,
  withZone,
  withZoneFrom,
  zoneOfMonth,
  type Zones,
} from '../../platform/calendar/zoned-months.ts';
import type { Organization } from './schemas.ts';
import * as store from './store.ts';

const PROBLEM: ErrorDetail = {
  path: 'billingTimeZone',
  message: 'must be a time zone of the IANA database, such as Africa/Lagos',
};

/** Returns the problem of a name that is not a time zone in Node.js; the database may know fewer. */
export function billingZoneProblems({
  billingTimeZone: name,
}: {
  billingTimeZone?: string;
}): ErrorDetail[] {
  return name === undefined || timeZoneOf(name) !== undefined ? [] : [PROBLEM];
}

/** @throws ApiError BAD_REQUEST */
async function knownZone(tx: Tx, name: string): Promise<string> {
  const found = timeZoneOf(name) && (await store.selectTimeZone(tx, name));
  if (!found) throw badRequest([PROBLEM]);
  return found;
}

/** Returns the zones of a new organization: its first month has this zone. @throws ApiError BAD_REQUEST */
export async function firstZones(tx: Tx, name: string | undefined): Promise<Zones> {
  return name === undefined
    ? []
    : withZoneFrom([], monthOf([], clock.now()), await knownZone(tx, name));
}

/** Returns the zones with another one from the next month on. @throws ApiError BAD_REQUEST */
export async function nextZones(tx: Tx, zones: Zones, name: string | undefined): Promise<Zones> {
  return name === undefined ? zones : withZone(zones, clock.now(), await knownZone(tx, name));
}

/** Returns the time zones of an organization in the form for answers. */
export function shownZones(
  zones: Zones,
): Pick<Organization, 'billingTimeZone' | 'nextBillingTimeZone'> {
  const now = clock.now();
  const month = monthOf(zones, now);
  return {
    billingTimeZone: zoneOfMonth(zones, month),
    nextBillingTimeZone: zones.find((change) => change.month > month) ?? null,
  };
}

/**
 * Returns the time zones of months, by organization. Omits organizations with only UTC. @param orgIds all by default
 */
export async function zonesOf(
  db: Queryable,
  orgIds?: readonly string[],
): Promise<Map<string, Zones>> {
  return new Map((await store.selectZones(db, orgIds)).map(({ id, zones }) => [id, zones]));
}
