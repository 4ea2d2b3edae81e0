import { expect, test } from 'vitest';
import { isLive, isStaleBy, type Key } from '../../console/src/queries/keys.ts';
import { KIND_NAMES } from '../../src/modules/live/schemas.ts';

const CASE: Key = ['case', { id: 'case_1' }];
const NO_DATA = undefined;

test('every kind of change of the stream makes a query of the console stale', () => {
  const keys: Key[] = [
    ['approvals', {}],
    ['cases', {}],
    ['hits', {}],
    ['members', {}],
    ['permission roles', {}],
    ['threads', {}],
    ['webhooks', {}],
  ];
  for (const kind of KIND_NAMES)
    expect([
      kind,
      keys.filter((key) => isStaleBy(key, NO_DATA, { kind, ids: null })).length > 0,
    ]).toEqual([kind, true]);
});

test('a change of one object makes only the queries about it stale', () => {
  const change = { kind: 'webhook', ids: ['webhook_1'] };
  const isStale = (key: Key): boolean => isStaleBy(key, NO_DATA, change);
  expect(isStale(['webhook', { id: 'webhook_1' }])).toBe(true);
  expect(isStale(['deliveries', { id: 'webhook_1', status: 'failed' }, 'rows'])).toBe(true);
  expect(isStale(['webhooks', {}])).toBe(true);
  expect(isStale(['webhook', { id: 'webhook_2' }])).toBe(false);
  expect(isStale(['deliveries', { id: 'webhook_2' }, 'rows'])).toBe(false);
  expect(isStale(['hit', { id: 'webhook_1' }])).toBe(false);
});

test('a change of any object in a case makes the case stale', () => {
  const data = { items: [{ id: 'hit_1' }] };
  expect(isStaleBy(CASE, data, { kind: 'hit', ids: ['hit_1'] })).toBe(true);
  expect(isStaleBy(CASE, data, { kind: 'hit', ids: ['hit_2'] })).toBe(false);
  expect(isStaleBy(CASE, data, { kind: 'thread', ids: null })).toBe(true);
  expect(isStaleBy(CASE, NO_DATA, { kind: 'case', ids: ['case_1'] })).toBe(true);
});

test("other people's changes make no query stale that only the person changes", () => {
  expect(isLive(['keys', {}])).toBe(false);
  expect(isStaleBy(['keys', {}], NO_DATA, { kind: 'member', ids: null })).toBe(false);
  expect(isLive(['threads', {}])).toBe(true);
});
