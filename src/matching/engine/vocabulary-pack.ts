import { flagsOf, FORMS, FREE, LETTERS, RECORD, writeSets } from '../../names/score/columns.ts';
import { soundsOf } from '../../names/similarity/similarity.ts';
import type { Script, Token, TokenClass } from '../../names/types.ts';
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
/** A word's class and script share a byte. */
export const SCRIPT_SHIFT = 4;

function kindAndScript({ kind, script }: Token): number {
  return KINDS.indexOf(kind) | (SCRIPTS.indexOf(script) << SCRIPT_SHIFT);
}

/** Words sent to another thread in one piece. Copying them one by one would cost as much as creating them. */
export type PackedWords = {
  /** One text per line. */
  readonly texts: string;
  readonly keys: string;
  readonly kinds: Uint8Array;
  readonly weights: Float64Array;
};

export function packWords(words: readonly Token[]): PackedWords {
  return {
    texts: words.map(({ text }) => text).join('\n'),
    keys: words.map(({ key }) => key).join('\n'),
    kinds: Uint8Array.from(words, kindAndScript),
    weights: Float64Array.from(words, ({ weight }) => weight),
  };
}

/** The words without their ids. */
export function unpackWords({ texts, keys, kinds, weights }: PackedWords): Token[] {
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
}

const BYTES = Int32Array.BYTES_PER_ELEMENT;
const FREE_BYTES = (RECORD - FREE) * BYTES;
/** The first byte of texts that are stored after all records. */
const ELSEWHERE = 255;
/** The position of the number in such a record that gives the place of its texts. */
const PLACE = FREE + 1;

/** The place at which the free bytes of a record begin. */
function freeAt(id: number): number {
  return (id * RECORD + FREE) * BYTES;
}

/** Returns the places of a word's texts in the bytes of records: key, sound form and text; '' if they equal the key. */
export function textsAt(records: Int32Array, bytes: Uint8Array, id: number): number {
  const at = freeAt(id);
  return bytes[at] === ELSEWHERE ? records[id * RECORD + PLACE]! : at;
}

/** The arrays of a vocabulary. */
export function packVocabulary(size: number, tokenAt: (id: number) => Token): Arrays {
  const kinds = new Uint8Array(size);
  const weights = new Uint8Array(size);
  const weightValues: number[] = [];
  /** Texts that do not fit into their records. */
  const texts = new GrowingBytes();
  const records = new Int32Array(size * RECORD);
  const bytes = new Uint8Array(records.buffer);
  const flags = new Uint8Array(size);
  for (let id = 0; id < size; id++) {
    const token = tokenAt(id);
    const sounds = soundsOf(token);
    kinds[id] = kindAndScript(token);
    let weight = weightValues.indexOf(token.weight);
    if (weight < 0) weight = weightValues.push(token.weight) - 1;
    weights[id] = weight;
    const from = texts.length;
    texts.pushText(token.key);
    texts.pushText(sounds.form.key === token.key ? '' : sounds.form.key);
    texts.pushText(token.text === token.key ? '' : token.text);
    if (texts.length - from <= FREE_BYTES) {
      bytes.set(texts.bytes.subarray(from, texts.length), freeAt(id));
      texts.length = from;
    } else {
      bytes[freeAt(id)] = ELSEWHERE;
      records[id * RECORD + PLACE] = bytes.length + from;
    }
    writeSets(records, id, LETTERS, sounds.letters);
    writeSets(records, id, FORMS, sounds.form);
    flags[id] = flagsOf(token);
  }
  const all = new Int32Array(records.length + Math.ceil(texts.length / BYTES));
  all.set(records);
  new Uint8Array(all.buffer).set(texts.view(), bytes.length);
  return {
    kinds,
    weights,
    words: all,
    flags,
    weightValues: Float64Array.from(weightValues),
  };
}
