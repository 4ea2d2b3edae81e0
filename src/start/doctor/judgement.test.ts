import { describe, expect, test } from 'vitest';
import { clock } from '../../platform/clock.ts';
import type { ServerFacts } from '../../platform/db/inspect.ts';
import { asStartError } from '../database-problems.ts';
import { checkClock, checkConnections, checkServer } from './database.ts';
import { checkList } from './lists.ts';
import { diskFinding } from './machine.ts';
import { checkInDoubt, checkStandbys } from './replication.ts';
import { checkPrepared } from './servers.ts';
import type { ReplicationFacts } from '../../platform/db/session/replication.ts';

/** Facts about machines and servers that a test cannot create. */
const FACTS: ServerFacts = {
  version: '18.4',
  versionNumber: 180_004,
  role: 'oriki',
  superuser: false,
  readOnly: false,
  freeConnections: 90,
  maxConnections: 100,
  maxPrepared: 100,
  skewMs: 0,
  skewErrorMs: 1,
};

describe('a server', () => {
  test.each([
    ['is as it should be', {}, 'ok', undefined],
    ['is too old', { version: '14.9', versionNumber: 140_009 }, 'fail', /PostgreSQL 15/],
    ['is a standby', { readOnly: true }, 'fail', /primary/],
  ])('that %s', (_, given, status, advice) => {
    const found = checkServer({ ...FACTS, ...given });
    expect(found.status).toBe(status);
    if (advice) expect(found.advice).toMatch(advice);
  });

  test('behind a pooler that rejects a startup parameter is named', () => {
    const message = 'unsupported startup parameter: statement_timeout=15000';
    const error = Object.assign(new Error(message), { code: '08P01' });
    expect((asStartError(error) as Error).message).toContain('a pooler rejects startup parameters');
  });

  test('without room for one more process is a warning', () => {
    const config = { databasePoolSize: 10, role: 'all', processes: 1 } as Parameters<
      typeof checkConnections
    >[0];
    expect(checkConnections(config, FACTS).status).toBe('ok');
    const full = checkConnections(config, { ...FACTS, freeConnections: 10 });
    expect(full).toMatchObject({
      status: 'warn',
      advice: expect.stringMatching(/max_connections/),
    });
    expect(
      checkConnections({ ...config, role: 'api' }, { ...FACTS, freeConnections: 11 }).status,
    ).toBe('ok');
  });

  test('without room for all processes of the machine is a warning', () => {
    const several = { databasePoolSize: 10, role: 'all', processes: 4 } as Parameters<
      typeof checkConnections
    >[0];
    const found = (freeConnections: number) =>
      checkConnections(several, { ...FACTS, freeConnections });
    expect(found(66).status).toBe('ok');
    expect(found(65)).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('the processes of this machine use up to 66'),
    });
  });

  test.each([
    [0, 'fail'],
    [49, 'warn'],
    [50, 'ok'],
  ])('of several that may prepare %i transactions: %s', (maxPrepared, status) => {
    expect(checkPrepared('b', { ...FACTS, maxPrepared }).status).toBe(status);
  });

  test.each([
    [0, 1, 'ok'],
    [2100, 50, 'warn'],
    [-2100, 50, 'warn'],
    [2100, 200, 'ok'],
    [31_000, 50, 'fail'],
    [-31_000, 50, 'fail'],
    [31_000, 2000, 'warn'],
  ])('with a clock that is %i ms off, give or take %i: %s', (skewMs, skewErrorMs, status) => {
    expect(checkClock({ ...FACTS, skewMs, skewErrorMs }).status).toBe(status);
  });
});

test.each([
  [3 * 2 ** 30, 'ok'],
  [2 ** 30, 'warn'],
  [2 ** 27, 'fail'],
])('%i bytes of free disk: %s', (free, status) => {
  expect(diskFinding(free, '/data').status).toBe(status);
});

test('a list with failed or overdue refreshes is a warning with advice', () => {
  const at = (hoursAgo: number) => new Date(clock.nowMs() - hoursAgo * 3_600_000).toISOString();
  const origin = { failures: 0, error: null, dueAt: at(-1), checkedAt: at(1) };
  const list = { source: 'un', entryCount: 5, importedAt: at(100), origin };
  const check = (given: object) => checkList({ ...list, origin: { ...origin, ...given } } as never);
  expect(check({}).status).toBe('ok');
  expect(check({ failures: 3, error: 'dns' })).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/3 refreshes failed: dns/),
    advice: expect.stringMatching(/correct the origin/),
  });
  expect(check({ failures: 1, error: 'would remove', refused: {} })).toMatchObject({
    message: expect.stringMatching(/the last refresh failed: would remove/),
    advice: expect.stringMatching(/two operators.*oriki approval ask --source un/),
  });
  expect(check({ dueAt: at(2) })).toMatchObject({
    status: 'warn',
    advice: expect.stringMatching(/worker role/),
  });
});

test('a list with dates that can be read either way is a warning that names what to do', () => {
  const importedAt = new Date(clock.nowMs()).toISOString();
  const list = { source: 'un', entryCount: 5, importedAt, origin: null };
  expect(checkList({ ...list, openDates: 3 } as never)).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/3 dates of birth can be read as day or month first/),
    advice: expect.stringMatching(/dateFormat/),
  });
});

describe('the standbys of a server', () => {
  const ALONE: ReplicationFacts = {
    standbys: 0,
    confirming: 0,
    required: 0,
    lagBytes: null,
    seesStandbys: true,
    slots: [],
    inDoubt: 0,
    inDoubtSeconds: 0,
  };
  const ONE = { ...ALONE, standbys: 1, confirming: 1, required: 1, lagBytes: 2048 };
  const SLOT = { name: 'b', isActive: true, isLost: false, bytes: 2048 };

  test.each<[string, Partial<ReplicationFacts>, string, RegExp]>([
    ['none', ALONE, 'ok', /has no standby/],
    ['one', { ...ONE, slots: [SLOT] }, 'ok', /standbys: 1, at most 2.0 KiB/],
    ['one that is hidden', { ...ONE, confirming: 0, seesStandbys: false }, 'ok', /may not see/],
    ['none that confirms', { ...ONE, confirming: 0 }, 'fail', /none confirms them/],
    ['one of two that confirm', { ...ONE, required: 2 }, 'fail', /require 2 standbys, and 1 can/],
    ['one far behind', { ...ONE, lagBytes: 2 ** 29 }, 'warn', /512.0 MiB of WAL behind/],
    ['a slot far behind', { slots: [{ ...SLOT, bytes: 2 ** 30 }] }, 'warn', /1.0 GiB/],
    ['a slot without reader', { slots: [{ ...SLOT, isActive: false }] }, 'warn', /slot b keeps/],
    ['a slot that lost WAL', { slots: [{ ...SLOT, isLost: true }] }, 'warn', /slot b has lost/],
  ])('with %s', (_, given, status, message) => {
    const found = checkStandbys('standbys', { ...ALONE, ...given });
    expect(found).toMatchObject({ status, message: expect.stringMatching(message) });
  });

  test('reports transactions that stay in doubt for more than a minute', () => {
    const found = (inDoubtSeconds: number) =>
      checkInDoubt('in doubt', { ...ALONE, inDoubt: 1, inDoubtSeconds });
    expect(found(59).status).toBe('ok');
    expect(found(61)).toMatchObject({
      status: 'warn',
      message: 'transactions in doubt: 1, the oldest for 61 s',
    });
  });
});
