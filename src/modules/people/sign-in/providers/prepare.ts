/** Prepares an issuer before it is saved: seals its credentials, and requests the provider's metadata. */
import type { Envelopes } from '../../../../platform/crypto/envelopes.ts';
import type { EnvelopeContext } from '../../../../platform/crypto/envelope.ts';
import type { Queryable } from '../../../../platform/db/database.ts';
import { badRequest } from '../../../../platform/errors/index.ts';
import { newId } from '../../../../platform/ids.ts';
import { ISSUER_PREFIX, keyContext, openIssuer, secretContext } from '../issuers.ts';
import type { Issuer, Providers } from '../provider.ts';
import type { CreateIssuer, UpdateIssuer } from '../schemas.ts';
import { GENERATE, newClientKey, publicPart, readClientKey, type ClientKey } from './client-key.ts';

const NEW = {
  clientSecret: undefined,
  clientKey: undefined,
  groupsClaim: null,
  groupRoles: {},
  acr: null,
  scopes: null,
  subjectClaim: 'sub',
  authTime: true,
  emailWithoutVerified: false,
} as const;

/** Sealed credentials of Oriki at a provider, for their row; undefined keeps the stored ones. */
export type SealedProofs = {
  id: string;
  envelope?: string | null;
  client_key?: string | null;
  public_key?: string | null;
};

/**
 * Reads or generates, and seals, Oriki's credentials at a provider. Requests the provider's metadata, unless that is
 * to be skipped or the change does not concern the provider.
 * @param id the id of the provider; undefined for a new one
 * @throws ApiError BAD_REQUEST; SERVICE_UNAVAILABLE if the provider does not answer; SERVICE_DISABLED for secrets
 * without a KMS
 */
export async function prepareIssuer(
  db: Queryable,
  { envelopes, providers }: { envelopes: Envelopes; providers: Providers },
  orgId: string,
  id: string | undefined,
  input: CreateIssuer | UpdateIssuer,
): Promise<SealedProofs> {
  const of = id ?? newId(ISSUER_PREFIX);
  const clientKey = await clientKeyOf(input.clientKey);
  const { clientId, clientSecret, scopes } = input;
  const isAsked =
    id === undefined ||
    [clientId, clientSecret, input.clientKey, scopes].some((one) => one !== undefined);
  if (isAsked && !input.skipCheck) {
    const stored = id === undefined ? undefined : await openIssuer(db, envelopes, orgId, id);
    const asked = issuerOf(orgId, of, stored, input, clientKey);
    if (asked) await providers.assertUsable(asked);
  }
  const seal = (context: EnvelopeContext, text: string): Promise<string> =>
    envelopes.sealSecret(context, text);
  return {
    id: of,
    ...(clientSecret !== undefined && {
      envelope: clientSecret === null ? null : await seal(secretContext(orgId, of), clientSecret),
    }),
    ...(clientKey !== undefined && {
      client_key: clientKey && (await seal(keyContext(orgId, of), JSON.stringify(clientKey))),
      public_key: clientKey && JSON.stringify(publicPart(clientKey)),
    }),
  };
}

/** @returns undefined for no change, null for no key. @throws ApiError BAD_REQUEST */
async function clientKeyOf(text: string | null | undefined): Promise<ClientKey | null | undefined> {
  if (text === undefined || text === null) return text;
  const key = text === GENERATE ? await newClientKey() : await readClientKey(text);
  if (key) return key;
  const message =
    'must be "generate", or a private key as PEM or JWK: RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519';
  throw badRequest([{ path: 'clientKey', message }]);
}

/** Returns the provider after the change. @returns undefined if the provider does not exist */
function issuerOf(
  orgId: string,
  id: string,
  stored: Issuer | undefined,
  input: CreateIssuer | UpdateIssuer,
  clientKey: ClientKey | null | undefined,
): Issuer | undefined {
  const issuer = 'issuer' in input ? input.issuer : stored?.issuer;
  if (issuer === undefined) return undefined;
  const { name, clientId, clientSecret, groupsClaim, groupRoles, scopes } = input;
  const before = stored ?? { ...NEW, orgId, id, issuer, name: '', clientId: '' };
  return {
    ...before,
    name: name ?? before.name,
    clientId: clientId ?? before.clientId,
    clientSecret: clientSecret === undefined ? before.clientSecret : (clientSecret ?? undefined),
    clientKey: clientKey === undefined ? before.clientKey : (clientKey ?? undefined),
    groupsClaim: groupsClaim === undefined ? before.groupsClaim : groupsClaim,
    groupRoles: groupRoles ?? before.groupRoles,
    scopes: scopes === undefined ? before.scopes : scopes,
  };
}
