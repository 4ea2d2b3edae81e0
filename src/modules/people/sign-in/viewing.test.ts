import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { startTestApp, type TestApp, type TestOrg } from '../../../../test/support/app.ts';
import { LiveListener } from '../../../../test/support/live-listener.ts';
import { eventually } from '../../../../test/support/process.ts';
import { endOverdueViews } from './viewing.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
let operator: Person;
beforeEach(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  operator = await app.person(null, ['operator']);
});

const WHY = { reason: 'support', ticket: 'HELP-17' };

function ask(path: string, body: object, session = operator.session) {
  return app.call('POST', `/console/session${path}`, { session, body });
}
function me(session = operator.session) {
  return app.call('GET', '/api/v1/me', { session });
}
async function view(organization = org.id) {
  const answer = await ask('/view', { organization, ...WHY });
  expect(answer.status, answer.text).toBe(200);
  await eventually(async () => (await me()).body.data.organization?.id === organization, 6000);
  return answer.body.data;
}
async function actionsOf(orgId: string) {
  const auditor = await app.person(orgId, ['auditor']);
  const { body } = await app.call('GET', '/api/v1/audit?limit=100', auditor);
  return body.data.items as {
    action: string;
    actor: { id: string; via: string };
    after: { cause?: string };
  }[];
}
/** Returns the causes of the ends of views in an organization's log, latest first. */
async function endsIn(orgId: string): Promise<(string | undefined)[]> {
  const all = await actionsOf(orgId);
  return all
    .filter(({ action }) => action === 'organization.view_end')
    .map(({ after }) => after.cause);
}
function sql(text: string): Promise<unknown> {
  return app.db.pool.query(`UPDATE sessions SET ${text} WHERE id = $1`, [operator.sessionId]);
}

test('an operator reads in the organization for 30 minutes, and its audit log contains the person and the reason', async () => {
  const { until } = await view();
  const ahead = Date.parse(until) - Date.now();
  expect(Math.abs(ahead - 30 * 60_000)).toBeLessThan(60_000);
  const { body } = await me();
  expect(body.data).toMatchObject({
    id: operator.id,
    organization: { id: org.id },
    scopes: [],
    viewing: { until },
  });
  expect((await app.call('GET', '/api/v1/fraud/lists', operator)).status).toBe(200);
  const row = (await actionsOf(org.id)).find(({ action }) => action === 'organization.view');
  expect(row).toMatchObject({ actor: { id: operator.id }, after: { ...WHY, until } });
});

test('during a view, an operator can change nothing in the organization, and can use no route of operators', async () => {
  await view();
  const body = { source: 'x', name: 'x', kind: 'tenant_blocklist' };
  const write = await app.call('POST', '/api/v1/fraud/lists', { ...operator, body });
  const admin = await app.call('GET', '/api/v1/admin/organizations', operator);
  expect([write.status, admin.status]).toEqual([403, 403]);
});

test('a view ends by itself, and when the operator ends it, and the log contains the end', async () => {
  await view();
  expect((await ask('/view-end', {})).status).toBe(200);
  await eventually(async () => (await me()).body.data.organization === null, 6000);
  expect((await app.call('GET', '/api/v1/admin/organizations', operator)).status).toBe(200);
  expect((await actionsOf(org.id)).map(({ action }) => action)).toContain('organization.view_end');
  await view();
  await app.db.pool.query(
    `UPDATE sessions SET viewed_until = now() - interval '1 s' WHERE id = $1`,
    [operator.sessionId],
  );
  await eventually(async () => (await me()).body.data.viewing === null, 6000);
});

test("the session still belongs to the operator: the operator's list has it, and signing out ends it", async () => {
  await view();
  const own = await app.call('GET', '/console/session', operator);
  expect(own.body.data.current).toBe(operator.sessionId);
  expect(own.body.data.sessions.map(({ id }: { id: string }) => id)).toEqual([operator.sessionId]);
  const tenants = await app.person(org.id, ['admin']);
  const { body } = await app.call('GET', '/api/v1/sessions', tenants);
  expect(body.data.items.map(({ id }: { id: string }) => id)).not.toContain(operator.sessionId);
  expect((await ask('/sign-out', {})).status).toBe(200);
  await eventually(async () => (await me()).status === 401, 6000);
});

test('people of organizations, operators who only read, and operators with an old sign-in are rejected', async () => {
  const statusOf = async (person: Person) => {
    const { status, body } = await ask('/view', { organization: org.id, ...WHY }, person.session);
    return [status, body.error.code];
  };
  expect(await statusOf(await app.person(org.id, ['admin']))).toEqual([403, 'FORBIDDEN']);
  expect(await statusOf(await app.person(null, ['auditor']))).toEqual([403, 'FORBIDDEN']);
  await app.db.pool.query(
    `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE id = $1`,
    [operator.sessionId],
  );
  expect(await statusOf(operator)).toEqual([403, 'STEP_UP_REQUIRED']);
});

