import type { Registry } from 'prom-client';
import type { Demo } from '../demo.ts';

/** Messages between the primary process and its children, over Node.js channels. */

export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The answers of a child by question: the reason why it is not ready, or its metrics. */
export type Answers = { readiness: string | undefined; metrics: Measured };
export type Question = keyof Answers;

/** A message from the primary to a child. */
export type Order =
  | { order: 'stop' | 'end'; signal: NodeJS.Signals }
  | { order: 'answer'; question: Question; number: number };

/** The state of a serving child. */
export type Ready = { url: string | undefined; demo: Demo | undefined };

/** A message from a child to the primary. */
export type News =
  | ({ news: 'ready' } & Ready)
  | { news: 'failed'; message: string; exitCode: number }
  | { news: 'answer'; number: number; answer: Answers[Question] };
