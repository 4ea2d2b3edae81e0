import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canonicalise, DEFAULT_THRESHOLD } from '../src/names/index.ts';
import {
  buildInWorker,
  prepareQuery,
  searchSegment,
  type EntryInput,
} from '../src/matching/engine/index.ts';
import { Database } from '../src/platform/db/database.ts';
import { startCpu } from './support/cpu.ts';
import { importNames } from './support/lists.ts';
import { result } from './support/result.ts';
import { entries, questions } from './support/screening-names.ts';
import { openBench } from './support/server.ts';

/**
 * Measures the alternatives for lists on a machine: a copy in each process, or one process that all others ask
 * (docs/adr/0010-lists-in-each-process.md). Figures: the memory of a copy, the CPU time of a question that is searched,
 * and that of a question that is sent to another process and returns with two hits.
 */
const PROCESSES = 2;
const SIZES = [33_000, 300_000];
/** A process that has built an index collects garbage for about this long. */
const SETTLED_MS = 20_000;
const IMPORT_MS = 600_000;
const WARM_UP = 2000;
const ASKED = 6000;
/** Concurrent questions. */
const AT_ONCE = [1, 16];
const ANSWERS = 20_000;

const bench = await openBench();
const db = new Database({
  connection: bench.opened.connection,
  poolSize: 2,
  statementTimeoutMs: IMPORT_MS,
  onIdleError: () => {},
});

async function pssMb(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1]) / 1024;
}

/**
 * Returns the memory of the answering processes some time after they are ready: of the first, and of each of the
 * others.
 */
async function memory(): Promise<{ first: number; each: number }> {
  const { pid, stop } = await bench.launch('bin/oriki.cjs serve', {
    ORIKI_ROLE: 'api',
    ORIKI_PROCESSES: String(PROCESSES),
  });
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  await sleep(SETTLED_MS);
  const each = await Promise.all(children.map((child) => pssMb(Number(child))));
  const first = await pssMb(pid);
  await stop();
  return { first, each: each.reduce((sum, mb) => sum + mb, 0) / each.length };
}

async function searchMs(size: number): Promise<number> {
  const batches: EntryInput[][] = [];
  for await (const batch of entries(size)) batches.push(batch);
  const names = batches.flatMap((batch) => batch.map(({ name }) => name));
  const segment = await buildInWorker(
    (async function* () {
      yield* batches;
    })(),
  );
  const ask = (text: string) =>
    searchSegment(prepareQuery(canonicalise(text)), segment, DEFAULT_THRESHOLD);
  for (const text of questions(names, WARM_UP, 7)) ask(text);
  const asked = questions(names, ASKED, 1234);
  const before = process.cpuUsage();
  for (const text of asked) ask(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / ASKED;
}

async function hop(): Promise<void> {
  const child = fork(join(import.meta.dirname, 'support/answerer.ts'));
  await once(child, 'message');
  const waiting = new Map<number, () => void>();
  child.on('message', ({ number }: { number: number }) => {
    waiting.get(number)?.();
    waiting.delete(number);
  });
  let asked = 0;
  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const number = (asked += 1);
      waiting.set(number, resolve);
      child.send({ number, name: 'Okonkwo Adaeze', dob: '1980-02-29', threshold: 80 });
    });
  for (const atOnce of AT_ONCE) {
    const turn = async (): Promise<void> => {
      for (let i = 0; i < ANSWERS / atOnce; i += 1) await ask();
    };
    await turn();
    const cpu = await startCpu([process.pid, child.pid!]);
    const began = performance.now();
    await Promise.all(Array.from({ length: atOnce }, turn));
    const perQuestion = (await cpu()) / ANSWERS;
    const took = (performance.now() - began) / (ANSWERS / atOnce);
    result({
      what: `A question to another process and back, ${atOnce} at once`,
      measured: `${perQuestion.toFixed(3)} ms of CPU in both, ${took.toFixed(3)} ms until the answer`,
      figure: perQuestion,
      unit: 'ms',
    });
  }
  child.disconnect();
}

try {
  await hop();
  const empty = await memory();
  result({
    what: `Memory of ${PROCESSES} api processes without lists, shared pages divided by their users`,
    measured: `${empty.each.toFixed(0)} MB each, and ${empty.first.toFixed(0)} MB the first process`,
    figure: empty.each,
    unit: 'MB',
  });
  for (const size of SIZES) {
    await importNames(db, size);
    const { each } = await memory();
    const ms = await searchMs(size);
    result({
      what: `A copy of a list of ${size} names in each api process`,
      measured: `${(each - empty.each).toFixed(0)} MB more a process; ${ms.toFixed(3)} ms of CPU a search`,
      figure: each - empty.each,
      unit: 'MB',
    });
  }
} finally {
  await db.close();
  await bench.close();
}
