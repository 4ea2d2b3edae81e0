import { textsOf } from '../text.ts';

/** Texts of the catalogue of events. */
const EVENT_TYPES = {
  'eventTypes.empty': 'There are no event types.',
  'eventTypes.type': 'Event',
  'eventTypes.what': 'What it says',
  'eventTypes.find': 'Find',
  'eventTypes.example': 'Example',
  'eventTypes.schema': 'Schema of its data',
};

/** A text of these screens, or of all. */
export const t = textsOf(EVENT_TYPES);
