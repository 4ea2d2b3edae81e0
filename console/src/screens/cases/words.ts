import type { Operations } from '../../../../clients/typescript/src/index.ts';
import type { Tone } from '../../parts/badge.tsx';
import { wordsOf, zonedText } from '../../texts/text.ts';

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
  if (status === 'ESCALATED') return 'bad';
  return status === 'IN_REVIEW' ? 'warn' : 'quiet';
}

export function toneOfPriority(priority: string): Tone {
  if (priority === 'URGENT') return 'bad';
  return priority === 'HIGH' ? 'warn' : 'quiet';
}

const CONSTANT = /^[A-Z_]+$|^[a-z]+_[a-z]+$/;
const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** Ids and states of a change by their names, without empty ones. */
export function detailText(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(detailText).join(', ');
  if (typeof detail === 'object' && detail !== null)
    return Object.entries(detail)
      .map(([name, value]) => [wordsOf(name.replaceAll(/[A-Z]/g, '_$&')), detailText(value)])
      .filter(([, text]) => text !== '')
      .map((part) => part.join(' '))
      .join(', ');
  const text = String(detail ?? '');
  if (MOMENT.test(text)) return zonedText(text);
  return CONSTANT.test(text) ? wordsOf(text) : text;
}
