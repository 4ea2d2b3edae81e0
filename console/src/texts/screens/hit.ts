import { textsOf } from '../text.ts';

/** Texts of the screen of a hit. */
const HIT = {
  'hit.words': 'Words side by side',
  'hit.title': 'Hit',
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
  'hit.found': 'found',
  'hit.note': 'Note',
  'hit.previous': 'Previous',
  'hit.next': 'Next',
  'hit.you': '(you)',
  'hit.trueMatch': 'True match',
  'hit.falsePositive': 'False positive',
  'entry.remarks': 'Remarks',
  'entry.topics': 'Topics',
  'entry.linked': 'Linked to',
  'entry.gone': 'The list no longer has this entry, and Oriki stores nothing else about it.',
  'entry.otherVersion':
    'The version of the entry at the time of the hit is no longer stored. This is the current or last version.',
  'entry.removed': 'Removed from the list:',
  'entry.changed': 'Changed on the list since:',
} as const;

export const t = textsOf(HIT);
