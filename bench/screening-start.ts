import { importNames } from './support/lists.ts';
import { startCpu } from './support/cpu.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures a restart with a large global list. Compares the time until the process is ready with the index file and
 * without it, when the start must build the index. Also compares the first requests after the start with later ones, in
 * sequence. SCREENING_BENCH=small uses a small list.
 */
const NAMES = process.env['SCREENING_BENCH'] === 'small' ? 33_000 : 1_000_000;
const IMPORT_MS = 600_000;
const READY_AT_MOST_S = 10;
const FIRST = 100;
const LATER = 1000;
const SLOWER_AT_MOST = 2;

const bench = await openBench();
try {
  const imports = bench.opened.buckets.apart({ poolSize: 2, statementTimeoutMs: IMPORT_MS });
  const listed = await importNames(imports.shared, NAMES);
  await imports.close();
  const headers = { 'x-api-key': bench.key, 'content-type': 'application/json' };
  let asked = 0;
  const ask = async (service: string): Promise<number> => {
    const name = listed[(++asked * 7919) % listed.length]!;
    const began = performance.now();
    const answer = await fetch(`${service}/api/v1/fraud/screen`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`screening answered ${answer.status}`);
    return performance.now() - began;
  };
  const started = async () => {
    const began = performance.now();
    const { url, pid, stop } = await bench.launch('bin/oriki.cjs serve');
    const seconds = (performance.now() - began) / 1000;
    const cpuOf = await startCpu([pid]);
    const cpuMs: number[] = [];
    const ms: number[] = [];
    for (const count of [FIRST, LATER]) {
      const before = await cpuOf();
      const times: number[] = [];
      for (let i = 0; i < count; i += 1) times.push(await ask(url));
      ms.push(median(times));
      cpuMs.push(((await cpuOf()) - before) / count);
    }
    await stop();
    return { seconds, ms, cpuMs };
  };
  const built = await started();
  const read = await started();
  result({
    what: `From the start to ready at ${NAMES} names, the index in its file`,
    measured: `${read.seconds.toFixed(1)} s`,
    baseline: `${built.seconds.toFixed(1)} s with the index to build`,
    figure: read.seconds,
    unit: 's',
    atMost: READY_AT_MOST_S,
  });
  const said = ([first]: number[], unit: string): string => `${first!.toFixed(2)} ${unit}`;
  result({
    what: `The first ${FIRST} requests after a start at ${NAMES} names, one after the other, against the ${LATER} after them`,
    measured: `median ${said(read.ms, 'ms')}, ${said(read.cpuMs, 'ms of CPU')} each`,
    baseline: `${said(read.ms.slice(1), 'ms')}, ${said(read.cpuMs.slice(1), 'ms of CPU')}`,
    figure: read.cpuMs[0]! / read.cpuMs[1]!,
    atMost: SLOWER_AT_MOST,
  });
} finally {
  await bench.close();
}
