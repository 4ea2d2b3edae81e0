/** Tests that every vendor's adapter must pass for every kind: a vendor that is down, hostile or broken. */
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../src/modules/identity/kinds/schemas.ts';
import type { LookupOf } from '../../../src/modules/identity/providers/adapter.ts';
import { UpstreamFailure } from '../../../src/modules/identity/providers/upstream.ts';
import type { Reply } from './server.ts';
import type { World } from './world.ts';

const BY_STATUS: [status: number, outcome: string][] = [
  [401, 'auth'],
  [402, 'no_funds'],
  [403, 'auth'],
  [408, 'unavailable'],
  [424, 'unavailable'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'unavailable'],
  [520, 'unavailable'],
];

const UNREADABLE: [what: string, text: string][] = [
  ['HTML', '<!doctype html><title>Welcome</title>'],
  ['JSON that is cut off', '{"status":true,"data":{"account_name":"Ja'],
  ['null', 'null'],
  ['an array', '[{"status":true}]'],
  ['a number', '42'],
  ['a text', '"not found"'],
  ['an empty object', '{}'],
  ['more nesting than a stack has', '['.repeat(200_000)],
];

export function testFaults<K extends Kind>(
  world: World,
  kind: K,
  lookup: LookupOf[K],
  credentials: Record<string, string>,
): void {
  const answerTo = (reply: Reply) => {
    world.server.reply = reply;
    return world.ask(kind, lookup);
  };

  describe(`${kind}, of a vendor with faults`, () => {
    test.each(BY_STATUS)('status %i is %s, and the body is kept', async (status, outcome) => {
      const json = { oops: 'it broke' };
      expect(await answerTo({ status, json })).toEqual({ outcome, raw: JSON.stringify(json) });
    });

    test('status 429 is returned with the time to wait', async () => {
      const reply = (after: string): Reply => ({
        status: 429,
        text: '',
        headers: { 'retry-after': after },
      });
      const limited = (retryAfterMs: number) => ({ outcome: 'rate_limited', retryAfterMs });
      expect(await answerTo(reply('7'))).toEqual(limited(7000));
      expect(await answerTo(reply('Sat, 21 Nov 2026 09:41:30 GMT'))).toEqual(limited(90_000));
      for (const nonsense of ['soon', '-5', '0', 'Sat, 21 Nov 2026 09:00:00 GMT'])
        expect(await answerTo(reply(nonsense))).toEqual({ outcome: 'rate_limited' });
    });

    test.each(UNREADABLE)('%s is a bad response', async (_what, text) => {
      for (const status of [200, 400, 404])
        expect(await answerTo({ status, text })).toEqual({ outcome: 'bad_response', raw: text });
    });

    test('an empty answer is a bad response without kept data', async () => {
      expect(await answerTo({ status: 200, text: '' })).toEqual({ outcome: 'bad_response' });
      expect(await answerTo({ status: 204, text: '' })).toEqual({ outcome: 'bad_response' });
    });

    test('a redirect is a bad response, and is not followed', async () => {
      const headers = { location: `${world.server.url}/elsewhere` };
      expect(await answerTo({ status: 302, json: {}, headers })).toMatchObject({
        outcome: 'bad_response',
      });
      expect(world.server.requests).toHaveLength(1);
    });

    test('an endless answer is a bad response', async () => {
      const { outcome, raw } = await answerTo({ status: 200, text: `"${'x'.repeat(9 << 20)}"` });
      expect(outcome).toBe('bad_response');
      expect(raw?.length).toBe(8 << 20);
    });

    test('a missing answer is a failure without any part of the request', async () => {
      const failure = await answerTo('reset').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UpstreamFailure);
      const { kind: why, message, stack, cause } = failure as UpstreamFailure;
      expect([why, cause]).toEqual(['reset', undefined]);
      const told = `${message} ${stack} ${JSON.stringify(failure)}`;
      const { identifier = '', accountNumber = '' } = lookup as Record<string, unknown>;
      for (const secret of [...Object.values(credentials), identifier, accountNumber])
        if (secret !== '') expect(told).not.toContain(secret);
    });
  });
}
