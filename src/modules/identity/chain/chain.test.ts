import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainOf, FOUND, LOOKUP, provider } from '../../../../test/support/identity-chain.ts';
import { UNAVAILABLE_OUTCOMES, type Answer } from '../providers/adapter.ts';
import { UpstreamFailure } from '../providers/upstream.ts';
import { OutboundError } from '../../../platform/outbound/error.ts';

const OUTCOMES = ['ok', 'not_found', 'mismatch', 'invalid_input', ...UNAVAILABLE_OUTCOMES] as const;
type Outcome = (typeof OUTCOMES)[number];
function answerOf(outcome: Outcome): Answer<'account'> {
  return outcome === 'ok' ? FOUND : { outcome, raw: outcome };
}

// contract: providers/ordered-chain-per
test('asks providers in order until the first final answer, and never after it', async () => {
  const step = fc.record({
    outcome: fc.constantFrom(...OUTCOMES),
    onNotFound: fc.constantFrom('stop' as const, 'next' as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const asked: string[] = [];
      const { ask } = chainOf(
        steps.map(({ outcome, onNotFound }, i) =>
          provider(
            `p-${i}`,
            () => {
              asked.push(`p-${i}`);
              return answerOf(outcome);
            },
            { onNotFound },
          ),
        ),
      );
      const result = await ask();

      const final = (i: number): boolean => {
        const { outcome, onNotFound } = steps[i]!;
        if (outcome === 'not_found') return onNotFound === 'stop';
        return ['ok', 'mismatch', 'invalid_input'].includes(outcome);
      };
      let end = steps.findIndex((_, i) => final(i));
      const expected = steps.slice(0, end === -1 ? undefined : end + 1);
      expect(asked).toEqual(expected.map((_, i) => `p-${i}`));
      expect(result.attempts).toEqual(
        expected.map(({ outcome }, i) => ({
          provider: `p-${i}`,
          outcome,
          skipped: false,
          durationMs: expect.any(Number),
        })),
      );
      // No answer was final, so the last "not found" counts.
      if (end === -1) end = steps.findLastIndex(({ outcome }) => outcome === 'not_found');
      expect(result.provider).toBe(end === -1 ? undefined : `p-${end}`);
      expect(result.answer).toEqual(end === -1 ? undefined : answerOf(steps[end]!.outcome));
    }),
  );
});

// contract: providers/five-classes-fall
test('when no provider can answer, the last answer that no adapter understood is kept', async () => {
  const say = (outcome: Outcome, raw: string) => () => ({ ...answerOf(outcome), raw });
  const result = await chainOf([
    provider('p-1', say('bad_response', 'first')),
    provider('p-2', say('bad_response', 'second')),
    provider('p-3', () => ({ outcome: 'bad_response' })),
    provider('p-4', say('unavailable', 'other')),
  ]).ask();
  expect(result).toMatchObject({ answer: undefined, provider: undefined, raw: 'second' });
  const without = await chainOf([provider('p-1', say('unavailable', 'other'))]).ask();
  expect(without).not.toHaveProperty('raw');
});

test('reports a chain without providers as down, and an unconfigured one as not supported', async () => {
  const { chain, ask } = chainOf([]);
  expect(await ask()).toEqual({ answer: undefined, provider: undefined, attempts: [] });
  expect(chain.supports('account', 'NG')).toBe(true);
  for (const [kind, country] of [
    ['account', 'GH'],
    ['bvn', 'NG'],
  ] as const) {
    expect(chain.supports(kind, country)).toBe(false);
    expect(chain.providersOf(kind, country)).toEqual([]);
  }
  const elsewhere = await chain.ask('account', { ...LOOKUP, country: 'GH' }, { reference: 'r' });
  expect(elsewhere.answer).toBeUndefined();
  expect(chain.longestMs).toBe(0);
});

