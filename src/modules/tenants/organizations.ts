import { PLATFORM } from '../../platform/audit/action.ts';
import { Changed } from '../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../platform/auth/key-cache.ts';
import { notifyAfterCommit } from '../../platform/db/session/notifier.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { ApiError, badRequest, found } from '../../platform/errors/index.ts';
import { type PageInput, paged } from '../../platform/http/schema.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Zones } from '../../platform/calendar/zoned-months.ts';
import { firstZones, nextZones, shownZones } from './billing-zones.ts';
import type { CreateOrganization, Organization, UpdateOrganization } from './schemas.ts';
import * as store from './store.ts';
import { hasTestKey, restartTestMode } from './test-mode/store.ts';

/**
 * The prefix of the twin of an organization: its test keys act there, isolated from it like any other organization.
 */
const TEST_PREFIX = 'testorg';

/** Returns the twin's id, which is derived from the organization's id, so that there is only one. */
export function testOrganizationOf(orgId: string): string {
  return orgId.replace(/^org_/, `${TEST_PREFIX}_`);
}

/** Returns true if an id is that of a twin. */
export function isTestOrganization(orgId: string): boolean {
  return orgId.startsWith(`${TEST_PREFIX}_`);
}

/** Copies the organization's data to the twin, in the transaction that creates it. */
export type CopyToTest = (tx: Tx, orgId: string, testOrgId: string) => Promise<void>;

export const ORGANIZATION_PREFIX = 'org';

/** Returns true if a text has the form of an id of an organization or of a twin. */
function isOrganizationId(id: string): boolean {
  return isId(ORGANIZATION_PREFIX, id) || isTestOrganization(id);
}

function zonesIn({ billing_zones: zones }: store.OrganizationRow): Zones {
  return (zones ?? []) as unknown as Zones;
}
/** Returns the text that a column stores; null if the zone has always been UTC. */
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
    sealsContent: row.seals_content ?? false,
    ...shownZones(zonesIn(row)),
    region: row.region,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function assertAddonsFitPlan(plan: string, addons: string[]): void {
  if (plan === 'free' && addons.length > 0)
    throw badRequest([{ path: 'addons', message: 'need the plan pro or enterprise' }]);
}

/** Prevents moves until the transaction ends. @throws ApiError CONFLICT during a move */
async function assertNoMove(tx: Tx): Promise<void> {
  if (!(await store.holdMoves(tx)))
    throw new ApiError(
      'CONFLICT',
      'a move between servers is in progress: try again when it has ended',
    );
}

/**
 * Returns the bucket with this name, if it exists; without a name, the first of those with the fewest organizations.
 * @param region the server that must have it
 */
async function chooseBucket(
  tx: Tx,
  name: string | undefined,
  region: string | undefined,
): Promise<string | undefined> {
  const all = await store.selectBuckets(tx);
  const buckets = all.filter(({ server }) => region === undefined || server === region);
  if (name !== undefined) return buckets.find((bucket) => bucket.name === name)?.name;
  const fewest = Math.min(...buckets.map(({ organizations }) => organizations));
  return buckets.find(({ organizations }) => organizations === fewest)?.name;
}

/**
 * @param input.bucket by default the one with the fewest organizations
 * @throws ApiError BAD_REQUEST if an addon needs a higher plan, or the bucket, the time zone or the region does not exist;
 * CONFLICT during a move, with a region
 */
export async function createOrganization(
  tx: Tx,
  input: CreateOrganization & { bucket?: string },
): Promise<Organization> {
  const addons = input.addons ?? [];
  assertAddonsFitPlan(input.plan, addons);
  const { name, plan, region } = input;
  if (region !== undefined) await assertNoMove(tx);
  const bucket = await chooseBucket(tx, input.bucket, region);
  if (bucket === undefined)
    throw badRequest([
      region === undefined
        ? { path: 'bucket', message: 'is not a bucket that "oriki buckets list" shows' }
        : {
            path: 'region',
            message: 'must be a server that has the bucket, or one, in "oriki buckets list"',
          },
    ]);
  const billing_zones = stored(await firstZones(tx, input.billingTimeZone));
  const row = {
    id: newId(ORGANIZATION_PREFIX),
    name,
    plan,
    addons,
    bucket,
    billing_zones,
    region: region ?? null,
  };
  return toOrganization(await store.insertOrganization(tx, row));
}

