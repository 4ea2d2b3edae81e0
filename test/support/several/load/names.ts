import type { Random } from '../../random.ts';

const CONSONANTS = [...'bdfghjklmnprstvwz'];
const VOWELS = [...'aeiou'];

/** A made-up name of two long words, which is like no other one. */
export function madeUpName(random: Random): string {
  const word = (): string =>
    Array.from({ length: 5 }, () => random.pick(CONSONANTS) + random.pick(VOWELS)).join('');
  return `${word()} ${word()}`;
}
