import { afterAll, expect, test } from 'vitest';
import { EXAMPLE_CONSENT } from '../../src/modules/identity/consent/examples.ts';
import { call } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { cleanUp, eventually, freshDataDir, service, tenant } from '../support/process.ts';
import { openDatabase } from '../support/webhook-checks.ts';

afterAll(cleanUp);

test('a process that is killed while it withdraws a consent leaves nothing withdrawn, and a repeat withdraws it', async () => {
  const databaseUrl = await cloneDatabase();
  const db = openDatabase(asOwner(databaseUrl));
  const env = { DATABASE_URL: databaseUrl, ORIKI_DATA_DIR: await freshDataDir() };
  const org = await tenant(databaseUrl);
  let running = await service(env).ready();
  const ask = (method: string, path: string, body?: object) =>
    call(running.url, method, `/api/v1/identity/${path}`, {
      key: org.key,
      ...(body && { body }),
    });
  const subjectId = 'customer-1';
  const recorded = await ask('POST', 'consents', { subjectId, ...EXAMPLE_CONSENT });
  expect(recorded.status, recorded.text).toBe(201);
  const { id } = recorded.body.data;
  const verify = async () => {
    const bvn = '22222222220';
    const matchAgainst = { firstName: 'Adaeze', lastName: 'Okafor' };
    const { status, text, body } = await ask('POST', 'verify-bvn', {
      subjectId,
      bvn,
      matchAgainst,
    });
    expect(status, text).toBe(200);
    return body.data;
  };
  const isNoted = async (): Promise<boolean> => {
    const { rows } = await db.pool.query(
      'SELECT consents_withdrawn FROM organizations WHERE id = $1',
      [org.id],
    );
    return rows[0].consents_withdrawn;
  };

  // The process stops at the row of the consent, with all that the withdrawal has written before it.
  const blocker = await db.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM identity_consents WHERE id = $1 FOR UPDATE', [id]);
  const killed = ask('POST', `consents/${id}/withdraw`).catch(() => undefined);
  await eventually(isNoted);
  await running.stop('SIGKILL');
  await killed;
  await blocker.query('COMMIT');
  blocker.release();

  running = await service(env).ready();
  expect((await ask('GET', `consents/${id}`)).body.data.withdrawnAt).toBeNull();
  expect(await verify()).not.toHaveProperty('consentWithdrawnAt');
  const { withdrawnAt } = (await ask('POST', `consents/${id}/withdraw`)).body.data;
  expect(await verify()).toMatchObject({ consentWithdrawnAt: withdrawnAt });
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS count FROM events WHERE org_id = $1 AND type = 'identity.consent.withdrawn'`,
    [org.id],
  );
  expect(rows[0].count).toBe(1);
  await running.stop();
});
