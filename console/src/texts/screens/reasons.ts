import { textsOf } from '../text.ts';

/** Texts of the reasons for a score. */
const REASONS = {
  'match.exact': 'the same',
  'match.variant': 'another spelling',
  'match.nickname': 'short form',
  'match.initial': 'initial',
  'match.edit': 'nearly the same',
  'match.joined': 'written together or apart',
  'match.acronym': 'acronym',
  'match.none': 'not alike',
  'penalty.spelling': 'spelling',
  'penalty.contradiction': 'words that differ',
  'penalty.extra_in_query': 'a word more with the customer',
  'penalty.extra_in_candidate': 'a word more on the list',
  'penalty.number_mismatch': 'numbers that differ',
  'penalty.syllable_order': 'another order of syllables',
  'penalty.filiation_turned': 'father and child the other way round',
  'penalty.no_distinctive_word': 'no distinctive word agrees',
  'penalty.transliteration_only': 'alike only when transliterated',
  'penalty.weak_alias': 'a weak alias',
  'penalty.acronym': 'only an acronym',
  'penalty.dob_different': 'another date of birth',
  'penalty.dob_near': 'a date of birth nearby',
  'penalty.dob_swapped': 'day and month exchanged',
  'penalty.country_different': 'another country',
  'penalty.identifier_different': 'another number',
  'found.all': 'Findings of the machine: {parts}.',
  'found.words':
    'score {score}; {same} of {count} {count:word|words} of the listed name {same:is|are} the same',
  'found.number': 'a number of both is the same',
  'found.facts': '{same} of {count} further {count:fact|facts} {same:is|are} the same',
  'found.penalties': 'taken off for {words}',
  'penalty.points': '{reason} ({points})',
} as const;

export const t = textsOf(REASONS);
