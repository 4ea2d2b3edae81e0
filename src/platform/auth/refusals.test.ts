import { describe, expect, test } from 'vitest';
import { MAX_OF_KEY, Refusals, type Refusal } from './refusals.ts';

function refusal(requestId: string): Refusal {
  const at = '2026-11-29T09:00:00.000Z';
  return { at, method: 'GET', path: '/api/v1/keys', status: 403, code: 'FORBIDDEN', requestId };
}

function idsOf(refusals: Refusals, key: string): string[] {
  return refusals.of(key).map(({ requestId }) => requestId);
}

describe('refusals of keys', () => {
  test('keeps the last 1,000 of a key, newest first', () => {
    const refusals = new Refusals();
    for (let i = 1; i <= MAX_OF_KEY + 2; i += 1) refusals.note('key_a', refusal(String(i)));
    const ids = idsOf(refusals, 'key_a');
    expect(ids).toHaveLength(MAX_OF_KEY);
    expect([ids[0], ids.at(-1)]).toEqual(['1002', '3']);
    expect(refusals.of('key_b')).toEqual([]);
  });

  test('have one limit over all keys, and drop the refusals of the least recently refused key first', () => {
    const refusals = new Refusals(3);
    refusals.note('key_a', refusal('1'));
    refusals.note('key_b', refusal('2'));
    refusals.note('key_a', refusal('3'));
    refusals.note('key_c', refusal('4'));
    expect(idsOf(refusals, 'key_b')).toEqual([]);
    expect(idsOf(refusals, 'key_a')).toEqual(['3', '1']);
    refusals.note('key_c', refusal('5'));
    expect(idsOf(refusals, 'key_a')).toEqual(['3']);
    expect(idsOf(refusals, 'key_c')).toEqual(['5', '4']);
  });
});
