/** Texts of the catalogue of events. */
export const EVENT_TYPES = {
  'eventTypes.title': 'Event catalogue',
  'eventTypes.empty': 'There are no event types.',
  'eventTypes.type': 'Event',
  'eventTypes.what': 'What it says',
  'eventTypes.find': 'Find',
  'eventTypes.example': 'Example',
  'eventTypes.schema': 'Schema of its data',
} as const;
