import { textsOf } from '../text.ts';

/** Texts of the screen of a hit. */
const HIT = {
  'hit.title': 'Hit',
  'hit.customer': 'Your customer',
  'hit.listed': 'On the list',
  'hit.word': 'Customer',
  'hit.candidate': 'List',
  'hit.how': 'Match',
  'hit.similarity': 'Similarity',
  'hit.weight': 'Weight',
  'hit.onlyQuery': 'Only for the customer: {words}',
  'hit.onlyCandidate': 'Only on the list: {words}',
  'hit.penalties': 'Points deducted for: {words}',
  'hit.noHistory': 'No decisions yet.',
  'hit.by': '{verdict} by',
  'hit.decide': 'Decide',
  'hit.decided': 'Decided.',
  'hit.next': 'Next hit',
  'hit.you': '(you)',
  'hit.trueMatch': 'True match',
  'hit.falsePositive': 'False positive',
  'hit.keys': '1 and 2 do the same; u undoes.',
  'hit.gone': 'The customer is no longer enrolled.',
  'entry.aliases': 'Also known as',
  'entry.weak': '{name} (weak)',
  'entry.dobs': 'Dates of birth',
  'entry.countries': 'Countries',
  'entry.identifiers': 'Identifiers',
  'entry.programs': 'Programmes',
  'entry.remarks': 'Remarks',
  'entry.addresses': 'Addresses',
  'entry.topics': 'Topics',
  'entry.linked': 'Linked to',
  'entry.gone': 'The list no longer has this entry, and Oriki stores nothing else about it.',
  'entry.otherVersion':
    'The version of the entry at the time of the hit is no longer stored. This is the current or last version.',
  'entry.removed': 'Removed from the list:',
  'entry.changed': 'Changed on the list since:',
} as const;

export const t = textsOf(HIT);