test('an unknown organization is not found, and a reason that is not in the list is rejected', async () => {
  const unknown = await ask('/view', { organization: 'org_01kf3v8e3zfk2tjq0xw5c8m9ra', ...WHY });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  for (const [body, path] of [
    [{ organization: org.id }, 'reason'],
    [{ organization: org.id, reason: 'curious' }, 'reason'],
    [{ organization: org.id, reason: 'support', ticket: 'Ada Obi called' }, 'ticket'],
  ] as const) {
    const refused = await ask('/view', body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, path]);
  }
});

test('an operator whose role no longer allows a view can no longer see the organization', async () => {
  await view();
  await app.db.pool.query(`UPDATE memberships SET roles = '{auditor}' WHERE user_id = $1`, [
    operator.id,
  ]);
  await eventually(async () => (await me()).body.data.organization === null, 6000);
});

describe('the end of a view', () => {
  const ENDS: [string, string, () => Promise<unknown>][] = [
    ['by the operator', 'ended', () => ask('/view-end', {})],
    ['by a view of another organization', 'replaced', async () => view((await app.org()).id)],
    ['by another view of the same one', 'replaced', () => view()],
    ['with its time', 'expired', () => sql("viewed_until = now() - interval '1 s'")],
    ['with its time, though no process saw it end', 'expired', () => crash()],
    ['by a sign-out', 'session_ended', () => ask('/sign-out', {})],
    [
      'with the session, by its owner',
      'session_ended',
      () => ask('/end', { id: operator.sessionId }),
    ],
    ['with the session, by another operator', 'session_ended', endByOther],
    [
      'with the session, at its end',
      'session_ended',
      () => sql("expires_at = now() - interval '1 s'"),
    ],
    ['with the operator', 'session_ended', removeOperator],
    [
      'with the role that allowed it',
      'rights_ended',
      () =>
        app.db.pool.query(`UPDATE memberships SET roles = '{auditor}' WHERE user_id = $1`, [
          operator.id,
        ]),
    ],
  ];
  async function endByOther(): Promise<void> {
    const admin = await app.person(null, ['admin']);
    const path = `/api/v1/admin/sessions/${operator.sessionId}`;
    expect((await app.call('DELETE', path, admin)).status).toBe(200);
  }
  async function removeOperator(): Promise<void> {
    const admin = await app.person(null, ['admin']);
    const path = `/api/v1/admin/operators/${operator.id}`;
    expect((await app.call('DELETE', path, admin)).status).toBe(200);
  }
  /** Makes two processes end the same view concurrently, long after it was over. */
  async function crash(): Promise<void> {
    await sql("viewed_until = now() - interval '1 hour'");
    await Promise.all([endOverdueViews(app.db), endOverdueViews(app.db)]);
  }

  test.each(ENDS)('is in the log of the organization, once: %s', async (_, cause, end) => {
    await view();
    await end();
    // The worker does the same every few seconds.
    for (let run = 0; run < 2; run += 1) await endOverdueViews(app.db);
    expect(await endsIn(org.id)).toEqual([cause]);
    const row = (await actionsOf(org.id)).find(({ action }) => action === 'organization.view_end');
    expect(row!.actor).toMatchObject({ id: operator.id, via: operator.sessionId });
  });

  test('is recorded by the worker without a request', async () => {
    await view();
    await sql("viewed_until = now() - interval '1 s'");
    await eventually(async () => (await endsIn(org.id)).length > 0, 12_000);
  });
});

describe('a stream that is opened during a view', () => {
  let second: TestApp;
  beforeAll(async () => {
    second = await startTestApp({ rateLimits: undefined, role: 'api' }, app.databaseUrl);
  });
  afterAll(() => second.stop());

  const INBOX = '/api/v1/threads/inbox/stream?externalId=agent-3&role=agent';
  async function inbox(at: TestApp): Promise<{ ended: boolean }> {
    const headers = {
      cookie: `oriki-session=${operator.session}`,
      'sec-fetch-site': 'same-origin',
    };
    const { status, body } = await fetch(at.url + INBOX, { headers });
    expect(status).toBe(200);
    const stream = { ended: false };
    void (async () => {
      for await (const _ of body!);
    })().finally(() => (stream.ended = true));
    return stream;
  }
  /** Opens streams on two processes. */
  async function open(): Promise<() => boolean[]> {
    const streams: { ended: boolean }[] = [];
    for (const at of [app, second]) {
      const seen = async () =>
        (await at.call('GET', '/api/v1/me', operator)).body.data.organization?.id === org.id;
      await eventually(seen, 6000);
      const listener = new LiveListener(operator);
      await listener.connect(at);
      expect(listener.status).toBe(200);
      streams.push(listener, await inbox(at));
    }
    return () => streams.map(({ ended }) => ended);
  }

  test.each<[string, () => Promise<unknown>]>([
    ['changes to another organization', async () => view((await app.org()).id)],
    ['is ended', () => ask('/view-end', {})],
    ['is over, and nobody says so', () => sql("viewed_until = now() - interval '1 s'")],
    ['ends with the session', () => ask('/sign-out', {})],
  ])('ends in every process when the view %s', async (_, change) => {
    await view();
    const ended = await open();
    expect(ended()).toEqual([false, false, false, false]);
    await change();
    await eventually(async () => ended().every(Boolean), 8000);
  });
});
