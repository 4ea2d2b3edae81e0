import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clock } from '../clock.ts';
import { generateApiKey, hashApiKey, generateSessionToken } from './api-key.ts';
import { PrincipalCache, type CredentialKind, type Principal } from './key-cache.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 1_000_000;
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function principal(keyId: string, expiresAtMs: number | null = null): Principal {
  return {
    kind: 'key',
    id: keyId,
    memberId: null,
    personId: null,
    via: keyId,
    credential: '',
    organization: null,
    scopes: new Set(),
    through: [],
    reads: new Set(),
    roles: [],
    expiresAtMs,
    session: null,
  };
}

/** A look-up that reads from a map and counts its calls. */
function lookUp() {
  const known = new Map<string, Principal>();
  let asked = 0;
  const find = async (_kind: CredentialKind, hash: Buffer): Promise<Principal | undefined> => {
    asked += 1;
    return known.get(hash.toString('hex'));
  };
  return {
    find,
    add: (key: string, found: Principal) => known.set(hashApiKey(key).toString('hex'), found),
    remove: (key: string) => known.delete(hashApiKey(key).toString('hex')),
    asked: () => asked,
  };
}

test('a malformed key never reaches the database', async () => {
  const store = lookUp();
  const cache = new PrincipalCache(store.find);
  for (const key of ['', 'x', 'ork_', `${generateApiKey()}x`])
    expect(await cache.resolve(key)).toBeUndefined();
  expect(store.asked()).toBe(0);
});

test('looks up keys and session tokens separately, and never one as the other', async () => {
  const asked: string[] = [];
  const cache = new PrincipalCache(async (kind) => void asked.push(kind));
  const [key, token] = [generateApiKey(), generateSessionToken()];
  await cache.resolve(key);
  await cache.resolveSession(token);
  await cache.resolve(token);
  await cache.resolveSession(key);
  await cache.resolveSession('ors_short');
  expect(asked).toEqual(['key', 'session']);
});

// contract: auth/revocation-within-5
test('accepts a cached key for less than 5 seconds, so that a revocation takes effect within that time', async () => {
  const store = lookUp();
  const cache = new PrincipalCache(store.find);
  const key = generateApiKey();
  store.add(key, principal('key_1'));
  for (let i = 0; i < 10; i++) expect((await cache.resolve(key))?.id).toBe('key_1');
  expect(store.asked()).toBe(1);
  store.remove(key);
  nowMs += 5000;
  expect(await cache.resolve(key)).toBeUndefined();
});

test('looks up an unknown key each time, so that a new key works immediately', async () => {
  const store = lookUp();
  const cache = new PrincipalCache(store.find);
  const key = generateApiKey();
  expect(await cache.resolve(key)).toBeUndefined();
  store.add(key, principal('key_1'));
  expect((await cache.resolve(key))?.id).toBe('key_1');
});

// contract: auth/expiry
test('rejects an expired key although it is cached', async () => {
  const store = lookUp();
  const cache = new PrincipalCache(store.find);
  const key = generateApiKey();
  store.add(key, principal('key_1', nowMs + 100));
  expect(await cache.resolve(key)).toBeDefined();
  nowMs += 99;
  expect(await cache.resolve(key)).toBeDefined();
  nowMs += 1;
  expect(await cache.resolve(key)).toBeUndefined();
});

test('many concurrent requests with one key read the database once', async () => {
  const store = lookUp();
  const cache = new PrincipalCache(store.find);
  const key = generateApiKey();
  store.add(key, principal('key_1'));
  await Promise.all(Array.from({ length: 50 }, () => cache.resolve(key)));
  expect(store.asked()).toBe(1);
});

test('does not cache an answer that was read before an announced change', async () => {
  let answer: (found: Principal | undefined) => void = () => {};
  const answers: Promise<Principal | undefined>[] = [];
  const cache = new PrincipalCache(() => {
    const pending = new Promise<Principal | undefined>((resolve) => (answer = resolve));
    answers.push(pending);
    return pending;
  });
  const key = generateApiKey();
  const before = cache.resolve(key);
  const answerBefore = answer;
  cache.clear();
  const after = cache.resolve(key);
  expect(answers).toHaveLength(2);
  answer(undefined);
  expect(await after).toBeUndefined();
  answerBefore(principal('key_1'));
  await before;
  const later = cache.resolve(key);
  answer(undefined);
  expect(await later, 'rejects the revoked key after that').toBeUndefined();
});

test('throws the error of a failed look-up, and does not cache it', async () => {
  let fail = true;
  const cache = new PrincipalCache(async () => {
    if (fail) throw new Error('the database is unavailable');
    return principal('key_1');
  });
  const key = generateApiKey();
  await expect(cache.resolve(key)).rejects.toThrow('unavailable');
  fail = false;
  expect((await cache.resolve(key))?.id).toBe('key_1');
});
