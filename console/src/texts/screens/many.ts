import { textsOf } from '../text.ts';

/** Texts about the ticked hits of the review queue. */
const MANY = {
  'many.title': 'Ticked hits',
  'many.tick': 'Tick {subject}',
  'many.tickVisible': 'Tick the visible rows',
  'many.untick': 'Untick all',
  'many.count': '{count} {count:hit|hits} ticked',
  'many.most': 'At most {count} hits can be ticked.',
  'many.assignee': 'Assignee',
  'many.noOne': 'no one',
  'many.assign': 'Assign',
  'many.assignOne': 'Assign {subject}',
  'many.assignMany': 'Assign {count} hits',
  'many.toMe': 'Assign to me',
  'many.assigned': '{count} {count:hit|hits} assigned.',
  'many.toCase': 'Add to a case',
  'many.clear': 'Clear',
  'many.question': '{verdict}: {count} {count:hit|hits}',
  'many.each': 'The open case of each customer, or a new one',
  'many.new': 'New case',
  'many.cases': '{count} cases, one for each customer.',
  'many.others': 'This adds evidence about other customers to the case of {customer}.',
  'many.customer': 'Your customer id of the new case',
  'many.inCase': '{count} {count:hit|hits} added to',
  'many.add': 'Add to the case',
  'many.waits':
    '{count} of them {count:waits|wait} for approval and {count:is|are} not decided here: open each to see its request.',
  'note.title': 'Note about {subject}',
  'note.text': 'Note in the customer’s case (stored encrypted)',
  'many.hits': 'Hits to decide',
} as const;

export const t = textsOf(MANY);
