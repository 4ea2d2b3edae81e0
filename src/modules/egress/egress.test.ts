import { createHash } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { oriki } from '../../../test/support/command-line.ts';
import { startReceiver, type Receiver } from '../../../test/support/receiver.ts';
import { loadConfig, type Config } from '../../config/config.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { egressRules } from '../../start/open/egress.ts';
import type { EgressReport, SignedEgressReport } from './schemas.ts';

const DELIVERING = { rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] };
const LISTED: Partial<Config> = {
  ...DELIVERING,
  egress: 'listed',
  egressHosts: ['127.0.0.1'],
};

let receiver: Receiver;
let app: TestApp;
let platform: string;
let host: string;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp(LISTED);
  platform = await app.platformKey();
  host = new URL(receiver.url('/')).host;
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

/** Returns the row of webhooks to a host, from the answer of the command. */
async function destination(at: string) {
  const { stdout } = await oriki(['egress', '--json'], app.env);
  const { items } = JSON.parse(stdout) as { items: EgressReport['destinations'] };
  return items.find(({ purpose, host: of }) => purpose === 'webhook' && of === at);
}

async function subscription(to: TestApp, key: string, url: string) {
  return to.call('POST', '/api/v1/webhooks', {
    key,
    body: { name: 'egress', url, events: ['*'] },
  });
}

describe('the list of hosts', () => {
  test('rejects a subscription to another host, with the reason', async () => {
    const { key } = await app.org();
    const { status, body } = await subscription(app, key, 'https://hooks.example.com/in');
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { path: 'url', message: 'must have a host that the operator of this service allows' },
    ]);
    expect((await subscription(app, key, receiver.url('/in'))).status).toBe(201);
  });

  test('rejects the addresses of images and of origins of lists', async () => {
    const { key } = await app.org();
    const image = await app.call('POST', '/api/v1/identity/liveness', {
      key,
      body: { subjectId: 'customer-1', image: { url: 'https://images.example.com/1.jpg' } },
    });
    expect(image.status, image.text).toBe(400);
    expect(image.text).toContain('the operator of this service allows');
  });

  test('refuses deliveries to a host that is no longer listed, and counts them', async () => {
    const { id, key } = await app.org();
    receiver.behave('/later', { status: 204 });
    expect((await subscription(app, key, receiver.url('/later'))).status).toBe(201);
    const strict = await startTestApp(
      { ...LISTED, egressHosts: ['hooks.example.com'], role: 'all' },
      app.databaseUrl,
    );
    const doctor = await strict.call('GET', '/api/v1/admin/diagnosis', { key: platform });
    expect(
      doctor.body.data.checks.find(({ check }: { check: string }) => check === 'egress'),
    ).toMatchObject({ status: 'warn', message: expect.stringContaining(`${host} (webhook)`) });
    const { body } = await strict.call('GET', '/api/v1/admin/egress', { key: platform });
    const row = body.data.destinations.find((one: { host: string }) => one.host === host);
    expect(row).toMatchObject({ isAllowed: false, isForAll: false, source: 'subscriptions' });
    expect(row.organizationIds).toContain(id);
    await strict.stop();
  });
});

