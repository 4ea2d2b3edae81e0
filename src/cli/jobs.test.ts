import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { oriki } from '../../test/support/command-line.ts';
import { MODULES } from '../modules/index.ts';
import { jobsOf } from '../start/worker.ts';

const jobs = jobsOf(MODULES);

const app = testApp({ role: 'api' });

async function run(...args: string[]) {
  const { code, stdout, stderr } = await oriki(['jobs', ...args, '--json'], {
    DATABASE_URL: app.databaseUrl,
  });
  return { code, stderr, answer: JSON.parse(stdout) };
}

test('jobs list shows every job with its recorded state, and jobs run runs each of them', async () => {
  const before = await run('list');
  // The name of a job in another bucket contains the name of that bucket.
  const others = app.buckets().slice(1);
  const names = jobs.flatMap(({ name, isShared }) => [
    name,
    ...(isShared ? [] : others.map(({ schema }) => `${name} ${schema}`)),
  ]);
  expect(before.answer.items.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(before.answer.items[0]).toMatchObject({ lastRunAt: null, nextRunAt: null, failures: 0 });
  for (const { name } of jobs) {
    const { code, answer } = await run('run', name);
    expect([name, code, answer.job]).toEqual([name, 0, name]);
  }
  const { items } = (await run('list')).answer;
  for (const item of items)
    expect(item).toEqual({
      name: expect.any(String),
      lastRunAt: expect.stringMatching(/^\d{4}-/),
      nextRunAt: expect.stringMatching(/^\d{4}-/),
      holder: expect.stringContaining(`:${process.pid}:`),
      isRunning: false,
      failures: 0,
      error: null,
    });
});

test('jobs run returns its report, and does nothing while another process runs the job', async () => {
  const { id } = await app.org();
  await app.db.pool.query(
    `INSERT INTO idempotency_records (org_id, request_hash, payload_mac, status, sealed_response, created_at)
     VALUES ($1, '\\x01', '\\x01', 200, '\\x01', now() - interval '2 days')`,
    [id],
  );
  expect((await run('run', 'idempotency-records')).answer).toEqual({
    job: 'idempotency-records',
    removed: 1,
  });
  await app.db.pool.query(
    `UPDATE jobs SET holder = 'another', leased_until = now() + interval '1 minute' WHERE name = 'idempotency-records'`,
  );
  const { code, answer } = await run('run', 'idempotency-records');
  expect([code, answer.error.code]).toEqual([1, 'CONFLICT']);
});

test('rejects an unknown job, a missing job and a second job as wrong usage', async () => {
  expect(await run('run', 'nothing')).toMatchObject({
    code: 64,
    answer: { error: { message: expect.stringContaining('there is no job nothing') } },
  });
  expect((await run('run')).answer.error.message).toBe('NAME is required');
  expect((await run('run', 'invoices', 'usage-sums')).answer.error.message).toBe(
    '"jobs run" takes no "usage-sums"',
  );
});
