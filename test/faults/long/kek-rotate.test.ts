import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { newSecret } from '../../../src/modules/webhooks/signature.ts';
import { openEnvelopes } from '../../../src/platform/crypto/envelopes.ts';
import { newId } from '../../../src/platform/ids.ts';
import { call } from '../../support/app.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import {
  cleanUp,
  cli,
  embeddedClient,
  eventually,
  freshDataDir,
  service,
  tenant,
  type ServiceProcess,
} from '../../support/process.ts';
import { startReceiver } from '../../support/receiver.ts';

const SECRET = 'kek-rotate-secret-kek-rotate-secret-1';
const clients: Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await cleanUp();
});

type Row = { id: string; envelope: string; expires_at: Date | null };
function keyOf(row: Row | undefined) {
  return row?.envelope.split('|')[0];
}
function payloadOf({ envelope }: Row) {
  return envelope.split('|').slice(2);
}

async function rowsIn(client: Client): Promise<Row[]> {
  return (await client.query<Row>('SELECT * FROM webhook_secrets ORDER BY org_id, webhook_id, id'))
    .rows;
}

async function ringOf(dataDir: string): Promise<{ current: string; keys: object }> {
  return JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
}

async function installation() {
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const owner = await tenant(databaseUrl);
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: asOwner(databaseUrl) });
    clients.push(client);
    await client.connect();
    return client;
  };
  const client = await connect();
  const envelopes = () =>
    openEnvelopes({ kms: 'local', keyFile: join(dataDir, 'keys.json'), serverSecret: SECRET });
  const env = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_SECRET: SECRET,
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_RATE_LIMITS: 'off',
  };
  const rows = () => rowsIn(client);
  /** Creates a webhook with this many secrets under the current key, inserted directly. @returns rows and secrets */
  const secrets = async (count: number): Promise<{ ids: string[]; texts: string[] }> => {
    const keys = await envelopes();
    const webhookId = newId('webhook');
    await client.query(
      `INSERT INTO webhooks (org_id, id, name, url, events) VALUES ($1, $2, 'n', 'https://example.com', '{*}')`,
      [owner.id, webhookId],
    );
    const texts = Array.from({ length: count }, newSecret);
    const ids = texts.map(() => newId('whsecret')).toSorted();
    const sealed = await Promise.all(
      ids.map((id, at) =>
        keys.sealSecret({ orgId: owner.id, id, kind: 'webhook-secret' }, texts[at]!),
      ),
    );
    await client.query(
      `INSERT INTO webhook_secrets (org_id, webhook_id, id, envelope, expires_at)
       SELECT $1, $2, id, envelope, '2999-01-01' FROM unnest($3::text[], $4::text[]) AS s (id, envelope)`,
      [owner.id, webhookId, ids, sealed],
    );
    return { ids, texts };
  };
  return { ...owner, orgId: owner.id, dataDir, env, client, connect, envelopes, rows, secrets };
}

