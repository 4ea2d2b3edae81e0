import { consonantsOf } from '../../names/words/sounds.ts';

const CODES = 128;
/** The consonant for each letter in a skeleton; 0 for none. */
const CONSONANTS = Uint8Array.from({ length: CODES }, (_, code) =>
  consonantsOf(String.fromCharCode(code)).charCodeAt(0),
);

/** Adds a letter of a sound form to its skeleton (`consonantsOf`) of `size` consonants; returns the new number. */
export function addConsonant(code: number, skeleton: Uint8Array, size: number): number {
  const consonant = code < CODES ? CONSONANTS[code]! : code & 255;
  if (consonant === 0 || size === skeleton.length) return size;
  if (size > 0 && skeleton[size - 1] === consonant) return size;
  skeleton[size] = consonant;
  return size + 1;
}

/** Writes the skeleton of a sound form, as far as there is room, and returns the number of consonants. */
export function writeSkeleton(form: string, skeleton: Uint8Array): number {
  let size = 0;
  for (let i = 0; i < form.length; i++) size = addConsonant(form.charCodeAt(i), skeleton, size);
  return size;
}
