import { flagsOf, FORMS, LETTERS, RECORD, writeSets } from '../matching/columns.ts';
import { soundsOf } from '../matching/similarity.ts';
import type { Script, Token, TokenClass } from '../matching/types.ts';
import { GrowingBytes } from './bytes.ts';
import type { Arrays } from './layout.ts';

export const KINDS: readonly TokenClass[] = [
  'name',
  'common',
  'initial',
  'particle',
  'stop',
  'title',
  'generic',
  'place',
  'number',
  'legal',
];
export const SCRIPTS: readonly Script[] = ['latin', 'consonantal', 'han', 'hangul', 'other'];
/** A word's kind and script share a byte. */
export const SCRIPT_SHIFT = 4;

/** The arrays of a vocabulary. */
export const packVocabulary = (size: number, tokenAt: (id: number) => Token): Arrays => {
  const kinds = new Uint8Array(size);
  const weights = new Uint8Array(size);
  const weightValues: number[] = [];
  const starts = new Uint32Array(size);
  const words = new GrowingBytes();
  const sets = new Int32Array(size * RECORD);
  const flags = new Uint8Array(size);
  for (let id = 0; id < size; id++) {
    const token = tokenAt(id);
    const sounds = soundsOf(token);
    kinds[id] = KINDS.indexOf(token.kind) | (SCRIPTS.indexOf(token.script) << SCRIPT_SHIFT);
    let weight = weightValues.indexOf(token.weight);
    if (weight < 0) weight = weightValues.push(token.weight) - 1;
    weights[id] = weight;
    starts[id] = words.length;
    words.pushText(token.key);
    words.pushText(sounds.form.key === token.key ? '' : sounds.form.key);
    words.pushText(token.text === token.key ? '' : token.text);
    writeSets(sets, id, LETTERS, sounds.letters);
    writeSets(sets, id, FORMS, sounds.form);
    flags[id] = flagsOf(token);
  }
  return {
    kinds,
    weights,
    wordStarts: starts,
    words: words.view(),
    sets,
    flags,
    weightValues: Float64Array.from(weightValues),
  };
};
