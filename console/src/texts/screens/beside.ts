import { textsOf } from '../text.ts';

/** Texts that compare both sides of a hit. */
const BESIDE = {
  'beside.title': 'Date of birth and country',
  'beside.same': 'the same: {value}',
  'beside.part': 'agree as far as both say: {value} with the customer, {listed} on the list',
  'beside.different': 'different: {value} with the customer, {listed} on the list',
  'beside.customerOnly': 'not compared: {value} with the customer, nothing on the list',
  'beside.listOnly': 'not compared: nothing with the customer, {value} on the list',
  'why.title': 'What similarity and weight say',
  'why.similarity': 'Similarity is 1 for the same word and 0 for one that is not alike at all.',
  'why.weight':
    'Weight is how much a word counts in its name: a rare name counts more than a frequent one, and far more than a title or a legal form.',
} as const;

export const t = textsOf(BESIDE);
