import type { Operations } from '../../../../clients/typescript/src/index.ts';
import type { Tone } from '../../parts/badge.tsx';

export type Status = NonNullable<Operations['updateCase']['input']['body']['status']>;
export type Outcome = NonNullable<Operations['updateCase']['input']['body']['outcome']>;

export const STATUSES: readonly Status[] = ['OPEN', 'IN_REVIEW', 'ESCALATED', 'CLOSED'];
export const OUTCOMES: readonly Outcome[] = [
  'TRUE_MATCH',
  'FALSE_POSITIVE',
  'INCONCLUSIVE',
  'NO_ACTION',
];

export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const;

/** Returns true if an open case is past its due date. */
export function isOverdue({ status, dueAt }: { status: string; dueAt: string | null }): boolean {
  return status !== 'CLOSED' && dueAt !== null && Date.parse(dueAt) < Date.now();
}

export function toneOfStatus(status: string): Tone {
  if (status === 'CLOSED') return 'quiet';
  return status === 'ESCALATED' ? 'bad' : 'warn';
}

export function toneOfPriority(priority: string): Tone {
  if (priority === 'URGENT') return 'bad';
  return priority === 'HIGH' ? 'warn' : 'quiet';
}
