import { textsOf } from '../text.ts';

/** Texts that compare both sides of a hit. */
const BESIDE = {
  'beside.title': 'Date of birth and country',
  'beside.same': 'the same: {value}',
  'beside.part': 'consistent: {value} for the customer, {listed} on the list',
  'beside.different': 'different: {value} for the customer, {listed} on the list',
  'beside.customerOnly': 'not compared: {value} for the customer, nothing on the list',
  'beside.listOnly': 'not compared: nothing for the customer, {value} on the list',
  'why.title': 'Similarity and weight',
  'why.similarity': 'Similarity is 1 for equal words and 0 for words that have nothing in common.',
  'why.weight':
    'Weight is the share of a word in its name: a rare name has more weight than a frequent one, and far more than a title or a legal form.',
  'match.exact': 'equal',
  'match.variant': 'another spelling',
  'match.nickname': 'short form',
  'match.initial': 'initial',
  'match.edit': 'one slip apart',
  'match.joined': 'joined or split',
  'match.acronym': 'acronym',
  'match.none': 'no match',
} as const;

export const t = textsOf(BESIDE);
