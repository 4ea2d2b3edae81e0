import { textsOf } from '../text.ts';

/** Texts about the state of the page: the service, settings, keys. */
const STATE = {
  'state.lost':
    'The service has been unreachable since {since}. What you see may be out of date. Oriki tries again every two seconds.',
  'state.nothing': 'No unsent changes.',
  'state.waiting': 'Not yet stored: {count} {count:decision|decisions}',
  'state.sending': 'Waiting for an answer: {count} {count:change|changes}',
  'settings.look': 'Appearance',
  'settings.region': 'Region',
  'settings.reload': 'A change here loads the page again.',
  'settings.theme': 'Colors',
  'settings.theme.system': 'same as the system',
  'settings.theme.light': 'light',
  'settings.theme.dark': 'dark',
  'settings.density': 'Rows',
  'settings.density.wide': 'comfortable',
  'settings.density.close': 'compact',
  'settings.zone': 'Time zone',
  'settings.zone.browser': 'of this device ({zone})',
  'settings.zone.utc': 'UTC',
  'settings.language': 'Language',
  'settings.language.browser': 'of the browser',
  'settings.language.en': 'English',
  'settings.language.fr': 'Français',
  'settings.why': 'These settings apply to this browser only.',
  'settings.notKept': 'This browser does not keep settings: they end with this page.',
  'keys.everywhere': 'On every screen',
  'keys.rows': 'In the row with the focus, and on the screen of a hit',
  'keys.goTo': 'Go to a screen or an id, or search the customers',
  'keys.help': 'Show this list',
  'keys.close': 'Close a window',
  'keys.move': 'Next or previous row',
  'keys.open': 'Open the hit',
  'keys.true': 'True match',
  'keys.false': 'False positive',
  'keys.case': 'Add to a case',
  'keys.note': 'Note in the customer’s case',
  'keys.assign': 'Assign',
  'keys.reasons': 'In the decision dialog: choose the reason with that number',
  'keys.decide': 'In the decision dialog: decide',
  'keys.tick': 'Tick the row; 1, 2 and 3 then apply to all ticked rows',
  'keys.undo': 'Withdraw the newest decision',
  'keys.more': 'Documentation',
};

/** A text about the state of the page, or of all. */
export const t = textsOf(STATE);
