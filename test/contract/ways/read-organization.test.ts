import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endOverdueViews } from '../../../src/modules/people/sign-in/viewing.ts';
import { startTestApp, type TestApp, type TestOrg } from '../../support/app.ts';
import { LiveListener } from '../../support/live-listener.ts';
import { eventually } from '../../support/process.ts';
import { limitsOf } from '../support/manifest.ts';
import {
  ask,
  data,
  endView,
  everybody,
  view,
  type Actor,
  type Caller,
  type World,
} from './actors.ts';
import { expectRule, independent, seenOf } from './walk.ts';

const GUEST = { externalId: 'ben', role: 'agent' };

let app: TestApp;
/** Another process on the same database. */
let second: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: limitsOf(1_000_000) });
  second = await startTestApp({ role: 'api', rateLimits: limitsOf(1_000_000) }, app.databaseUrl);
  world = { app, org: await app.org() };
});
afterAll(async () => {
  await second.stop();
  await app.stop();
});

function admin(): Caller {
  return { key: world.org.key };
}

describe('the data of an organization', () => {
  /** A word in every answer about the organization, and in no other. */
  const MARK = 'Marked';
  let actors: Actor[];
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    // The actors are created first, because a test organization begins with copies of the lists.
    actors = await everybody(world, [...new Set(READS.map(([, scope]) => scope))]);
    const made = async (path: string, body: object, status = 201) =>
      data(ask(world, admin(), 'POST', path, body), status);
    const list = { source: 'marked', name: MARK, kind: 'tenant_blocklist' };
    ids['list'] = (await made('/fraud/lists', list)).id;
    await made(`/fraud/lists/${ids['list']}/entries`, { entries: [{ name: `${MARK} Obi` }] });
    await made('/fraud/subjects', { subjectId: MARK, name: `${MARK} Obi` }, 200);
    const { items } = await data(ask(world, admin(), 'GET', '/fraud/hits'), 200);
    ids['hit'] = items[0].id;
    ids['case'] = (await made('/cases', { subjectId: MARK })).id;
    await made('/members', {
      issuer: 'https://login.example.com',
      subject: 'marked',
      name: MARK,
      roles: ['analyst'],
    });
    await made('/keys', { scopes: ['fraud:screen'], name: MARK });
    await made('/sign-in/issuers', {
      name: MARK,
      issuer: 'https://login.example.com/marked',
      clientId: 'oriki',
      skipCheck: true,
    });
  });

  const READS: [string, string, () => string][] = [
    ['a list', 'fraud:manage', () => `/fraud/lists/${ids['list']}`],
    ['the lists', 'fraud:manage', () => '/fraud/lists'],
    ['the entries of a list', 'fraud:manage', () => `/fraud/lists/${ids['list']}/entries`],
    ['a subject', 'fraud:screen', () => `/fraud/subjects/${MARK}`],
    ['a hit', 'fraud:screen', () => `/fraud/hits/${ids['hit']}`],
    ['the hits', 'fraud:screen', () => '/fraud/hits'],
    ['a case', 'cases:manage', () => `/cases/${ids['case']}`],
    ['the members', 'members:manage', () => '/members?limit=100'],
    ['the keys', 'keys:manage', () => '/keys?limit=100'],
    ['the providers of sign-in', 'signin:manage', () => '/sign-in/issuers'],
  ];
  test.each(READS)('is read only by callers who belong to it: %s', async (_, scope, path) => {
    await expectRule(
      actors,
      ({ holds, reads, isElsewhere, isTest }) => {
        if (holds.has(scope) || reads.has(scope)) return 'yes';
        // Where the path names no id, other callers read their own data.
        const isOwn = isElsewhere && !/_|Marked/.test(path());
        return isOwn && !(isTest && scope === 'keys:manage') ? 'answer' : 'no';
      },
      independent(async ({ caller }) => {
        const answer = await ask(world, caller, 'GET', path());
        return seenOf(answer, answer.text.includes(MARK));
      }),
    );
  });

  test('is not read with a cursor that another organization got', async () => {
    const stranger = await app.org();
    for (const path of ['/members?limit=1', '/keys?limit=1']) {
      const { body } = await ask(world, admin(), 'GET', path);
      const cursor = body.data.nextCursor as string | undefined;
      expect(cursor, path).toBeTypeOf('string');
      const answer = await ask(world, stranger, 'GET', `${path}&cursor=${cursor}`);
      expect(answer.text).not.toContain(MARK);
      expect(answer.status, path).toBe(400);
    }
  });

  test('is not streamed from the position that another organization got', async () => {
    const stranger = await app.org();
    const own = await new LiveListener(admin() as { key: string }).connect(app);
    await eventually(() => own.names.length > 0, 5000);
    const theirs = await new LiveListener(stranger).connect(app, own.lastEventId);
    await data(ask(world, admin(), 'POST', '/cases', { subjectId: 'streamed' }), 201);
    await eventually(() => own.idsOf('case').length > 0, 5000);
    expect(theirs.idsOf('case')).toEqual([]);
    own.disconnect();
    theirs.disconnect();
  });
});

