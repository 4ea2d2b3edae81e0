import { OrikiError } from '../../../../clients/typescript/src/index.ts';
import type { Tone } from '../../parts/badge.tsx';
import { api } from '../../data/client.ts';
import { changeOrAsk } from '../../data/change.ts';
import type { Hit } from '../../queries/review.ts';
import { t } from '../../texts/screens/decisions.ts';
import type { Given } from './drafts.ts';

export type Verdict = 'true_match' | 'false_positive';

export function verdictText(status: string): string {
  if (status === 'true_match') return t('status.true_match');
  if (status === 'false_positive') return t('status.false_positive');
  return status === 'closed' ? t('status.closed') : t('status.open');
}

export function toneOf(status: string): Tone {
  return status === 'true_match' ? 'bad' : 'quiet';
}

/** Returns the reason why the service rejected a decision; undefined for other errors. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof OrikiError)) return undefined;
  return error.code === 'CONFLICT' ? t('queue.conflict') : undefined;
}

/**
 * Decides a hit as the person saw it: the service rejects the decision if the hit has changed. If the organization requires a
 * second person, the decision becomes a request to that person, with its reason.
 */
export async function decide(
  hit: Hit,
  decision: Verdict,
  { reasonCode, reason }: Given,
): Promise<'decided' | 'asked'> {
  // Only the question about a false positive shows codes.
  const code = decision === 'false_positive' && reasonCode ? { reasonCode } : {};
  const body = { decision, reason, expectedRevision: hit.revision, ...code };
  // A restart of the service ends before the last attempt.
  const options = { retries: 8 };
  const asked = { action: 'hit.false_positive', objectId: hit.id, ...code } as const;
  const done = await changeOrAsk(
    () => api.continuousScreening.decideHit({ id: hit.id, body }, options),
    () => api.approvals.request({ body: { ...asked, ...(reason && { reason }) } }, options),
  );
  return done === 'asked' ? done : 'decided';
}
