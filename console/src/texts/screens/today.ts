import { textsOf, knownTextsOf } from '../text.ts';
import { METRICS } from '../../declared/kinds.ts';

const TODAY = {
  'today.openHits': 'Open hits',
  'today.review': 'Review open hits',
  'today.enrol': 'Enrol a customer',
  'today.trend': '{count} found in the last 7 days, {before} in the 7 days before',
  'today.day': 'Up to a day old',
  'today.week': 'Up to a week',
  'today.month': 'Up to 30 days',
  'today.older': 'Older',
  'today.hitsByDay': 'Hits of the last 30 days',
  'today.open': 'Open',
  'today.trueMatches': 'True matches',
  'today.falsePositives': 'False positives',
  'today.closed': 'Closed without a decision',
  'today.operations': 'Operations',
  'today.webhooks': 'Webhooks',
  'today.active': '{count} active',
  'today.failing': '{count} failing',
  'today.deactivated': '{count} switched off after failures',
  'today.paused': '{count} paused',
  'today.noWebhooks': 'A webhook sends events to your service.',
  'today.fails': 'failing',
  'today.switchedOff': 'switched off',
  'today.verifications': 'Verifications',
  'today.available': 'All kinds are available.',
  'today.unavailable': 'unavailable in {countries}',
  'today.lists': 'Your lists',
  'today.globalLists': 'Operator’s lists',
  'today.noLists': 'No lists yet.',
  'today.moreLists': '{count} more',
  'today.usage': 'Usage this month',
  'today.noUsage': 'No usage yet.',
  'today.start':
    'Oriki screens each enrolled customer whenever a list changes. New hits appear here.',
};

export const t = textsOf(TODAY);

const known = knownTextsOf(METRICS);

/** Returns a metric in words; a metric that the organization reports, or of a newer API version, stays unchanged. */
export function metricText({ service, metric }: { service: string; metric: string }): string {
  const name = `${service} ${metric}`;
  return known(name) ?? name;
}
