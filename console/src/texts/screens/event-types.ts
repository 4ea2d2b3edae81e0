import { textsOf } from '../text.ts';

/** Texts of the catalogue of events. */
const EVENT_TYPES = {
  'eventTypes.empty': 'There are no event types.',
  'eventTypes.type': 'Event',
  'eventTypes.what': 'What it says',
  'eventTypes.find': 'Find',
  'eventTypes.example': 'Example',
  'eventTypes.schema': 'Schema of its data',
  'eventTypes.to': 'To the webhook',
  'eventTypes.send': 'Send the example as a test',
  'eventTypes.sent': 'The test is on its way. Its delivery is shown with the webhook.',
  'eventTypes.noWebhook': 'No webhook is active, so there is nobody to send a test to.',
};

/** A text of these screens, or of all. */
export const t = textsOf(EVENT_TYPES);
