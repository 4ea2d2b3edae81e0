import { textsOf } from '../text.ts';

/** Texts that explain the words of a score. */
const BESIDE = {
  'why.title': 'Similarity and weight',
  'why.similarity': 'Similarity is 1 for equal words and 0 for words that have nothing in common.',
  'why.weight':
    'Weight is the share of a word in its name: a rare name has more weight than a frequent one, and far more than a title or a legal form.',
  'match.exact': 'equal',
  'match.variant': 'another spelling',
  'match.nickname': 'short form',
  'match.initial': 'initial',
  'match.edit': 'one typing error apart',
  'match.joined': 'joined or split',
  'match.acronym': 'acronym',
  'match.none': 'no match',
} as const;

export const t = textsOf(BESIDE);
