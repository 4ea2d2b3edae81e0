import type { Audit } from '../../../platform/audit/audit.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { IdentityServices, Policy } from '../access.ts';
import { storeVerified, type Verified } from './verifier.ts';
import type { ClaimedName } from '../name-match/match.ts';

/** The policy of routes that verify. */

export const READ: Policy = {
  scope: 'identity:verify',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'identity',
  perEndpoint: true,
  idempotency: false,
};
export const WRITE: Policy = { ...READ, idempotency: true };

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

/** The fields from which all endpoints build their answers. */
export function outcomeOf({ record, judgement }: Verified) {
  return { verificationId: record.id, ...judgement };
}

/** The problem of a claimed name that no record can match. One empty field (`.`) is allowed next to a name. */
export function nameProblem({ firstName, lastName }: ClaimedName): string | undefined {
  return /\p{L}/u.test(firstName + lastName) ? undefined : 'must have a letter, or lastName must';
}

/** The fields that have a problem. */
export function problems(fields: Record<string, string | undefined>): ErrorDetail[] {
  return Object.entries(fields).flatMap(([path, message]) =>
    message === undefined ? [] : [{ path, message }],
  );
}