type Operator = { id: string; session: string; sessionId: string };

/** The actions of one session in an organization's log, oldest first. */
async function logged({ id, key }: TestOrg, { sessionId }: Operator): Promise<string[]> {
  const { body } = await app.call('GET', '/api/v1/audit?limit=100', { key });
  expect(id).toMatch(/^org_/);
  return body.data.items
    .filter(({ actor }: { actor: { via: string } }) => actor.via === sessionId)
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('organization.'))
    .toReversed();
}

/** The ends of an operator's view. Each ends it once. */
const ENDS: [string, (operator: Operator) => Promise<unknown>][] = [
  ['the operator ends it', ({ session }) => endView(world, session)],
  [
    'the operator looks into another organization',
    async ({ session }) => view(world, session, (await app.org()).id),
  ],
  [
    'its time is over',
    ({ sessionId }) =>
      app.db.pool.query(`UPDATE sessions SET viewed_until = now() - interval '1 s' WHERE id = $1`, [
        sessionId,
      ]),
  ],
  [
    'the operator signs out',
    ({ session }) => data(ask(world, { session }, 'POST', '/console/session/sign-out', {}), 200),
  ],
  [
    'the session is ended',
    async ({ sessionId }) =>
      data(
        ask(world, { key: await app.platformKey() }, 'DELETE', `/admin/sessions/${sessionId}`),
        200,
      ),
  ],
  [
    'the operator is removed',
    async ({ id }) =>
      data(ask(world, { key: await app.platformKey() }, 'DELETE', `/admin/operators/${id}`), 200),
  ],
  [
    'the operator loses the role',
    async ({ id }) =>
      data(
        ask(world, { key: await app.platformKey() }, 'PATCH', `/admin/operators/${id}`, {
          roles: ['auditor'],
        }),
        200,
      ),
  ],
];

describe('an operator who views an organization', () => {
  beforeAll(async () => {
    // The last admin stays an admin.
    await app.person(null, ['admin']);
  });

  test.each(ENDS)(
    'sees nothing more of it on any process, with a row in the log, once %s',
    async (_, end) => {
      const org = await app.org();
      const own = { app, org };
      const operator = await app.person(null, ['admin']);
      const { session } = operator;
      await view(own, session, org.id);
      const streams = [
        await new LiveListener({ session }).connect(app),
        await new LiveListener({ session }).connect(second),
      ];
      expect(streams.map(({ status }) => status)).toEqual([200, 200]);
      await eventually(() => streams.every(({ names }) => names.length > 0), 6000);
      const inbox = await fetch(
        `${second.url}/api/v1/threads/inbox/stream?externalId=${GUEST.externalId}&role=${GUEST.role}`,
        { headers: { cookie: `oriki-session=${session}`, 'sec-fetch-site': 'same-origin' } },
      );
      let inboxEnded = false;
      void inbox
        .text()
        .catch(() => '')
        .finally(() => (inboxEnded = true));
      expect(inbox.status).toBe(200);

      await end(operator);
      await eventually(() => streams.every(({ ended }) => ended) && inboxEnded, 8000);
      const told = streams.map((stream) => stream.idsOf('case').length);
      await data(ask(own, org, 'POST', '/cases', { subjectId: 'after the view' }), 201);
      expect(streams.map((stream) => stream.idsOf('case').length)).toEqual(told);
      for (const on of [app, second])
        await eventually(async () => {
          const { status, text } = await on.call('GET', '/api/v1/cases', { session });
          return status >= 400 || !text.includes('after the view');
        });
      // The worker does the same every few seconds.
      await endOverdueViews(app.db);
      expect(await logged(org, operator)).toEqual(['organization.view', 'organization.view_end']);
    },
  );

  test('gets no token for a stream that outlives the view', async () => {
    const org = await app.org();
    const operator = await app.person(null, ['admin']);
    await view({ app, org }, operator.session, org.id);
    const answer = await ask(
      { app, org },
      { session: operator.session },
      'POST',
      '/threads/inbox/stream-token',
      GUEST,
    );
    expect(answer.status, answer.text).toBe(403);
  });

  test('changes nothing there, and reads nothing of another organization', async () => {
    const [org, other] = [await app.org(), await app.org()];
    const { session } = await app.person(null, ['admin']);
    await view({ app, org }, session, org.id);
    const { id } = await data(
      ask({ app, org: other }, other, 'POST', '/cases', { subjectId: 'x' }),
      201,
    );
    expect((await ask(world, { session }, 'GET', `/cases/${id}`)).status).toBe(404);
    expect((await ask(world, { session }, 'POST', '/cases', { subjectId: 'y' })).status).toBe(403);
    expect((await ask(world, { session }, 'GET', '/admin/organizations')).status).toBe(403);
  });
});
