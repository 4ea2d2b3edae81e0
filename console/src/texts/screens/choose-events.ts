import { textsOf } from '../text.ts';

/** Texts of the choice of event types. */
const CHOOSE_EVENTS = {
  'chooseEvents.title': 'Event types',
  'chooseEvents.all': 'All events, including types that are added later (*)',
  'chooseEvents.whole': 'All of {group}',
  'chooseEvents.count': '{count} of {all}',
  'chooseEvents.example': 'Example of {type}',
  'chooseEvents.own': 'Types that your own systems publish',
  'chooseEvents.ownNote': 'Separated by spaces, such as invoice.paid or invoice.*',
};

/** A text of this part, or of all. */
export const t = textsOf(CHOOSE_EVENTS);