test('moves every secret to a new key while a service signs, creates webhooks and rotates secrets', async () => {
  const { env, key, dataDir, rows, client } = await installation();
  const receiver = await startReceiver();
  let running: ServiceProcess = await service(env).ready();
  const ask = async (path: string, body: object) => {
    const { status, body: answer } = await call(running.url, 'POST', `/api/v1${path}`, {
      key,
      body,
    });
    expect(status, JSON.stringify(answer)).toBeLessThan(300);
    return answer.data;
  };
  const create = (path: string) =>
    ask('/webhooks', { name: 'n', url: receiver.url(path), events: ['*'] });
  /** Publishes an event, and checks the signature of its delivery with each of the secrets. */
  const delivers = async (path: string, secrets: string[]): Promise<void> => {
    const { id } = await ask('/events', { type: 'a.b', data: {} });
    await receiver.waitFor((all) => all.some((request) => request.id === id), { path });
    const request = receiver.requests.find((one) => one.path === path && one.id === id)!;
    for (const secret of secrets) receiver.verify(request, secret);
  };
  try {
    const old = await create('/old');
    const replaced = await create('/replaced');
    await delivers('/old', [old.secret]);
    const before = await rows();
    const [was] = Object.keys((await ringOf(dataDir)).keys);
    expect(before.map(keyOf)).toEqual([was, was]);
    const late = before[0]!;

    const rotation = cli(['kek', 'rotate', '--json'], env);
    const rotated = vi.fn<() => void>();
    void rotation.then(rotated);
    const during: { path: string; secret: string }[] = [];
    let next: { secret: string } | undefined;
    let returned = false;
    while (rotated.mock.calls.length === 0) {
      const path = `/during${during.length}`;
      if (during.length < 30) during.push({ path, secret: (await create(path)).secret });
      next ??= await ask(`/webhooks/${replaced.id}/rotate-secret`, {});
      await delivers('/old', [old.secret]);
      if (!returned && keyOf((await rows()).find(({ id }) => id === late.id)) !== was) {
        // A process encrypted this value before the rotation, and stores it now, after the rotation.
        await client.query('UPDATE webhook_secrets SET envelope = $1 WHERE id = $2', [
          late.envelope,
          late.id,
        ]);
        returned = true;
      }
    }
    expect([returned, during.length > 1]).toEqual([true, true]);
    const { code, stdout, stderr } = await rotation;
    expect([code, stderr.trim().split('\n')]).toEqual([
      0,
      [expect.stringContaining('has a new key')],
    ]);
    const result = JSON.parse(stdout);
    expect(result).toEqual({ keyId: expect.any(String), rewrapped: expect.any(Number) });
    // The count includes the two secrets, the late one a second time, and secrets older than the new key.
    expect(result.rewrapped).toBeGreaterThanOrEqual(3);

    const ring = await ringOf(dataDir);
    expect(ring.current).toBe(result.keyId);
    expect(Object.keys(ring.keys)).toEqual([was, result.keyId]);
    const after = await rows();
    expect(new Set(after.map(keyOf))).toEqual(new Set([result.keyId]));
    for (const row of before)
      expect(payloadOf(after.find(({ id }) => id === row.id)!)).toEqual(payloadOf(row));

    const known = new Set(after.map(({ id }) => id));
    const made = await create('/new');
    expect((await rows()).filter(({ id }) => !known.has(id)).map(keyOf)).toEqual([result.keyId]);
    // Deliveries are signed once with keys in memory, and once by a process that must open everything again.
    for (const restart of [true, false]) {
      await delivers('/old', [old.secret]);
      await delivers('/replaced', [replaced.secret, next!.secret]);
      await delivers('/new', [made.secret]);
      for (const { path, secret } of during) await delivers(path, [secret]);
      expect(await running.stop()).toEqual({ code: 0, signal: null });
      expect(running.logs().filter(({ level }) => Number(level) >= 50)).toEqual([]);
      if (restart) running = await service(env).ready();
    }
  } finally {
    await receiver.stop();
  }
});

test('is finished by rewrap after a kill, which adds no key', async () => {
  const { env, orgId, dataDir, rows, connect, envelopes, secrets } = await installation();
  const { ids, texts } = await secrets(700);
  const before = await rows();
  const stop = ids[600]!;
  const blocker = await connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT 1 FROM webhook_secrets WHERE id = $1 FOR UPDATE', [stop]);
  const reached = eventually(async () => keyOf((await rows())[599]) !== keyOf(before[599]));
  expect(await cli(['kek', 'rotate'], env, reached)).toMatchObject({ signal: 'SIGKILL' });
  const halfway = await rows();
  const ring = await ringOf(dataDir);
  const { current } = ring;
  expect(Object.keys(ring.keys)).toHaveLength(2);
  expect(halfway.slice(0, 600).every((row) => keyOf(row) === current)).toBe(true);
  expect(halfway.slice(600)).toEqual(before.slice(600));
  await blocker.query('ROLLBACK');

  const finish = await cli(['kek', 'rewrap', '--json'], env);
  expect([finish.code, finish.stderr]).toEqual([0, '']);
  const { keyId, rewrapped } = JSON.parse(finish.stdout);
  expect(keyId).toBe(current);
  // The statement that waited for the lock may have survived its process.
  expect([99, 100]).toContain(rewrapped);
  expect(await ringOf(dataDir)).toEqual(ring);
  expect(await readdir(dataDir)).toEqual(['keys.json']);
  const after = await rows();
  expect(after.every((row) => keyOf(row) === current)).toBe(true);
  expect(after.map(payloadOf)).toEqual(before.map(payloadOf));
  const opener = await envelopes();
  const opened = await Promise.all(
    after.map(({ id, envelope }) => opener.open({ orgId, id, kind: 'webhook-secret' }, envelope)),
  );
  expect(opened.map(String)).toEqual(texts);
});

