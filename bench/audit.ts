import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import { linkAll } from '../src/modules/audit/chain/linker.ts';
import { verifyAudit } from '../src/modules/audit/index.ts';
import { newAction, writeActions } from '../src/platform/audit/audit.ts';
import { compare, throughput } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';
import { newOrganization } from './support/servers.ts';

/**
 * Measures the cost of an audit row for a write, and the time to check a million rows.
 * The write is one of the smallest: a session, one statement, COMMIT. A statement without an effect, sent with COMMIT
 * instead of the row, gives a rate of 0.86. A statement that adds a row of two columns to a table with one index gives
 * 0.83. So 0.85 is hardly possible with an audit row (one run of 7 rounds each). The audit row has four indexes and a
 * place in the linker's queue. It costs 1,200 bytes more WAL, about 35 us of PostgreSQL and 30 us of the process, most
 * of it for the statement.
 */
const ROWS = Number(process.env['ORIKI_BENCH_AUDIT_ROWS'] ?? 1_000_000);
const BATCH = 1000;

const bench = await openBench();
try {
  const service = await bench.launch('bench/support/audited-server.ts', {
    DATABASE_URL: bench.databaseUrl,
  });
  let made = 0;
  const post = (path: string) => (): Promise<number> =>
    throughput({
      url: `${service.url}/api/v1${path}`,
      method: 'POST',
      headers: { 'x-api-key': bench.key, 'content-type': 'application/json' },
      each: () => ({ body: JSON.stringify({ source: `bench:${(made += 1)}` }) }),
    });
  await compare(
    'POST of one row, with its row in the audit log against without',
    'req/s',
    { name: 'with', run: post('/recorded') },
    { name: 'without', run: post('/unrecorded') },
    0.85,
    9,
  );
  await service.stop();

  const { db } = bench.opened;
  /** Returns the seconds to check this many rows, in a process with one core. */
  const checked = async (rows: number): Promise<number> => {
    const { id: orgId } = await newOrganization(bench.opened);
    const actor = {
      kind: 'key',
      id: 'key_1',
      via: 'key_1',
      requestId: 'r',
      address: '::1',
    } as const;
    for (let done = 0; done < rows; done += BATCH)
      await db.transaction((tx) =>
        writeActions(
          tx,
          Array.from({ length: BATCH }, (_, i) =>
            newAction({
              orgId,
              actor,
              action: 'list.rename',
              object: `list_${done + i}`,
              before: { name: 'Before' },
              after: { name: 'After' },
            }),
          ),
        ),
      );
    await linkAll(db, pino({ level: 'silent' }));
    const began = performance.now();
    const { ok } = await verifyAudit(db, { orgId });
    if (!ok) throw new Error('the check has found something');
    return (performance.now() - began) / 1000;
  };
  const few = await checked(ROWS / 10);
  const all = await checked(ROWS);
  result({
    what: `check of ${ROWS.toLocaleString('en')} rows of the audit log`,
    measured: `${all.toFixed(1)} s`,
    baseline: `${(few * 10).toFixed(1)} s, ten times that of a tenth of them`,
    figure: all,
    unit: 's',
    atMost: 60,
  });
  result({
    what: 'growth of that time with the number of rows',
    measured: `${all.toFixed(1)} s of ${ROWS.toLocaleString('en')} rows`,
    baseline: `${few.toFixed(2)} s of a tenth of them, times ten`,
    figure: all / few / 10,
    atMost: 1.25,
  });
} finally {
  await bench.close();
}
