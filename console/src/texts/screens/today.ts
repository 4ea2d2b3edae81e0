import { textsOf, knownTextsOf } from '../text.ts';
import { METRICS } from '../../declared/kinds.ts';

const TODAY = {
  'today.openHits': 'Open hits',
  'today.day': 'Up to a day old',
  'today.week': 'Up to a week',
  'today.month': 'Up to 30 days',
  'today.older': 'Older',
  'today.hitsByDay': 'Hits of the last 30 days',
  'today.open': 'Open',
  'today.trueMatches': 'True matches',
  'today.falsePositives': 'False positives',
  'today.closed': 'Closed without a decision',
  'today.webhooks': 'Webhooks',
  'today.active': '{count} active',
  'today.failing': '{count} failing',
  'today.deactivated': '{count} switched off after failures',
  'today.paused': '{count} paused',
  'today.verifications': 'Verifications',
  'today.available': 'All kinds are available.',
  'today.unavailable': 'unavailable in {countries}',
  'today.lists': 'Your lists',
  'today.globalLists': 'Operator’s lists',
  'today.usage': 'Usage this month',
  'today.noUsage': 'No usage yet.',
  'today.start':
    'Enrol your first customer in the review queue. Oriki then screens the customer whenever a list changes.',
};

export const t = textsOf(TODAY);

const known = knownTextsOf(METRICS);

/** Returns a metric in words; a metric that the organization reports, or of a newer API version, stays unchanged. */
export function metricText({ service, metric }: { service: string; metric: string }): string {
  const name = `${service} ${metric}`;
  return known(name) ?? name;
}
