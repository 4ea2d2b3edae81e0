import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../support/app.ts';
import { asOwner, cloneDatabase } from '../../support/database.ts';
import { startVaultKms, VAULT_TOKEN, type VaultKms } from '../../support/kms-vault.ts';
import { cleanUp, cli, freshDataDir, service, tenant } from '../../support/process.ts';

const clients: Client[] = [];
let vault: VaultKms;
beforeAll(async () => {
  vault = await startVaultKms('transit/oriki');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await cleanUp();
  await vault.stop();
});

async function installation() {
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const { key } = await tenant(databaseUrl);
  const client = new Client({ connectionString: asOwner(databaseUrl) });
  clients.push(client);
  await client.connect();
  const local = {
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_SECRET: 'kek-external-secret-kek-external-secret-1',
    ORIKI_RATE_LIMITS: 'off',
  };
  const env = {
    ...local,
    ORIKI_KMS: 'vault',
    ORIKI_KMS_KEY: 'oriki',
    ORIKI_VAULT_ADDR: vault.url,
    ORIKI_VAULT_TOKEN: VAULT_TOKEN,
    ORIKI_KMS_ALLOW: '127.0.0.0/8',
  };
  const create = async (url: string): Promise<number> => {
    const body = { name: 'n', url: 'https://hooks.example.com/', events: ['*'] };
    return (await call(url, 'POST', '/api/v1/webhooks', { key, body })).status;
  };
  const envelopes = async (): Promise<string[][]> => {
    const { rows } = await client.query('SELECT envelope FROM webhook_secrets ORDER BY id');
    return rows.map(({ envelope }) => envelope.split('|'));
  };
  /** Returns the versions of the key that wrap the data keys. */
  const versions = async (): Promise<(string | undefined)[]> =>
    (await envelopes()).map(
      ([, wrapped]) => /^vault:(v\d+):/.exec(String(Buffer.from(wrapped!, 'base64')))?.[1],
    );
  return { local, env, dataDir, create, envelopes, versions };
}

test('moves from the key ring to Vault, and to the latest version of the key, even after a failure', async () => {
  const { local, env, create, envelopes, versions } = await installation();
  const before = await service(local).ready();
  for (let made = 0; made < 3; made += 1) expect(await create(before.url)).toBe(201);
  expect(await before.stop()).toMatchObject({ code: 0 });
  const payloads = (await envelopes()).map((parts) => parts.slice(2));

  const rewrap = await cli(['kek', 'rewrap'], env);
  expect(rewrap).toMatchObject({
    code: 0,
    stderr: '',
    stdout: 'keyId: vault:transit/oriki\nrewrapped: 3\n',
  });
  expect(await versions()).toEqual(['v1', 'v1', 'v1']);

  vault.rotate();
  const again = await cli(['kek', 'rewrap', '--json'], env);
  expect(JSON.parse(again.stdout)).toEqual({ keyId: 'vault:transit/oriki', rewrapped: 0 });

  // One of the three is unwrapped, wrapped and checked; then Vault is gone.
  vault.faults = Array.from({ length: 3 }, () => (answer) => answer);
  vault.always = { status: 503, body: { errors: ['Vault is sealed'] } };
  const cut = await cli(['kek', 'rotate'], env);
  expect(cut).toMatchObject({ code: 1, stdout: '' });
  expect(cut.stderr).toContain('"oriki kek rotate" moves the rest');
  expect(cut.stderr).toContain('Vault answered 503');
  expect(await versions()).toEqual(['v2', 'v1', 'v1']);
  vault.always = undefined;

  const rotate = await cli(['kek', 'rotate', '--json'], env);
  expect(rotate).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(rotate.stdout)).toEqual({ keyId: 'vault:transit/oriki', rewrapped: 3 });
  expect(await versions()).toEqual(['v2', 'v2', 'v2']);
  expect((await envelopes()).map((parts) => parts.slice(2))).toEqual(payloads);
});

test('starts while Vault is unavailable, stores nothing then without a second key, and moves values from the second key', async () => {
  const { env, dataDir, create, envelopes } = await installation();
  vault.sealed = true;
  try {
    const alone = await service(env).ready();
    expect(await create(alone.url)).toBe(503);
    expect(await envelopes()).toEqual([]);
    expect(await alone.stop()).toMatchObject({ code: 0 });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');

    const helped = await service({ ...env, ORIKI_KMS_SECOND: 'local' }).ready();
    expect(await create(helped.url)).toBe(201);
    expect(await create(helped.url)).toBe(201);
    expect((await envelopes()).map(([keyId]) => keyId!.slice(0, 6))).toEqual(['local:', 'local:']);
    vault.sealed = false;
    expect(await create(helped.url)).toBe(201);
    expect((await envelopes()).at(-1)?.[0]).toBe('vault:transit/oriki');
    expect(await helped.stop()).toMatchObject({ code: 0 });
    const warnings = helped.logs().filter(({ msg }) => String(msg).includes('the second'));
    expect(warnings).toHaveLength(1);

    const { stdout } = await cli(['kek', 'rewrap', '--json'], {
      ...env,
      ORIKI_KMS_SECOND: 'local',
    });
    expect(JSON.parse(stdout)).toEqual({ keyId: 'vault:transit/oriki', rewrapped: 2 });
  } finally {
    vault.sealed = false;
  }
});

test('is refused at start with settings that cannot work', async () => {
  const { env } = await installation();
  for (const [change, problem] of [
    [{ ORIKI_VAULT_TOKEN: '' }, 'ORIKI_VAULT_TOKEN is needed'],
    [{ ORIKI_KMS_ALLOW: '' }, 'ORIKI_VAULT_ADDR must not point to a private'],
    [
      {
        ORIKI_KMS: 'gcp',
        ORIKI_KMS_KEY: 'projects/p/locations/l/keyRings/r/cryptoKeys/k',
        ORIKI_GCP_CREDENTIALS_FILE: '/nonexistent',
      },
      'ORIKI_GCP_CREDENTIALS_FILE cannot be read (ENOENT)',
    ],
  ] as const) {
    const { code, stderr } = await cli(['kek', 'rewrap'], { ...env, ...change });
    expect(code).toBe(78);
    expect(stderr).toContain(problem);
  }
});