describe('the report', () => {
  test('has the bytes and the organization of a delivery after the process has ended', async () => {
    const sender = await startTestApp(LISTED, app.databaseUrl);
    const { id, key } = await sender.org();
    receiver.behave('/sent', { status: 204 });
    expect((await subscription(sender, key, receiver.url('/sent'))).status).toBe(201);
    await sender.call('POST', '/api/v1/events', { key, body: { type: 'toy.made', data: {} } });
    await expect
      .poll(() => receiver.requests.filter(({ path }) => path === '/sent').length)
      .toBe(1);
    await sender.stop();
    await app.stop();
    const row = (await destination(host))!;
    expect(row.organizationIds).toContain(id);
    expect(row.requests).toBeGreaterThanOrEqual(1);
    expect(row.bytesSent).toBeGreaterThan(200);
    expect(Date.parse(row.lastUsedAt!)).toBeGreaterThan(Date.now() - 60_000);
    app = await startTestApp(LISTED, app.databaseUrl);
    // The report knows the host of a former provider from its counts.
    await app.db.query(
      `INSERT INTO shared.egress_uses VALUES ('platform', 'provider', 'vendor.example.com', 3, 0, 30, 40, now())`,
    );
    const { body } = await app.call('GET', '/api/v1/admin/egress', { key: platform });
    expect(
      body.data.destinations.find((one: { host: string }) => one.host === 'vendor.example.com'),
    ).toMatchObject({ source: 'counts', isAllowed: false, requests: 3, bytesReceived: 40 });
    const { rows } = await app.db.query(
      `SELECT org_id FROM shared.egress_uses WHERE org_id = $1 AND purpose = 'webhook'`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('contains only hosts that are named or counted', async () => {
    const { stdout } = await oriki(['egress', '--json'], app.env);
    const { items, mode } = JSON.parse(stdout) as EgressReport & {
      items: EgressReport['destinations'];
    };
    expect(mode).toBe('open');
    expect(new Set(items.map(({ purpose }) => purpose))).toEqual(
      new Set(['provider', 'image', 'webhook']),
    );
    expect(items.find(({ purpose }) => purpose === 'image')).toMatchObject({
      host: '*',
      source: 'ORIKI_EGRESS',
      sends: ['addresses'],
      isForAll: true,
    });
  });

  test('names databases, except those by a socket on the same machine', async () => {
    const config = loadConfig({
      DATABASE_URL: 'postgresql://oriki:secret@db.example.com:6432/oriki',
      ORIKI_SERVERS: 'b=postgresql://oriki@b.example.com/oriki c=postgresql://o@/o?host=/run/pg',
    });
    const { configured } = await egressRules(config, { providers: [], chains: [] } as never, []);
    expect(configured.filter(({ purpose }) => purpose === 'database')).toEqual([
      { purpose: 'database', host: 'db.example.com:6432', source: 'DATABASE_URL' },
      { purpose: 'database', host: 'b.example.com', source: 'ORIKI_SERVERS' },
    ]);
  });

  test('names the hosts of settings, and the data that each host gets', async () => {
    const { stdout, stderr } = await oriki(['egress', '--json'], {
      ...app.env,
      ORIKI_EGRESS: 'listed',
      ORIKI_EGRESS_HOSTS: 'hooks.example.com',
      ORIKI_KMS: 'vault',
      ORIKI_KMS_KEY: 'oriki',
      ORIKI_VAULT_ADDR: 'https://vault.example.com:8200',
      ORIKI_VAULT_TOKEN: 'token',
      ORIKI_VALKEY_URL: 'rediss://valkey.example.com:6380',
      ORIKI_RATE_LIMIT_STORE: 'valkey',
      ORIKI_EXPORT_S3_BUCKET: 'exports',
      ORIKI_EXPORT_S3_ENDPOINT: 'https://minio.example.com:9000',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318',
      ORIKI_AUDIT_STREAM: 'otlp',
    });
    const { items } = JSON.parse(stdout || stderr) as { items: EgressReport['destinations'] };
    const hosts = items.map(({ purpose, host: at }) => `${purpose} ${at}`);
    expect(hosts).toEqual(
      expect.arrayContaining([
        'image hooks.example.com',
        'key_service vault.example.com:8200',
        'rate_limits valkey.example.com:6380',
        'export_store minio.example.com:9000',
        'credentials 169.254.169.254',
        'traces collector.example.com:4318',
        'audit_stream collector.example.com:4318',
      ]),
    );
  });

  test('is signed by the installation, and the audit chain covers its hash', async () => {
    const { status, body } = await app.call('GET', '/api/v1/admin/egress/file', { key: platform });
    expect(status).toBe(200);
    const { sha256, signature, ...document } = body.data as SignedEgressReport;
    const text = canonicalJson(document);
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    const [header, , mark] = signature.split('.');
    const { keys } = (await app.call('GET', '/.well-known/oriki-keys.json')).body;
    await compactVerify(
      `${header}.${Buffer.from(text).toString('base64url')}.${mark}`,
      async ({ kid }) => importJWK(keys.find((key: { kid: string }) => key.kid === kid)),
    );
    const log = await app.call('GET', '/api/v1/admin/audit?action=egress.sign', { key: platform });
    expect(log.body.data.items[0]).toMatchObject({ after: { sha256 } });

    const { stdout } = await oriki(['egress', '--signed', '--json'], app.env);
    const byCommand = JSON.parse(stdout) as SignedEgressReport;
    const after = await app.call('GET', '/api/v1/admin/audit?action=egress.sign', {
      key: platform,
    });
    expect(after.body.data.items[0]).toMatchObject({
      actor: { kind: 'command' },
      after: { sha256: byCommand.sha256 },
    });
  });
});
