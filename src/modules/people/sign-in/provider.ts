/** OpenID Connect with one identity provider: the requests, and the checks of the answers. */
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { clock } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import {
  ALGORITHMS,
  assertSupported,
  chainOf,
  discover,
  isTemporary,
  ProviderFault,
  refusalOf,
  SKEW_SECONDS,
  unavailable,
} from './providers/discover.ts';
import { stepsOf, type Check } from './providers/steps.ts';
import { claimsOf, lacks, scopeOf, subjectOf, type Claims } from './claims.ts';
import type { ClientKey } from './providers/client-key.ts';
import { BadAnswer, guardedFetch } from './guarded-fetch.ts';

/** An identity provider, with Oriki's credentials there. */
export type Issuer = {
  orgId: string;
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** The key that replaces the secret as proof where the provider supports it. */
  clientKey: ClientKey | undefined;
  groupsClaim: string | null;
  groupRoles: Readonly<Record<string, readonly string[]>>;
  acr: string | null;
  /** Null for the usual scopes. */
  scopes: readonly string[] | null;
  /** The claim that permanently identifies a person. */
  subjectClaim: string;
  /** True if the provider must return the time of the sign-in. */
  authTime: boolean;
  /** True to trust an e-mail address if the provider does not return whether it has verified it. */
  emailWithoutVerified: boolean;
};

/** The secrets of one sign-in, which the browser keeps sealed until it returns. */
export type Checks = { state: string; nonce: string; verifier: string };

/** The claims of a verified logout token. */
export type LogoutToken = {
  subject: string | undefined;
  providerSession: string | undefined;
  /** The token's id at its issuer. */
  jti: string;
  /** The token is rejected from this time on. */
  endsAt: Date;
};

/** Older logout tokens are rejected. */
const MAX_LOGOUT_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
function untrusted(why: string): ApiError {
  return new ApiError('UNAUTHORIZED', `the sign-in is rejected: ${why}`);
}

/** Oriki's texts for errors in the provider's answers; the provider's own texts are never repeated. */
const REASONS: Record<string, string> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'a claim of the token is not the expected one',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the token is from another time',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the issuer is not the expected one',
  OAUTH_INVALID_RESPONSE: 'the answer does not belong to this sign-in',
  OAUTH_KEY_SELECTION_FAILED: 'the token is signed with an unknown key',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'the identity provider rejected it',
};

/** Returns the error for a problem that requires a change at the provider or of its settings here. */
function unfit(cause: unknown): ApiError {
  const why = cause instanceof ProviderFault ? `: ${cause.reason}` : '';
  return new ApiError(
    'CONFLICT',
    `the identity provider does not match its settings here${why}; an admin can check it`,
    { cause },
  );
}

