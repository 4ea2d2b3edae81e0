import { knownTextsOf, textsOf, wordsOf } from '../text.ts';

/** Texts of the screens of operators. */
const OPERATORS = {
  'organizations.empty': 'No organizations yet. Choose "New organization" to create the first.',
  'organizations.name': 'Name',
  'organizations.plan': 'Plan',
  'organizations.addons': 'Addons',
  'organizations.since': 'Since',
  'organizations.new': 'New organization',
  'organizations.firstPerson':
    'The first person signs in with a link. Run this command on the machine of the service to print it. This person then sets up the identity provider and invites the others.',
  'organizations.change': 'Change plan and billing',
  'organizations.limits': 'Export limits',
  'limits.enabled': 'Allow exports',
  'limits.formats': 'Formats',
  'limits.rows': 'Maximum rows per file',
  'limits.days': 'Days until a file is deleted',
  'limits.when': 'The limits apply to new exports.',
  'organizations.noAddon': 'no addons',
  'organizations.when': 'All processes apply the change of plan within 5 seconds.',
  'organizations.billingZone': 'Time zone of billing, such as Africa/Lagos',
  'organizations.billingZoneWhen': 'Days and months of billing change with the next month.',
  'organizations.billingZoneNext':
    'The current time zone is {timeZone}. The new one applies from {month} on.',
  'view.title': 'Organization view',
  'view.now':
    'You are viewing {organization} as an operator. You can read, but not change anything.',
  'view.until': 'Until',
  'view.end': 'End view',
  'view.begin': 'Start view',
  'view.look': 'View',
  'view.why':
    'For 30 minutes you see what the organization’s auditors see. Its audit log records the view and your reason.',
  'view.reason': 'Reason',
  'view.support': 'Support request',
  'view.incident': 'Incident',
  'view.review': 'Review',
  'view.ticket': 'Ticket (optional): letters, digits, # . _ -',
  'globalLists.empty':
    'No global lists yet. Import a file here, or with "oriki list import", which also stores the address to fetch from.',
  'globalLists.import': 'Import a list',
  'globalLists.openDates': 'Ambiguous dates',
  'globalLists.format': 'Format',
  'globalLists.revision': 'Version',
  'globalLists.imported': 'Imported',
  'globalLists.origin': 'Fetched from',
  'globalLists.last': 'Last updated',
  'globalLists.failed': 'Failed',
  'globalLists.next': 'Next fetch',
  'globalLists.refresh': 'Fetch now',
  'globalLists.refreshed': 'Oriki fetches the list as soon as possible.',
  'globalLists.versions': 'Versions',
  'globalLists.added': 'Added',
  'globalLists.changed': 'Changed',
  'globalLists.removed': 'Removed',
  'globalLists.rejected': 'Rejected rows',
  'globalLists.changes': 'Changes since the previous version',
  'globalLists.noChanges': 'No changes.',
  'globalLists.first':
    'This is the first version: every entry is new, so the entries are not listed.',
  'globalLists.show': 'Show changes',
  'globalLists.rejections': 'Rejected rows · {count}',
  'globalLists.rejectionsKept': 'Oriki stores the first 100.',
  'globalLists.noRejections': 'Oriki has not stored the rejected rows of this version.',
  'globalLists.file': 'File',
  'globalLists.main': 'list',
  'globalLists.aliases': 'aliases',
  'globalLists.addresses': 'addresses',
  'globalLists.comments': 'extended remarks',
  'globalLists.line': 'Line',
  'globalLists.reason': 'Reason',
  'globalLists.noVersions': 'No stored versions.',
  'globalLists.change': 'Change',
  'providers.empty': 'No providers. Name them in the file that ORIKI_PROVIDERS_FILE points to.',
  'providers.label': 'Provider',
  'providers.state': 'State',
  'providers.closed': 'in use',
  'providers.open': 'paused',
  'providers.half_open': 'on trial',
  'providers.kinds': 'Kinds',
  'providers.last': 'Last answer',
  'providers.failure': 'Last failure',
  'providers.paused': 'Paused until',
  'providers.here': 'As seen by the process that answered.',
  'deadLetters.title': 'Dead letters',
  'deadLetters.empty': 'No dead letters: every request was answered.',
  'deadLetters.organization': 'Organization',
  'deadLetters.replays': 'Retries',
  'deadLetters.due': 'Due',
  'deadLetters.replay': 'Retry',
  'deadLetters.discard': 'Discard',
  'deadLetters.chosen': '{count} selected',
  'deadLetters.pick': 'Select',
  'deadLetters.choose': 'Select all waiting rows on this page',
  'deadLetters.replaySure':
    'Type {count} to retry {count} {count:request|requests}. Providers may charge for each.',
  'deadLetters.discardSure':
    'Type {count} to discard {count} {count:request. This deletes it|requests. This deletes them} for good.',
  'deadLetters.done': '{done} done, {failed} failed.',
};

/** A text of these screens, or of all. */
export const t = textsOf(OPERATORS);
const known = knownTextsOf(OPERATORS);

/** Returns the state of a provider's breaker in words; a state of a newer API version stays unchanged. */
export function breakerText(state: string): string {
  return known(`providers.${state}`) ?? wordsOf(state);
}
