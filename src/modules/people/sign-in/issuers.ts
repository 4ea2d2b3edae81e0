import { Changed } from '../../../platform/audit/audit.ts';
import type { EnvelopeContext } from '../../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { type ErrorDetail, found } from '../../../platform/errors/index.ts';
import { type PageInput, paged } from '../../../platform/http/schema.ts';
import { isId } from '../../../platform/ids.ts';
import {
  assertMayChange,
  assertMayCreate,
  assertMayDelete,
  type Changer,
} from './issuer-rights.ts';
import type { ClientKey } from './providers/client-key.ts';
import type { SealedProofs } from './providers/prepare.ts';
import type { Issuer, Providers } from './provider.ts';
import type {
  CreateIssuer,
  IssuerCheck,
  PublicKey,
  SignInIssuer,
  UpdateIssuer,
} from './schemas.ts';
import * as store from './store.ts';

export const ISSUER_PREFIX = 'idp';

export function secretContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'sign-in-secret' };
}

export function keyContext(orgId: string, id: string): EnvelopeContext {
  return { orgId, id, kind: 'sign-in-key' };
}

/** Claims that another person can have later, so they do not identify a person permanently. */
const PASSING_CLAIMS = new Set([
  'email',
  'name',
  'nickname',
  'phone_number',
  'preferred_username',
  'unique_name',
  'upn',
]);

/**
 * Returns the address to which a provider sends browsers back. Each provider has another address, so an answer never
 * counts for another provider.
 */
export function redirectUri(origin: string, orgId: string, id: string): string {
  return `${origin}/console/session/callback/${orgId}/${id}`;
}

