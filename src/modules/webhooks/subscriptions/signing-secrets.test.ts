import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, TEST_SECRET, type TestApp } from '../../../../test/support/app.ts';
import { startReceiver, type Receiver } from '../../../../test/support/receiver.ts';
import { countRows } from '../../../../test/support/webhook-checks.ts';
import {
  eventually,
  rowsOf,
  sentinel,
  TIME,
  WebhookClient,
} from '../../../../test/support/webhook-client.ts';
import { EnvelopeError } from '../../../platform/crypto/envelope.ts';
import { openEnvelopes } from '../../../platform/crypto/envelopes.ts';
import { cleanUp } from '../deliveries/cleanup.ts';

let dataDir: string;
let app: TestApp;
let receiver: Receiver;
let client: WebhookClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriki-webhooks-'));
  receiver = await startReceiver();
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'], dataDir });
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  client = await WebhookClient.of(app);
});

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const URL = 'https://hooks.example.com/oriki';
const GOOD = { name: 'Ledger', url: URL, events: ['email.sent', 'file.*'] };

/** Returns a new path at the receiver for each test. */
let paths = 0;
function freshPath() {
  return `/p${(paths += 1)}`;
}
function arrived(path: string) {
  return receiver.requests.filter((request) => request.path === path);
}

describe('the secret', () => {
  /** Returns every table that contains the text, its bytes, or the bytes of its hex in the clear. */
  async function tablesWith(secret: string): Promise<string[]> {
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const needles = [
      secret.slice('whsec_'.length),
      bytes.toString('hex'),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').slice(0, 56),
    ];
    const { buckets } = app.db;
    const found = [];
    for (const { read } of buckets ? [...buckets.all, buckets.shared] : [app.db]) {
      const { rows: tables } = await sql<{ name: string }>`
        SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
        WHERE table_schema = ANY (current_schemas(false)) AND table_type = 'BASE TABLE'`.execute(
        read,
      );
      expect(tables.length).toBeGreaterThan(10);
      for (const { name } of tables) {
        const { rows } = await sql`SELECT FROM ${sql.table(name)} AS t
          WHERE EXISTS (SELECT 1 FROM unnest(${needles}::text[]) n WHERE position(n IN t::text) > 0)`.execute(
          read,
        );
        if (rows.length > 0) found.push(name);
      }
    }
    return found;
  }

  // contract: webhooks/secret-generated-create
  test('appears in the create answer and in no other answer, log or table', async () => {
    const path = freshPath();
    const headers = { 'idempotency-key': 'create-1' };
    const body = { ...GOOD, url: receiver.url(path), events: ['*'] };
    const answer = await client.call('POST', '', { body, headers });
    const { id, secret } = answer.body.data;
    const event = await client.publish('a.b');
    await client.attempted(id, event);
    const answers = [
      await client.call('GET'),
      await client.call('GET', `/${id}`),
      await client.call('PATCH', `/${id}`, { body: { name: 'Other' } }),
      await client.call('PATCH', `/${id}`, { body: {} }),
      await client.call('GET', `/${id}/deliveries`),
      await client.call('POST', `/${id}/test`),
      await client.call('POST', `/${id}/recover`, { body: { since: '2026-01-01' } }),
      await client.call('DELETE', `/${id}`),
    ];
    for (const { status, text } of answers) {
      expect(status, text).toBeLessThan(300);
      expect(text).not.toMatch(/whsec|secret/);
    }
    const [request] = arrived(path);
    expect(JSON.stringify([request!.headers, request!.body.toString()])).not.toContain(
      secret.slice(6),
    );
    expect(app.logs.join('\n')).not.toContain(secret.slice(6));
    expect(await tablesWith(secret)).toEqual([]);
    // A retry of the creation returns the same answer for 24 hours, so a lost answer can be requested again.
    expect((await client.call('POST', '', { body, headers })).text).toBe(answer.text);
  });

  test('from a rotation is also returned only once', async () => {
    const { id } = await client.create(URL);
    const headers = { 'idempotency-key': 'rotate-1' };
    const { secret } = (await client.call('POST', `/${id}/rotate-secret`, { headers })).body.data;
    expect(await tablesWith(secret)).toEqual([]);
    expect(app.logs.join('\n')).not.toContain(secret.slice(6));
  });

  // contract: webhooks/secret-generated-create
  test('is stored as an envelope in the wire format, which opens only as the secret of its row', async () => {
    const { id, secret } = await client.create(URL);
    const other = await WebhookClient.of(app);
    await other.create(URL);
    const [row] = await rowsOf(app, sql`SELECT * FROM webhook_secrets WHERE webhook_id = ${id}`);
    const base64 = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';
    expect(row.envelope).toMatch(
      new RegExp(`^local:v1:[0-9a-f]{8}\\|${base64}\\|${base64}\\|${base64}\\|${base64}$`),
    );
    const parts = row.envelope.split('|').slice(1);
    const lengths = parts.map((part: string) => Buffer.from(part, 'base64').length);
    expect(lengths).toEqual([60, 12, 16, secret.length]);

    const envelopes = await openEnvelopes({
      kms: 'local',
      keyFile: join(dataDir, 'keys.json'),
      serverSecret: TEST_SECRET,
    });
    const right = { orgId: client.org.id, id: row.id, kind: 'webhook-secret' };
    expect((await envelopes.open(right, row.envelope)).toString()).toBe(secret);
    for (const wrong of [
      { ...right, orgId: other.org.id },
      { ...right, id },
      { ...right, kind: 'identity-verification' },
    ])
      await expect(envelopes.open(wrong, row.envelope)).rejects.toThrow(EnvelopeError);
  });
});

