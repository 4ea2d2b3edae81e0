import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/index.ts';
import { parseJsonBody } from './json-body.ts';

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text));

function problem(text: string | Buffer): string {
  try {
    parseJsonBody(Buffer.from(text as string));
  } catch (error) {
    if (error instanceof ApiError) {
      expect([error.status, error.code, error.details?.length]).toEqual([400, 'BAD_REQUEST', 1]);
      return `${error.details![0]!.path}: ${error.details![0]!.message}`;
    }
    throw error;
  }
  return 'accepted';
}

test('any JSON value without NUL, lone surrogates, lost digits or __proto__ is read as JSON.parse reads it', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((value) => !value.includes('\0') && value !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.oneof(
        text,
        fc.maxSafeInteger(),
        fc
          .double({ noNaN: true, noDefaultInfinity: true, max: 2 ** 53 - 1, min: -(2 ** 53 - 1) })
          .map((n) => n + 0 || 0),
        fc.constantFrom(null, true, false, '"', '\\', '{"a":1,"a":2}', '[[[', '\\"', ':'),
      ),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      expect(parse(JSON.stringify(json, null, indent))).toEqual(json);
    }),
    { numRuns: 500 },
  );
});

describe('repeated member names', () => {
  /** Writes a name in one of its many spellings. */
  const spell = (name: string, escaped: boolean): string =>
    escaped
      ? `"${[...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(name);

  test('are refused exactly where one object repeats a name, at any depth and in any spelling', () => {
    type Tree = { members: { name: string; escaped: boolean; value: Tree | Tree[] | string }[] };
    const { object } = fc.letrec<{ object: Tree; value: Tree | Tree[] | string }>((tie) => ({
      object: fc.record({
        members: fc.array(
          fc.record({
            name: fc.constantFrom(
              'a',
              'b',
              '"',
              '\\',
              '',
              ':',
              '\n',
              '\ue000',
              'é',
              'ab',
              'a"',
              '\\b',
              '"\\',
            ),
            escaped: fc.boolean(),
            value: tie('value'),
          }),
          { maxLength: 3 },
        ),
      }),
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('x', '{"a":1}', '\\"', ':', '{', '"'),
        tie('object'),
        fc.array(tie('object'), { maxLength: 2 }),
      ),
    }));
    const write = (tree: Tree | Tree[] | string): string => {
      if (typeof tree === 'string') return JSON.stringify(tree);
      if (Array.isArray(tree)) return `[${tree.map(write).join(' , ')}]`;
      return `{${tree.members.map(({ name, escaped, value }) => `${spell(name, escaped)} : ${write(value)}`).join(',')}}`;
    };
    const repeats = (tree: Tree | Tree[] | string): boolean => {
      if (typeof tree === 'string') return false;
      if (Array.isArray(tree)) return tree.some(repeats);
      const names = tree.members.map(({ name }) => name);
      return new Set(names).size < names.length || tree.members.some(({ value }) => repeats(value));
    };
    fc.assert(
      fc.property(object, (tree) => {
        // What has been parsed before must not matter: see parseEscapedNames.
        JSON.parse('{"\\\\":1,"a":{"\\\\":1}}');
        expect(problem(write(tree))).toBe(
          repeats(tree) ? 'body: must not repeat a member name' : 'accepted',
        );
      }),
      { numRuns: 500 },
    );
  });

  test('of one escaped character are read right, whatever was parsed before', () => {
    for (const text of ['{"\\\\":1}', '{"a":1,"\\\\":1}', '{"\\"":1}']) JSON.parse(text);
    expect(parse('{"\\u0063":1}')).toEqual({ c: 1 });
    expect(parse('{"a":0,"\\u0063" : 1}')).toEqual({ a: 0, c: 1 });
    expect(parse('{"\\"":1}')).toEqual({ '"': 1 });
    expect(parse('{"\\n":[{"\\\\":{"\\u00e9":2}}]}')).toEqual({ '\n': [{ '\\': { é: 2 } }] });
    expect(parse('{"x\\"\\\\":"\\"\\u0063\\":"}')).toEqual({ 'x"\\': '"c":' });
    expect(parse('{"\\u0063":"\ue000","\ue000":"\\uE001","\\ue001":1}')).toEqual({
      c: '\ue000',
      '\ue000': '\ue001',
      '\ue001': 1,
    });
    expect(problem('{"c":1,"\\u0063":2}')).toBe('body: must not repeat a member name');
    expect(problem('{"\\u0063":1,"\\u0063":2}')).toBe('body: must not repeat a member name');
    expect(problem('{"\\\\":1,"\\u0063":2}')).toBe('accepted');
  });

  test('are not confused by a repeated name whose first value is dropped', () => {
    expect(problem('{"a":{"x":1,"y":2},"a":{}}')).toContain('repeat');
    expect(problem('{"a":{},"a":{"x":1,"y":2}}')).toContain('repeat');
    expect(problem('{"a":{"x":1},"b":{"x":1}}')).toBe('accepted');
    expect(problem('[{"a":1},{"a":1}]')).toBe('accepted');
  });
});

describe('depth', () => {
  test('32 levels are read, 33 and any more are refused, whatever they are made of', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const nestObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect([problem(nest(32)), problem(nestObjects(32))]).toEqual(['accepted', 'accepted']);
    for (const depth of [33, 100, 10_000, 500_000])
      for (const text of [nest(depth), nestObjects(depth)])
        expect(problem(text)).toBe('body: must not nest deeper than 32 levels');
  });

  test('brackets inside strings do not count', () => {
    expect(problem(JSON.stringify({ a: '[{'.repeat(1000), ['[{'.repeat(100)]: 1 }))).toBe(
      'accepted',
    );
  });
});

test.each([
  ['{"a":"\\u0000"}', 'a: must not contain NUL or lone surrogates'],
  ['{"a":[{"b":"\\ud800"}]}', 'a[0].b: must not contain NUL or lone surrogates'],
  ['"\\udfff\\ud800"', 'body: must not contain NUL or lone surrogates'],
  ['{"a":{"x\\u0000":1}}', 'a: must not contain NUL or lone surrogates'],
  ['{"a":1e309}', 'a: number out of range'],
  ['{"a":[0,-1e309]}', 'a[1]: number out of range'],
  ['[9007199254740992]', 'body[0]: number out of range'],
  ['{"a":{"b":-9007199254740992}}', 'a.b: number out of range'],
  ['{"__proto__":1}', 'body: must not have a member named __proto__'],
  ['{"a":[{"__proto__":{}}]}', 'body: must not have a member named __proto__'],
  ['{"\\u005f\\u005fproto__":1}', 'body: must not have a member named __proto__'],
  ['{"a":1', 'body: must be valid JSON'],
  [' ', 'body: must be valid JSON'],
  ['\ufeff{}', 'accepted'],
  ['9007199254740991', 'accepted'],
  ['-9007199254740991', 'accepted'],
  ['1e-400', 'accepted'],
  ['{"constructor":1,"toString":2,"hasOwnProperty":3}', 'accepted'],
  ['"\\ud83d\\ude42"', 'accepted'],
])('%j: %s', (text, expected) => {
  expect(problem(text)).toBe(expected);
});

test.each([
  [[0xff]],
  [[0x22, 0xc0, 0x80, 0x22]],
  [[0x22, 0xed, 0xa0, 0x80, 0x22]],
  [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  [[0x22, 0xe2, 0x82, 0x22]],
])('the bytes %j are no UTF-8', (bytes) => {
  expect(problem(Buffer.from(bytes))).toBe('body: must be UTF-8');
});

test('an empty body is none', () => {
  expect(parse('')).toBeUndefined();
});
