import { textsOf } from '../text.ts';

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
  'today.deactivated': '{count} switched off because {count:it|they} failed',
  'today.paused': '{count} paused',
  'today.verifications': 'Verifications',
  'today.available': 'available',
  'today.unavailable': 'not available now in {countries}',
  'today.lists': 'Lists of your own',
  'today.globalLists': 'Lists of the operator',
  'today.usage': 'Usage of this month',
  'today.noUsage': 'Nothing was used yet.',
  'today.start':
    'Enrol your first customer in the review queue to have them screened again whenever a list changes.',
};

export const t = textsOf(TODAY);
