import { createHmac } from 'node:crypto';
import { PgBoss, type JobResult } from 'pg-boss';
import { Pool } from 'undici';

/**
 * The other baselines: workers of a general job queue, one job per delivery, signed like the service's. With
 * `BATCHED=no` each of `CONCURRENCY` slots fetches a job, delivers it and completes it. With `BATCHED=yes` jobs are
 * fetched and completed in batches as large as the concurrency, without a pause, each with its own result. Enqueues
 * `REQUESTS` jobs first, and prints deliveries per second.
 */
const target = new URL(process.env['TARGET']!);
const requests = Number(process.env['REQUESTS']);
const concurrency = Number(process.env['CONCURRENCY']);
const body = process.env['BODY']!;
const QUEUE = 'deliveries';
const key = Buffer.alloc(32, 7);

const boss = new PgBoss({ connectionString: process.env['DATABASE_URL']!, schema: 'pgboss_bench' });
boss.on('error', (error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE);
await boss.deleteAllJobs(QUEUE);
for (let done = 0; done < requests; done += 1000)
  await boss.insert(
    QUEUE,
    Array.from({ length: Math.min(1000, requests - done) }, () => ({ data: { body } })),
  );

const pool = new Pool(target.origin, { connections: concurrency });
async function post(job: { id: string; data: { body: string } }): Promise<JobResult> {
  const started = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = `${job.id}.${timestamp}.${job.data.body}`;
  const answer = await pool.request({
    path: target.pathname,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': job.id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
    },
    body: job.data.body,
  });
  await answer.body.dump();
  const output = { statusCode: answer.statusCode, durationMs: performance.now() - started };
  return { id: job.id, status: answer.statusCode === 204 ? 'completed' : 'failed', output };
}

let finished = 0;
const all = Promise.withResolvers<void>();
const began = performance.now();
async function slot(): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch<{ body: string }>(QUEUE);
    if (!job) return;
    const { status, output } = await post(job);
    if (status === 'completed') await boss.complete(QUEUE, job.id, output);
    else await boss.fail(QUEUE, job.id, output);
    finished += 1;
    if (finished >= requests) all.resolve();
  }
}
if (process.env['BATCHED'] === 'no') for (let n = 0; n < concurrency; n++) void slot();
else
  await boss.work(
    QUEUE,
    {
      batchSize: concurrency,
      pollingIntervalSeconds: 0.5,
      burstWhenBatchFull: true,
      // A failed delivery must not fail the others of its batch.
      perJobResults: true,
    },
    async (jobs: { id: string; data: { body: string } }[]) => {
      const results = await Promise.all(jobs.map(post));
      finished += jobs.length;
      if (finished >= requests) all.resolve();
      return results;
    },
  );
await all.promise;
console.log(requests / ((performance.now() - began) / 1000));
await boss.stop({ graceful: false });
await pool.close();
