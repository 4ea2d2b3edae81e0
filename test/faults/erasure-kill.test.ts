import { afterAll, expect, test } from 'vitest';
import { call } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { cleanUp, eventually, freshDataDir, service, tenant } from '../support/process.ts';
import { openDatabase } from '../support/webhook-checks.ts';

afterAll(cleanUp);

const SUBJECT = 'customer-1';
const ERASURE = 'erasure_01kf3vm9c4e6g8j0m2p4r6t8v0';

test(
  'the next process finishes an erasure during which a process was killed',
  { timeout: 300_000 },
  async () => {
    const databaseUrl = await cloneDatabase();
    const db = openDatabase(asOwner(databaseUrl));
    const env = { DATABASE_URL: databaseUrl, ORIKI_DATA_DIR: await freshDataDir() };
    const org = await tenant(databaseUrl);
    let running = await service(env).ready();
    const ask = async (method: string, path: string, body?: object) => {
      const options = { key: org.key, ...(body && { body }) };
      const answer = await call(running.url, method, `/api/v1/${path}`, options);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data;
    };
    await ask('POST', 'fraud/screen', { subjectId: SUBJECT, name: 'Musa Markword' });
    await ask('POST', 'fraud/subjects', { subjectId: SUBJECT, name: 'Musa Markword' });
    await ask('POST', 'cases', { subjectId: SUBJECT, note: 'A note about Markword.' });
    const countOf = async (table: string): Promise<number> => {
      const { rows } = await db.pool.query(`SELECT count(*)::int AS n FROM ${table}`);
      return rows[0].n;
    };

    // The process waits at the row of the case, whose notes are erased by then.
    const blocker = await db.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM cases FOR UPDATE');
    await db.pool.query(
      `INSERT INTO subject_erasures (org_id, id, subject_id, person_id, reason_code, requested_at)
       VALUES ($1, $2, $3, 'usr_1', 'customer_request', now())`,
      [org.id, ERASURE, SUBJECT],
    );
    await eventually(async () => (await countOf('case_notes')) === 0);
    await running.stop('SIGKILL');
    await blocker.query('COMMIT');
    blocker.release();

    running = await service(env).ready();
    const read = () => ask('GET', `subjects/${SUBJECT}/erasures/${ERASURE}`);
    await eventually(async () => (await read()).status === 'done');
    expect(await read()).toMatchObject({ receipt: { subjectId: SUBJECT } });
    for (const table of ['cases', 'screenings', 'screening_subjects'])
      expect(await countOf(table), table).toBe(0);
    await db.close();
  },
);