test('names secrets that open under no key, and moves the others', async () => {
  const { env, dataDir, rows, client, secrets } = await installation();
  const { ids } = await secrets(3);
  await client.query(
    `UPDATE webhook_secrets SET envelope = regexp_replace(envelope, '^[^|]+', 'local:v1:00000000') WHERE id = $1`,
    [ids[1]],
  );
  const refused = await cli(['kek', 'rotate', '--json'], env);
  expect([refused.code, refused.stderr]).toEqual([
    78,
    expect.stringContaining('under keys that this process does not have: local:v1:00000000.'),
  ]);
  const lost = { ...env, ORIKI_KMS_LOST: 'local:v1:00000000' };
  const { code, stdout, stderr } = await cli(['kek', 'rotate', '--json'], lost);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`(${ids[1]}); 2 were re-wrapped`);
  const { current } = await ringOf(dataDir);
  expect(stderr).toContain(current);
  expect((await rows()).map(keyOf)).toEqual([current, 'local:v1:00000000', current]);
});

test('is refused without a key ring, and changes nothing', async () => {
  const { env, dataDir, rows, secrets } = await installation();
  const refused = async (message: string, change: Record<string, string>): Promise<void> => {
    for (const action of ['rotate', 'rewrap']) {
      const { code, stdout, stderr } = await cli(['kek', action], { ...env, ...change });
      expect([code, stdout]).toEqual([78, '']);
      expect(stderr).toContain(message);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  };
  const nowhere = await freshDataDir();
  await refused('there is no key ring', { ORIKI_DATA_DIR: nowhere });
  await expect(readdir(nowhere)).rejects.toThrow('ENOENT');
  await secrets(1);
  const before = [await rows(), await ringOf(dataDir)];
  await refused('ORIKI_KMS is none', { ORIKI_KMS: 'none' });
  expect([await rows(), await ringOf(dataDir)]).toEqual(before);
});

test('is possible on the embedded database of a stopped service, and moves secrets from the server secret', async () => {
  const dataDir = await freshDataDir();
  const env = { ORIKI_DATA_DIR: dataDir, ORIKI_SECRET: SECRET };
  // Creates the ring, which is then not used.
  expect(await (await service(env).ready()).stop()).toMatchObject({ code: 0 });
  const made = await cli(['org', 'create', '--name', 'Acme', '--plan', 'pro', '--json'], env);
  const org = JSON.parse(made.stdout).id as string;
  const keyed = await cli(
    ['key', 'create', '--org', org, '--scope', 'webhooks:manage', '--json'],
    env,
  );
  const { key } = JSON.parse(keyed.stdout);
  const without = await service({ ...env, ORIKI_KMS: 'none' }).ready();
  const body = { name: 'n', url: 'https://hooks.example.com/', events: ['*'] };
  expect((await call(without.url, 'POST', '/api/v1/webhooks', { key, body })).status).toBe(201);
  expect(await without.stop()).toMatchObject({ code: 0 });

  const { code, stdout, stderr } = await cli(['kek', 'rotate'], env);
  expect([code, stderr.trim().split('\n')]).toEqual([
    0,
    [expect.stringContaining('has a new key')],
  ]);
  const { current } = await ringOf(dataDir);
  expect(stdout).toBe(`keyId: ${current}\nrewrapped: 1\n`);
  const running = await service(env).ready();
  const client = await embeddedClient(dataDir);
  try {
    expect((await rowsIn(client)).map(keyOf)).toEqual([current]);
  } finally {
    await client.end();
  }
  expect(await running.stop()).toMatchObject({ code: 0 });
});
