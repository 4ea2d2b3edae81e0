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

const kindAndScript = ({ kind, script }: Token): number =>
  KINDS.indexOf(kind) | (SCRIPTS.indexOf(script) << SCRIPT_SHIFT);

/** Words on their way to another thread: copying them one by one costs as much as making them. */
export interface PackedWords {
  /** In lines. */
  readonly texts: string;
  readonly keys: string;
  readonly kinds: Uint8Array;
  readonly weights: Float64Array;
}

export const packWords = (words: readonly Token[]): PackedWords => ({
  texts: words.map(({ text }) => text).join('\n'),
  keys: words.map(({ key }) => key).join('\n'),
  kinds: Uint8Array.from(words, kindAndScript),
  weights: Float64Array.from(words, ({ weight }) => weight),
});

/** The words without their ids. */
export const unpackWords = ({ texts, keys, kinds, weights }: PackedWords): Token[] => {
  const [textOf, keyOf] = [texts.split('\n'), keys.split('\n')];
  return Array.from(kinds, (code, i) => ({
    text: textOf[i]!,
    key: keyOf[i]!,
    kind: KINDS[code & ((1 << SCRIPT_SHIFT) - 1)]!,
    weight: weights[i]!,
    script: SCRIPTS[code >>> SCRIPT_SHIFT]!,
    sounds: undefined,
    syllableOf: undefined,
    id: '',
  }));
};

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
    kinds[id] = kindAndScript(token);
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
