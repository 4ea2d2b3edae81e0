import { textsOf } from '../text.ts';

/** Texts of the screens of verification sessions. */
const SESSIONS = {
  'vsessions.empty':
    'No verification sessions yet. A session leads a person through several checks, on a page of Oriki or in your application.',
  'vsessions.create': 'New session',
  'vsessions.one': 'Verification session',
  'vsessions.at': 'Created',
  'vsessions.customer': 'Customer',
  'vsessions.status': 'Status',
  'vsessions.done': 'Steps passed',
  'vsessions.doneOf': '{done} of {all}',
  'vsessions.expires': 'Expires',
  'vsessions.ended': 'Ended',
  'vsessions.by': 'Created by',
  'vsessions.returns': 'Returns to',
  'vsessions.steps': 'Steps',
  'vsessions.step': 'Step',
  'vsessions.attempts': 'Attempts',
  'vsessions.record': 'Record',
  'vsessions.sealed':
    'What the person has entered is encrypted, and deleted when the session ends.',
  'vsessions.withConsent': 'Ask for consent first',
  'vsessions.text': 'Text that the person reads',
  'vsessions.link': 'Make a link',
  'vsessions.linkWhy':
    'The link opens the page of the steps once, in one browser. It ends an earlier link. Send it only to the person.',
  'vsessions.linkIs': 'Link for the person',
  'vsessions.cancel': 'Cancel the session',
  'vsessions.cancelWhy': 'The person cannot continue, and Oriki deletes the entered data.',
  'vsessions.settings': 'Return addresses',
  'vsessions.settingsWhy':
    'A session may send the person back to one of these addresses, exactly as entered. One address per line.',
  'vsessions.addresses': 'Addresses',
} as const;

export const t = textsOf(SESSIONS);
