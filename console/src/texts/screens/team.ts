import { textsOf } from '../text.ts';

const TEAM = {
  'team.decisions': 'Decisions on hits',
  'team.today': 'Today',
  'team.week': '7 days',
  'team.month': '30 days',
  'team.median': 'Median time',
  'team.p90': '90 % within',
  'team.person': 'Person',
  'team.everyone': 'Everyone',
  'team.unassigned': 'Unassigned',
  'team.noDecisions': 'No decisions in the last 30 days.',
  'team.timeWhy':
    'Days are in UTC. Times run from the opening of a hit to its decision, over the last 30 days.',
  'team.backlog': 'Open hits by age',
  'team.assignee': 'Assignee',
  'team.open': 'Open',
  'team.day': 'Up to 1 day',
  'team.threeDays': '1–3 days',
  'team.ofWeek': '3–7 days',
  'team.ofMonth': '7–30 days',
  'team.older': 'Over 30 days',
  'team.overdue': 'Overdue',
  'team.noHits': 'No open hits.',
  'team.overdueCases': 'Overdue cases',
  'team.noCases': 'No overdue cases.',
  'team.cases': 'Cases',
  'team.partly': 'There are more; the figures cover only a part of them.',
  'team.seconds': '{count} s',
  'team.minutes': '{count} min',
  'team.hours': '{count} h',
  'team.days': '{count} d',
} as const;

export const t = textsOf(TEAM);

const UNITS = [
  ['team.days', 86_400],
  ['team.hours', 3600],
  ['team.minutes', 60],
] as const;

/** A duration in its largest unit, to one digit after the point. */
export function durationText(seconds: number): string {
  const [text, length] = UNITS.find(([, least]) => seconds >= least) ?? ['team.seconds', 1];
  return t(text, { count: Math.round((seconds / length) * 10) / 10 });
}
