import { createList } from '../src/modules/lists/index.ts';
import { startCpu } from './support/cpu.ts';
import { compare, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';
import { sessionOf } from './support/session.ts';

/** Measures a GET by session, as a ratio against the same GET by key. */
const bench = await openBench();
try {
  const { key, orgId, opened } = bench;
  const list = await opened.db.transaction((tx) =>
    createList(tx, orgId, { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' }),
  );
  const token = await sessionOf(bench, orgId);
  const service = await bench.launch('bin/oriki.cjs serve');
  const url = `${service.url}/api/v1/fraud/lists/${list.id}`;
  /** Returns requests per second of the process's CPU time, so other programs on the machine do not count. */
  const perCpuSecond = (headers: Record<string, string>) => async (): Promise<number> => {
    const seconds = 2;
    const used = await startCpu([service.pid]);
    const rate = await throughput({ url, headers, seconds });
    return (rate * seconds * 1000) / (await used());
  };
  const session = { cookie: `oriki-session=${token}`, 'sec-fetch-site': 'same-origin' };
  await compare(
    'GET of one row, by session against by key',
    'requests a second of CPU',
    { name: 'by session', run: perCpuSecond(session) },
    { name: 'by key', run: perCpuSecond({ 'x-api-key': key }) },
    0.9,
    15,
  );
} finally {
  await bench.close();
}
