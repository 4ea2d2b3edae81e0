import type { ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

/** A state in a word; its color only repeats the word. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return <span className={`badge ${tone}`}>{children}</span>;
}
