import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { PLATFORM } from '../../../platform/audit/action.ts';
import { writeAction } from '../../../platform/audit/audit.ts';
import { AUTH_CHANNEL } from '../../../platform/auth/key-cache.ts';
import { lockRights } from '../../../platform/auth/store.ts';
import { hashSessionToken } from '../../../platform/auth/api-key.ts';
import { notifyAfterCommit } from '../../../platform/db/session/notifier.ts';
import { clock } from '../../../platform/clock.ts';
import type { Envelopes } from '../../../platform/crypto/envelopes.ts';
import { deriveKey, seal, unseal } from '../../../platform/crypto/seal.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { ApiError, badRequest, notFound } from '../../../platform/errors/index.ts';
import { rolesOf } from '../members/members.ts';
import { findMembership, findUserId, lockMembership } from '../members/store.ts';
import type { ProfileBox } from '../profiles.ts';
import { beginSession, endSession } from '../sessions/sessions.ts';
import { endSessionsOf, endSessionWith, type SessionTimes } from '../sessions/store.ts';
import { PORTAL_SCOPE } from '../roles.ts';
import { mayStillGive } from '../standing.ts';
import { openIssuer, redirectUri } from './issuers.ts';
import {
  actionBy,
  providerAction,
  recordRefusal,
  signInActor,
  type Acting,
  type Asked,
} from './log.ts';
import { admit } from './membership.ts';
import type { Checks, Issuer, Providers } from './provider.ts';
import { isReturnPath } from './return-to.ts';
import { insertLogoutToken, selectIssuers, takeCode } from './store.ts';

/** The time for a person to sign in at the identity provider. */
export const ATTEMPT_SECONDS = 600;
const ATTEMPT = 'sign-in attempt';
/** The maximum number of providers of an organization in the list. */
const MAX_CHOICES = 100;

/** A sign-in in progress. The browser keeps it, sealed. */
type Attempt = Checks & {
  orgId: string;
  issuerId: string;
  returnTo: string;
  expiresAtMs: number;
  /** The hash of the token in base64. */
  invitation?: string;
  /** The person who must sign in again. */
  stepUpOf?: string;
};

export type SignInParts = {
  shared: Database;
  secret: string;
  profiles: ProfileBox;
  times: SessionTimes;
  envelopes: Envelopes;
  providers: Providers;
  /** The operators' identity providers from the configuration. */
  operatorIssuers: readonly Issuer[];
};

const NO_CODE = 'the code is unknown, was used, or has expired: request another';

export type SignedIn = { token: string; returnTo: string };

function refuse(why: string): never {
  throw new ApiError('UNAUTHORIZED', why);
}

