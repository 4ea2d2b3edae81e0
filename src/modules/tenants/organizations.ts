import { PLATFORM } from '../../platform/audit/action.ts';
import { Changed } from '../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { notifyAfterCommit } from '../../platform/db/session/notifier.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { badRequest, found } from '../../platform/errors/index.ts';
import { type PageInput, paged } from '../../platform/http/schema.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Zones } from '../../platform/calendar/zoned-months.ts';
import { firstZones, nextZones, shownZones } from './billing-zones.ts';
import type { CreateOrganization, Organization, UpdateOrganization } from './schemas.ts';
import * as store from './store.ts';
import { hasTestKey, restartTestMode } from './test-mode/store.ts';
import { isTestOrganization, testOrganizationOf, type CopyToTest } from './test-mode.ts';

export const ORGANIZATION_PREFIX = 'org';

/** Returns true if a text has the form of an id of an organization or of a twin. */
function isOrganizationId(id: string): boolean {
  return isId(ORGANIZATION_PREFIX, id) || isTestOrganization(id);
}

function zonesIn({ billing_zones: zones }: store.OrganizationRow): Zones {
  return (zones ?? []) as unknown as Zones;
}
/** Returns the text that a column stores; null for UTC since ever. */
function stored(zones: Zones): string | null {
  return zones.length === 0 ? null : JSON.stringify(zones);
}

function toOrganization(row: store.OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan as Organization['plan'],
    addons: row.addons,
    identifierLast4: row.identifier_last4,
    ...shownZones(zonesIn(row)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function assertAddonsFitPlan(plan: string, addons: string[]): void {
  if (plan === 'free' && addons.length > 0)
    throw badRequest([{ path: 'addons', message: 'need the plan pro or enterprise' }]);
}

/**
 * Returns the bucket with this name, if it exists; without a name, the first of those with the fewest organizations.
 */
async function chooseBucket(tx: Tx, name: string | undefined): Promise<string | undefined> {
  const buckets = await store.selectBuckets(tx);
  if (name !== undefined) return buckets.find((bucket) => bucket.name === name)?.name;
  const fewest = Math.min(...buckets.map(({ organizations }) => organizations));
  return buckets.find(({ organizations }) => organizations === fewest)?.name;
}

/**
 * @param input.bucket by default the one with the fewest organizations
 * @throws ApiError BAD_REQUEST if an addon needs a higher plan, or the bucket or the time zone does not exist
 */
export async function createOrganization(
  tx: Tx,
  input: CreateOrganization & { bucket?: string },
): Promise<Organization> {
  const addons = input.addons ?? [];
  assertAddonsFitPlan(input.plan, addons);
  const bucket = await chooseBucket(tx, input.bucket);
  if (bucket === undefined)
    throw badRequest([{ path: 'bucket', message: 'is none that "oriki buckets list" names' }]);
  const { name, plan } = input;
  const billing_zones = stored(await firstZones(tx, input.billingTimeZone));
  const row = { id: newId(ORGANIZATION_PREFIX), name, plan, addons, bucket, billing_zones };
  return toOrganization(await store.insertOrganization(tx, row));
}

/** @throws ApiError NOT_FOUND; BAD_REQUEST if an addon needs a higher plan, or the time zone does not exist */
export async function updateOrganization(
  tx: Tx,
  id: string,
  input: UpdateOrganization,
): Promise<Changed<Organization>> {
  const current = await found(
    'organization',
    isId(ORGANIZATION_PREFIX, id) && store.lockOrganization(tx, id),
  );
  const before = toOrganization(current);
  if (Object.keys(input).length === 0) return new Changed(before, before);
  const change = {
    name: input.name ?? current.name,
    plan: input.plan ?? current.plan,
    addons: input.addons ?? current.addons,
    identifier_last4: input.identifierLast4 ?? current.identifier_last4,
    billing_zones: stored(await nextZones(tx, zonesIn(current), input.billingTimeZone)),
  };
  assertAddonsFitPlan(change.plan, change.addons);
  notifyAfterCommit(AUTH_CHANNEL);
  const row = await store.updateOrganization(tx, [id, testOrganizationOf(id)], change);
  return new Changed(before, toOrganization(row));
}

/** Returns those of the organizations that neither store nor show the last four characters of identifiers. */
export async function withoutIdentifierLast4(
  db: Queryable,
  orgIds: readonly string[],
): Promise<Set<string>> {
  return new Set(await store.selectWithoutIdentifierLast4(db, [...new Set(orgIds)]));
}

async function find(db: Queryable, id: string): Promise<store.OrganizationRow | undefined> {
  return isOrganizationId(id) ? store.findOrganization(db, id) : undefined;
}

/** Returns the organization whose audit log gets a row about this id; the platform for an unknown id. */
export async function logOf(db: Queryable, id: string | null | undefined): Promise<string> {
  return (id ? await find(db, id) : undefined)?.id ?? PLATFORM;
}

/** @throws ApiError NOT_FOUND */
export async function getOrganization(db: Queryable, id: string): Promise<Organization> {
  const row = await found('organization', find(db, id));
  return toOrganization(row);
}

export async function listOrganizations(
  db: Queryable,
  query: PageInput & store.OrganizationFilter,
) {
  return paged(query, (page) => store.listOrganizations(db, query, page), toOrganization);
}

/**
 * Creates the twin of an organization at its first use, in the same bucket. If the twin exists and no test key is in
 * use, earlier sessions stay ended.
 * @param copy copies the organization's data to it
 */
export async function openTestOrganization(tx: Tx, orgId: string, copy: CopyToTest): Promise<void> {
  const live = await found('organization', store.lockOrganization(tx, orgId));
  const id = testOrganizationOf(orgId);
  if (await store.findOrganization(tx, id)) {
    if (!(await hasTestKey(tx, orgId))) await restartTestMode(tx, id);
    return;
  }
  const { name, plan, addons, bucket } = live;
  const billing_zones = stored(zonesIn(live));
  await store.insertOrganization(tx, { id, name, plan, addons, bucket, billing_zones });
  await copy(tx, orgId, id);
}
