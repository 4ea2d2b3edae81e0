import { textsOf } from '../text.ts';

/** Texts of the reasons for a score. */
const REASONS = {
  'penalty.spelling': 'spelling',
  'penalty.contradiction': 'different words',
  'penalty.extra_in_query': 'extra word for the customer',
  'penalty.extra_in_candidate': 'extra word on the list',
  'penalty.number_mismatch': 'different numbers',
  'penalty.syllable_order': 'different order of syllables',
  'penalty.filiation_turned': 'father and child swapped',
  'penalty.no_distinctive_word': 'no distinctive word in common',
  'penalty.transliteration_only': 'similar only in transliteration',
  'penalty.weak_alias': 'weak alias',
  'penalty.acronym': 'acronym only',
  'penalty.dob_different': 'different date of birth',
  'penalty.dob_near': 'similar date of birth',
  'penalty.dob_swapped': 'day and month swapped',
  'penalty.country_different': 'different country',
  'penalty.identifier_different': 'different number',
  'found.all': 'Found by Oriki: {parts}.',
  'found.words':
    'score {score}; {same} of {count} {count:word|words} of the listed name {same:is|are} the same',
  'found.number': 'both have the same number',
  'found.facts': '{same} of {count} other {count:fact|facts} {same:is|are} the same',
  'found.penalties': 'points deducted for {words}',
  'penalty.points': '{reason} ({points})',
} as const;

export const t = textsOf(REASONS);
