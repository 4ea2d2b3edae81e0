import type { Registry } from 'prom-client';
import type { Demo } from '../demo.ts';

/** The messages of the primary process and its children, over the channel that Node.js gives each of them. */

export type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** The answers of a child by question: why it is not ready, if it is not, and its metrics. */
export type Answers = { readiness: string | undefined; metrics: Measured };
export type Question = keyof Answers;

/** A message of the primary to a child. */
export type Order =
  | { order: 'stop' | 'end'; signal: NodeJS.Signals }
  | { order: 'answer'; question: Question; number: number };

/** A child that serves. */
export type Ready = { url: string | undefined; demo: Demo | undefined };

/** A message of a child to the primary. */
export type News =
  | ({ news: 'ready' } & Ready)
  | { news: 'failed'; message: string; exitCode: number }
  | { news: 'answer'; number: number; answer: Answers[Question] };
