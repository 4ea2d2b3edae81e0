import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { type Answer, type TestOrg, type TestPerson } from '../../../test/support/app.ts';
import { LiveListener } from '../../../test/support/live-listener.ts';
import { newId } from '../../platform/ids.ts';

const APPROVALS = '/api/v1/approvals';
const LISTS = '/api/v1/fraud/lists';
const SUBJECTS = '/api/v1/fraud/subjects';
const NAME = 'Chinedu Okafor';

type Caller = { key: string } | { session: string };

const app = testApp({ rateLimits: undefined });
let org: TestOrg;
let ada: TestPerson;
let bayo: TestPerson;
let list: string;
beforeEach(async () => {
  org = await app.org();
  ada = await app.person(org.id, ['admin']);
  bayo = await app.person(org.id, ['admin']);
  const body = { name: 'Blocked', kind: 'tenant_blocklist', source: 'own' };
  list = (await post(LISTS, org, body)).body.data.id;
  await post(`${LISTS}/${list}/entries`, org, { entries: [{ name: NAME }] });
});

function post(path: string, caller: Caller, body?: object): Promise<Answer> {
  return app.call('POST', path, { ...caller, ...(body && { body }) });
}
function remove(path: string, caller: Caller): Promise<Answer> {
  return app.call('DELETE', path, caller);
}
function settings(caller: Caller, body: object): Promise<Answer> {
  return app.call('PATCH', `${APPROVALS}/settings`, { ...caller, body });
}
async function guard(...actions: string[]): Promise<void> {
  expect((await settings(ada, { actions })).status).toBe(200);
}
function required(answer: Answer): void {
  expect([answer.status, answer.body.error?.code], answer.text).toEqual([403, 'APPROVAL_REQUIRED']);
}
function ask(caller: Caller, action: string, objectId: string, detail?: object): Promise<Answer> {
  return post(APPROVALS, caller, { action, objectId, ...(detail && { detail }) });
}
async function statusOf(asked: Answer): Promise<string> {
  return (await app.call('GET', `${APPROVALS}/${asked.body.data.id}`, ada)).body.data.status;
}
function enrol(caller: Caller, name = NAME, more: object = {}): Promise<Answer> {
  return post(SUBJECTS, caller, { subjectId: 's-1', name, ...more });
}
/** Creates an open hit of an enrolled subject. */
async function openHit(): Promise<string> {
  expect((await enrol(org)).status).toBe(200);
  return (await app.call('GET', '/api/v1/fraud/hits', org)).body.data.items[0].id;
}
function decide(id: string, caller: Caller, decision = 'false_positive'): Promise<Answer> {
  return post(`/api/v1/fraud/hits/${id}/decision`, caller, { decision, reason: 'seen' });
}

