import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, type CallOptions } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { cleanUp, eventually, service, tenant, type ServiceProcess } from '../support/process.ts';

let databaseUrl: string;
let owner: Awaited<ReturnType<typeof tenant>>;
let process: ServiceProcess;

beforeAll(async () => {
  databaseUrl = await cloneDatabase();
  owner = await tenant(databaseUrl);
  process = await service({
    DATABASE_URL: databaseUrl,
    ORIKI_ADMIN_PORT: '0',
    ORIKI_LOG_LEVEL: 'trace',
    ORIKI_RATE_LIMITS: 'lists=40,failed-authentication=3',
  }).ready();
});
afterAll(cleanUp);

/** Texts that must never be seen outside of the request and the database. */
const MARKED = {
  name: 'Zzmarkedname Zzfamily',
  dob: '1911-11-11',
  identifier: 'zzident-47114711',
  raw: 'zzraw-47114711',
  listName: 'Zzlist Title',
  source: 'zzsource-47114711',
  subject: 'zzsubject-47114711',
  idempotencyKey: 'zzidem-47114711',
  query: 'zzquery-47114711',
  wrongKey: 'ork_zzwrongkey',
};

const PATTERNS = [/zz[a-z]+/i, /1911-11-11/, /47114711/, /ork_/];
/** Ids are random letters, which may form any word. */
function withoutIds(text: string): string {
  return text.replaceAll(/\b[a-z]{1,16}_[0-7][0-9a-hjkmnp-tv-z]{25}(-[0-9a-z]+)?/g, '');
}

