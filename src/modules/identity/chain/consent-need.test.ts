import { describe, expect, test, vi } from 'vitest';
import {
  chainOf,
  FOUND,
  LOOKUP,
  provider,
  type Say,
} from '../../../../test/support/identity-chain.ts';
import type { ConsentNeed, Operation } from '../providers/adapter.ts';
import { chainsNeedingConsent } from './consent-need.ts';
import type { ProviderConfig } from './provider.ts';

type Converse = NonNullable<Operation<'account'>['converse']>;

const DOWN = { outcome: 'unavailable' } as const;

function needing(
  consent: ConsentNeed,
  label: string,
  say: Say = () => FOUND,
  more: Partial<ProviderConfig> = {},
): ProviderConfig {
  const made = provider(label, say, more);
  return { ...made, adapter: { account: { ...made.adapter.account!, consent } } };
}

function asking(providers: ProviderConfig[], consent?: () => Promise<boolean>) {
  return chainOf(providers).chain.ask('account', LOOKUP, { reference: 'verification-1', consent });
}

describe('a chain', () => {
  test('skips providers that need a consent which the call does not carry', async () => {
    const { provider: label, attempts } = await asking([
      needing('recorded', 'a'),
      needing('otp', 'b'),
      needing('redirect', 'c'),
      needing('none', 'd'),
    ]);
    expect([label, attempts.length]).toEqual(['d', 1]);
  });

  test('asserts a consent only where one is recorded or held under contract', async () => {
    const seen: boolean[] = [];
    const note: Say = ({ hasConsent }) => {
      seen.push(hasConsent);
      return DOWN;
    };
    const providers = [
      needing('recorded', 'a', note, { consent: 'contract' }),
      needing('none', 'b', note),
    ];
    expect((await asking(providers)).underContract).toBe(true);
    expect(seen).toEqual([true, false]);
    const carried = await asking(providers, async () => true);
    expect(carried).not.toHaveProperty('underContract');
    expect(seen).toEqual([true, false, true, true]);
  });

  test('asks before each provider that needs the consent, and skips it once the consent is withdrawn', async () => {
    const isGiven = vi
      .fn<() => Promise<boolean>>()
      .mockResolvedValueOnce(true)
      .mockResolvedValue(false);
    const say = vi.fn<Say>(() => DOWN);
    const providers = [
      needing('recorded', 'a', say),
      needing('recorded', 'b', say, { consent: 'contract' }),
      needing('none', 'c', say),
    ];
    const { attempts } = await asking(providers, isGiven);
    expect(attempts.map(({ provider: label }) => label)).toEqual(['a', 'c']);
    expect(isGiven).toHaveBeenCalledTimes(2);
  });

  test('reports why it may ask no provider, but gives no reason if it has no providers', () => {
    const problem = (providers: ProviderConfig[], hasConsent: boolean) =>
      chainOf(providers).chain.consentProblem('account', 'NG', { isVirtual: false, hasConsent });
    expect(problem([needing('recorded', 'a')], false)).toMatch(/^is required/);
    expect(problem([needing('recorded', 'a')], true)).toBeUndefined();
    expect(problem([needing('otp', 'a')], true)).toMatch(/^does not suffice/);
    expect(problem([needing('recorded', 'a', undefined, { consent: 'contract' })], false)).toBe(
      undefined,
    );
    expect(problem([], false)).toBeUndefined();
  });
});

describe('a conversation', () => {
  const RETURN = { returnTo: 'https://app.example.com/' };
  function conversing(label: string, consent: ConsentNeed = 'otp'): ProviderConfig {
    const made = needing(consent, label);
    const converse: Converse = async (_lookup, _upstream, { answered }) => {
      if (!answered) return { outcome: 'prompt', prompt: 'otp', state: `state of ${label}` };
      return answered.code === '1' ? FOUND : { ...FOUND, accountName: answered.state };
    };
    return { ...made, adapter: { account: { ...made.adapter.account!, converse } } };
  }
  const talk = (providers: ProviderConfig[], more: object = {}) =>
    chainOf(providers).chain.ask('account', LOOKUP, {
      reference: 'verification-1',
      talk: { ...RETURN, ...more },
    });

  test('returns the question of a register to the person, without an answer yet', async () => {
    const { prompt, answer, attempts } = await talk([
      needing('redirect', 'a'),
      needing('none', 'b', () => DOWN),
      conversing('c'),
    ]);
    expect(answer).toBeUndefined();
    expect(prompt).toEqual({
      outcome: 'prompt',
      prompt: 'otp',
      state: 'state of c',
      provider: 'c',
    });
    expect(attempts.map(({ provider: label }) => label)).toEqual(['b']);
  });

  test('continues with the provider that asked the question, and its state', async () => {
    const say = vi.fn<Say>(() => FOUND);
    const answered = { state: 'state of b', code: '2' };
    const result = await talk([needing('none', 'a', say), conversing('b')], {
      provider: 'b',
      answered,
    });
    expect(result).toMatchObject({ provider: 'b', answer: { accountName: 'state of b' } });
    expect(say).not.toHaveBeenCalled();
  });

  test('uses a register that a single call skips', () => {
    const problem = (canTalk: boolean) =>
      chainOf([conversing('a')]).chain.consentProblem('account', 'NG', {
        isVirtual: false,
        hasConsent: false,
        canTalk,
      });
    expect(problem(false)).toMatch(/^does not suffice/);
    expect(problem(true)).toBeUndefined();
  });
});

describe('the affected chains', () => {
  test('are those in which calls without a consent skip a provider', () => {
    const providers = [needing('recorded', 'a'), needing('none', 'b'), needing('recorded', 'c')];
    const held = { ...providers[2]!, consent: 'contract' as const };
    const of = (...labels: string[]) =>
      chainsNeedingConsent({
        providers: [...providers.slice(0, 2), held],
        chains: new Map([['account' as const, new Map([['NG', labels]])]]),
      });
    expect(of('b', 'c')).toEqual([]);
    expect(of('a', 'b')).toMatchObject([{ kind: 'account', skipped: ['a'], isWhole: false }]);
    expect(of('a')).toMatchObject([{ country: 'NG', isWhole: true }]);
  });
});
