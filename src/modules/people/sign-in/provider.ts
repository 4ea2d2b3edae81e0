/** OpenID Connect with one identity provider: what is sent, and what of the answer is believed. */
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

/** An identity provider, with the secret that it knows us by. */
export type Issuer = {
  orgId: string;
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Proves who we are instead of the secret where the provider takes it. */
  clientKey: ClientKey | undefined;
  groupsClaim: string | null;
  groupRoles: Readonly<Record<string, readonly string[]>>;
  acr: string | null;
  /** Null asks for the usual ones. */
  scopes: readonly string[] | null;
  /** The claim that names a person for good. */
  subjectClaim: string;
  /** Tells whether the provider must say when the person signed in. */
  authTime: boolean;
  /** Believes an e-mail address about which the provider does not say if it has verified it. */
  emailWithoutVerified: boolean;
};

/** Secrets of one sign-in, which the browser keeps sealed until it comes back. */
export type Checks = { state: string; nonce: string; verifier: string };

/** The claims of a logout token that has been verified. */
export type LogoutToken = {
  subject: string | undefined;
  providerSession: string | undefined;
  /** The token's id at its issuer. */
  jti: string;
  /** From then on the token is refused in any case. */
  endsAt: Date;
};

/** An older logout token is refused. */
const MAX_LOGOUT_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
function untrusted(why: string): ApiError {
  return new ApiError('UNAUTHORIZED', `the sign-in is refused: ${why}`);
}

/** Codes of errors about what the provider sent, in words of ours; what it wrote itself is repeated nowhere. */
const REASONS: Record<string, string> = {
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'a claim of the token is not the expected one',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the token is of another time',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the issuer is not the expected one',
  OAUTH_INVALID_RESPONSE: 'the answer is not the one to this sign-in',
  OAUTH_KEY_SELECTION_FAILED: 'the token is signed with an unknown key',
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'the identity provider refused it',
};

/** For whom only a change at the provider, or of its settings here, helps. */
function unfit(cause: unknown): ApiError {
  const why = cause instanceof ProviderFault ? `: ${cause.reason}` : '';
  return new ApiError(
    'CONFLICT',
    `the identity provider is not as its settings here say${why}; an admin can check it`,
    { cause },
  );
}

/** The error as a person may see it. Only what can pass asks for another attempt. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isTemporary(error)) return unavailable(error);
  if (error instanceof ProviderFault) return unfit(error);
  if (error instanceof openid.ResponseBodyError)
    return untrusted(
      error.error === 'invalid_client'
        ? 'the identity provider does not take the secret or key of Oriki'
        : 'the identity provider does not take the code',
    );
  const code = (error as { code?: string }).code ?? '';
  if (Object.hasOwn(REASONS, code)) return untrusted(REASONS[code]!);
  const isAnswer =
    code.startsWith('OAUTH_') || chainOf(error).some((one) => one instanceof BadAnswer);
  return isAnswer ? unfit(error) : unavailable(error);
}

export class Providers {
  readonly #send: ReturnType<typeof guardedFetch>;
  /** Keeps keys as well: anybody can send a logout token, and has us ask for the keys that it must be signed with. */
  readonly #sendForLogout: ReturnType<typeof guardedFetch>;
  /** Keeps nothing: whoever has just mended the provider sees it. */
  readonly #sendNow: ReturnType<typeof guardedFetch>;

  constructor(outbound: OutboundClient) {
    this.#send = guardedFetch(outbound, (url) => new URL(url).pathname.includes('/.well-known/'));
    this.#sendForLogout = guardedFetch(outbound, () => true);
    this.#sendNow = guardedFetch(outbound, () => false);
  }

  /** @throws ApiError SERVICE_UNAVAILABLE when the provider does not answer; CONFLICT when it is not who it should be */
  async #discover(issuer: Issuer): Promise<openid.Configuration> {
    try {
      return await discover(issuer, this.#send);
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * Asks the provider for its metadata before it is saved.
   * @throws ApiError BAD_REQUEST, or SERVICE_UNAVAILABLE when it does not answer, with one of four reasons
   */
  async assertUsable(issuer: Issuer): Promise<void> {
    try {
      assertSupported(issuer, (await discover(issuer, this.#sendNow)).serverMetadata());
    } catch (error) {
      throw error instanceof ProviderFault ? refusalOf(error) : error;
    }
  }

  /** Goes through what a sign-in needs of the provider, as far as it can without a person. */
  check(issuer: Issuer, redirectUri: string): Promise<Check> {
    return stepsOf(issuer, redirectUri, this.#sendNow);
  }

  /** The address to which the browser goes. @throws ApiError SERVICE_UNAVAILABLE; CONFLICT for a provider that is not as set up */
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
   * Takes the answer that the browser has brought.
   * @throws ApiError UNAUTHORIZED for one that cannot be believed; SERVICE_UNAVAILABLE, CONFLICT
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
        throw untrusted('the identity provider does not say who the person is');
      const claims = claimsOf(issuer, token, await userInfo(configuration, issuer, tokens, token));
      if (isStepUp && issuer.acr !== null && claims.acr !== issuer.acr)
        throw untrusted('the identity provider did not ask for as much as is demanded');
      return claims;
    } catch (error) {
      throw toApiError(error);
    }
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0).
   * @throws ApiError BAD_REQUEST for one that cannot be believed; SERVICE_UNAVAILABLE
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
 * Asks the userinfo endpoint about the person if the ID token lacks a claim that is needed.
 * @returns undefined if nothing is missing, or if only the address is and the endpoint does not answer
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
    // Groups give and take roles: without them nothing is decided.
    if (missing === 'groups') throw error;
    return undefined;
  }
}