/** Begins, renews and ends the sessions of browsers. */
export class SignIn {
  readonly #parts: SignInParts;
  readonly #key: Buffer;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#key = deriveKey(parts.secret, '', 'oriki sign-ins v1');
  }

  /** Lists the providers at which people of an organization, or operators, can sign in. */
  async choices(orgId: string): Promise<{ id: string; name: string }[]> {
    const { operatorIssuers, shared } = this.#parts;
    if (orgId === PLATFORM) return operatorIssuers.map(({ id, name }) => ({ id, name }));
    const page = { page: 1, limit: MAX_CHOICES, offset: 0 };
    const { rows } = await selectIssuers(shared.read, orgId, page);
    return rows.map(({ id, name }) => ({ id, name }));
  }

  async #issuer(orgId: string, id: string): Promise<Issuer> {
    const { operatorIssuers, shared, envelopes } = this.#parts;
    const found =
      orgId === PLATFORM
        ? operatorIssuers.find((issuer) => issuer.id === id)
        : await openIssuer(shared.read, envelopes, orgId, id);
    if (!found) throw notFound('issuer');
    return found;
  }

  /**
   * Begins a sign-in at a provider.
   * @returns the address to which the browser goes, and the sealed attempt that it keeps
   * @throws ApiError NOT_FOUND, BAD_REQUEST; SERVICE_UNAVAILABLE if the provider does not answer
   */
  async begin(
    origin: string,
    where: {
      orgId: string;
      issuerId: string;
      returnTo: string;
      invitation?: Buffer | undefined;
      stepUpOf?: string;
    },
  ): Promise<{ url: string; attempt: string }> {
    const { orgId, issuerId, returnTo, invitation, stepUpOf } = where;
    if (!isReturnPath(returnTo))
      throw badRequest([{ path: 'returnTo', message: 'must be a path of this service' }]);
    const issuer = await this.#issuer(orgId, issuerId);
    const checks = {
      state: randomState(),
      nonce: randomNonce(),
      verifier: randomPKCECodeVerifier(),
    };
    const attempt: Attempt = {
      ...checks,
      orgId,
      issuerId,
      returnTo,
      expiresAtMs: clock.nowMs() + ATTEMPT_SECONDS * 1000,
      ...(invitation && { invitation: invitation.toString('base64') }),
      ...(stepUpOf !== undefined && { stepUpOf }),
    };
    const back = redirectUri(origin, orgId, issuerId);
    const url = await this.#parts.providers.begin(issuer, back, checks, stepUpOf !== undefined);
    return {
      url,
      attempt: seal(this.#key, ATTEMPT, JSON.stringify(attempt)).toString('base64url'),
    };
  }

  #read(sealed: string | undefined): Attempt {
    let attempt: Attempt | undefined;
    try {
      attempt = JSON.parse(unseal(this.#key, ATTEMPT, Buffer.from(sealed ?? '', 'base64url')));
    } catch {
      // The attempt is forged, or was sealed with an old key.
    }
    if (!attempt || attempt.expiresAtMs <= clock.nowMs())
      refuse('this browser did not begin the sign-in, or it took too long: begin again');
    return attempt;
  }

  /**
   * Reads the provider's answer to the sign-in that this browser has begun.
   * @param query as in the address, with the question mark
   * @throws ApiError UNAUTHORIZED, FORBIDDEN; SERVICE_UNAVAILABLE if the provider does not answer
   */
  async finish(
    origin: string,
    answer: { orgId: string; issuerId: string; query: string },
    browser: { attempt: string | undefined; session: string | undefined; asked: Asked },
  ): Promise<SignedIn> {
    const attempt = this.#read(browser.attempt);
    const { orgId, issuerId, returnTo, stepUpOf } = attempt;
    if (orgId !== answer.orgId || issuerId !== answer.issuerId)
      refuse('the answer comes from another identity provider than the requested one');
    const { providers, profiles, shared } = this.#parts;
    const issuer = await this.#issuer(orgId, issuerId);
    const url = new URL(redirectUri(origin, orgId, issuerId) + answer.query);
    const claims = await providers.finish(issuer, url, attempt, stepUpOf !== undefined);
    const ids = profiles.idsOf(orgId, claims.issuer, claims.subject);
    if (stepUpOf !== undefined && (await findUserId(shared.read, orgId, ids)) !== stepUpOf)
      refuse('another person has signed in at the identity provider');
    const { providerSession: sid, authenticatedAtMs } = claims;
    const unknownMs = issuer.authTime ? 0 : clock.nowMs();
    const invitation = attempt.invitation && Buffer.from(attempt.invitation, 'base64');
    const actor = signInActor(browser.asked);
    const token = await shared.transaction(async (tx) => {
      const joined = { invitation: invitation || undefined, profiles, actor };
      const membership = await admit(tx, issuer, claims, joined);
      if ('refusal' in membership) return membership;
      await this.#replace(tx, browser.session);
      const person = {
        orgId,
        userId: membership.user_id,
        method: 'oidc' as const,
        authenticatedAt: new Date(Math.min(authenticatedAtMs ?? unknownMs, clock.nowMs())),
        providerSession: sid === null ? null : profiles.fingerprint('sid', claims.issuer, sid),
      };
      return this.#begin(tx, person, { asked: browser.asked, roles: rolesOf(membership) });
    });
    if (typeof token !== 'string') throw token.refusal;
    return { token, returnTo };
  }

  /** Begins the session and records its begin in the audit log. @returns the token */
  async #begin(
    tx: Tx,
    person: Parameters<typeof beginSession>[1],
    { asked, roles }: { asked: Asked; roles: string[] },
  ): Promise<string> {
    const { token, session } = await beginSession(tx, person, this.#parts.times);
    const { orgId, userId, method } = person;
    const who = { orgId, userId, sessionId: session.id };
    await writeAction(tx, actionBy(asked, who, 'session.begin', session.id, { method, roles }));
    return token;
  }

  /** Records a rejected sign-in. @param organization the one in the address, if any */
  async refused(organization: string | undefined, asked: Asked): Promise<void> {
    await recordRefusal(this.#parts.shared, organization, asked);
  }

  /** Begins the only session of a browser. It ends the earlier session, which an attacker may have prepared. */
  async #replace(tx: Tx, session: string | undefined): Promise<void> {
    if (session === undefined) return;
    await endSessionWith(tx, hashSessionToken(session));
    notifyAfterCommit(AUTH_CHANNEL);
  }

  /** Begins a session with a code that works once. @throws ApiError UNAUTHORIZED */
  async exchange(
    code: string,
    session: string | undefined,
    asked: Asked,
  ): Promise<{ token: string; returnUrl: string | null; orgId: string }> {
    return this.#parts.shared.transaction(async (tx) => {
      const taken = await takeCode(tx, hashSessionToken(code));
      const {
        org_id: orgId,
        user_id: userId,
        method,
        return_url: returnUrl,
        through,
        made_by: maker,
      } = taken ?? refuse(NO_CODE);
      await lockRights(tx, orgId);
      // The membership is locked, so that a transaction that ends the membership also ends this session.
      const membership = await lockMembership(tx, orgId, userId);
      if (!membership || membership.ended_at !== null) refuse('the membership has ended');
      const roles = rolesOf(membership);
      const given = { scope: PORTAL_SCOPE, roles };
      if (maker !== null && !(await mayStillGive(tx, orgId, maker, given))) refuse(NO_CODE);
      await this.#replace(tx, session);
      const opened = { returnUrl, through: through ?? [] };
      const person = { orgId, userId, method: method as 'link' | 'portal', ...opened };
      return { token: await this.#begin(tx, person, { asked, roles }), returnUrl, orgId };
    });
  }

  /** Ends the session of this browser. */
  async signOut(session: string, who: Acting, asked: Asked): Promise<void> {
    await this.#parts.shared.transaction(async (tx) => {
      await this.#replace(tx, session);
      await writeAction(tx, actionBy(asked, who, 'session.sign_out', who.sessionId, null));
    });
  }

  /** Ends one of the person's own sessions. @throws ApiError NOT_FOUND */
  async endOwn(id: string, who: Acting, asked: Asked): Promise<{ id: string; deleted: true }> {
    return this.#parts.shared.transaction(async (tx) => {
      const ended = await endSession(tx, who.orgId, id, who.userId);
      await writeAction(tx, actionBy(asked, who, 'session.end', id, null));
      return ended;
    });
  }

  /**
   * Returns the provider at which a person signs in again. @throws ApiError CONFLICT if the person has signed in by a
   * code
   */
  async issuerOf(orgId: string, userId: string): Promise<string> {
    const { shared, operatorIssuers } = this.#parts;
    const membership = await findMembership(shared.read, orgId, userId);
    const page = { page: 1, limit: MAX_CHOICES, offset: 0 };
    const all =
      orgId === PLATFORM ? operatorIssuers : (await selectIssuers(shared.read, orgId, page)).rows;
    const found = all.find(({ issuer }) => issuer === membership?.issuer);
    if (!found)
      throw new ApiError(
        'CONFLICT',
        'a person who signed in by a link or a portal must sign in that way again for this',
      );
    return found.id;
  }

  /**
   * Ends the sessions that a provider reports as ended.
   * @throws ApiError NOT_FOUND; BAD_REQUEST for a token that cannot be trusted, or was used before;
   * SERVICE_UNAVAILABLE
   */
  async providerLogout(
    orgId: string,
    issuerId: string,
    token: string,
    asked: Asked,
  ): Promise<void> {
    const { providers, profiles, shared } = this.#parts;
    const issuer = await this.#issuer(orgId, issuerId);
    const logout = await providers.readLogout(issuer, token);
    const { subject, providerSession: sid, jti, endsAt } = logout;
    const tokenId = profiles.fingerprint('logout token', issuer.issuer, jti);
    const providerSession =
      sid === undefined ? undefined : profiles.fingerprint('sid', issuer.issuer, sid);
    await shared.transaction(async (tx) => {
      if (!(await insertLogoutToken(tx, orgId, tokenId, endsAt)))
        throw new ApiError('BAD_REQUEST', 'logout_token: was used before');
      const ids = subject === undefined ? null : profiles.idsOf(orgId, issuer.issuer, subject);
      const userId = ids && ((await findUserId(tx, orgId, ids)) ?? ids.userId);
      const ofPerson = userId === null ? {} : { userId };
      const ended = await endSessionsOf(tx, orgId, {
        ...ofPerson,
        ...(providerSession && { providerSession }),
      } as Parameters<typeof endSessionsOf>[2]);
      notifyAfterCommit(AUTH_CHANNEL);
      if (ended === 0) return;
      await writeAction(tx, providerAction(asked, { orgId, issuerId, userId, ended }));
    });
  }
}