describe('a secret without a KMS', () => {
  // contract: webhooks/secret-generated-create
  test('is sealed under the server secret, and creating, delivering and rotating work', async () => {
    const bare = await startTestApp({
      rateLimits: undefined,
      outboundAllow: ['127.0.0.0/8'],
      kms: 'none',
      dataDir: join(dataDir, 'none'),
    });
    try {
      const path = freshPath();
      const own = await WebhookClient.of(bare);
      const { id, secret } = await own.create(receiver.url(path));
      const [{ envelope }] = await rowsOf(bare, sql`SELECT envelope FROM webhook_secrets`);
      expect(envelope).toMatch(/^secret:v1\|/);
      await own.publish('a.b', { n: 1 });
      const [first] = await receiver.waitFor(1, { path });
      expect(receiver.verify(first!, secret).data).toEqual({ n: 1 });
      const rotated = await own.ask(200, 'POST', `/${id}/rotate-secret`);
      await own.publish('a.b', { n: 2 });
      const [, second] = await receiver.waitFor(2, { path });
      for (const valid of [secret, rotated.secret])
        expect(receiver.verify(second!, valid).data).toEqual({ n: 2 });
    } finally {
      await bare.stop();
    }
  });
});

describe('rotating the secret', () => {
  const rotate = (id: string) => client.ask(200, 'POST', `/${id}/rotate-secret`);

  // contract: webhooks/rotation-secret-old
  test('returns the new secret, and the end of the old one: in 24 hours', async () => {
    const { id, secret } = await client.create(URL);
    const before = Date.now();
    const rotated = await rotate(id);
    expect(rotated).toEqual({
      id,
      secret: expect.stringMatching(SECRET),
      previousSecretExpiresAt: expect.stringMatching(TIME),
    });
    expect(rotated.secret).not.toBe(secret);
    const left = Date.parse(rotated.previousSecretExpiresAt) - 86_400_000;
    expect(left).toBeGreaterThanOrEqual(before);
    expect(left).toBeLessThanOrEqual(Date.now());
  });

  // contract: webhooks/rotation-secret-old
  test('signs deliveries with the old and the new secret until the old one ends, then only with the new one', async () => {
    const path = freshPath();
    const { id, secret } = await client.create(receiver.url(path));
    const send = async (n: number) => {
      await client.publish('a.b', { n });
      return (await receiver.waitFor(n, { path })).at(-1)!;
    };
    const signatures = (request: { headers: Record<string, string> }) =>
      request.headers['webhook-signature']!.split(' ').length;
    const first = await send(1);
    const { secret: next } = await rotate(id);
    expect(signatures(first)).toBe(1);
    expect(() => receiver.verify(first, next)).toThrow();

    const during = await send(2);
    expect(signatures(during)).toBe(2);
    for (const valid of [secret, next]) expect(receiver.verify(during, valid).data.n).toBe(2);

    // The time is a day later. Dispatchers keep the end of a secret in memory, so they must reload.
    await sql`UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL`.execute(
      app.db.read,
    );
    await sql`UPDATE webhooks SET version = version + 1 WHERE id = ${id}`.execute(app.db.read);
    const after = await send(3);
    expect(signatures(after)).toBe(1);
    expect(receiver.verify(after, next).data.n).toBe(3);
    expect(() => receiver.verify(after, secret)).toThrow();
  });

  // contract: webhooks/rotation-secret-old
  test('by two concurrent calls succeeds for both and leaves one current secret; all three secrets sign', async () => {
    const path = freshPath();
    const { id, secret } = await client.create(receiver.url(path));
    const rotated = await Promise.all([rotate(id), rotate(id)]);
    const rows = await rowsOf(
      app,
      sql`SELECT expires_at IS NULL AS current FROM webhook_secrets WHERE webhook_id = ${id}`,
    );
    expect(rows.filter(({ current }) => current)).toHaveLength(1);
    expect(rows).toHaveLength(3);
    await client.publish('a.b');
    const [request] = await receiver.waitFor(1, { path });
    for (const valid of [secret, ...rotated.map((answer) => answer.secret)])
      receiver.verify(request!, valid);
  });

  test('keeps up to ten replaced secrets valid; the eleventh rotation returns 409 until one ends', async () => {
    const { id } = await client.create(URL);
    for (let i = 0; i < 10; i += 1) await rotate(id);
    const refused = await client.call('POST', `/${id}/rotate-secret`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    await sql`UPDATE webhook_secrets SET expires_at = now() WHERE ctid = (
      SELECT ctid FROM webhook_secrets WHERE webhook_id = ${id} AND expires_at IS NOT NULL LIMIT 1)`.execute(
      app.db.read,
    );
    await rotate(id);
    const db = await app.dbOf(client.org.id);
    const count = () =>
      countRows(db, sql`SELECT count(*) AS count FROM webhook_secrets WHERE webhook_id = ${id}`);
    expect(await count()).toBe(12);
    expect((await client.call('POST', `/${id}/rotate-secret`)).status).toBe(409);
    // The expired secret no longer verifies any request.
    await cleanUp(db);
    expect(await count()).toBe(11);
  });

  test('deletes only expired secrets: neither the current one nor one that still signs', async () => {
    const path = freshPath();
    const { id, secret } = await client.create(receiver.url(path));
    const [ended, second, third] = [secret, await rotate(id), await rotate(id)];
    await sql`UPDATE webhook_secrets SET expires_at = now() WHERE ctid = (
      SELECT ctid FROM webhook_secrets WHERE webhook_id = ${id} AND expires_at IS NOT NULL
      ORDER BY id LIMIT 1)`.execute(app.db.read);
    await cleanUp(await app.dbOf(client.org.id));
    const rows = await rowsOf(
      app,
      sql`SELECT expires_at FROM webhook_secrets WHERE webhook_id = ${id} ORDER BY id`,
    );
    expect(rows).toEqual([{ expires_at: expect.any(Date) }, { expires_at: null }]);
    await client.publish('a.b');
    const [request] = await receiver.waitFor(1, { path });
    for (const valid of [second.secret, third.secret]) receiver.verify(request!, valid);
    expect(() => receiver.verify(request!, ended)).toThrow();
  });

  test('is possible for a paused webhook', async () => {
    const { id } = await client.create(URL);
    await client.patch(id, { active: false });
    expect((await rotate(id)).secret).toMatch(SECRET);
    expect((await client.get(id)).active).toBe(false);
  });
});

describe('a secret that cannot be opened', () => {
  /** Damages the envelope, as if its key were missing. */
  const spoil = (id: string, which: 'current' | 'replaced') =>
    sql`WITH spoilt AS (
        UPDATE webhook_secrets SET envelope = overlay(envelope PLACING 'AAAAAAAA' FROM length(envelope) - 9)
        WHERE webhook_id = ${id} AND (expires_at IS NULL) = ${which === 'current'})
      UPDATE webhooks SET version = version + 1 WHERE id = ${id}`.execute(app.db.read);
  const complaints = (id: string) =>
    app.logs.filter((line) => line.includes('cannot be opened') && line.includes(id));
  /** Ends the lease, which otherwise takes some seconds. */
  const endLease = (id: string) =>
    sql`UPDATE webhook_lanes SET leased_until = '-infinity' WHERE webhook_id = ${id}`.execute(
      app.db.read,
    );

  test.each(['before the first delivery', 'while it is being served'])(
    'and was replaced has no effect: the current one signs alone, %s',
    async (when) => {
      const path = freshPath();
      const { id } = await client.create(receiver.url(path));
      if (when === 'while it is being served') {
        await client.publish('a.b', { n: 0 });
        await receiver.waitFor(1, { path });
      }
      const { secret } = await client.ask(200, 'POST', `/${id}/rotate-secret`);
      await spoil(id, 'replaced');
      const event = await client.publish('a.b', { n: 1 });
      const request = (
        await receiver.waitFor((all) => all.some((one) => one.id === event), { path })
      ).at(-1)!;
      expect(request.headers['webhook-signature']!.split(' ')).toHaveLength(1);
      expect(receiver.verify(request, secret).data).toEqual({ n: 1 });
      expect(complaints(id)[0]).toContain('"current":false');
    },
  );

  test('and has expired is not even read', async () => {
    const path = freshPath();
    const { id } = await client.create(receiver.url(path));
    const { secret } = await client.ask(200, 'POST', `/${id}/rotate-secret`);
    await sql`UPDATE webhook_secrets SET expires_at = now()
      WHERE webhook_id = ${id} AND expires_at IS NOT NULL`.execute(app.db.read);
    await spoil(id, 'replaced');
    await client.publish('a.b', { n: 1 });
    const [request] = await receiver.waitFor(1, { path });
    expect(receiver.verify(request!, secret).data).toEqual({ n: 1 });
    expect(complaints(id)).toEqual([]);
  });

  test.each(['before the first delivery', 'while it is being served'])(
    'and is the current one blocks all sending, even with the replaced one, until it can be opened: %s',
    async (when) => {
      const path = freshPath();
      const { id } = await client.create(receiver.url(path));
      const served = when === 'while it is being served';
      if (served) {
        await client.publish('a.b', { n: 0 });
        await receiver.waitFor(1, { path });
      }
      const { secret } = await client.ask(200, 'POST', `/${id}/rotate-secret`);
      const [{ envelope }] = await rowsOf(
        app,
        sql`SELECT envelope FROM webhook_secrets WHERE webhook_id = ${id} AND expires_at IS NULL`,
      );
      await spoil(id, 'current');
      const event = await client.publish('a.b', { n: 1 });
      await eventually(() => expect(complaints(id)[0]).toContain('"current":true'));
      // Other webhooks are served in the meantime.
      await sentinel(app, receiver);
      expect(arrived(path)).toHaveLength(served ? 1 : 0);
      expect(await client.delivery(id, event)).toMatchObject({
        status: 'pending',
        attemptCount: 0,
      });
      // First another attempt fails, and then one succeeds with the key restored.
      const before = complaints(id).length;
      await endLease(id);
      await eventually(() => expect(complaints(id).length).toBeGreaterThan(before));
      await sql`UPDATE webhook_secrets SET envelope = ${envelope}
        WHERE webhook_id = ${id} AND expires_at IS NULL`.execute(app.db.read);
      await endLease(id);
      const request = (
        await receiver.waitFor((all) => all.some((one) => one.id === event), { path })
      ).at(-1)!;
      expect(receiver.verify(request, secret).data).toEqual({ n: 1 });
    },
  );
});
