import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp } from '../../../../test/support/app.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { newId } from '../../../platform/ids.ts';
import { MAX_FILE_BYTES } from './schemas.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: CaseClient;
let id: string;
beforeEach(async () => {
  client = await CaseClient.of(app);
  ({ id } = await client.make());
});

const TABLES = ['cases', 'case_notes', 'case_files', 'case_contents', 'case_history'];
const OTHERS = ['idempotency_records', 'audit_actions', 'events'];

function file(content: Buffer | string, more: object = {}) {
  const base64 = Buffer.from(content as string).toString('base64');
  return { name: 'Passport of Ada.pdf', contentType: 'application/pdf', base64, ...more };
}
function attach(body: object): Promise<{ id: string; caseId: string; size: number }> {
  return client.ask(201, 'POST', `/${id}/files`, body);
}

describe('a file of a case', () => {
  test('has up to 10 MiB; reading it returns the same bytes and writes an audit row', async () => {
    const content = Buffer.alloc(MAX_FILE_BYTES, 'Ada Obi ');
    const attached = await attach(file(content));
    expect(attached).toEqual({ id: attached.id, caseId: id, size: MAX_FILE_BYTES });
    const read = await client.ask(200, 'GET', `/${id}/files/${attached.id}`);
    expect(Buffer.from(read.base64, 'base64').equals(content)).toBe(true);
    const shown = {
      id: attached.id,
      name: 'Passport of Ada.pdf',
      contentType: 'application/pdf',
      sha256: createHash('sha256').update(content).digest('hex'),
      size: MAX_FILE_BYTES,
    };
    expect(read).toMatchObject(shown);
    expect((await client.read(id)).files).toMatchObject([shown]);
    const { key } = client.org;
    const audit = await app.call('GET', `/api/v1/audit?object=${attached.id}`, { key });
    expect(audit.body.data.items).toMatchObject([{ action: 'case.read_file' }]);
    const head = await client.call('HEAD', `/${id}/files/${attached.id}`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(read.base64.length);
    await client.ask(200, 'DELETE', `/${id}/files/${attached.id}`);
    expect((await client.call('GET', `/${id}/files/${attached.id}`)).status).toBe(404);
    expect((await client.read(id)).history.map(({ change }) => change)).toEqual([
      'created',
      'file_added',
      'file_removed',
    ]);
  });

  test('is rejected if it is one byte too long, if it is invalid base64, and if its media type is invalid', async () => {
    for (const [body, path] of [
      [file(Buffer.alloc(MAX_FILE_BYTES + 1)), 'base64'],
      [file('', { base64: 'dGVzdA' }), 'base64'],
      [file('', { base64: 'data:text/plain;base64,dGVzdA==' }), 'base64'],
      [file('x', { contentType: 'text' }), 'contentType'],
      [file('x', { name: ' ' }), 'name'],
    ] as const) {
      const answer = await client.call('POST', `/${id}/files`, body);
      expect([answer.status, answer.body.error.details[0].path], answer.text).toEqual([400, path]);
    }
    expect((await client.read(id)).files).toEqual([]);
  });

  test('is visible only in its case and organization; a case has at most 20', async () => {
    const attached = await attach(file('x'));
    const { id: second } = await client.make();
    const other = await CaseClient.of(app);
    const { id: foreign } = await other.make();
    for (const [who, caseId] of [
      [client, second],
      [client, newId('case')],
      [other, id],
      [other, foreign],
    ] as const)
      for (const method of ['GET', 'DELETE'])
        expect((await who.call(method, `/${caseId}/files/${attached.id}`)).status).toBe(404);
    await Promise.all(Array.from({ length: 19 }, () => attach(file('y'))));
    expect(await client.conflict('POST', `/${id}/files`, file('z'))).toBe(
      'a case has at most 20 files',
    );
  });
});

test('notes and files never appear in the clear in tables, events, the audit log, stored answers or logs', async () => {
  const secret = 'Ogunbanjo of Abeokuta';
  const headers = { 'idempotency-key': 'secret-note' };
  const { key } = client.org;
  const send = (path: string, body: object) =>
    app.call('POST', `/api/v1/cases${path}`, { key, body, headers });
  expect((await send('', { subjectId: 's', note: secret })).status).toBe(201);
  expect((await send(`/${id}/notes`, { text: secret })).status).toBe(201);
  const named = file(secret, { name: secret });
  expect((await send(`/${id}/files`, named)).status).toBe(201);
  await client.change(id, { expectedRevision: 1, status: 'ESCALATED' });
  const read = await client.read(id);
  expect([read.notes[0]!.text, read.files[0]!.name]).toEqual([secret, secret]);
  const db = await app.dbOf(client.org.id);
  const encoded = [Buffer.from(secret), Buffer.from(Buffer.from(secret).toString('base64'))];
  for (const table of [...TABLES, ...OTHERS]) {
    const { rows } = await db.query(`SELECT t::text AS row FROM ${table} AS t WHERE org_id = $1`, [
      client.org.id,
    ]);
    expect(rows.length, table).toBeGreaterThan(0);
    const text = rows.map(({ row }) => row).join('\n');
    for (const bytes of [...encoded, Buffer.from('Ogunbanjo')]) {
      expect(text, table).not.toContain(bytes.toString());
      expect(text, table).not.toContain(bytes.toString('hex'));
    }
  }
  expect(app.logs.join('')).not.toContain('Ogunbanjo');
});

test('notes and files are rejected if no personal data is stored', async () => {
  const without = await startTestApp({ rateLimits: undefined, role: 'api', kms: 'none' });
  try {
    const own = await CaseClient.of(without);
    const made = await own.make();
    for (const [path, body] of [
      [`/${made.id}/notes`, { text: 'x' }],
      [`/${made.id}/files`, file('x')],
      ['', { subjectId: 's', note: 'x' }],
    ] as const) {
      const { status, body: answer } = await own.call('POST', path, body);
      expect([status, answer.error.code]).toEqual([403, 'SERVICE_DISABLED']);
    }
    expect((await own.read(made.id)).notes).toEqual([]);
    expect(await own.list()).toEqual([made.id]);
  } finally {
    await without.stop();
  }
});