/** Returns the error for the user. It asks for another attempt only if the problem may be temporary. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isTemporary(error)) return unavailable(error);
  if (error instanceof ProviderFault) return unfit(error);
  if (error instanceof openid.ResponseBodyError)
    return untrusted(
      error.error === 'invalid_client'
        ? 'the identity provider rejects the secret or key of Oriki'
        : 'the identity provider rejects the code',
    );
  const code = (error as { code?: string }).code ?? '';
  if (Object.hasOwn(REASONS, code)) return untrusted(REASONS[code]!);
  const isAnswer =
    code.startsWith('OAUTH_') || chainOf(error).some((one) => one instanceof BadAnswer);
  return isAnswer ? unfit(error) : unavailable(error);
}

export class Providers {
  readonly #send: ReturnType<typeof guardedFetch>;
  /** Caches keys as well: anyone can send a logout token, which causes a request for the keys that verify it. */
  readonly #sendForLogout: ReturnType<typeof guardedFetch>;
  /** Caches nothing, so that a repair of the provider is visible immediately. */
  readonly #sendNow: ReturnType<typeof guardedFetch>;

  constructor(outbound: OutboundClient) {
    this.#send = guardedFetch(outbound, (url) => new URL(url).pathname.includes('/.well-known/'));
    this.#sendForLogout = guardedFetch(outbound, () => true);
    this.#sendNow = guardedFetch(outbound, () => false);
  }

  /** @throws ApiError SERVICE_UNAVAILABLE if the provider does not answer; CONFLICT if its issuer differs */
  async #discover(issuer: Issuer): Promise<openid.Configuration> {
    try {
      return await discover(issuer, this.#send);
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * Requests the provider's metadata before it is saved.
   * @throws ApiError BAD_REQUEST, or SERVICE_UNAVAILABLE if it does not answer, with one of four reasons
   */
  async assertUsable(issuer: Issuer): Promise<void> {
    try {
      assertSupported(issuer, (await discover(issuer, this.#sendNow)).serverMetadata());
    } catch (error) {
      throw error instanceof ProviderFault ? refusalOf(error) : error;
    }
  }

  /** Checks what a sign-in needs of the provider, as far as possible without a person. */
  check(issuer: Issuer, redirectUri: string): Promise<Check> {
    return stepsOf(issuer, redirectUri, this.#sendNow);
  }

  /**
   * Returns the address to which the browser goes. @throws ApiError SERVICE_UNAVAILABLE; CONFLICT if the provider
   * differs from its settings
   */
  async begin(
    issuer: Issuer,
    redirectUri: string,
    { state, nonce, verifier }: Checks,
    isStepUp: boolean,
  ): Promise<string> {
    const configuration = await this.#discover(issuer);
    const challenge = await openid.calculatePKCECodeChallenge(verifier);
    try {
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopeOf(issuer, configuration.serverMetadata()),
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(isStepUp && { max_age: '0', prompt: 'login' }),
        ...(isStepUp && issuer.acr !== null && { acr_values: issuer.acr }),
      });
      const isSafe = url.protocol === 'https:' || issuer.issuer.startsWith('http:');
      if (!/^https?:$/.test(url.protocol) || !isSafe)
        throw new BadAnswer('no address for browsers');
      return url.href;
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * Reads the answer that the browser has brought.
   * @throws ApiError UNAUTHORIZED if it cannot be trusted; SERVICE_UNAVAILABLE, CONFLICT
   */
  async finish(
    issuer: Issuer,
    answer: URL,
    { state, nonce, verifier }: Checks,
    isStepUp: boolean,
  ): Promise<Claims> {
    const configuration = await this.#discover(issuer);
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(isStepUp && issuer.authTime && { maxAge: 0 }),
      });
      const token = tokens.claims()!;
      if (subjectOf(issuer, token) === undefined)
        throw untrusted('the identity provider does not identify the person');
      const claims = claimsOf(issuer, token, await userInfo(configuration, issuer, tokens, token));
      if (isStepUp && issuer.acr !== null && claims.acr !== issuer.acr)
        throw untrusted('the identity provider used a weaker authentication than required');
      return claims;
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0).
   * @throws ApiError BAD_REQUEST if it cannot be trusted; SERVICE_UNAVAILABLE
   */
  async readLogout(issuer: Issuer, token: string): Promise<LogoutToken> {
    const configuration = await this.#discover(issuer);
    const metadata = configuration.serverMetadata();
    if (metadata.jwks_uri === undefined) throw unavailable(undefined);
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
      [joseFetch]: (url, options) => this.#sendForLogout(url, options),
    });
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience: issuer.clientId,
        algorithms: ALGORITHMS,
        clockTolerance: SKEW_SECONDS,
        currentDate: new Date(clock.nowMs()),
        maxTokenAge: MAX_LOGOUT_SECONDS,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { sid, events, nonce, jti, iat, exp = Infinity } = payload;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      const subject = subjectOf(issuer, payload);
      const names = [subject, sid].filter((name) => typeof name === 'string');
      if (!isLogout || nonce !== undefined || names.length === 0 || typeof jti !== 'string')
        throw new BadToken();
      return {
        subject,
        providerSession: typeof sid === 'string' ? sid : undefined,
        jti,
        endsAt: new Date((Math.min(exp, iat! + MAX_LOGOUT_SECONDS) + SKEW_SECONDS) * 1000),
      };
    } catch (error) {
      if (chainOf(error).some((one) => one instanceof OutboundError || one instanceof BadAnswer))
        throw toApiError(error);
      throw new ApiError('BAD_REQUEST', 'logout_token: is not a valid logout token of this issuer');
    }
  }
}

class BadToken extends Error {}

/**
 * Calls the userinfo endpoint if the ID token lacks a required claim.
 * @returns undefined if none is missing, or if only the address is missing and the endpoint does not answer
 * @throws ApiError SERVICE_UNAVAILABLE
 */
async function userInfo(
  configuration: openid.Configuration,
  issuer: Issuer,
  tokens: openid.TokenEndpointResponse,
  claims: openid.IDToken,
): Promise<openid.UserInfoResponse | undefined> {
  const missing = lacks(issuer, claims);
  const isOffered = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (missing === undefined || !isOffered) return undefined;
  try {
    return await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  } catch (error) {
    // Groups give and take roles, so the sign-in cannot continue without them.
    if (missing === 'groups') throw error;
    return undefined;
  }
}