test('no log line and no metric contains personal data or a key, even for errors; each request has one line', async () => {
  const { key } = owner;
  const sent: { operation: string; status: number }[] = [];
  const send = async (
    operation: string,
    status: number,
    method: string,
    path: string,
    options: CallOptions = {},
  ) => {
    const answer = await call(process.url, method, path, { key, ...options });
    expect([operation, answer.status]).toEqual([operation, status]);
    sent.push({ operation, status });
    return answer;
  };
  const entries = [
    {
      name: MARKED.name,
      dob: MARKED.dob,
      identifiers: { passport: MARKED.identifier },
      raw: { note: MARKED.raw },
    },
  ];
  const list = { source: MARKED.source, name: MARKED.listName, kind: 'tenant_blocklist' };
  const idempotency = { 'idempotency-key': MARKED.idempotencyKey };

  const { body } = await send('createScreeningList', 201, 'POST', '/api/v1/fraud/lists', {
    body: list,
  });
  const path = `/api/v1/fraud/lists/${body.data.id}`;
  await send('createScreeningList', 409, 'POST', '/api/v1/fraud/lists', {
    body: list,
    headers: idempotency,
  });
  const add = { body: { entries }, headers: idempotency };
  await send('addScreeningEntries', 201, 'POST', `${path}/entries`, add);
  await send('addScreeningEntries', 201, 'POST', `${path}/entries`, add);
  const other = { ...add, body: { entries: [{ name: MARKED.listName }] } };
  await send('addScreeningEntries', 201, 'POST', `${path}/entries`, other);
  await send('addScreeningEntries', 400, 'POST', `${path}/entries`, {
    body: { entries: [{ ...entries[0], dob: '1911-11-99', [MARKED.raw]: 1 }] },
  });
  await send('addScreeningEntries', 400, 'POST', `${path}/entries`, {
    raw: `{"entries":[{"name":"${MARKED.name}"`,
  });
  await send('addScreeningEntries', 400, 'POST', `${path}/entries`, {
    body: { entries: [{ name: `${MARKED.name}\0` }] },
  });
  await send('addScreeningEntries', 415, 'POST', `${path}/entries`, {
    raw: MARKED.name,
    headers: { 'content-type': 'text/zzplain-47114711' },
  });
  await send('listScreeningEntries', 200, 'GET', `${path}/entries?limit=10`);
  await send('listScreeningEntries', 400, 'GET', `${path}/entries?limit=${MARKED.query}`);
  await send('screenName', 200, 'POST', '/api/v1/fraud/screen', {
    body: { name: MARKED.name, dob: MARKED.dob, subjectId: MARKED.subject },
  });
  await send('listScreenings', 200, 'GET', `/api/v1/fraud/screenings?subjectId=${MARKED.subject}`);
  await send('none', 404, 'GET', `/api/v1/${MARKED.query}?name=${MARKED.query}`);
  await send('getScreeningList', 404, 'GET', `/api/v1/fraud/lists/${MARKED.query}`);
  await send('none', 400, 'GET', `/api/v1/fraud/lists/${MARKED.query}%zz`);
  await send('none', 405, 'PUT', path, { body: list });
  for (const status of [401, 401, 401, 429])
    await send('listScreeningLists', status, 'GET', '/api/v1/fraud/lists', {
      key: MARKED.wrongKey,
    });

  // Errors of the database quote values; this one is unexpected.
  const client = new Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();
  await client.query(
    `ALTER TABLE screening_entries ADD CONSTRAINT surprise CHECK (name NOT LIKE 'Zz%') NOT VALID`,
  );
  await send('addScreeningEntries', 500, 'POST', `${path}/entries`, { body: { entries } });
  await send('addScreeningEntries', 500, 'POST', `${path}/entries`, {
    body: { entries },
    headers: { 'idempotency-key': `${MARKED.idempotencyKey}-2` },
  });
  await client.query(
    'ALTER TABLE screenings ADD CONSTRAINT surprise CHECK (query::text = hits::text) NOT VALID',
  );
  await send('screenName', 500, 'POST', '/api/v1/fraud/screen', {
    body: { name: MARKED.name, dob: MARKED.dob },
  });
  await client.end();

  const requestLines = () => process.logs().filter(({ msg }) => msg === 'request');
  await eventually(() => requestLines().length >= sent.length);
  expect(requestLines().map(({ operation, status }) => ({ operation, status }))).toEqual(sent);
  for (const line of requestLines()) {
    expect(line['durationMs']).toBeTypeOf('number');
    expect(line['requestId']).toMatch(/^req_/);
    // Rejected keys have no owner; unknown routes require no key.
    const known = line['operation'] !== 'none' && line['status'] !== 401 && line['status'] !== 429;
    expect([line['orgId'], line['keyId']]).toEqual(
      known ? [owner.id, owner.keyId] : [undefined, undefined],
    );
  }
  // Only a caller that reads the header knows that its entries were not added.
  const mismatches = process.logs().filter(({ msg }) => /idempotency key/.test(String(msg)));
  expect(mismatches).toHaveLength(1);
  expect(mismatches[0]).toMatchObject({ level: 'warn', operation: 'addScreeningEntries' });
  expect(mismatches[0]).toMatchObject({ orgId: owner.id, requestId: expect.any(String) });
  // Each failure of the service left a log line that names the place, without the data.
  const failures = process.logs().filter(({ msg }) => msg === 'request failed');
  expect(failures).toHaveLength(3);
  for (const { err } of failures)
    expect(err).toMatchObject({ code: '23514', constraint: 'surprise' });

  const metrics = await (await fetch(`${process.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(
    /oriki_http_request_duration_seconds_count\{operation="addScreeningEntries",status="500"\} 2/,
  );
  for (const pattern of PATTERNS) {
    expect(withoutIds(process.stdout)).not.toMatch(pattern);
    expect(process.said).not.toMatch(pattern);
    expect(metrics).not.toMatch(pattern);
  }
});

test("keeps a caller's own request id, and never a malformed one", async () => {
  const good = await call(process.url, 'GET', '/livez', { headers: { 'x-request-id': 'mine-1' } });
  expect(good.headers.get('x-request-id')).toBe('mine-1');
  const bad = await call(process.url, 'GET', '/livez', {
    headers: { 'x-request-id': 'ada@example.com' },
  });
  expect(bad.headers.get('x-request-id')).toMatch(/^req_/);
  await eventually(() => process.logs().some(({ requestId }) => requestId === 'mine-1'));
  expect(withoutIds(process.stdout)).not.toContain('ada@');
});

test('serves /metrics only on the admin port, and the probes on both', async () => {
  expect((await call(process.url, 'GET', '/metrics')).status).toBe(404);
  const metrics = await fetch(`${process.adminUrl}/metrics`);
  expect(metrics.status).toBe(200);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain/);
  for (const base of [process.url, process.adminUrl])
    for (const probe of ['/livez', '/readyz'])
      expect((await call(base, 'GET', probe)).status).toBe(200);
  expect(
    (await call(process.adminUrl, 'GET', '/api/v1/fraud/lists', { key: owner.key })).status,
  ).toBe(404);

  const without = await service({ DATABASE_URL: databaseUrl }).ready();
  expect(without.logs().find(({ msg }) => msg === 'ready')).not.toHaveProperty('adminUrl');
  expect((await call(without.url, 'GET', '/metrics')).status).toBe(404);
  await without.stop();
});
