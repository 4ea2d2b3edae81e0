/** The check of a provider, step by step: what a sign-in needs of it, as far as possible without a person. */
import * as openid from 'openid-client';
import { OutboundError } from '../../../../platform/outbound/error.ts';
import { scopeOf } from '../claims.ts';
import { methodOf } from '../client-authentication.ts';
import { BadAnswer, type guardedFetch } from '../guarded-fetch.ts';
import type { Issuer } from '../provider.ts';
import type { IssuerCheck } from '../schemas.ts';
import { ALGORITHMS, assertSupported, discover, isTemporary, ProviderFault } from './discover.ts';

export type Check = IssuerCheck;
type Step = IssuerCheck['steps'][number];
type Done = Omit<Step, 'step'>;
type Send = ReturnType<typeof guardedFetch>;

/** A code that no provider has issued. */
const NO_CODE = 'oriki-checks-its-settings';
const REFUSALS = new Set(['invalid_client', 'unauthorized_client']);

function ok(message: string): Done {
  return { status: 'ok', reason: null, message };
}

function warning(message: string): Done {
  return { status: 'warning', reason: null, message };
}

function failed(reason: NonNullable<Step['reason']>, message: string): Done {
  return { status: 'failed', reason, message };
}

/** Returns true if a list of the metadata lacks a value; false without a list. */
function lacks(list: unknown, value: string): boolean {
  return Array.isArray(list) && !list.includes(value);
}

async function keysAt(address: string, send: Send): Promise<Done> {
  try {
    const response = await send(address, { method: 'GET', headers: {} });
    if (!response.ok) throw new Error('no keys', { cause: response });
    const { keys } = (await response.json()) as { keys?: unknown };
    const usable = (Array.isArray(keys) ? keys : []).filter((key: Record<string, unknown>) => {
      const { kty, use, alg } = key ?? {};
      const isPublic = kty === 'RSA' || kty === 'EC' || kty === 'OKP';
      const fits = alg === undefined || ALGORITHMS.includes(String(alg));
      return isPublic && (use === undefined || use === 'sig') && fits;
    });
    return usable.length > 0
      ? ok(`keys that sign ID tokens: ${usable.length}`)
      : failed('unsupported', 'none of the keys can sign an ID token that Oriki accepts');
  } catch (error) {
    return isTemporary(error) || error instanceof OutboundError
      ? failed('unreachable', 'the address of the keys does not answer')
      : failed('not_metadata', 'the address in the metadata has no keys');
  }
}

/**
 * Sends an invalid code to the token endpoint. A provider that knows the client rejects the code; otherwise it
 * rejects the client.
 */
async function clientAt(configuration: openid.Configuration, redirectUri: string): Promise<Done> {
  try {
    await openid.genericGrantRequest(configuration, 'authorization_code', {
      code: NO_CODE,
      redirect_uri: redirectUri,
      code_verifier: openid.randomPKCECodeVerifier(),
    });
    return warning('the provider returned a token for an invalid code');
  } catch (error) {
    if (error instanceof BadAnswer || isTemporary(error))
      return failed('unreachable', 'the token endpoint does not answer');
    const refusal = error instanceof openid.ResponseBodyError ? error.error : undefined;
    const isChallenged = error instanceof openid.WWWAuthenticateChallengeError;
    if (isChallenged || (refusal !== undefined && REFUSALS.has(refusal)))
      return failed('client_refused', 'the provider rejects the client id with this secret or key');
    return refusal === 'invalid_grant'
      ? ok('the provider knows Oriki, and rejects an invalid code')
      : warning('the answer of the provider does not show whether it knows Oriki');
  }
}

function groupsOf({ groupsClaim, groupRoles }: Issuer, metadata: openid.ServerMetadata): Done {
  if (groupsClaim === null)
    return Object.keys(groupRoles).length === 0
      ? ok('no groups are read: people get roles by invitations')
      : warning('groups have roles, but no claim with the groups is set');
  const [first = groupsClaim] = groupsClaim.split('.');
  const { claims_supported: claims } = metadata;
  const isUnheard = lacks(claims, groupsClaim) && lacks(claims, first);
  return isUnheard
    ? warning(`the metadata do not list the claim ${groupsClaim}: a mapper may still add it`)
    : ok(`groups are read from the claim ${groupsClaim}`);
}

/** Runs all steps; skips those that need a failed one. */
export async function stepsOf(issuer: Issuer, redirectUri: string, send: Send): Promise<Check> {
  const steps: Step[] = [];
  const add = (step: Step['step'], done: Done): void => void steps.push({ step, ...done });
  try {
    const configuration = await discover(issuer, send);
    const metadata = configuration.serverMetadata();
    add('discovery', ok('the metadata belong to this issuer'));
    add('keys', await keysAt(metadata.jwks_uri!, send));
    const { method, isNamed } = methodOf(metadata, issuer);
    add(
      'authentication',
      isNamed
        ? ok(`method: ${method}`)
        : failed('unsupported', `the metadata do not name ${method}`),
    );
    add('client', await clientAt(configuration, redirectUri));
    const asked = scopeOf(issuer, metadata);
    const unknown = asked.split(' ').filter((one) => lacks(metadata.scopes_supported, one));
    add(
      'scopes',
      unknown.length === 0
        ? ok(`scopes: ${asked}`)
        : warning(`the metadata do not list: ${unknown.join(' ')}`),
    );
    add('groups', groupsOf(issuer, metadata));
    try {
      assertSupported({ ...issuer, clientSecret: undefined, clientKey: undefined }, metadata);
      add('flow', ok('the code flow with PKCE and a signature that Oriki accepts'));
    } catch {
      add(
        'flow',
        failed('unsupported', 'the metadata exclude the code flow, PKCE or the signatures'),
      );
    }
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    add('discovery', failed(error.reason, error.message));
    for (const step of ['keys', 'authentication', 'client', 'scopes', 'groups', 'flow'] as const)
      add(step, { status: 'skipped', reason: null, message: 'requires the metadata' });
  }
  return { ok: steps.every(({ status }) => status === 'ok' || status === 'warning'), steps };
}