/**
 * @throws ApiError NOT_FOUND; BAD_REQUEST if an addon needs a higher plan, or the time zone does not exist; CONFLICT if its
 * data are not on the server of the region, or during a move
 */
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
    seals_content: input.sealsContent ?? current.seals_content,
    billing_zones: stored(await nextZones(tx, zonesIn(current), input.billingTimeZone)),
    region: input.region === undefined ? current.region : input.region,
  };
  if (change.region !== current.region && change.region !== null)
    await assertOn(tx, change.region, current.bucket);
  assertAddonsFitPlan(change.plan, change.addons);
  notifyAfterCommit(AUTH_CHANNEL);
  const row = await store.updateOrganization(tx, [id, testOrganizationOf(id)], change);
  return new Changed(before, toOrganization(row));
}

/** @throws ApiError CONFLICT unless the server has the bucket, or during a move */
async function assertOn(tx: Tx, server: string, bucket: string): Promise<void> {
  await assertNoMove(tx);
  const place = (await store.selectBuckets(tx)).find(({ name }) => name === bucket)!.server;
  if (place !== server)
    throw new ApiError(
      'CONFLICT',
      `the data of the organization are on the server ${place}: move it before you set the region`,
    );
}

/** The organizations whose settings or events affect verifications. */
export type VerificationFacts = {
  /** Organizations that neither store nor show the last four characters of identifiers. */
  withoutLast4: Set<string>;
  /** Organizations in which a person has withdrawn a consent. */
  withWithdrawals: Set<string>;
};

/** Reads the settings and events of these organizations that affect verifications, in one statement. */
export async function verificationFacts(
  db: Queryable,
  orgIds: readonly string[],
): Promise<VerificationFacts> {
  const rows = await store.selectVerificationFacts(db, [...new Set(orgIds)]);
  const idsWith = (fact: (row: (typeof rows)[number]) => boolean): Set<string> =>
    new Set(rows.filter(fact).map(({ id }) => id));
  return {
    withoutLast4: idsWith((row) => !row.identifier_last4),
    withWithdrawals: idsWith((row) => row.consents_withdrawn),
  };
}

/** Notes that a consent was withdrawn in the organization; the first time, this locks its row. */
export async function noteConsentWithdrawn(tx: Tx, orgId: string): Promise<void> {
  if (await store.setConsentsWithdrawn(tx, orgId)) notifyAfterCommit(AUTH_CHANNEL);
}

/** Returns the kinds of verification for which an organization requires a consent. @throws ApiError NOT_FOUND */
export async function getConsentKinds(db: Queryable, orgId: string): Promise<string[]> {
  const row = await found('organization', find(db, orgId));
  return row.consent_kinds;
}

/**
 * Sets the kinds of verification for which an organization requires a consent, unless they are omitted.
 * @returns the kinds before
 * @throws ApiError NOT_FOUND
 */
export async function setConsentKinds(
  tx: Tx,
  orgId: string,
  kinds: readonly string[] | undefined,
): Promise<string[]> {
  const row = await found(
    'organization',
    isOrganizationId(orgId) && store.lockOrganization(tx, orgId),
  );
  if (kinds) {
    await store.updateConsentKinds(tx, orgId, [...kinds]);
    notifyAfterCommit(AUTH_CHANNEL);
  }
  return row.consent_kinds;
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
  const { name, plan, addons, bucket, consent_kinds, region, seals_content } = live;
  const billing_zones = stored(zonesIn(live));
  const twin = {
    id,
    name,
    plan,
    addons,
    bucket,
    billing_zones,
    consent_kinds,
    region,
    seals_content,
  };
  await store.insertOrganization(tx, twin);
  await copy(tx, orgId, id);
}
