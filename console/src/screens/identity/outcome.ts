import type { Tone } from '../../parts/badge.tsx';

/** The tone of a verification's outcome, or of a provider's answer. */
export function toneOf(outcome: string): Tone {
  if (outcome === 'verified' || outcome === 'ok' || outcome === 'closed') return 'good';
  return outcome === 'failed' || outcome === 'open' ? 'bad' : 'warn';
}
