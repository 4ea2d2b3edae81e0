import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { normaliser } from './normalise.ts';
import { AnyObject, MapOf, Nullable, Strict, StringEnum } from './schema.ts';

const normalise = normaliser(
  Strict({
    kind: StringEnum('Values', ['CSV', 'json']),
    name: Type.Optional(Type.String()),
    note: Type.Optional(Nullable(Type.String())),
    mode: Type.Optional(Nullable(StringEnum('Values', ['on', 'off']))),
    raw: Type.Optional(AnyObject()),
    ids: Type.Optional(MapOf(Type.String())),
    items: Type.Optional(
      Type.Array(
        Strict({
          kinds: Type.Optional(Type.Array(StringEnum('Values', ['a_b', 'c']))),
          dob: Type.Optional(Type.String()),
        }),
      ),
    ),
  }),
);

test.each([
  [{ kind: 'csv' }, { kind: 'CSV' }],
  [{ kind: 'Json' }, { kind: 'json' }],
  [{ kind: 'xml' }, { kind: 'xml' }],
  [{ kind: 1 }, { kind: 1 }],
  [
    { kind: 'CSV', mode: 'ON' },
    { kind: 'CSV', mode: 'on' },
  ],
  [
    { items: [{ kinds: ['A_B', 'c', 'd', null] }] },
    { items: [{ kinds: ['a_b', 'c', 'd', null] }] },
  ],
])('%j gets the declared spelling of its enumerations', (sent, read) => {
  expect(normalise(sent)).toEqual(read);
});

test.each([
  [{ kind: 'CSV', name: null }, { kind: 'CSV' }],
  [{ items: [{ dob: null }, null] }, { items: [{}, null] }],
  [{ kind: null }, { kind: null }],
  [
    { note: null, mode: null },
    { note: null, mode: null },
  ],
  [
    { raw: { a: null, kind: 'csv' }, ids: { a: null } },
    { raw: { a: null, kind: 'csv' }, ids: { a: null } },
  ],
  [{ items: null, raw: null, ids: null }, {}],
  [{ other: null }, { other: null }],
])('null omits a field only if the field is optional and not nullable: %j', (sent, read) => {
  expect(normalise(sent)).toEqual(read);
});

test.each([null, undefined, 1, 'x', [], [1]])('leaves %j unchanged', (value) => {
  expect(normalise(value)).toEqual(value);
});

test('rejects a declaration of values that differ by case alone', () => {
  expect(() => normaliser(StringEnum('Values', ['a', 'A']))).toThrow('differ by case alone: a, A');
});
