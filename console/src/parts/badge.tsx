import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A state in a word; its color only repeats the word. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The tone of a verification's outcome, or of a provider's answer. */
export function toneOf(outcome: string): Tone {
  if (outcome === 'verified' || outcome === 'ok' || outcome === 'closed') return 'good';
  return outcome === 'failed' || outcome === 'open' ? 'bad' : 'warn';
}

export function toneOfOutcome(outcome: string): Tone {
  if (outcome === 'clear') return 'good';
  return outcome === 'block' ? 'bad' : 'warn';
}
