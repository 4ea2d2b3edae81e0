import { flagsOf, type SetColumns } from '../matching/columns.ts';
import { MAX_TOKEN_CHARS, type LetterSets } from '../matching/edit-distance.ts';
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
const COLUMN_NAMES = ['once', 'twice', 'groups', 'solid', 'length'] as const;

const writeSets = (sets: LetterSets, id: number, columns: SetColumns): void => {
  columns.once[id] = sets.once;
  columns.twice[id] = sets.twice;
  columns.groups[id] = sets.groups;
  columns.solid[id] = Math.min(sets.solid, 255);
  columns.length[id] = Math.min(sets.key.length, MAX_TOKEN_CHARS);
};

const emptySets = (size: number): SetColumns => ({
  once: new Int32Array(size),
  twice: new Int32Array(size),
  groups: new Int32Array(size),
  solid: new Uint8Array(size),
  length: new Uint8Array(size),
});

/** The arrays of a vocabulary. */
export const packVocabulary = (size: number, tokenAt: (id: number) => Token): Arrays => {
  const kinds = new Uint8Array(size);
  const weights = new Uint8Array(size);
  const weightValues: number[] = [];
  const starts = new Uint32Array(size);
  const words = new GrowingBytes();
  const letters = emptySets(size);
  const forms = emptySets(size);
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
    writeSets(sounds.letters, id, letters);
    writeSets(sounds.form, id, forms);
    flags[id] = flagsOf(token);
  }
  const arrays: Arrays = {
    kinds,
    weights,
    wordStarts: starts,
    words: words.view(),
    flags,
    weightValues: Float64Array.from(weightValues),
  };
  for (const name of COLUMN_NAMES) {
    arrays[`letters.${name}`] = letters[name];
    arrays[`forms.${name}`] = forms[name];
  }
  return arrays;
};
