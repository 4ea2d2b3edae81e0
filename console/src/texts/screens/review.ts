import { textsOf } from '../text.ts';

/** Texts of the screens of review. */
const REVIEW = {
  'queue.empty':
    'No open hits. Enrol a customer, here or from your services: they are screened again whenever a list changes, and new hits appear here.',
  'queue.keys':
    'j and k move, o opens, 1 is a true match, 2 a false positive, n goes to the reason, u takes back',
  'queue.reason': 'Reason for decisions made here (kept encrypted)',
  'queue.defaultReason': 'Compared name, date of birth and country',
  'queue.shortcuts': 'Shortcuts',
  'queue.age': 'Found',
  'queue.decided': '{verdict}: {subject}. Sent in {seconds} s.',
  'queue.undo': 'Undo',
  'queue.undone': 'Taken back: nothing was sent.',
  'queue.conflict': 'Somebody else has decided this hit, or it has changed. Look at it again.',
  'queue.approval':
    'Your organization asks for a second person. A request was made; another person decides it.',
  'enrol.title': 'Enrol a customer',
  'enrol.do': 'Enrol',
  'enrol.country': 'NG',
  'enrol.again':
    'Who is enrolled is screened now, and again whenever a list changes. A customer who is enrolled already takes what you enter here.',
  'hit.title': 'Hit',
  'hit.customer': 'Your customer',
  'hit.listed': 'On the list',
  'hit.word': 'Customer',
  'hit.candidate': 'List',
  'hit.how': 'How',
  'hit.similarity': 'Similarity',
  'hit.weight': 'Weight',
  'hit.onlyQuery': 'Only with the customer: {words}',
  'hit.onlyCandidate': 'Only on the list: {words}',
  'hit.penalties': 'Taken off for: {words}',
  'hit.history': 'Decisions',
  'hit.noHistory': 'Nobody has decided yet.',
  'hit.by': '{verdict} by {actor}',
  'hit.decide': 'Decide',
  'hit.reason': 'Reason (kept encrypted)',
  'hit.trueMatch': 'True match',
  'hit.falsePositive': 'False positive',
  'hit.gone': 'The customer is no longer enrolled.',
  'status.open': 'open',
  'status.true_match': 'true match',
  'status.false_positive': 'false positive',
  'status.closed': 'closed',
  'entry.aliases': 'Also known as',
  'entry.weak': '{name} (weak)',
  'entry.dobs': 'Dates of birth',
  'entry.countries': 'Countries',
  'entry.identifiers': 'Identifiers',
  'entry.programs': 'Programmes',
  'entry.remarks': 'Remarks',
  'entry.addresses': 'Addresses',
  'entry.topics': 'Topics',
  'entry.linked': 'Linked with',
  'entry.gone': 'The list does not have this entry any more, and nothing else of it is kept.',
  'entry.otherVersion':
    'How the entry was when it hit is not known any more. This is how it is now, or was last.',
  'entry.removed': 'Taken off the list:',
  'entry.changed': 'Changed on the list since:',
} as const;

export const t = textsOf(REVIEW);
