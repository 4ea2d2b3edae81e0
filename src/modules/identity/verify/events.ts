import type { OutboxEvent } from '../../webhooks/index.ts';
import type { Kind } from '../kinds.ts';
import type { Judgement } from './judge.ts';
import type { Question } from './question.ts';

const VERIFIED: Record<Kind, { type: string; event: string }> = {
  bvn: { type: 'identity.bvn.verified', event: 'IDENTITY_BVN_VERIFIED' },
  nin: { type: 'identity.nin.verified', event: 'IDENTITY_NIN_VERIFIED' },
  liveness: { type: 'identity.liveness.passed', event: 'IDENTITY_LIVENESS_PASSED' },
  face_match: { type: 'identity.face.matched', event: 'IDENTITY_FACE_MATCHED' },
  account: { type: 'identity.account.verified', event: 'IDENTITY_ACCOUNT_VERIFIED' },
};

/**
 * What the organization's webhooks are told: nothing while no provider can be reached, nothing of a profile that was
 * only looked up, and two events of a failed liveness check.
 */
export function eventsOf(
  question: Question,
  { status, reason }: Pick<Judgement, 'status' | 'reason'>,
  verificationId: string,
): OutboxEvent[] {
  const { kind } = question;
  const why = reason === null ? {} : { reason };
  if (status === 'verified') {
    if ('claimed' in question && !question.claimed) return [];
    const { type, event } = VERIFIED[kind];
    return [{ type, data: { event, verificationId } }];
  }
  if (status === 'provider_down') return [];
  const failed = {
    type: 'identity.verification.failed',
    data: { event: 'IDENTITY_VERIFICATION_FAILED', verificationId, kind, ...why },
  };
  if (kind !== 'liveness') return [failed];
  const liveness = {
    type: 'identity.liveness.failed',
    data: { event: 'IDENTITY_LIVENESS_FAILED', verificationId, ...why },
  };
  return [liveness, failed];
}
