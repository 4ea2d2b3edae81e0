import { textsOf } from '../text.ts';

/** Texts about the state of the page: the service, settings, keys. */
const STATE = {
  'state.lost':
    'The service cannot be reached since {since}. What you see may be out of date. Oriki tries again every two seconds.',
  'state.nothing': 'No change waits to be sent.',
  'state.waiting': 'Not yet stored: {count} {count:decision|decisions}',
  'state.sending': 'Waiting for an answer: {count} {count:change|changes}',
  'settings.theme': 'Colors',
  'settings.theme.system': 'as the system',
  'settings.theme.light': 'light',
  'settings.theme.dark': 'dark',
  'settings.density': 'Rows',
  'settings.density.wide': 'with space',
  'settings.density.close': 'close together',
  'settings.zone': 'Time zone',
  'settings.zone.browser': 'of this device ({zone})',
  'settings.zone.utc': 'UTC',
  'settings.why': 'These settings apply to this browser. A new time zone loads the page again.',
  'settings.notKept': 'This browser does not keep settings: they end with this page.',
  'keys.everywhere': 'On every screen',
  'keys.rows': 'In the review queue, in the row with the focus',
  'keys.goTo': 'Go to a screen or an id',
  'keys.help': 'Show this list',
  'keys.close': 'Close a window',
  'keys.move': 'Next or previous row',
  'keys.open': 'Open the hit',
  'keys.true': 'True match',
  'keys.false': 'False positive',
  'keys.case': 'To a case',
  'keys.note': 'Reason',
  'keys.undo': 'Withdraw the newest decision',
  'keys.more': 'Documentation',
};

/** A text about the state of the page, or of all. */
export const t = textsOf(STATE);