describe('a request for a second person', () => {
  test('exists once while it is open, for any number of concurrent requests', async () => {
    await guard('list.remove_entries');
    const answers = await Promise.all(
      [ada, ada, bayo, org, ada].map((who) => ask(who, 'list.remove_entries', list)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    const { body } = await app.call('GET', `${APPROVALS}?status=pending`, ada);
    expect(body.data.total).toBe(1);
  });

  test('does not let one person decide alone after the hit has reopened', async () => {
    await guard('hit.false_positive');
    const id = await openHit();
    const asked = [
      await ask(ada, 'hit.false_positive', id),
      await ask(ada, 'hit.false_positive', id),
    ];
    expect((await decide(id, bayo)).status).toBe(200);
    await enrol(org, NAME, { dob: '1980-02-29' });
    expect((await app.call('GET', `/api/v1/fraud/hits/${id}`, org)).body.data.status).toBe('open');
    required(await decide(id, bayo));
    expect(await Promise.all(asked.map(statusOf))).toEqual(['approved', 'approved']);
  });

  test('becomes void when its hit changes or gets the other verdict, and can be created again', async () => {
    await guard('hit.false_positive');
    const id = await openHit();
    const first = await ask(ada, 'hit.false_positive', id);
    await enrol(org, NAME, { dob: '1980-02-29' });
    expect(await statusOf(first)).toBe('void');
    required(await decide(id, bayo));
    const second = await ask(ada, 'hit.false_positive', id);
    expect(second.body.data.id).not.toBe(first.body.data.id);
    await decide(id, org, 'true_match');
    expect(await statusOf(second)).toBe('void');
    required(await decide(id, bayo));
    const { body } = await app.call('GET', `${APPROVALS}?status=void`, ada);
    expect(body.data.total).toBe(2);
    await ask(ada, 'hit.false_positive', id);
    expect((await decide(id, bayo)).status).toBe(200);
  });

  test('about a list of one entry cannot be used to remove a list that has grown', async () => {
    await guard('list.remove_entries');
    const asked = await ask(ada, 'list.remove_entries', list);
    await post(`${LISTS}/${list}/entries`, org, { entries: [{ name: 'Ada Obi' }] });
    expect(await statusOf(asked)).toBe('void');
    required(await remove(`${LISTS}/${list}`, bayo));
    await ask(ada, 'list.remove_entries', list);
    expect((await remove(`${LISTS}/${list}`, bayo)).status).toBe(200);
  });

  test('about the roles of a member becomes void when the roles change, or when another such request is answered', async () => {
    const { id } = await app.person(org.id, ['reviewer']);
    const change = (who: Caller, roles: string[]) =>
      app.call('PATCH', `/api/v1/members/${id}`, { ...who, body: { roles } });
    const toAdmin = await ask(ada, 'member.change_roles', id, { roles: ['admin'] });
    expect((await change(bayo, ['analyst'])).status).toBe(200);
    expect(await statusOf(toAdmin)).toBe('void');
    await guard('member.change_roles');
    const [one, other] = [
      await ask(ada, 'member.change_roles', id, { roles: ['admin'] }),
      await ask(ada, 'member.change_roles', id, { roles: ['reviewer'] }),
    ];
    expect((await change(bayo, ['reviewer'])).status).toBe(200);
    expect([await statusOf(one), await statusOf(other)]).toEqual(['void', 'approved']);
  });

  test('becomes void when its person leaves, and when its key is revoked', async () => {
    await guard('list.remove_entries');
    const chidi = await app.person(org.id, ['approver']);
    const byPerson = await ask(chidi, 'list.remove_entries', list);
    expect((await remove(`/api/v1/members/${chidi.id}`, ada)).status).toBe(200);
    expect(await statusOf(byPerson)).toBe('void');
    required(await remove(`${LISTS}/${list}`, bayo));
    const { id, key } = (await post('/api/v1/keys', org, { scopes: ['approvals:request'] })).body
      .data;
    const byKey = await ask({ key }, 'list.remove_entries', list);
    expect((await post(`/api/v1/keys/${id}/revoke`, ada)).status).toBe(200);
    expect(await statusOf(byKey)).toBe('void');
    required(await remove(`${LISTS}/${list}`, bayo));
  });

  test('becomes void when the maker of its key leaves, even if the key stays', async () => {
    await guard('list.remove_entries');
    const chidi = await app.person(org.id, ['admin']);
    const { key } = (await post('/api/v1/keys', chidi, { scopes: ['approvals:request'] })).body
      .data;
    const asked = await ask({ key }, 'list.remove_entries', list);
    expect((await remove(`/api/v1/members/${chidi.id}?keys=keep`, ada)).status).toBe(200);
    expect(await statusOf(asked)).toBe('void');
    required(await remove(`${LISTS}/${list}`, bayo));
  });

  test('does not count if its person has left in any other way', async () => {
    await guard('list.remove_entries');
    const chidi = await app.person(org.id, ['approver']);
    await ask(chidi, 'list.remove_entries', list);
    await app.db.query(
      'UPDATE memberships SET ended_at = now() WHERE org_id = $1 AND user_id = $2',
      [org.id, chidi.id],
    );
    required(await remove(`${LISTS}/${list}`, bayo));
    const again = await ask(ada, 'list.remove_entries', list);
    expect(again.body.data.askedBy.id).toBe(ada.id);
    expect((await remove(`${LISTS}/${list}`, bayo)).status).toBe(200);
  });

  test('that has expired does not block a new one', async () => {
    await guard('list.remove_entries');
    const old = await ask(ada, 'list.remove_entries', list);
    const db = await app.dbOf(org.id);
    await db.query('UPDATE approvals SET expires_at = now() WHERE id = $1', [old.body.data.id]);
    const next = await ask(ada, 'list.remove_entries', list);
    expect(next.body.data.id).not.toBe(old.body.data.id);
    expect([await statusOf(old), await statusOf(next)]).toEqual(['expired', 'pending']);
  });

  test.each([
    ['hit.false_positive', newId('hit')],
    ['list.remove_entries', newId('list')],
    ['list.remove_entries', newId('entry')],
    ['dead_letter.replay', newId('deadletter')],
    ['member.change_roles', newId('usr')],
    ['verification.reveal', newId('verification')],
    ['subject.enrol', 'nobody-1'],
    ['subject.delete', 'nobody-1'],
    ['approval_settings.lower', newId('org')],
    ['screening_profile.choose', newId('org')],
  ])(
    'for %s of %s returns 404, like a request for an object of another organization',
    async (action, objectId) => {
      expect((await ask(ada, action, objectId)).status).toBe(404);
      const other = await app.org();
      const id = await openHit();
      for (const [foreign, object] of [
        ['hit.false_positive', id],
        ['list.remove_entries', list],
        ['member.change_roles', ada.id],
        ['subject.enrol', 's-1'],
        ['approval_settings.lower', org.id],
      ] as const)
        expect((await ask(other, foreign, object)).status, foreign).toBe(404);
    },
  );

  test('stores the reasons of requests and rejections sealed, and audits a salted hash of each', async () => {
    await guard('hit.false_positive');
    const id = await openHit();
    const body = { action: 'hit.false_positive', objectId: id, reason: 'Amaka knows him.' };
    const asked = await post(APPROVALS, ada, body);
    const path = `${APPROVALS}/${asked.body.data.id}`;
    const rejected = await post(`${path}/reject`, bayo, { reason: 'Amaka does not.' });
    expect(rejected.status, rejected.text).toBe(200);
    const read = async () => (await app.call('GET', path, ada)).body.data;
    expect(await read()).toMatchObject({
      reason: 'Amaka knows him.',
      answerReason: 'Amaka does not.',
    });
    const audit = await app.call('GET', `/api/v1/audit?object=${asked.body.data.id}`, org);
    const rows = audit.body.data.items;
    expect(rows.map((row: { after: object }) => row.after)).toEqual(
      [rejected, asked].map(({ body: { data } }) => ({
        action: 'hit.false_positive',
        objectId: id,
        reasonCode: null,
        reasonHash: data.reasonHash,
      })),
    );
    expect(asked.body.data.reasonHash).toMatch(/^[0-9a-f]{64}$/);
    const plain = createHash('sha256').update('Amaka knows him.').digest('hex');
    expect(asked.body.data.reasonHash).not.toBe(plain);
    const db = await app.dbOf(org.id);
    const stored = await db.query('SELECT a::text FROM approvals a WHERE org_id = $1', [org.id]);
    expect(JSON.stringify(stored.rows) + audit.text + app.logs.join('')).not.toContain('Amaka');
    expect((await remove(`${SUBJECTS}/s-1`, org)).status).toBe(403);
    await ask(org, 'subject.delete', 's-1');
    expect((await remove(`${SUBJECTS}/s-1`, bayo)).status).toBe(200);
    expect(await read()).toMatchObject({ reason: null, answerReason: null });
  });

  test('stores the reason of the second person sealed, once, and from that person only', async () => {
    await guard('list.remove_entries');
    const asked = await ask(ada, 'list.remove_entries', list);
    const path = `${APPROVALS}/${asked.body.data.id}`;
    const explain = (who: Caller) => post(`${path}/reason`, who, { reason: 'Amaka agrees.' });
    expect((await explain(bayo)).status).toBe(409);
    expect((await remove(`${LISTS}/${list}`, bayo)).status).toBe(200);
    for (const other of [ada, org]) expect((await explain(other)).status).toBe(409);
    const explained = await explain(bayo);
    expect([explained.status, explained.body.data?.status], explained.text).toEqual([
      200,
      'approved',
    ]);
    expect((await explain(bayo)).status).toBe(409);
    const read = (await app.call('GET', path, ada)).body.data;
    expect(read).toMatchObject({ reason: null, answerReason: 'Amaka agrees.' });
    const action = '/api/v1/audit?action=approval.explain';
    const audit = await app.call('GET', `${action}&object=${read.id}`, org);
    expect(audit.body.data.items[0].after).toEqual({
      action: 'list.remove_entries',
      objectId: list,
      reasonCode: null,
      reasonHash: explained.body.data.reasonHash,
    });
    const db = await app.dbOf(org.id);
    const stored = await db.query('SELECT a::text FROM approvals a WHERE org_id = $1', [org.id]);
    expect(JSON.stringify(stored.rows) + audit.text + app.logs.join('')).not.toContain('Amaka');
  });

  test('stores no reason about a deleted subject', async () => {
    await openHit();
    await guard('hit.false_positive');
    const asked = await ask(ada, 'subject.delete', 's-1');
    expect((await remove(`${SUBJECTS}/s-1`, bayo)).status).toBe(200);
    const path = `${APPROVALS}/${asked.body.data.id}/reason`;
    expect((await post(path, bayo, { reason: 'Amaka has left.' })).status).toBe(404);
  });

  test('is sent to open streams when it is created and when it is answered', async () => {
    await guard('list.remove_entries');
    const live = new LiveListener({ session: bayo.session });
    try {
      await live.connect(app);
      await expect.poll(() => live.names, { interval: 5 }).toEqual(['reset']);
      const { id } = (await ask(ada, 'list.remove_entries', list)).body.data;
      await expect.poll(() => live.idsOf('approval'), { interval: 5 }).toContain(id);
      live.told.length = 0;
      await post(`${APPROVALS}/${id}/reject`, bayo);
      await expect.poll(() => live.idsOf('approval'), { interval: 5 }).toContain(id);
    } finally {
      live.disconnect();
    }
  });
});

describe('a false positive that needs two people', () => {
  let id: string;
  beforeEach(async () => {
    id = await openHit();
    await guard('hit.false_positive');
  });
  const open = async () =>
    (await app.call('GET', `/api/v1/fraud/hits/${id}`, org)).body.data.status;

  test('requires two people to change the fields of a subject with an open hit', async () => {
    required(await enrol(org, 'Ngozi Eze'));
    required(await enrol(bayo, 'Ngozi Eze'));
    const batch = await post(`${SUBJECTS}/batch`, org, {
      subjects: [
        { subjectId: 's-2', name: 'Ada Obi' },
        { subjectId: 's-1', name: 'Ngozi Eze' },
      ],
    });
    required(batch);
    expect(batch.body.error.details).toEqual([
      { path: 'subjectId', message: 's-1 has hits that this would close' },
    ]);
    expect((await app.call('GET', `${SUBJECTS}/s-2`, org)).status).toBe(404);
    expect(await open()).toBe('open');
    expect((await enrol(org)).status).toBe(200);
    expect((await ask(org, 'subject.enrol', 's-1')).status).toBe(201);
    required(await enrol(org, 'Ngozi Eze'));
    expect((await enrol(bayo, 'Ngozi Eze')).status).toBe(200);
    expect(await open()).toBe('closed');
    expect((await enrol(org, 'Amaka Eze')).status).toBe(200);
  });

  test('requires two people to close a true match', async () => {
    await decide(id, org, 'true_match');
    required(await enrol(org, 'Ngozi Eze'));
    required(await remove(`${SUBJECTS}/s-1`, bayo));
    expect(await open()).toBe('true_match');
  });

  test('requires two people to delete a subject with an open hit, and voids the request after a change', async () => {
    required(await remove(`${SUBJECTS}/s-1`, org));
    await ask(org, 'subject.delete', 's-1');
    expect((await enrol(org, NAME, { dob: '1980-02-29' })).status).toBe(200);
    required(await remove(`${SUBJECTS}/s-1`, bayo));
    await ask(org, 'subject.delete', 's-1');
    expect((await remove(`${SUBJECTS}/s-1`, bayo)).status).toBe(200);
  });

  test('requires two people to remove a list or an entry with open hits, and one person for any other list', async () => {
    const { body } = await app.call('GET', `${LISTS}/${list}/entries`, org);
    const entry = body.data.items[0].id;
    required(await remove(`${LISTS}/${list}/entries/${entry}`, bayo));
    required(await remove(`${LISTS}/${list}`, bayo));
    await ask(org, 'list.remove_entries', entry);
    expect((await remove(`${LISTS}/${list}/entries/${entry}`, bayo)).status).toBe(200);
    const other = { name: 'Other', kind: 'tenant_blocklist', source: 'other' };
    const made = (await post(LISTS, org, other)).body.data.id;
    expect((await remove(`${LISTS}/${made}`, org)).status).toBe(200);
  });

  test('requires two people to choose other weights', async () => {
    const body = { profile: 'standard', adjustments: { birthDate: { different: -12 } } };
    const choose = (who: Caller) => app.call('PATCH', '/api/v1/fraud/profile', { ...who, body });
    required(await choose(bayo));
    await ask(ada, 'screening_profile.choose', org.id, body);
    required(await choose(ada));
    expect((await choose(bayo)).status).toBe(200);
  });

  test('requires two people to change the expiry of requests', async () => {
    required(await settings(ada, { expiresHours: 720 }));
    const detail = { actions: ['hit.false_positive'], expiresHours: 720 };
    await ask(ada, 'approval_settings.lower', org.id, detail);
    required(await settings(bayo, { expiresHours: 1 }));
    expect((await settings(bayo, { expiresHours: 720 })).status).toBe(200);
  });
});
