import { textsOf } from '../text.ts';

/** Texts of the catalogue of events. */
const EVENT_TYPES = {
  'eventTypes.empty': 'No event types.',
  'eventTypes.type': 'Event',
  'eventTypes.what': 'Meaning',
  'eventTypes.find': 'Find',
  'eventTypes.example': 'Example',
  'eventTypes.schema': 'Schema of the data',
  'eventTypes.to': 'Webhook',
  'eventTypes.send': 'Send the example as a test',
  'eventTypes.sent': 'Oriki has queued the test event. The webhook shows its delivery.',
  'eventTypes.noWebhook': 'No webhook is active. Create one to send a test.',
  'chooseEvents.title': 'Event types',
  'chooseEvents.all': 'All events, including types that are added later (*)',
  'chooseEvents.whole': 'All of {group}',
  'chooseEvents.count': '{count} of {all}',
  'chooseEvents.example': 'Example of {type}',
  'chooseEvents.own': 'Types that your own systems publish',
  'chooseEvents.ownNote': 'Separated by spaces, such as invoice.paid or invoice.*',
};

/** A text of these screens, or of all. */
export const t = textsOf(EVENT_TYPES);
