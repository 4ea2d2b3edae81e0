/** OpenID Connect with one identity provider: what is sent, and what of the answer is believed. */
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { clock } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import type { OutboundClient } from '../../../platform/outbound/client.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';
import { authenticationBy } from './client-authentication.ts';
import { claimsOf, lacks, scopeOf, type Claims } from './claims.ts';
import { BadAnswer, guardedFetch } from './guarded-fetch.ts';

/** An identity provider, with the secret that it knows us by. */
export type Issuer = {
  orgId: string;
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  groupsClaim: string | null;
  groupRoles: Readonly<Record<string, readonly string[]>>;
  acr: string | null;
  /** Null asks for the usual ones. */
  scopes: readonly string[] | null;
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

/** The clocks of a provider and of the database may differ by so much. */
const SKEW_SECONDS = 60;
/** An older logout token is refused. */
const MAX_LOGOUT_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** No `none`, and nothing that is signed with a secret. */
const ALGORITHMS = [
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

function unavailable(cause: unknown): ApiError {
  return new ApiError(
    'SERVICE_UNAVAILABLE',
    'the identity provider does not answer as it should; retry',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    },
  );
}

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

function chainOf(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (let one = error; one instanceof Error && found.length < 8; one = one.cause) found.push(one);
  return found;
}

/** The error as a person may see it. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const all = chainOf(error);
  if (all.some((one) => one instanceof OutboundError || one instanceof BadAnswer))
    return unavailable(error);
  if (error instanceof openid.ResponseBodyError)
    return error.status >= 500
      ? unavailable(error)
      : untrusted('the identity provider does not take the code');
  const code = (error as { code?: string }).code ?? '';
  if (Object.hasOwn(REASONS, code)) return untrusted(REASONS[code]!);
  return unavailable(error);
}

export class Providers {
  readonly #send: ReturnType<typeof guardedFetch>;
  /** Keeps keys as well: anybody can send a logout token, and has us ask for the keys that it must be signed with. */
  readonly #sendForLogout: ReturnType<typeof guardedFetch>;

  constructor(outbound: OutboundClient) {
    this.#send = guardedFetch(outbound, (url) => new URL(url).pathname.includes('/.well-known/'));
    this.#sendForLogout = guardedFetch(outbound, () => true);
  }

  /** @throws ApiError SERVICE_UNAVAILABLE when the provider cannot be asked, or is not who it should be */
  async #discover({ issuer, clientId, clientSecret }: Issuer): Promise<openid.Configuration> {
    try {
      // The address rules have let http through only where the operator allows it.
      const isInsecure = issuer.startsWith('http:');
      const configuration = await openid.discovery(
        new URL(issuer),
        clientId,
        {
          [openid.clockSkew]: Math.round((clock.nowMs() - clock.machineMs()) / 1000),
          [openid.clockTolerance]: SKEW_SECONDS,
        },
        clientSecret === undefined ? openid.None() : authenticationBy(clientSecret),
        {
          [openid.customFetch]: this.#send as openid.CustomFetch,
          execute: [
            openid.enableNonRepudiationChecks,
            ...(isInsecure ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
      // To the letter: the ids of people follow from it.
      if (configuration.serverMetadata().issuer !== issuer) throw new BadAnswer('another issuer');
      return configuration;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** The address to which the browser goes. @throws ApiError SERVICE_UNAVAILABLE */
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
      throw unavailable(error);
    }
  }

  /**
   * Takes the answer that the browser has brought.
   * @throws ApiError UNAUTHORIZED for one that cannot be believed; SERVICE_UNAVAILABLE
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
      const { sub, sid, events, nonce, jti, iat, exp = Infinity } = payload;
      const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
      const names = [sub, sid].filter((name) => typeof name === 'string');
      if (!isLogout || nonce !== undefined || names.length === 0 || typeof jti !== 'string')
        throw new BadToken();
      return {
        subject: sub,
        providerSession: typeof sid === 'string' ? sid : undefined,
        jti,
        endsAt: new Date((Math.min(exp, iat! + MAX_LOGOUT_SECONDS) + SKEW_SECONDS) * 1000),
      };
    } catch (error) {
      if (chainOf(error).some((one) => one instanceof OutboundError || one instanceof BadAnswer))
        throw unavailable(error);
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
    if (missing === 'groups') throw unavailable(error);
    return undefined;
  }
}
