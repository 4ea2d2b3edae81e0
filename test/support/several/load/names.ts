import type { Random } from '../../random.ts';

const CONSONANTS = [...'bdfghjklmnprstvwz'];
const VOWELS = [...'aeiou'];

/** Returns an invented name of two long words, which is similar to no other one. */
export function madeUpName(random: Random): string {
  const word = (): string =>
    Array.from({ length: 5 }, () => random.pick(CONSONANTS) + random.pick(VOWELS)).join('');
  return `${word()} ${word()}`;
}
