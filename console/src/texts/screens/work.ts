import { MOST_WORK } from '../../queries/review.ts';
import { numberText, textsOf } from '../text.ts';

const WORK = {
  'work.title': 'To do',
  'work.openHits': 'Open hits',
  'work.mine': 'Cases assigned to you',
  'work.overdue': 'Overdue cases',
  'work.unassigned': 'Unassigned cases',
  'work.approvals': 'Requests that wait for a second person',
  'work.deadLetters': 'Waiting dead letters',
  'work.failing': 'Failing webhooks',
  'work.late': 'Overdue lists',
  'work.nothing': 'Nothing waits for you.',
  'work.more': '{count}+',
} as const;

export const t = textsOf(WORK);

/** Returns a count of work: `99+` for a count at its maximum. */
export function countText(count: number): string {
  if (count < MOST_WORK) return numberText(count);
  return t('work.more', { count: MOST_WORK - 1 });
}
