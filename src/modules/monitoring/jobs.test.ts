import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestApp, TEST_SECRET } from '../../../test/support/app.ts';
import { followers } from '../cases/index.ts';
import { jobs } from './jobs.ts';

test('a late check for changed lists delays the next one by at most five seconds', async () => {
  const app = await startTestApp({ role: 'api' });
  const rescreening = jobs.find(({ name }) => name === 'rescreening')!;
  const rests: number[] = [];
  const context = {
    signal: new AbortController().signal,
    index: 0,
    restMs: (ms: number) => void rests.push(ms),
  };
  let isLocked = (): void => {};
  const locked = new Promise<void>((resolve) => (isLocked = resolve));
  const holding = app.db.transaction(async (tx) => {
    await sql`LOCK TABLE screening_watches`.execute(tx);
    isLocked();
    await sleep(300);
  });
  await locked;
  const needs = { db: app.db, followers, secret: TEST_SECRET, log: pino({ level: 'silent' }) };
  await rescreening.run(needs as Parameters<typeof rescreening.run>[0], context);
  await holding;
  expect(rests).toEqual([5000]);
  await app.stop();
});
