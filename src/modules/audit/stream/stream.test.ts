import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../../test/support/app.ts';
import { eventually } from '../../../../test/support/process.ts';
import { linkAll } from '../chain/linker.ts';
import { jobs } from '../jobs.ts';
import { sendLinked } from './stream.ts';
import type { StreamedAction } from './target.ts';

let folder: string;
let file: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-audit-stream-'));
  file = join(folder, 'audit.jsonl');
  app = await startTestApp({ auditStream: file, rateLimits: undefined });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

async function publish(org: TestOrg, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const answer = await app.call('POST', '/api/v1/channels', {
      key: org.key,
      body: { slug: `channel-${i}`, displayName: `C ${i}`, entityType: 'order' },
    });
    expect(answer.status, answer.text).toBe(201);
    ids.push(answer.body.data.id);
  }
  return ids;
}

async function streamed(path: string, org: TestOrg): Promise<StreamedAction[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const actions = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return actions.filter(({ organizationId }) => organizationId === org.id);
}

test('appends every action to the file in the order of its chain, even after the file has been rotated', async () => {
  const org = await app.org();
  const ids = await publish(org, 3);
  await eventually(async () => (await streamed(file, org)).length === 3);
  await rename(file, `${file}.1`);
  const made = await app.call('POST', '/api/v1/fraud/lists', {
    key: org.key,
    body: { name: 'A', kind: 'tenant_blocklist', source: 'a' },
  });
  expect(made.status).toBe(201);
  await eventually(async () => (await streamed(file, org)).length === 1);
  const all = [...(await streamed(`${file}.1`, org)), ...(await streamed(file, org))];
  expect(all.map(({ objectId }) => objectId)).toEqual([...ids, made.body.data.id]);
  const seqs = all.map(({ link }) => link.seq);
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  const { rows } = await (
    await app.dbOf(org.id)
  ).query(`SELECT seq, encode(hash, 'hex') AS hash FROM audit_links WHERE org_id = $1`, [org.id]);
  expect(rows).toEqual(expect.arrayContaining(all.map(({ link }) => link)));
});

test('sends again only rows that the target has not accepted', async () => {
  const waiting = await startTestApp({ role: 'api' });
  const other = await waiting.org();
  await waiting.call('POST', '/api/v1/fraud/lists', {
    key: other.key,
    body: { name: 'A', kind: 'tenant_blocklist', source: 'a' },
  });
  const own = await waiting.dbOf(other.id);
  await linkAll(own, pino({ level: 'silent' }), { streamed: true });
  const taken: StreamedAction[] = [];
  await expect(
    sendLinked(own, () => Promise.reject(new Error('the collector answered 503'))),
  ).rejects.toThrow('503');
  const sent = await sendLinked(own, async (actions) => void taken.push(...actions));
  expect(sent).toBe(taken.length);
  expect(taken.filter(({ organizationId }) => organizationId === other.id)).toMatchObject([
    { action: 'list.create' },
  ]);
  expect(await sendLinked(own, async () => {})).toBe(0);
  await waiting.stop();
});

test('logs reach a collector over OTLP, and wait while the collector rejects them', async () => {
  const bodies: string[] = [];
  let status = 503;
  const collector: Server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (status === 200) bodies.push(text);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const sending = await startTestApp({
    auditStream: 'otlp',
    auditStreamUrl: `http://127.0.0.1:${port}/v1/logs`,
  });
  try {
    const org = await sending.org();
    const made = await sending.call('POST', '/api/v1/fraud/lists', {
      key: org.key,
      body: { name: 'A', kind: 'tenant_blocklist', source: 'a' },
    });
    await eventually(() => sending.logs.some((line) => line.includes('audit-stream')));
    status = 200;
    const records = () =>
      bodies
        .flatMap((body) => JSON.parse(body).resourceLogs[0].scopeLogs[0].logRecords)
        .filter(({ body }) => body.stringValue === 'list.create');
    await eventually(() => records().length > 0, 15_000);
    const [record] = records();
    const attributes = Object.fromEntries(
      record.attributes.map(({ key, value }: { key: string; value: { stringValue: string } }) => [
        key,
        value.stringValue,
      ]),
    );
    expect(attributes).toMatchObject({
      'oriki.organization.id': org.id,
      'oriki.audit.object.id': made.body.data.id,
      'oriki.audit.actor.kind': 'key',
      'client.address': '127.0.0.1',
    });
    expect(Number(record.timeUnixNano)).toBeGreaterThan(1.7e18);
  } finally {
    await sending.stop();
    collector.close();
  }
});

test('a process without a stream polls no bucket for actions to send', () => {
  const services = { db: app.db, log: pino({ enabled: false }), auditStream: undefined };
  const { runners } = jobs.find(({ name }) => name === 'audit-stream')!;
  expect(runners!(services)).toBe(0);
  expect(runners!({ ...services, auditStream: async () => {} })).toBe(1);
});