test('asks for a virtual identifier only from providers that accept one', async () => {
  const nin = { countries: ['NG'], ask: async () => ({ outcome: 'not_found' as const }) };
  const plain = provider('p-1', () => FOUND, { adapter: { nin } });
  const able = provider('p-2', () => FOUND, { adapter: { nin: { ...nin, takesVirtual: true } } });
  const lookup = { country: 'NG', identifier: 'AB012345678910YZ', claimed: undefined };
  const ask = async (isVirtual?: true) => {
    const { chain } = chainOf([plain, able]);
    const { provider: label } = await chain.ask(
      'nin',
      { ...lookup, isVirtual },
      { reference: 'r' },
    );
    return label;
  };
  expect([await ask(), await ask(true)]).toEqual(['p-1', 'p-2']);
  expect(chainOf([plain]).chain.supports('nin', 'NG', true)).toBe(false);
});

test('the longest time of a call is the sum of the time-outs of its chain', () => {
  const { chain } = chainOf([
    provider('p-1', () => FOUND, { timeoutMs: 300, retries: 5 }),
    provider('p-2', () => FOUND, { timeoutMs: 500 }),
  ]);
  expect(chain.longestMs).toBe(800);
  expect(chain.providersOf('account', 'NG')).toEqual(['p-1', 'p-2']);
});

test('sends the reference to the vendor, and the lookup unchanged', async () => {
  const { ask } = chainOf([
    provider('p-1', () => FOUND, {
      adapter: {
        account: {
          countries: ['NG'],
          ask: async (lookup, { reference }) => {
            expect(lookup).toBe(LOOKUP);
            expect(reference).toBe('verification-1');
            return FOUND;
          },
        },
      },
    }),
  ]);
  expect((await ask()).answer).toEqual(FOUND);
});

test('a request without an answer is "unavailable", and any other error of an adapter is "bad_response"', async () => {
  const boom = (error: unknown) => () => {
    throw error;
  };
  const { ask, lines } = chainOf([
    provider('p-1', boom(new UpstreamFailure(new OutboundError('timeout')))),
    provider('p-2', boom(new TypeError(`${LOOKUP.accountNumber} is no\n    at Okafor (x.ts:1:1)`))),
    provider('p-3', boom('0123456789')),
    provider('p-4', () => FOUND),
  ]);
  const { attempts, provider: answered } = await ask();
  expect(attempts.map(({ outcome }) => outcome)).toEqual([
    'unavailable',
    'bad_response',
    'bad_response',
    'ok',
  ]);
  expect(answered).toBe('p-4');
  const thrown = lines.filter(({ msg }) => msg === 'an adapter threw');
  expect(thrown).toMatchObject([
    { provider: 'p-2', kind: 'account', type: 'TypeError', frames: expect.stringMatching(/^at /) },
    { provider: 'p-3', kind: 'account', type: 'string' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/0123456789|Okafor|Adaeze|ADAEZE/);
});

test('metrics and logs contain only labels, kinds and classes', async () => {
  const { ask, registry, lines } = chainOf([
    provider('p-1', () => answerOf('no_funds'), { breaker: { failures: 9, openMs: 60_000 } }),
    provider('p-2', () => FOUND),
  ]);
  await ask();
  await ask();
  const text = await registry.metrics();
  for (const line of [
    'calls_total{provider="p-1",kind="account",outcome="no_funds"} 1',
    'calls_total{provider="p-1",kind="account",outcome="skipped"} 1',
    'calls_total{provider="p-2",kind="account",outcome="ok"} 2',
    'seconds_count{provider="p-1"} 1',
    'breaker{provider="p-1"} 2',
    'breaker{provider="p-2"} 0',
  ])
    expect(text).toContain(`oriki_identity_provider_${line}`);
  // A skipped provider is not logged each time.
  expect(lines.filter(({ msg }) => msg === 'a provider could not answer')).toMatchObject([
    { provider: 'p-1', kind: 'account', outcome: 'no_funds' },
  ]);
});

test('adapters that need preparation are started and stopped with the chain', async () => {
  const said: string[] = [];
  const adapter = {
    start: async () => void said.push('start'),
    stop: async () => void said.push('stop'),
  };
  const { chain } = chainOf([
    provider('p-1', () => FOUND, { adapter }),
    provider('p-2', () => FOUND),
  ]);
  await chain.start();
  await chain.stop();
  expect(said).toEqual(['start', 'stop']);
});
