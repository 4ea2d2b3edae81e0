import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../errors/index.ts';
import { JsonBody, MAX_VALUES } from './json-body.ts';

/** @param cuts where to cut the text into arriving pieces, as fractions of its length */
function parse(text: string | Buffer, cuts: number[] = []): Promise<unknown> {
  const bytes = Buffer.from(text as string);
  const body = new JsonBody();
  const places = cuts.map((cut) => Math.floor(cut * bytes.length)).toSorted((a, b) => a - b);
  for (const [i, start] of [0, ...places].entries()) body.add(bytes.subarray(start, places[i]));
  return body.parse();
}

async function problem(text: string | Buffer): Promise<string> {
  try {
    await parse(text);
  } catch (error) {
    if (error instanceof ApiError) {
      expect([error.status, error.code, error.details?.length]).toEqual([400, 'BAD_REQUEST', 1]);
      return `${error.details![0]!.path}: ${error.details![0]!.message}`;
    }
    throw error;
  }
  return 'accepted';
}

test('parses any JSON value without NUL, lone surrogates, lost digits or __proto__ as JSON.parse does', () => {
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
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  return fc.assert(
    fc.asyncProperty(value, fc.constantFrom(undefined, 1, '\t'), cuts, async (json, indent, at) => {
      expect(await parse(JSON.stringify(json, null, indent), at)).toEqual(json);
    }),
    { numRuns: 500 },
  );
});

describe('repeated member names', () => {
  /** Writes a name in one of its many escaped forms. */
  const spell = (name: string, escaped: boolean): string =>
    escaped
      ? `"${[...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(name);

  // contract: input/repeated-member-names
  test('are rejected exactly where one object repeats a name, at any depth and in any escaped form', () => {
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
    return fc.assert(
      fc.asyncProperty(object, async (tree) => {
        // Earlier parses must not affect later ones: see withEscapedNames.
        JSON.parse('{"\\\\":1,"a":{"\\\\":1}}');
        expect(await problem(write(tree))).toBe(
          repeats(tree) ? 'body: must not repeat a member name' : 'accepted',
        );
      }),
      { numRuns: 500 },
    );
  });

  test('with one escaped character are read correctly after any earlier parse', async () => {
    for (const text of ['{"\\\\":1}', '{"a":1,"\\\\":1}', '{"\\"":1}']) JSON.parse(text);
    expect(await parse('{"\\u0063":1}')).toEqual({ c: 1 });
    expect(await parse('{"a":0,"\\u0063" : 1}')).toEqual({ a: 0, c: 1 });
    expect(await parse('{"\\"":1}')).toEqual({ '"': 1 });
    expect(await parse('{"\\n":[{"\\\\":{"\\u00e9":2}}]}')).toEqual({ '\n': [{ '\\': { é: 2 } }] });
    expect(await parse('{"x\\"\\\\":"\\"\\u0063\\":"}')).toEqual({ 'x"\\': '"c":' });
    expect(await parse('{"\\u0063":"\ue000","\ue000":"\\uE001","\\ue001":1}')).toEqual({
      c: '\ue000',
      '\ue000': '\ue001',
      '\ue001': 1,
    });
    expect(await problem('{"c":1,"\\u0063":2}')).toBe('body: must not repeat a member name');
    expect(await problem('{"\\u0063":1,"\\u0063":2}')).toBe('body: must not repeat a member name');
    expect(await problem('{"\\\\":1,"\\u0063":2}')).toBe('accepted');
  });

  test('are found even if the first value was dropped', async () => {
    expect(await problem('{"a":{"x":1,"y":2},"a":{}}')).toContain('repeat');
    expect(await problem('{"a":{},"a":{"x":1,"y":2}}')).toContain('repeat');
    expect(await problem('{"a":{"x":1},"b":{"x":1}}')).toBe('accepted');
    expect(await problem('[{"a":1},{"a":1}]')).toBe('accepted');
  });
});

describe('depth', () => {
  // contract: input/deep-json
  test('accepts 32 levels and rejects 33 or more, of arrays and objects alike', async () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const nestObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect([await problem(nest(32)), await problem(nestObjects(32))]).toEqual([
      'accepted',
      'accepted',
    ]);
    for (const depth of [33, 100, 10_000, 500_000])
      for (const text of [nest(depth), nestObjects(depth)])
        expect(await problem(text)).toBe('body: must not nest deeper than 32 levels');
  });

  test('ignores brackets inside strings', async () => {
    expect(await problem(JSON.stringify({ a: '[{'.repeat(1000), ['[{'.repeat(100)]: 1 }))).toBe(
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
])('the body %j is %s', async (text, expected) => {
  expect(await problem(text)).toBe(expected);
});

test.each([
  [[0xff]],
  [[0x22, 0xc0, 0x80, 0x22]],
  [[0x22, 0xed, 0xa0, 0x80, 0x22]],
  [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
  [[0x22, 0xe2, 0x82, 0x22]],
])('rejects the bytes %j as invalid UTF-8', async (bytes) => {
  expect(await problem(Buffer.from(bytes))).toBe('body: must be UTF-8');
});

test('an empty body is read as no body', async () => {
  expect(await parse('')).toBeUndefined();
});

describe('members and elements', () => {
  const bodies = (count: number) => [
    `[${'0,'.repeat(count - 2)}0]`,
    `{"a":[${'{},'.repeat((count - 4) / 2)}{}]}`,
    `{${Array.from({ length: count - 1 }, (_, i) => `"${i}":0`).join(',')}}`,
  ];

  test('are accepted up to the limit', async () => {
    for (const text of bodies(MAX_VALUES)) expect(await problem(text)).toBe('accepted');
  });

  test('are rejected above the limit, even if the text ends too early to be parsed', async () => {
    for (const text of bodies(MAX_VALUES + 4).flatMap((all) => [all, all.slice(0, -1)]))
      expect(await problem(text)).toBe(
        `body: must not have more than ${MAX_VALUES} members and elements`,
      );
  });

  test('do not include punctuation inside strings', async () => {
    expect(await problem(JSON.stringify({ a: ',:"\\'.repeat(MAX_VALUES) }))).toBe('accepted');
  });
});

describe('a body that requires exact numbers', () => {
  const read = (text: string) => {
    const body = new JsonBody(0, { exact: true });
    body.add(Buffer.from(text));
    return body.parse();
  };

  test.each([
    '123456789012.12345678',
    '0.1000000000000000055511151231257827',
    '1e-400',
    '1.7976931348623157081e-5',
  ])('rejects %s, names its place, and accepts it as a string', async (number) => {
    const refused = await read(`{"data":{"list":[1,{"big":${number}}]}}`).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ApiError);
    expect((refused as ApiError).details).toEqual([
      {
        path: 'data.list[1].big',
        message: 'a number would lose digits: send it as a string',
      },
    ]);
    expect(await read(`{"big":"${number}"}`)).toEqual({ big: number });
    expect(await parse(`{"big":${number}}`)).toEqual({ big: Number(number) });
  });

  test('accepts every number that a double can hold, in any notation', async () => {
    const numbers = [
      '1.50',
      '12.500000000000000000000',
      '1E3',
      '100e-2',
      '-0.0',
      '0.30000000000000004',
      '5e-324',
    ];
    expect(await read(`[${numbers.join()}]`)).toEqual(numbers.map(Number));
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), async (number) => {
        expect(await read(JSON.stringify([number]))).toEqual([number + 0 || 0]);
      }),
    );
  });
});
