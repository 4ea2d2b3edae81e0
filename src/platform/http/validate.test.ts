import { Type, type TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import { assertBounded, MAX_DETAILS } from './body/counts.ts';
import { MapOf, Strict, StringEnum } from './schema.ts';
import { coerceQuery, compileValidator, definePattern } from './validate.ts';

const schema = Strict({
  name: Type.String({ minLength: 1, maxLength: 3 }),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(StringEnum('Values', ['a', 'b'])),
  items: Type.Optional(
    Type.Array(Strict({ id: Type.String() }), { minItems: 1, uniqueItems: true }),
  ),
});
const validate = compileValidator('body', schema);
function told(value: unknown): string[] {
  return validate(value).map(({ path, message }) => `${path} ${message}`);
}

describe('problems', () => {
  test.each([
    [{ name: 'x' }, []],
    [{}, ['name is required']],
    [{ name: '' }, ['name must not be empty']],
    [{ name: 'xxxx' }, ['name must have at most 3 characters']],
    [{ name: 1 }, ['name must be a string']],
    [{ name: 'x', count: '1' }, ['count must be a whole number']],
    [{ name: 'x', count: 0 }, ['count must be at least 1']],
    [{ name: 'x', kind: 'c' }, ['kind must be one of a, b']],
    [{ name: 'x', items: [] }, ['items must not be empty']],
    [{ name: 'x', items: [{ id: 'a' }, {}] }, ['items[1].id is required']],
    [{ name: 'x', items: [{ id: 'a', 'b/c~d': 1 }] }, ['items[0].b/c~d is not a known field']],
    [{ name: 'x', other: 1 }, ['other is not a known field']],
    [{ name: 'x', knid: 'a' }, ['knid is not a known field; did you mean kind?']],
    [
      { name: 'x', items: [{ id: 'a', ID: 1 }] },
      ['items[0].ID is not a known field; did you mean id?'],
    ],
    [{ name: 'x', ['n'.repeat(1000)]: 1 }, [`${'n'.repeat(64)}… is not a known field`]],
    [null, ['body must be an object']],
    [[], ['body must be an object']],
    ['x', ['body must be an object']],
  ])('for %j name the field and the requirement', (value, expected) => {
    expect(told(value)).toEqual(expected);
  });

  test('describe the broken rule if a pattern rejects a text', () => {
    const of = (pattern: string, value: string) =>
      compileValidator('text', Type.String({ pattern }))(value)[0]!.message;
    expect(of(String.raw`\S`, ' ')).toBe('must not be blank');
    expect(of('^[A-Za-z0-9._:-]+$', 'a b')).toContain('letters A to Z, digits');
    expect(of('^[a-c]$', 'd')).toBe('must match its schema');
    expect(of(definePattern('^[d-f]$', 'must be d, e or f'), 'a')).toBe('must be d, e or f');
  });

  // contract: envelope/details-name-every
  test('are all reported together', () => {
    expect(told({ count: 1.5, kind: 'c', other: 1 })).toHaveLength(4);
  });

  // contract: envelope/details-name-every
  test('never repeat a value', () => {
    const secret = 'Unforgettable';
    for (const value of [
      { name: secret },
      { name: 'x', kind: secret },
      { name: 'x', count: secret },
      secret,
    ])
      expect(JSON.stringify(validate(value))).not.toContain(secret);
  });

  test('a length counts characters, not UTF-16 units and not graphemes', () => {
    expect(told({ name: '🙂🙂🙂' })).toEqual([]);
    expect(told({ name: '🙂🙂🙂🙂' })).toHaveLength(1);
    expect(told({ name: `e${'\u0301'.repeat(3)}` })).toHaveLength(1);
  });
});

describe('counts', () => {
  const bounded = Strict({
    kinds: Type.Optional(
      Type.Array(StringEnum('Values', ['a', 'b']), { maxItems: 2, uniqueItems: true }),
    ),
    items: Type.Optional(
      Type.Array(Strict({ ids: Type.Optional(MapOf(Type.String(), { maxProperties: 2 })) }), {
        maxItems: 30,
      }),
    ),
  });
  const problems = compileValidator('body', bounded);
  const zeros = (count: number): number[] => Array<number>(count).fill(0);

  test('are checked before anything else: items of an array that is too long are not checked', () => {
    expect(problems({ kinds: zeros(100_000), items: [{ other: 1 }] })).toEqual([
      { path: 'kinds', message: 'must have at most 2 items' },
    ]);
    expect(problems({ items: zeros(31) })).toEqual([
      { path: 'items', message: 'must have at most 30 items' },
    ]);
  });

  test('of maps are checked at any depth', () => {
    const ids = { a: '1', b: '2', c: '3' };
    expect(problems({ items: [{}, { ids }] })).toEqual([
      { path: 'items[1].ids', message: 'must have at most 2 fields' },
    ]);
  });

  test('report only the first of many unknown fields', () => {
    const many = Object.fromEntries(zeros(100_000).map((zero, i) => [`field${i}`, zero]));
    const details = problems({ ...many, kinds: 1 });
    expect(details).toHaveLength(MAX_DETAILS);
    expect(details[0]).toEqual({ path: 'field0', message: 'is not a known field' });
    expect(problems({ items: [many, many] })).toHaveLength(MAX_DETAILS);
  });

  test('within the limit are reported with other problems, at most 20 in total', () => {
    expect(problems({ kinds: ['a', 'a'] })).toEqual([
      { path: 'kinds', message: 'must not repeat a value' },
    ]);
    expect(problems({ items: zeros(30) })).toHaveLength(MAX_DETAILS);
  });

  test('must have an upper limit in every request', () => {
    const open = (request: TSchema) => () => assertBounded(request, 'POST /x');
    expect(open(bounded)).not.toThrow();
    expect(open(Strict({ a: Type.Array(Type.String()) }))).toThrow('POST /x.a: an array requires');
    expect(open(Type.Array(Strict({ m: MapOf(Type.String()) }), { maxItems: 1 }))).toThrow(
      'POST /x[].m: a map requires maxProperties',
    );
  });
});

describe('a query', () => {
  const query = Type.Object({
    page: Type.Optional(Type.Integer()),
    ratio: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    text: Type.Optional(Type.String()),
  });

  test.each([
    [{ page: '12' }, { page: 12 }],
    [{ page: '-1' }, { page: -1 }],
    [{ ratio: '1.5' }, { ratio: 1.5 }],
    [{ flag: 'true' }, { flag: true }],
    [{ flag: 'false' }, { flag: false }],
    [{ text: '12' }, { text: '12' }],
    [{ page: '' }, { page: '' }],
    [{ page: '1e3' }, { page: '1e3' }],
    [{ page: '0x10' }, { page: '0x10' }],
    [{ page: ' 1' }, { page: ' 1' }],
    [{ page: ['1', '2'] }, { page: ['1', '2'] }],
    [{ flag: '1' }, { flag: '1' }],
    [{ unknown: '1' }, {}],
    [{ toString: '1' }, {}],
  ])('%j becomes %j', (sent, coerced) => {
    expect(coerceQuery(query, sent)).toEqual(coerced);
  });
});
