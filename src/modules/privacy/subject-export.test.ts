import { sql, type RawBuilder } from 'kysely';
import { describe, expect, test } from 'vitest';
import { repeatActions } from '../../../test/support/audit-actions.ts';
import { MARKS, SubjectClient } from '../../../test/support/subject-client.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { MODULES } from '../index.ts';
import { tablesOf, type ModuleTables } from '../module.ts';
import { MAX_PER_DAY } from './subject-export.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
const ID = 'customer-1';
const EXPORT = `/subjects/${ID}/export`;
const ROLES = ['privacy', 'auditor'];

async function place(roles = ROLES) {
  const client = await SubjectClient.of(app);
  await client.fill(ID);
  const { session, id } = await app.person(client.org.id, roles, 'Ada Obi');
  const get = (path = EXPORT, as = session) => client.call('GET', path, undefined, { session: as });
  return { client, personId: id, session, get };
}

async function countOf(orgId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM subject_exports WHERE org_id = ${orgId}`.execute(app.db.read);
  return rows[0]!.n;
}

const TABLES: ModuleTables = tablesOf(MODULES);

/** Selects the rows of a table about the subject, by the path that its manifest declares. */
function rowsOf(table: string, orgId: string): RawBuilder<unknown> {
  const path = TABLES[table]!.personal!.subject!;
  const rows = sql`SELECT * FROM ${sql.table(table)} WHERE org_id = ${orgId}`;
  if (typeof path === 'string' || 'only' in path)
    return sql`${rows} AND ${sql.ref(typeof path === 'string' ? path : path.column)} = ${ID}`;
  return sql`${rows} AND ${sql.ref(path.column)} IN
    (SELECT ${sql.ref(path.key)} FROM (${rowsOf(path.table, orgId)}) AS p)`;
}

describe('an export', () => {
  test('contains every text that is stored about the subject, decrypted, and nothing about others', async () => {
    const { client, get, personId } = await place();
    await client.ask('POST', '/identity/verify-bvn', {
      subjectId: 'customer-2',
      bvn: '22222222220',
      matchAgainst: { firstName: 'Zainab', lastName: 'Danjuma' },
    });
    const { status, text, body } = await get();
    expect(status, text.slice(0, 300)).toBe(200);
    const { content, ...texts } = MARKS;
    for (const mark of Object.values(texts)) expect(text, mark).toContain(mark);
    expect(text).toContain(Buffer.from(content).toString('base64'));
    expect(text).not.toContain('Danjuma');
    expect(text).not.toContain('Of others');
    expect(body.data).toMatchObject({
      subjectId: ID,
      organizationId: client.org.id,
      exportedBy: personId,
      reasonCode: 'customer_request',
      omitted: [],
    });
    const { areas } = body.data;
    expect(Object.keys(areas)).toEqual(body.data.included);
    const [waiting, answered] = areas.verifications;
    expect([waiting.answer, waiting.request.identifier]).toEqual([null, MARKS.waiting]);
    expect(answered).toMatchObject({ request: null, reveals: [{ reason: MARKS.reveal }] });
    expect(areas.hits[0].decisions[0].reason.text).toBe(MARKS.decision);
    expect(areas.threads).toHaveLength(2);
  });

  test('has every row that the declared paths find', async () => {
    const { client, get } = await place();
    const { text } = await get();
    const empty: string[] = [];
    for (const [table, { personal }] of Object.entries(TABLES)) {
      const path = personal?.subject;
      if (path === undefined) continue;
      const { rows } = await sql<Record<string, string>>`${rowsOf(table, client.org.id)}`.execute(
        app.db.read,
      );
      if (rows.length === 0) empty.push(table);
      const named = typeof path === 'string' ? path : path.column;
      for (const row of rows)
        // Operators alone see the ids of dead letters.
        expect(text, table).toContain(
          table === 'dead_letters' ? row[named] : (row['id'] ?? row[named]),
        );
    }
    expect(empty.toSorted()).toEqual(['approvals', 'screening_job_rows', 'subject_erasures']);
  });

  test('can also be a page without scripts, sent as a file that is not cached', async () => {
    const { get } = await place();
    const { status, text, headers } = await get(`${EXPORT}?format=html`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="subjectexport_/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const { content: _, ...texts } = MARKS;
    for (const mark of Object.values(texts)) expect(text, mark).toContain(mark);
    expect(text).not.toContain('<script');
    expect(text.trimEnd()).toMatch(/<\/html>$/);
  });

  test('shows markup in texts as text', async () => {
    const { client, get } = await place();
    const evil = '<script>alert("1")</script>';
    await client.ask('POST', '/cases', { subjectId: ID, note: evil });
    const { text } = await get(`${EXPORT}?format=html`);
    expect(text).not.toContain(evil);
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)');
  });

  test('has the events that name the subject or a record about it, and how long items stay', async () => {
    const { client, get } = await place();
    const data = { customer: ID, note: 'Event Mark' };
    const { id } = await client.ask('POST', '/events', { type: 'company.note', data });
    await client.ask('POST', '/events', { type: 'company.note', data: { customer: 'other' } });
    const { areas, retention } = (await get()).body.data;
    expect(areas.events).toContainEqual({
      id,
      type: 'company.note',
      timestamp: expect.any(String),
      data,
    });
    expect(JSON.stringify(areas.events)).not.toContain('"other"');
    expect(retention).toContainEqual({ area: 'events', class: 'delivery_bodies', days: 30 });
    expect(retention).toContainEqual({ area: 'messages', class: 'messages', days: null });
  });

  test('omits areas that the person may not read, and lists them', async () => {
    const { get } = await place(['privacy']);
    const { body, text } = await get();
    expect(body.data.included).toEqual([
      'verifications',
      'consents',
      'verificationSessions',
      'approvals',
      'legalHolds',
      'erasures',
      'exports',
    ]);
    expect(body.data.omitted).toContainEqual({
      area: 'caseFiles',
      title: 'Files of cases',
      needs: 'cases:manage',
    });
    expect(text).toContain(MARKS.number);
    expect(text).not.toContain(MARKS.note);
    expect((await get(`${EXPORT}?format=html`)).text).toContain('Files of cases (cases:manage)');
  });

  test('is in the audit log with its code and areas, in an event and in the next answer, and leaves no other text', async () => {
    const { client, get, personId } = await place();
    const { exportId, included } = (await get(`${EXPORT}?reasonCode=legal_request`)).body.data;
    const log = await client.ask('GET', '/audit?action=subject.export');
    expect(log.items).toMatchObject([
      {
        objectId: ID,
        actor: { kind: 'person', id: personId },
        after: { exportId, reasonCode: 'legal_request', included },
      },
    ]);
    const { areas } = await client.ask('GET', `/subjects/${ID}`);
    expect(areas.exports.items).toMatchObject([{ id: exportId, exportedBy: personId }]);
    const { rows } = await sql<{ type: string; body: string }>`
      SELECT type, body FROM events WHERE org_id = ${client.org.id}
      AND type = 'subject.exported'`.execute(app.db.read);
    expect(rows.map(({ body }) => JSON.parse(body).data)).toEqual([
      { event: 'SUBJECT_EXPORTED', exportId, subjectId: ID },
    ]);
    for (const mark of [MARKS.note, MARKS.number, MARKS.decision])
      expect(app.logs.join('\n')).not.toContain(mark);
  });

  test('is refused to keys, to people without the right, to readers, and after an old sign-in', async () => {
    const { client, get, session } = await place();
    expect((await client.call('GET', EXPORT)).body.error.message).toContain('requires a person');
    for (const role of ['analyst', 'auditor']) {
      const { session: other } = await app.person(client.org.id, [role]);
      expect((await get(EXPORT, other)).status, role).toBe(403);
    }
    await app.db.pool.query(
      `UPDATE sessions SET authenticated_at = now() - interval '1 day' WHERE org_id = $1`,
      [client.org.id],
    );
    const old = await get(EXPORT, session);
    expect([old.status, old.body.error.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect(await countOf(client.org.id)).toBe(0);
  });

  test('is not begun by HEAD', async () => {
    const { client, session } = await place();
    const answer = await client.call('HEAD', EXPORT, undefined, { session });
    expect(answer.status).toBe(405);
    expect(await countOf(client.org.id)).toBe(0);
  });

  test('of an unknown subject, or a subject of another organization, returns 404 and is not recorded', async () => {
    const { get } = await place();
    const other = await place();
    const none = await get('/subjects/unknown/export');
    expect([none.status, none.body.error.message]).toEqual([404, 'subject not found']);
    const foreign = await SubjectClient.of(app);
    const { session } = await app.person(foreign.org.id, ROLES);
    expect((await get(EXPORT, session)).status).toBe(404);
    expect(await countOf(foreign.org.id)).toBe(0);
    expect(await countOf(other.client.org.id)).toBe(0);
  });

  test.each(['format=pdf', 'reasonCode=curiosity', 'reason=x'])(
    'rejects %s with 400',
    async (query) => {
      const { get } = await place();
      const answer = await get(`${EXPORT}?${query}`);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  test('is rejected above the limit of a person in 24 hours, even for two simultaneous requests', async () => {
    const { client, get } = await place();
    expect((await get()).status).toBe(200);
    await repeatActions(app.db, client.org.id, 'subject.export', MAX_PER_DAY - 2);
    const both = await Promise.all([get(), get()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    const over = await get();
    expect(over.body.error.code).toBe('RATE_LIMITED');
    expect(Number(over.headers.get('retry-after'))).toBeLessThanOrEqual(24 * 3600);
    const { session: other } = await app.person(client.org.id, ROLES);
    expect((await get(EXPORT, other)).status).toBe(200);
    expect(await countOf(client.org.id)).toBe(3);
  });

  test('needs another person where a reveal needs one, once for each request', async () => {
    const { client, get, session } = await place();
    const { session: admin } = await app.person(client.org.id, ['admin']);
    await client.ask(
      'PATCH',
      '/approvals/settings',
      { actions: ['verification.reveal'] },
      {
        session: admin,
      },
    );
    expect((await get()).body.error.code).toBe('APPROVAL_REQUIRED');
    const { session: colleague } = await app.person(client.org.id, ROLES);
    const request = {
      action: 'subject.export',
      objectId: ID,
      reason: 'The customer asked for it.',
    };
    const asked = await client.ask('POST', '/approvals', request, { session: colleague });
    expect((await get(EXPORT, colleague)).body.error.code).toBe('APPROVAL_REQUIRED');
    const both = await Promise.all([get(), get(EXPORT, session)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const { areas } = await client.ask('GET', `/subjects/${ID}`);
    expect(areas.exports.items).toMatchObject([{ approvalId: asked.id }]);
    const unknown = await client.call(
      'POST',
      '/approvals',
      { ...request, objectId: 'unknown' },
      { session: colleague },
    );
    expect(unknown.status).toBe(404);
    expect(await countOf(client.org.id)).toBe(1);
  });

  test('ends when the client leaves, and other requests continue', async () => {
    const { client, session } = await place();
    const text = 'x'.repeat(60_000);
    const { items } = await client.ask('GET', `/threads?entityId=order-1`);
    for (let i = 0; i < 60; i++)
      await client.ask('POST', `/threads/${items[0].id}/messages`, {
        participantExternalId: 'agent-1',
        participantRole: 'agent',
        content: text,
      });
    const stop = new AbortController();
    const response = await fetch(`${app.url}/api/v1${EXPORT}`, {
      headers: { cookie: `oriki-session=${session}`, 'sec-fetch-site': 'same-origin' },
      signal: stop.signal,
    });
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    await reader.read();
    stop.abort();
    await expect(reader.read()).rejects.toThrow();
    expect((await client.call('GET', `/subjects/${ID}`)).status).toBe(200);
  });
});
