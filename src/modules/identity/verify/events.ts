import type { DefinedEvent } from '../../webhooks/index.ts';
import * as events from '../events.ts';
import type { Kind } from '../kinds/schemas.ts';
import type { Judgement } from './judge.ts';
import type { VerificationRequest } from './verification-request.ts';

const verified: Record<Kind, (verificationId: string) => DefinedEvent> = {
  bvn: (verificationId) => events.bvnVerified({ event: 'IDENTITY_BVN_VERIFIED', verificationId }),
  nin: (verificationId) => events.ninVerified({ event: 'IDENTITY_NIN_VERIFIED', verificationId }),
  liveness: (verificationId) =>
    events.livenessPassed({ event: 'IDENTITY_LIVENESS_PASSED', verificationId }),
  face_match: (verificationId) =>
    events.faceMatched({ event: 'IDENTITY_FACE_MATCHED', verificationId }),
  account: (verificationId) =>
    events.accountVerified({ event: 'IDENTITY_ACCOUNT_VERIFIED', verificationId }),
};

/**
 * Returns the events of an outcome: none while no provider can be reached, none for a profile look-up without a claim,
 * and two for a failed liveness check.
 */
export function eventsOf(
  request: VerificationRequest,
  { status, reason }: Pick<Judgement, 'status' | 'reason'>,
  verificationId: string,
): DefinedEvent[] {
  const { kind } = request;
  const why = reason === null ? {} : { reason };
  if (status === 'verified') {
    if ('claimed' in request && !request.claimed) return [];
    return [verified[kind](verificationId)];
  }
  if (status === 'provider_down') return [];
  const failed = events.verificationFailed({
    event: 'IDENTITY_VERIFICATION_FAILED',
    verificationId,
    kind,
    ...why,
  });
  if (kind !== 'liveness') return [failed];
  return [
    events.livenessFailed({ event: 'IDENTITY_LIVENESS_FAILED', verificationId, ...why }),
    failed,
  ];
}
