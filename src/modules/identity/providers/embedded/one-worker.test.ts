import { spawnSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { OneWorker, type Parcel, type WorkerOptions } from './one-worker.ts';
import { within } from '../../../../../test/support/within.ts';

/** Returns the number of its thread. A job `wait` first waits for a signal in shared memory. */
const SCRIPT = `
  import { parentPort, workerData } from 'node:worker_threads';
  const starts = new Int32Array(workerData.starts);
  const gate = new Int32Array(workerData.gate);
  const served = new Int32Array(workerData.served);
  const generation = Atomics.add(starts, 0, 1) + 1;
  if (workerData.broken) throw new Error('no models here');
  if (workerData.mute) await new Promise((resolve) => setInterval(() => {}, 1e6));
  parentPort.on('message', (job) => {
    if (job === 'crash') throw new Error('out of memory');
    if (job === 'exit') process.exit(0);
    if (job === 'loop') for (;;);
    if (job === 'wait') Atomics.wait(gate, 0, 0);
    if (job === 'environment') return parentPort.postMessage(Object.keys(process.env));
    Atomics.add(served, 0, 1);
    parentPort.postMessage([job, generation]);
  });
  parentPort.postMessage('ready');
`;
const script = new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`);

const workers: OneWorker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});

function started(data: object = {}, options: Partial<WorkerOptions> = {}) {
  const [starts, gate, served] = [0, 0, 0].map(() => new SharedArrayBuffer(4));
  const worker = new OneWorker({
    script,
    data: { starts, gate, served, ...data },
    startTimeoutMs: 30_000,
    jobTimeoutMs: 30_000,
    maxWaiting: 2,
    maxWaitMs: 30_000,
    ...options,
  });
  workers.push(worker);
  return {
    worker,
    run: (job: string) => worker.run(() => Promise.resolve({ message: job, transfer: [] })),
    open: () => {
      Atomics.store(new Int32Array(gate!), 0, 1);
      Atomics.notify(new Int32Array(gate!), 0);
    },
    starts: () => Atomics.load(new Int32Array(starts!), 0),
    /** Number of answered jobs. */
    served: () => Atomics.load(new Int32Array(served!), 0),
  };
}

test('one thread runs jobs one after the other', async () => {
  const { run } = started();
  expect(await Promise.all(['a', 'b', 'c'].map(run))).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]);
});

test('prepares a job only when its turn comes', async () => {
  const { worker, run, open, served } = started();
  const first = run('wait');
  let servedBefore: number | undefined;
  const second = worker.run(async (): Promise<Parcel> => {
    servedBefore = served();
    return { message: 'b', transfer: [] };
  });
  open();
  expect(await Promise.all([first, second])).toEqual([
    ['wait', 1],
    ['b', 1],
  ]);
  expect(servedBefore).toBe(1);
});

test('rejects jobs above the limit immediately, and runs the others', async () => {
  const { run, open } = started();
  const accepted = [run('wait'), run('a'), run('b')];
  for (const job of ['c', 'd']) await expect(run(job)).rejects.toMatchObject({ reason: 'busy' });
  open();
  expect(await Promise.all(accepted)).toEqual([
    ['wait', 1],
    ['a', 1],
    ['b', 1],
  ]);
  expect(await run('e')).toEqual(['e', 1]);
});

test('rejects a job whose turn comes too late, without running it', async () => {
  const { worker, run, open, served } = started({}, { maxWaitMs: 200 });
  await worker.start();
  const jobs = Promise.allSettled([run('wait'), run('a')]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  open();
  expect(await jobs).toMatchObject([
    { status: 'fulfilled', value: ['wait', 1] },
    { status: 'rejected', reason: { reason: 'busy' } },
  ]);
  expect(served()).toBe(1);
  expect(await run('b')).toEqual(['b', 1]);
});

test('a thread that crashes fails only its own job, and another thread takes the next one', async () => {
  const { run } = started();
  const crashing = run('crash');
  const next = run('a');
  await expect(crashing).rejects.toMatchObject({ reason: 'crashed', message: 'out of memory' });
  expect(await next).toEqual(['a', 2]);
});

test('a thread that ends by itself is replaced', async () => {
  const { run } = started();
  await expect(run('exit')).rejects.toMatchObject({ reason: 'crashed' });
  expect(await run('a')).toEqual(['a', 2]);
});

test('a hanging thread is ended and replaced', async () => {
  const { worker, run } = started({}, { jobTimeoutMs: 100 });
  await worker.start();
  await expect(run('loop')).rejects.toMatchObject({ reason: 'timeout' });
  expect(await run('a')).toEqual(['a', 2]);
});

test('a thread that does not become ready fails the start, and each job tries to start it again', async () => {
  const broken = started({ broken: true });
  const failure = { reason: 'crashed', message: 'no models here' };
  await expect(broken.worker.start()).rejects.toMatchObject(failure);
  await expect(broken.run('a')).rejects.toMatchObject(failure);
  expect(broken.starts()).toBe(2);
  const mute = started({ mute: true }, { startTimeoutMs: 100 });
  await expect(mute.worker.start()).rejects.toMatchObject({ reason: 'timeout' });
});

test('a job that fails before it uses the thread does not end the thread', async () => {
  const { worker, run, starts } = started();
  await expect(worker.run(() => Promise.reject(new Error('not a picture')))).rejects.toThrow(
    'not a picture',
  );
  expect(await run('a')).toEqual(['a', 1]);
  expect(starts()).toBe(1);
});

test('stopping ends the running job, waiting jobs and all later ones', async () => {
  const { worker, run, starts } = started();
  await worker.start();
  const jobs = [run('loop'), run('a')];
  const ended = Promise.allSettled(jobs);
  await worker.stop();
  const stopped = { status: 'rejected', reason: { reason: 'stopped' } };
  expect(await ended).toMatchObject([stopped, stopped]);
  await expect(run('b')).rejects.toMatchObject({ reason: 'stopped' });
  expect(starts()).toBe(1);
});

test('the thread has no environment variables', async () => {
  expect(await started().run('environment')).toEqual([]);
});

test('an idle thread keeps no process alive', () => {
  const program = `
    import { OneWorker } from ${JSON.stringify(new URL('./one-worker.ts', import.meta.url).href)};
    const memory = () => new SharedArrayBuffer(4);
    const worker = new OneWorker({
      script: new URL(${JSON.stringify(script.href)}),
      data: { starts: memory(), gate: memory(), served: memory() },
      startTimeoutMs: 30000, jobTimeoutMs: 30000, maxWaiting: 2, maxWaitMs: 30000,
    });
    await worker.start();
    console.log(JSON.stringify(await worker.run(async () => ({ message: 'a', transfer: [] }))));
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', program],
    { encoding: 'utf8', timeout: within(15_000) },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '["a",1]\n', stderr: '' });
});
