import type { Audit } from '../../../platform/audit/audit.ts';
import type { ErrorDetail } from '../../../platform/errors/index.ts';
import type { IdentityServices, Policy } from '../access.ts';
import type { ClaimedName } from '../name-match/index.ts';
import { storeVerified, type Verified } from './verifier.ts';

/** Shared by the routes that verify. */

export const READ: Policy = {
  scope: 'identity:verify',
  context: 'organization',
  plan: 'detection_pack',
  rateLimit: 'identity',
  perEndpoint: true,
  idempotency: false,
};
export const WRITE: Policy = { ...READ, idempotency: true };

/** The part of a route that asks outside and writes the outcome down. */
export const verification = {
  audit: {
    action: 'identity.verify',
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

/** The fields that the answers of all endpoints are made of. */
export function outcomeOf({ record, judgement }: Verified) {
  return { verificationId: record.id, ...judgement };
}

/** The problem of a claimed name that no record can agree with; a field that says nothing (`.`) is fine beside a name. */
export function nameProblem({ firstName, lastName }: ClaimedName): string | undefined {
  return /\p{L}/u.test(firstName + lastName) ? undefined : 'must have a letter, or lastName must';
}

/** Those fields that have a problem. */
export function problems(fields: Record<string, string | undefined>): ErrorDetail[] {
  return Object.entries(fields).flatMap(([path, message]) =>
    message === undefined ? [] : [{ path, message }],
  );
}