function toIssuer(row: store.IssuerRow, origin: string): SignInIssuer {
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    hasClientSecret: row.envelope !== null,
    groupsClaim: row.groups_claim,
    groupRoles: row.group_roles as Record<string, string[]>,
    acr: row.acr,
    scopes: row.scopes,
    requireAuthTime: row.auth_time,
    emailWithoutVerified: row.email_without_verified,
    publicKey: row.public_key as PublicKey | null,
    subjectClaim: row.subject_claim,
    redirectUri: redirectUri(origin, row.org_id, row.id),
    logoutUri: `${origin}/console/session/logout/${row.org_id}/${row.id}`,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns the problem of a claim that is to identify people. */
export function subjectProblems({
  subjectClaim,
}: {
  subjectClaim?: string | undefined;
}): ErrorDetail[] {
  return subjectClaim === undefined || !PASSING_CLAIMS.has(subjectClaim.toLowerCase())
    ? []
    : [
        {
          path: 'subjectClaim',
          message: 'must identify a person permanently: another person can get this one',
        },
      ];
}

/**
 * Returns the problems of an issuer's address. @param targetProblem returns why requests to an address are not
 * allowed
 */
export function issuerProblems(
  issuer: string,
  targetProblem: (url: string) => string | undefined,
): ErrorDetail[] {
  const message = targetProblem(issuer);
  if (message !== undefined) return [{ path: 'issuer', message }];
  const { search, hash } = new URL(issuer);
  return search + hash === ''
    ? []
    : [{ path: 'issuer', message: 'must have no query and no fragment' }];
}

/**
 * @throws ApiError FORBIDDEN if the provider would sign in people with more rights than the grantor;
 * APPROVAL_REQUIRED
 */
export async function createIssuer(
  tx: Tx,
  orgId: string,
  input: CreateIssuer,
  { sealed, origin, ...changer }: Changer & { sealed: SealedProofs; origin: string },
): Promise<SignInIssuer> {
  await assertMayCreate(tx, orgId, input, changer);
  const row = await store.insertIssuer(tx, {
    org_id: orgId,
    envelope: null,
    client_key: null,
    public_key: null,
    ...sealed,
    name: input.name,
    issuer: input.issuer,
    client_id: input.clientId,
    groups_claim: input.groupsClaim ?? null,
    group_roles: JSON.stringify(input.groupRoles ?? {}),
    acr: input.acr ?? null,
    scopes: input.scopes ?? null,
    auth_time: input.requireAuthTime ?? true,
    email_without_verified: input.emailWithoutVerified ?? false,
    subject_claim: input.subjectClaim ?? 'sub',
  });
  return toIssuer(row, origin);
}

/** Changes the given fields. @throws ApiError NOT_FOUND; FORBIDDEN and APPROVAL_REQUIRED as `createIssuer` */
export async function changeIssuer(
  tx: Tx,
  orgId: string,
  id: string,
  input: UpdateIssuer,
  { sealed, origin, ...changer }: Changer & { sealed: SealedProofs; origin: string },
): Promise<Changed<SignInIssuer>> {
  const { name, clientId, groupsClaim, groupRoles, acr } = input;
  const { scopes, requireAuthTime, emailWithoutVerified, subjectClaim } = input;
  const before = await lock(tx, orgId, id);
  await assertMayChange(tx, before, input, changer);
  const row = await store.updateIssuer(tx, orgId, id, {
    ...(name !== undefined && { name }),
    ...(clientId !== undefined && { client_id: clientId }),
    ...(sealed.envelope !== undefined && { envelope: sealed.envelope }),
    ...(sealed.client_key !== undefined && { client_key: sealed.client_key }),
    ...(sealed.public_key !== undefined && { public_key: sealed.public_key }),
    ...(groupsClaim !== undefined && { groups_claim: groupsClaim }),
    ...(groupRoles !== undefined && { group_roles: JSON.stringify(groupRoles) }),
    ...(acr !== undefined && { acr }),
    ...(scopes !== undefined && { scopes }),
    ...(requireAuthTime !== undefined && { auth_time: requireAuthTime }),
    ...(emailWithoutVerified !== undefined && { email_without_verified: emailWithoutVerified }),
    ...(subjectClaim !== undefined && { subject_claim: subjectClaim }),
  });
  return new Changed(toIssuer(before, origin), toIssuer(row, origin));
}

/**
 * Existing sessions continue until they end. @throws ApiError NOT_FOUND; FORBIDDEN and APPROVAL_REQUIRED as
 * `createIssuer`
 */
export async function removeIssuer(
  tx: Tx,
  orgId: string,
  id: string,
  changer: Changer,
): Promise<Changed<{ id: string; deleted: true }>> {
  const before = await lock(tx, orgId, id);
  await assertMayDelete(tx, before, changer);
  await store.deleteIssuer(tx, orgId, id);
  return new Changed(toIssuer(before, ''), { id, deleted: true });
}

/** @throws ApiError NOT_FOUND */
async function lock(tx: Tx, orgId: string, id: string): Promise<store.IssuerRow> {
  return found('issuer', isId(ISSUER_PREFIX, id) && store.lockIssuer(tx, orgId, id));
}

/** Checks step by step what a sign-in needs of a provider. @throws ApiError NOT_FOUND */
export async function checkIssuer(
  db: Queryable,
  { envelopes, providers }: { envelopes: Envelopes; providers: Providers },
  orgId: string,
  id: string,
  origin: string,
): Promise<IssuerCheck> {
  const issuer = await found('issuer', openIssuer(db, envelopes, orgId, id));
  return providers.check(issuer, redirectUri(origin, orgId, id));
}

/** @throws ApiError NOT_FOUND */
export async function getIssuer(
  db: Queryable,
  orgId: string,
  id: string,
  origin: string,
): Promise<SignInIssuer> {
  const row = await found('issuer', isId(ISSUER_PREFIX, id) && store.findIssuer(db, orgId, id));
  return toIssuer(row, origin);
}

export async function listIssuers(db: Queryable, orgId: string, query: PageInput, origin: string) {
  return paged(
    query,
    (page) => store.selectIssuers(db, orgId, page),
    (row) => toIssuer(row, origin),
  );
}

/** Returns one of an organization's providers with its opened secret. Call it outside of transactions. */
export async function openIssuer(
  db: Queryable,
  envelopes: Envelopes,
  orgId: string,
  id: string,
): Promise<Issuer | undefined> {
  const row = isId(ISSUER_PREFIX, id) ? await store.findIssuer(db, orgId, id) : undefined;
  if (!row) return undefined;
  const { envelope, client_key: sealedKey } = row;
  const secret =
    envelope === null ? undefined : await envelopes.open(secretContext(orgId, id), envelope);
  const key =
    sealedKey === null ? undefined : await envelopes.open(keyContext(orgId, id), sealedKey);
  return {
    orgId,
    id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secret?.toString('utf8'),
    clientKey: key && (JSON.parse(key.toString('utf8')) as ClientKey),
    groupsClaim: row.groups_claim,
    groupRoles: row.group_roles as Record<string, string[]>,
    acr: row.acr,
    scopes: row.scopes,
    subjectClaim: row.subject_claim,
    authTime: row.auth_time,
    emailWithoutVerified: row.email_without_verified,
  };
}
