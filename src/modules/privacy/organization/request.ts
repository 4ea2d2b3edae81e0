/** An operator's request to erase an organization that leaves. */
import { clock } from '../../../platform/clock.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { sealReason } from '../../../platform/crypto/sealed-reason.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { databaseOf, everyBucketOf } from '../../../platform/db/places.ts';
import { ApiError, badRequest } from '../../../platform/errors/index.ts';
import { newId } from '../../../platform/ids.ts';
import { keepHolds, type HeldCases } from '../../retention/index.ts';
import {
  getOrganization,
  isTestOrganization,
  organizationIds,
  testOrganizationOf,
} from '../../tenants/index.ts';
import { signedReceipt, type SignedReceipt } from './receipt.ts';
import * as store from './store.ts';

const PREFIX = 'orgerasure';

/** The context of a sealed reason. */
export function leavingContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'organization-erasure-reason' };
}

async function assertNoHold(tx: Tx, cases: HeldCases, orgId: string): Promise<void> {
  const held = await keepHolds(tx, cases, orgId);
  if (!held || held.any)
    throw new ApiError('CONFLICT', `a legal hold keeps records of ${orgId}: lift it first`);
}

export type LeaveRequest = { orgId: string; name: string; reason: string; requestedBy: string };

/**
 * Records the erasure of an organization and of its test twin. An erasure in progress stays as it is.
 * @returns the ids of both, or of the one that exists
 * @throws ApiError NOT_FOUND; BAD_REQUEST for another name; CONFLICT under a legal hold; the key provider's error
 */
export async function requestLeaving(
  db: Database,
  envelopes: Envelopes,
  cases: HeldCases,
  { orgId, name, reason, requestedBy }: LeaveRequest,
): Promise<string[]> {
  const organization = await getOrganization(db.read, orgId);
  if (isTestOrganization(orgId))
    throw badRequest([{ path: 'id', message: 'is a test twin, which goes with its organization' }]);
  if (organization.name !== name)
    throw badRequest([{ path: 'name', message: 'is not the name of the organization' }]);
  const known = new Set(await organizationIds(db.read));
  // The twin comes first: if the organization's erasure is not recorded, the command finds the organization again.
  const orgIds = [testOrganizationOf(orgId), orgId].filter((one) => known.has(one));
  for (const one of orgIds)
    await (await databaseOf(db, one)).transaction((tx) => assertNoHold(tx, cases, one));
  for (const one of orgIds) {
    const id = newId(PREFIX);
    const { envelope } = await sealReason(envelopes, leavingContext(one, id), reason);
    const own = await databaseOf(db, one);
    await own.transaction(async (tx) => {
      await assertNoHold(tx, cases, one);
      const requested = { org_id: one, id, requested_by: requestedBy, requested_at: clock.now() };
      await store.insertLeaving(tx, { ...requested, envelope });
    });
  }
  return orgIds;
}

/** Returns the receipt of an organization that is erased. */
export async function findReceipt(db: Database, orgId: string): Promise<SignedReceipt | undefined> {
  for (const bucket of everyBucketOf(db.read)) {
    const row = await store.selectLeaving(bucket, orgId);
    if (row?.completed_at) return signedReceipt(row);
  }
  return undefined;
}
