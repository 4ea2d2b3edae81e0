import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf } from './read.ts';
import { foldText } from '../canonical/fold.ts';
import { HARD_TITLES, SOFT_TITLES, SUFFIXES, titles } from '../words/honorifics.ts';
import { signReadings } from '../words/sign-readings.ts';
import { AMBIGUOUS_LEGAL, LEGAL_CLASSES, legalForms } from '../words/legal-forms.ts';
import { FULL_NAMES_OF, shortForms } from '../words/nicknames.ts';
import { DROPPED_PREFIXES, PREFIX_STEMS, SUFFIX_STEMS } from '../words/stems.ts';
import { applyRules, SPELLING_CLASS, spellingClasses, spellingRules } from '../words/variants.ts';
import { COMMON_NAMES, GENERIC_WORDS, PARTICLES } from '../words/word-classes.ts';

const FOLDER = import.meta.dirname;

describe('the data files', () => {
  test('have words in canonical form only', () => {
    const words = [
      ...SPELLING_CLASS.keys(),
      ...FULL_NAMES_OF.keys(),
      ...HARD_TITLES,
      ...SOFT_TITLES,
      ...SUFFIXES,
    ];
    for (const word of [...words, ...PREFIX_STEMS, ...SUFFIX_STEMS])
      expect(word).toMatch(/^[a-z]+$/);
  });

  test('make each title hard or soft, and drop no given name', () => {
    for (const title of HARD_TITLES) expect(SOFT_TITLES.has(title)).toBe(false);
    for (const name of [
      'eze',
      'oba',
      'obi',
      'prince',
      'king',
      'sultan',
      'balogun',
      'imam',
      'sheikh',
      'sunday',
    ]) {
      expect(HARD_TITLES.has(name)).toBe(false);
    }
  });

  test('have rules that make further spellings of one name, never of two', () => {
    const classes = spellingClasses(linesOf('', 'basher bashir\nsalihe saliha\nsalih salihs'));
    const rules = spellingRules(linesOf('', 'sh => ch\n(?<=h)$ => e\n^sal => \\\n[ae]$ => o'));
    const made = applyRules(classes, classes.keys(), rules);
    expect([made.get('bachir'), made.get('bacher')]).toEqual(['basher', 'basher']);
    expect([made.get('saliho'), made.get('salihe')]).toEqual(['salihe', 'salihe']);
    // These names are too short, or spellings of two names.
    expect([made.has('ih'), made.has('ihe')]).toEqual([false, false]);
    expect(SPELLING_CLASS.get('rachidou')).toBe('rashid');
  });

  test('list stems by falling length', () => {
    for (const stems of [PREFIX_STEMS, SUFFIX_STEMS, DROPPED_PREFIXES]) {
      expect([...stems].toSorted((a, b) => b.length - a.length)).toEqual(stems);
    }
  });

  test('name their sources, and stay readable', () => {
    const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.txt'),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      expect(text, file).toMatch(/^#.*\n[^]*(?:Written by us|Copyright)/);
      for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(500);
    }
  });

  test('have legal forms in folded form', () => {
    const forms = [...Object.values(LEGAL_CLASSES).flat(), ...AMBIGUOUS_LEGAL];
    expect(forms.filter((form) => foldText(form) !== form)).toEqual([]);
  });

  test('name frequent names and business words by the head of their spelling class', () => {
    const words = [...COMMON_NAMES, ...GENERIC_WORDS];
    const heads = words.map((word) => SPELLING_CLASS.get(word) ?? word);
    const known = new Set([...COMMON_NAMES, ...GENERIC_WORDS]);
    expect(heads.filter((head) => !known.has(head))).toEqual([]);
  });

  test('list no particle as a short form or spelling of a name', () => {
    const names = [...PARTICLES].filter((word) => SPELLING_CLASS.has(word));
    expect(names).toEqual([]);
  });

  test.each([
    ['a word in two classes', spellingClasses, 'ali aly\n\nomar umar aly', 'line 3: "aly" is also'],
    ['a class of one', spellingClasses, '# names\nali', 'line 2: "ali" is alone'],
    ['a diacritic', spellingClasses, 'sola ṣola', 'line 1: "ṣola" is no lower-case word'],
    ['no colon', shortForms, 'william bill', 'line 1: a key, a colon'],
    ['two full names', shortForms, 'mary ann: molly', 'line 1: "mary ann" is no one name'],
    ['itself as a short form', shortForms, 'max: max', 'line 1: "max" is no shorter'],
    ['a form in two classes', legalForms, 'a: ltd, inc\nb: inc', 'line 2: "inc" is in class a'],
    ['an ambiguous form of no class', legalForms, 'ambiguous: as', 'line 1: "as" is in no class'],
    ['two signs', signReadings, 'chan: 陳 大文', 'line 1: "大文" is no single sign'],
    ['a given name without a reading', signReadings, 'ja-given: 健', 'line 1: "健" has no reading'],
    ['dots', legalForms, 'a: s.a.', 'line 1: "s.a." is no form'],
    [
      'a title of two kinds',
      titles,
      'hard: chief\nsoft: chief',
      'line 2: "chief" stands here twice',
    ],
    ['no replacement', spellingRules, 'sh ch', 'line 1: an expression, => and letters'],
    ['an unknown kind', titles, 'head: chief', 'line 1: "head" is no kind of title'],
  ])('name file and line of %s', (_, read, text, message) => {
    expect(() => read(linesOf('names.txt', text))).toThrow(`names.txt ${message}`);
  });
});
