import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openEnvelopes } from '../../src/platform/crypto/envelopes.ts';
import { call } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { cleanUp, cli, eventually, freshDataDir, service, tenant } from '../support/process.ts';

afterAll(cleanUp);

const SECRET = 'identity-rotate-identity-rotate-secret-1';
const VERIFIED = 30;

type Sealed = { id: string; kind: string; envelope: string };
function keyOf({ envelope }: Sealed): string {
  return envelope.split('|')[0]!;
}
function payloadOf({ envelope }: Sealed): string[] {
  return envelope.split('|').slice(2);
}

// contract: kept/kek-rotate-re
test('moves answers and waiting requests to a new key and changes no audit row, even if it is killed in between', async () => {
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const { id: orgId, key } = await tenant(databaseUrl);
  const env = { DATABASE_URL: databaseUrl, ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: SECRET };
  const clients = [databaseUrl, databaseUrl].map(
    (url) => new Client({ connectionString: asOwner(url) }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const [client, blocker] = clients as [Client, Client];
  const payloads = async (): Promise<Sealed[]> =>
    (
      await client.query(`SELECT p.verification_id AS id, v.kind, p.envelope FROM identity_payloads p
        JOIN identity_verifications v ON v.id = p.verification_id ORDER BY 1`)
    ).rows;
  const letters = async (): Promise<Sealed[]> =>
    (
      await client.query(`SELECT verification_id AS id, kind, envelope FROM dead_letters
        WHERE envelope IS NOT NULL ORDER BY 1`)
    ).rows;
  const audit = async () =>
    (await client.query('SELECT *, xmin::text, ctid::text FROM identity_verifications ORDER BY id'))
      .rows;

  const api = await service({ ...env, ORIKI_ROLE: 'api' }).ready();
  const verify = async (bvn: string): Promise<string> => {
    const matchAgainst = { firstName: 'Adaeze', lastName: 'Okafor' };
    const { body } = await call(api.url, 'POST', '/api/v1/identity/verify-bvn', {
      key,
      body: { subjectId: 'rotated', bvn, matchAgainst },
    });
    return body.data.status;
  };
  // The last digit determines the sandbox's answer.
  for (let i = 0; i < VERIFIED; i += 1) expect(await verify('22123456780')).toBe('verified');
  for (let i = 0; i < 3; i += 1) expect(await verify('22123456787')).toBe('provider_down');
  expect(await api.stop()).toMatchObject({ code: 0 });
  const before = { payloads: await payloads(), letters: await letters(), audit: await audit() };
  expect([before.payloads.length, before.letters.length]).toEqual([VERIFIED, 3]);
  const [old] = new Set([...before.payloads, ...before.letters].map(keyOf));

  // The command waits for one row, and is killed there.
  const stuckAt = 20;
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM identity_payloads WHERE verification_id = $1 FOR UPDATE', [
    before.payloads[stuckAt]!.id,
  ]);
  const reached = eventually(async () => keyOf((await payloads())[stuckAt - 1]!) !== old);
  expect(await cli(['kek', 'rotate'], env, reached)).toMatchObject({ signal: 'SIGKILL' });
  expect((await payloads()).slice(stuckAt)).toEqual(before.payloads.slice(stuckAt));
  await blocker.query('ROLLBACK');

  const finish = await cli(['kek', 'rewrap', '--json'], env);
  expect([finish.code, finish.stderr]).toEqual([0, '']);
  const { keyId } = JSON.parse(finish.stdout);
  expect(keyId).not.toBe(old);
  const after = { payloads: await payloads(), letters: await letters() };
  expect(new Set([...after.payloads, ...after.letters].map(keyOf))).toEqual(new Set([keyId]));
  expect(after.payloads.map(payloadOf)).toEqual(before.payloads.map(payloadOf));
  expect(after.letters.map(payloadOf)).toEqual(before.letters.map(payloadOf));
  // Even the versions of rows are the same: hashes of rows and payloads did not change.
  expect(await audit()).toEqual(before.audit);

  const envelopes = await openEnvelopes({
    kms: 'local',
    keyFile: join(dataDir, 'keys.json'),
    serverSecret: SECRET,
  });
  const open = async (of: 'response' | 'request', { id, kind, envelope }: Sealed) =>
    JSON.parse(
      String(await envelopes.open({ orgId, id, kind: `identity-${of}:${kind}` }, envelope)),
    );
  for (const sealed of after.payloads)
    expect(await open('response', sealed)).toMatchObject({ identifier: '22123456780' });
  for (const sealed of after.letters)
    expect(await open('request', sealed)).toMatchObject({ identifier: '22123456787' });
  await Promise.all(clients.map((one) => one.end()));
});
