import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call } from '../../../support/app.ts';
import { asOwner, cloneDatabase } from '../../../support/database.ts';
import {
  cleanUp,
  eventually,
  freshDataDir,
  seeded,
  service,
  tenant,
} from '../../../support/process.ts';
import { openDatabase } from '../../../support/webhook-checks.ts';
import { cases } from '../../../support/cases.ts';

afterAll(cleanUp);

const ROWS = 1500;
const KILLS = cases(2, 3);
const WAIT_MS = 120_000;

test('a screening job whose process is killed repeatedly ends with one screening and one result for each row', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(asOwner(databaseUrl));
  const dataDir = await freshDataDir();
  const { below } = seeded('kills of a screening job');
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_EXPORT_DIR: `${dirname(dataDir)}/exports`,
    ORIKI_KMS: 'local',
    ORIKI_RATE_LIMITS: 'off',
  };
  const org = await tenant(databaseUrl);
  let running = await service(env).ready();
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(running.url, method, `/api/v1${path}`, {
      key: org.key,
      ...(body && { body }),
    });
    expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(300);
    return answer.body.data;
  };
  const names = Array.from({ length: ROWS }, (_, i) => (i % 9 === 4 ? '' : `Ada Obi ${i}`));
  const csv = `ref,name\n${names.map((name, i) => `${i},${name}\n`).join('')}`;
  const { id } = await ask('POST', '/fraud/screen/jobs', {
    file: Buffer.from(csv).toString('base64'),
    fileFormat: 'csv',
    resultFormat: 'JSON',
  });
  const read = async (): Promise<number> =>
    (await ask('GET', `/fraud/screen/jobs/${id}`)).rows.read;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = Math.min((kill * ROWS) / (KILLS + 2) + below(100), ROWS - 200);
    await eventually(async () => (await read()) >= until, WAIT_MS);
    await running.stop('SIGKILL');
    // Its lease would end by itself half a minute later.
    await db.pool.query(`UPDATE screening_jobs SET leased_until = '-infinity'`);
    running = await service(env).ready();
  }
  let job: { state: string; exportId: string; rows: object } | undefined;
  await eventually(async () => {
    job = await ask('GET', `/fraud/screen/jobs/${id}`);
    return job!.state === 'COMPLETED';
  }, WAIT_MS);
  const failed = names.filter((name) => name === '').length;
  expect(job!.rows).toEqual({ read: ROWS, done: ROWS - failed, failed, incomplete: 0 });
  let url: string | null = null;
  await eventually(async () => {
    url = (await ask('GET', `/exports/${job!.exportId}`)).downloadUrl;
    return url !== null;
  }, WAIT_MS);
  type Result = { line: number; ref: string; outcome: string; screeningId: string | null };
  const results = (await (await fetch(url!)).json()) as Result[];
  expect(results.map(({ line, ref, outcome }) => [line, ref, outcome])).toEqual(
    names.map((name, i) => [i + 2, String(i), name === '' ? 'invalid' : 'clear']),
  );
  const { rows: stored } = await db.pool.query(
    'SELECT id, subject_id FROM screenings WHERE org_id = $1 ORDER BY subject_id::integer',
    [org.id],
  );
  const screened = results.filter(({ screeningId }) => screeningId !== null);
  expect(stored).toEqual(
    screened.map(({ screeningId, ref }) => ({ id: screeningId, subject_id: ref })),
  );
  const { rows: events } = await db.pool.query(
    `SELECT 1 FROM events WHERE org_id = $1 AND type = 'screening.job.completed'`,
    [org.id],
  );
  expect(events).toHaveLength(1);
  const { rows: exports } = await db.pool.query('SELECT id FROM exports WHERE org_id = $1', [
    org.id,
  ]);
  expect(exports).toEqual([{ id: job!.exportId }]);
  const { rows: pieces } = await db.pool.query('SELECT 1 FROM screening_job_pieces');
  expect(pieces).toEqual([]);
  await running.stop();
  await db.close();
});
