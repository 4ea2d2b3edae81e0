import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { call } from '../../../support/app.ts';
import { asOwner, cloneDatabase, found } from '../../../support/database.ts';
import {
  cleanUp,
  eventually,
  freshDataDir,
  report,
  service,
  tenant,
} from '../../../support/process.ts';

afterAll(cleanUp);

const ROWS = 100_000;
const LISTS = '/api/v1/fraud/lists';
/** Some of the rows, and far from all of them. */
const BEGUN_BYTES = 2 * 1024 * 1024;

/** Returns the peak memory of a process in MB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)![1]) / 1024);
}

test('a file of 100,000 rows whose process is killed leaves nothing, and the repeated request then adds all of it once', async () => {
  const databaseUrl = await cloneDatabase();
  const { key } = await tenant(databaseUrl);
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: await freshDataDir(),
    ORIKI_RATE_LIMITS: 'off',
  };
  const client = new Client(found({ connectionString: asOwner(databaseUrl) }));
  await client.connect();
  const stored = async () =>
    (await client.query('SELECT FROM screening_entries')).rowCount as number;
  const size = async (): Promise<number> => {
    const { rows } = await client.query(`SELECT pg_relation_size('screening_entries') AS bytes`);
    return Number(rows[0].bytes);
  };
  const first = await service(env).ready();
  const body = { source: 's', name: 'S', kind: 'tenant_blocklist' };
  const id = (await call(first.url, 'POST', LISTS, { key, body })).body.data.id as string;
  const content = `name,dob,country,id_customer\n${Array.from(
    { length: ROWS },
    (_, i) => `Adébáyọ̀ O'Connor-${i} Chukwuemeka,1980-02-29,NG,C-${i}\n`,
  ).join('')}`;
  const add = (base: string) =>
    call(base, 'POST', `${LISTS}/${id}/entries/import`, {
      key,
      body: { content, leaveOutDuplicates: true },
      headers: { 'idempotency-key': 'the-file' },
    });

  const dying = add(first.url).catch(() => undefined);
  await eventually(async () => (await size()) > BEGUN_BYTES, 120_000);
  await first.stop('SIGKILL');
  expect(await dying).toBeUndefined();
  expect(await stored()).toBe(0);

  const second = await service(env).ready();
  const list = await call(second.url, 'GET', `${LISTS}/${id}`, { key });
  expect(list.body.data).toMatchObject({ entryCount: 0 });
  const idle = await peakOf(second.pid);
  const began = performance.now();
  const answer = await add(second.url);
  const seconds = (performance.now() - began) / 1000;
  expect(answer.body.data, answer.text).toEqual({ added: ROWS, leftOut: 0, sharedIds: [] });
  const peak = await peakOf(second.pid);
  const again = await add(second.url);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([answer.text, 'true']);
  expect(await stored()).toBe(ROWS);
  report(
    `${ROWS} rows (${content.length} characters): ${seconds.toFixed(1)} s, ${idle} MB before, ${peak} MB at most`,
  );
  await client.end();
});
