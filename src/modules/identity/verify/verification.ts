import type { Audit } from '../../../platform/audit/audit.ts';
import type { Principal } from '../../../platform/auth/key-cache.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { found, type ErrorDetail } from '../../../platform/errors/index.ts';
import type { BaseContext } from '../../../platform/http/route.ts';
import { isId } from '../../../platform/ids.ts';
import type { IdentityServices } from '../access.ts';
import { selectVerification } from '../audit/verifications.ts';
import { consentProblems } from '../consent/consent.ts';
import type { ConsentGiven } from '../consent/schemas.ts';
import { withdrawalFrom } from '../consent/withdrawals.ts';
import type { Kind } from '../kinds/schemas.ts';
import { storeVerified, VERIFICATION_PREFIX, type Verified } from './verifier.ts';
import type { VerificationRequest } from './verification-request.ts';
import type { ClaimedName } from '../name-match/match.ts';

/** The part of a route that asks providers and writes the outcome. */
export const verification = {
  audit: {
    action: 'identity.verify',
    does: 'verified a person',
    object: ({ data }: { data: { verificationId: string } }) => data.verificationId,
    shows: ['kind', 'status'],
  } satisfies Audit<{ data: { verificationId: string } }, { kind: string; status: string }>,
  prepareTimeoutMs: ({ verifier }: IdentityServices) => verifier.longestMs,
  creates: {
    resource: 'verification',
    ids: (data: { verificationId: string }) => [data.verificationId],
  },
  writeAll: storeVerified,
};

/** Returns a verification with its envelope, null if none is stored. @throws ApiError NOT_FOUND */
export function findVerification(db: Queryable, orgId: string, id: string) {
  return found('verification', isId(VERIFICATION_PREFIX, id) && selectVerification(db, orgId, id));
}

/** The fields from which all endpoints build their answers. */
export function outcomeOf({ record, judgement, consentWithdrawnAt: at }: Verified) {
  return { verificationId: record.id, ...judgement, withdrawn: withdrawalFrom(at) };
}

/** The parts of a verifying request that its consent needs. */
export type Consented = { subjectId: string; consent?: ConsentGiven };
/** The facts about a call that its problems depend on. */
export type Caller<Body> = {
  services: Pick<IdentityServices, 'images' | 'verifier'>;
  principal: {
    organization: Pick<NonNullable<Principal['organization']>, 'id' | 'consentKinds'> | null;
  };
  body: Body;
  /** True in a session. */
  canTalk?: boolean;
};

/** Returns the problems of a consent, or of a missing consent that the organization or all providers require. */
export function consentFieldProblems(
  { services: { verifier }, principal, body: { consent }, canTalk = false }: Caller<Consented>,
  { kind, country, isVirtual = false }: { kind: Kind; country: string; isVirtual?: boolean },
): ErrorDetail[] {
  const { id, consentKinds } = principal.organization!;
  if (consent) {
    const ofFields = consentProblems(consent, 'consent.');
    if (ofFields.length > 0) return ofFields;
  } else if (consentKinds.includes(kind))
    return [{ path: 'consent', message: `is required by the organization for ${kind}` }];
  const hasConsent = consent !== undefined;
  const message = verifier.consentProblem(id, kind, country, {
    isVirtual,
    hasConsent,
    canTalk,
  });
  return problems({ consent: message });
}

/** Records the consent of a request, and asks the providers. */
export async function verifyWithConsent(
  { services, orgId, body }: BaseContext<IdentityServices> & { body: Consented },
  db: Queryable,
  request: VerificationRequest,
): Promise<Verified> {
  const consent = await services.consents.use(db, orgId, body);
  return services.verifier.ask(orgId, request, { consent });
}

/** Returns the problem of a claimed name that no record can match. One empty field (`.`) is allowed next to a name. */
export function nameProblem({ firstName, lastName }: ClaimedName): string | undefined {
  return /\p{L}/u.test(firstName + lastName) ? undefined : 'must have a letter, or lastName must';
}

/** The fields that have a problem. */
export function problems(fields: Record<string, string | undefined>): ErrorDetail[] {
  return Object.entries(fields).flatMap(([path, message]) =>
    message === undefined ? [] : [{ path, message }],
  );
}
