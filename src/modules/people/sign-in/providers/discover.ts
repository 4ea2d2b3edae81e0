/** The metadata of a provider, and the reasons why people cannot sign in there. */
import * as openid from 'openid-client';
import { clock } from '../../../../platform/clock.ts';
import { ApiError } from '../../../../platform/errors/index.ts';
import { OutboundError } from '../../../../platform/outbound/error.ts';
import { authenticationBy, methodOf } from '../client-authentication.ts';
import type { guardedFetch } from '../guarded-fetch.ts';
import type { Issuer } from '../provider.ts';

/** The reasons, which are all that a caller learns about the server at the address. */
type Reason = 'unreachable' | 'not_metadata' | 'issuer_mismatch' | 'unsupported';

/** The allowed difference between the clocks of a provider and of the database. */
export const SKEW_SECONDS = 60;
/** Without `none`, and without signatures by a shared secret. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];
const RETRY_AFTER_SECONDS = 5;
const PASSING = new Set([408, 425, 429]);

const MEANINGS: Record<Reason, string> = {
  unreachable: 'the provider does not answer',
  not_metadata: 'the address has no metadata of an OpenID Connect provider',
  issuer_mismatch:
    'the metadata name another issuer; enter the issuer exactly as the provider writes it',
  unsupported:
    'the provider does not support the code flow with PKCE, a signature algorithm, or an authentication method that Oriki supports',
};

/** A provider at which people cannot sign in now. */
export class ProviderFault extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(MEANINGS[reason], { cause });
    this.reason = reason;
  }
}

export function chainOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one);
  return found;
}

/** Returns true for problems that may end soon: no answer, or an answer that asks the caller to wait. */
export function isTemporary(error: unknown): boolean {
  return chainOf(error).some((one) => {
    if (one instanceof OutboundError) return one.kind !== 'protocol';
    if (one instanceof ProviderFault) return one.reason === 'unreachable';
    const of = one as { status?: unknown; cause?: unknown };
    const status = of.cause instanceof Response ? of.cause.status : of.status;
    return typeof status === 'number' && (status >= 500 || PASSING.has(status));
  });
}

function reasonOf(error: unknown): Reason {
  if (error instanceof ProviderFault) return error.reason;
  if (isTemporary(error)) return 'unreachable';
  const isOther = chainOf(error).some(
    (one) => (one as { code?: unknown }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  );
  return isOther ? 'issuer_mismatch' : 'not_metadata';
}

/** Returns true for a web address, with TLS if the issuer has TLS. Browsers and requests go to no other address. */
function isAddress(value: unknown, issuer: string): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

/** Returns true if the list is absent or contains one of these values. */
function names(said: unknown, wanted: readonly string[]): boolean {
  return !Array.isArray(said) || wanted.some((one) => said.includes(one));
}

/** @throws ProviderFault */
function assertUsable(issuer: Issuer, metadata: openid.ServerMetadata): void {
  // Compares the issuer exactly, because the ids of people are derived from it.
  if (metadata.issuer !== issuer.issuer) throw new ProviderFault('issuer_mismatch');
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri];
  if (!endpoints.every((one) => isAddress(one, issuer.issuer)))
    throw new ProviderFault('not_metadata');
}

/** @throws ProviderFault for a provider whose metadata rule out a sign-in */
export function assertSupported(issuer: Issuer, metadata: openid.ServerMetadata): void {
  const isSupported =
    names(metadata.response_types_supported, ['code']) &&
    names(metadata.id_token_signing_alg_values_supported, ALGORITHMS) &&
    names(metadata.code_challenge_methods_supported, ['S256']) &&
    methodOf(metadata, issuer).isNamed;
  if (!isSupported) throw new ProviderFault('unsupported');
}

/** @throws ProviderFault */
export async function discover(
  issuer: Issuer,
  send: ReturnType<typeof guardedFetch>,
): Promise<openid.Configuration> {
  const authentication = await authenticationBy(issuer);
  try {
    // The address rules allow http only where the operator allows it.
    const isInsecure = issuer.issuer.startsWith('http:');
    const configuration = await openid.discovery(
      new URL(issuer.issuer),
      issuer.clientId,
      {
        [openid.clockSkew]: Math.round((clock.nowMs() - clock.machineMs()) / 1000),
        [openid.clockTolerance]: SKEW_SECONDS,
      },
      authentication,
      {
        [openid.customFetch]: send as openid.CustomFetch,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isInsecure ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
    assertUsable(issuer, configuration.serverMetadata());
    return configuration;
  } catch (error) {
    throw new ProviderFault(reasonOf(error), error);
  }
}

export function unavailable(cause: unknown): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'the identity provider sent an invalid answer; retry',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, cause },
  );
}

/** Returns the error for the caller that saves the issuer: 503 only for temporary problems. */
export function refusalOf({ reason, message }: ProviderFault): ApiError {
  const text = `issuer: ${reason}: ${message}`;
  const details = [{ path: 'issuer', message: `${reason}: ${message}` }];
  return reason === 'unreachable'
    ? new ApiError('SERVICE_UNAVAILABLE', text, {
        details,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    : new ApiError('BAD_REQUEST', text, { details });
}
