import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NAME } from '../../../test/contract/support/identity-client.ts';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { ASKED_CONSENT, FACE, SessionClient } from '../../../test/support/session-client.ts';
import { MAX_FAILURES } from './steps.ts';

let app: TestApp;
let client: SessionClient;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());
beforeEach(async () => {
  client = await SessionClient.of(app);
});

const BVN = { step: 'bvn', attempt: 1, bvn: '22222222220' };
const NOT_FOUND = { ...BVN, bvn: '22222222221' };

describe('a session', () => {
  test('leads through all steps, and names what each one needs', async () => {
    const { id, nextAction, ...created } = await client.create([
      'consent',
      'bvn',
      'nin',
      'account',
      'liveness',
      'face_match',
      'screen',
      'enrol',
    ]);
    expect(created).toMatchObject({ status: 'open', subjectId: 'customer-1', endedAt: null });
    expect(nextAction).toEqual({
      type: 'text',
      step: 'consent',
      attempt: 1,
      fields: ['agreed'],
      isRunning: false,
      consent: ASKED_CONSENT,
    });
    const inputs = [
      [{ step: 'consent', agreed: true }, 'text', ['bvn']],
      [{ step: 'bvn', bvn: '22222222220' }, 'text', ['nin']],
      [{ step: 'nin', nin: '22222222220' }, 'text', ['accountNumber', 'bankCode']],
      [{ step: 'account', accountNumber: '0123456780', bankCode: '058' }, 'image', ['selfie']],
      [{ step: 'liveness', selfie: FACE }, 'image', ['reference']],
      [{ step: 'face_match', reference: FACE }, 'none', []],
      [{ step: 'screen' }, 'none', []],
    ] as const;
    for (const [input, type, fields] of inputs) {
      const after = await client.run(id, { attempt: 1, ...input });
      expect(after.nextAction, input.step).toMatchObject({ type, fields, attempt: 1 });
    }
    const last = await client.run(id, { step: 'enrol', attempt: 1 });
    expect(last).toMatchObject({ status: 'completed', nextAction: null });
    expect(last.steps.map(({ status }: { status: string }) => status)).toEqual(
      Array.from({ length: 8 }, () => 'passed'),
    );
    const kinds = (await client.get('verifications?subjectId=customer-1')).items.map(
      ({ kind }: { kind: string }) => kind,
    );
    expect(kinds.toReversed()).toEqual(['bvn', 'nin', 'account', 'liveness', 'face_match']);
    const [given] = (await client.get('consents')).items;
    expect(given).toMatchObject({ purpose: 'kyc', channel: 'web', reference: id });
    const row = await client.row(last.steps[1].verificationId);
    expect(row.metadata.consent).toEqual({ basis: 'recorded', sha256: given.sha256 });
    const read = (path: string) =>
      app.call('GET', `/api/v1/fraud/${path}`, { key: client.org.key });
    expect((await read(`screenings/${last.steps[6].screeningId}`)).status).toBe(200);
    expect((await read('subjects/customer-1')).body.data.name).toBe('Chinedu Eze');
    expect(await client.eventTypes()).toEqual([
      'created',
      ...Array.from({ length: 8 }, () => 'step_passed'),
      'completed',
    ]);
  });

  test('keeps the name and images sealed while it is open, and nothing of them once it has ended', async () => {
    const { id } = await client.create(['liveness', 'bvn']);
    await client.run(id, { step: 'liveness', attempt: 1, selfie: FACE });
    const open = await client.stored(id);
    expect(open.envelope.split('|')).toHaveLength(5);
    expect(JSON.stringify({ ...open, envelope: null })).not.toMatch(/Chinedu|Eze|2222/);
    await client.run(id, BVN);
    expect(await client.stored(id)).toMatchObject({
      status: 'completed',
      envelope: null,
      known: [],
    });
  });

  test('asks for a name that it does not have, and uses it in later steps', async () => {
    const { id, nextAction } = await client.create(['bvn', 'screen'], { person: null });
    expect(nextAction.fields).toEqual(['bvn', 'person']);
    await client.refused(`sessions/${id}/steps`, BVN, 'person');
    const after = await client.run(id, { ...BVN, person: NAME });
    expect(after.nextAction).toMatchObject({ type: 'none', step: 'screen' });
    expect((await client.run(id, { step: 'screen', attempt: 1 })).status).toBe('completed');
  });

  test('asks again for a name that was typed for an attempt that failed', async () => {
    const { id } = await client.create(['bvn'], { person: null });
    const after = await client.run(id, { ...NOT_FOUND, person: NAME });
    expect(after.nextAction).toMatchObject({ attempt: 2, fields: ['bvn', 'person'] });
  });

  test('fails after several failed attempts, and keeps the reason', async () => {
    const { id } = await client.create(['bvn', 'screen']);
    for (let attempt = 1; attempt < MAX_FAILURES; attempt += 1) {
      const after = await client.run(id, { ...NOT_FOUND, attempt });
      expect(after).toMatchObject({ status: 'open', nextAction: { attempt: attempt + 1 } });
      expect(after.steps[0]).toMatchObject({ status: 'pending', reason: 'not_found' });
    }
    const ended = await client.run(id, { ...NOT_FOUND, attempt: MAX_FAILURES });
    expect(ended).toMatchObject({ status: 'failed', nextAction: null });
    expect(await client.eventTypes()).toEqual(['created', 'failed']);
    expect((await client.send(id, { ...BVN, attempt: 4 })).status).toBe(409);
  });

  test('fails if the person does not consent', async () => {
    const { id } = await client.create(['consent', 'bvn']);
    const ended = await client.run(id, { step: 'consent', attempt: 1, agreed: false });
    expect(ended).toMatchObject({ status: 'failed', steps: [{ reason: 'refused' }, {}] });
    expect((await client.get('consents')).total).toBe(0);
  });

  test('fails if the consent was withdrawn before a provider is asked', async () => {
    const { id } = await client.create(['consent', 'bvn']);
    const { steps } = await client.run(id, { step: 'consent', attempt: 1, agreed: true });
    await client.post(`consents/${steps[0].consentId}/withdraw`, undefined);
    const ended = await client.run(id, BVN);
    expect(ended).toMatchObject({ status: 'failed', steps: [{}, { reason: 'consent_withdrawn' }] });
    expect((await client.counts())['rows']).toBe(0);
  });

  test('waits when no provider answers, without a failed attempt', async () => {
    const { id } = await client.create(['bvn']);
    const down = await client.run(id, { ...BVN, bvn: '22222222227' });
    expect(down).toMatchObject({ status: 'open', steps: [{ reason: 'provider_down' }] });
    expect((await client.run(id, { ...BVN, attempt: 2 })).status).toBe('completed');
  });

  test('fails if screening blocks the name', async () => {
    const call = (path: string, body: object) =>
      app.call('POST', `/api/v1/fraud/${path}`, { key: client.org.key, body });
    const list = { source: 'blocked', name: 'Blocked', kind: 'tenant_blocklist' };
    const { body } = await call('lists', list);
    await call(`lists/${body.data.id}/entries`, { entries: [{ name: 'Chinedu Eze' }] });
    const { id } = await client.create(['screen', 'enrol']);
    const ended = await client.run(id, { step: 'screen', attempt: 1 });
    expect(ended).toMatchObject({ status: 'failed', steps: [{ reason: 'blocked' }, {}] });
    expect(ended.steps[0].screeningId).toMatch(/^scr_/);
  });
});

describe('an attempt', () => {
  test('that has ended is not repeated, even without an idempotency key', async () => {
    const { id } = await client.create(['bvn', 'nin']);
    const first = await client.run(id, BVN);
    expect(await client.run(id, BVN)).toEqual(first);
    expect(await client.run(id, { ...BVN, bvn: '22222222221' })).toEqual(first);
    expect((await client.counts())['rows']).toBe(1);
  });

  test('that has ended the session is not repeated', async () => {
    const passed = await client.create(['bvn']);
    const completed = await client.run(passed.id, BVN);
    expect(completed.status).toBe('completed');
    expect(await client.run(passed.id, BVN)).toEqual(completed);
    const refused = await client.create(['consent'], { subjectId: 'customer-2' });
    const answer = { step: 'consent', attempt: 1, agreed: false };
    const failed = await client.run(refused.id, answer);
    expect(failed.status).toBe('failed');
    expect(await client.run(refused.id, answer)).toEqual(failed);
    expect((await client.counts())['rows']).toBe(1);
  });

  test('returns 409 for a passed step with an attempt number that it never had', async () => {
    const { id } = await client.create(['bvn']);
    await client.run(id, BVN);
    const answer = await client.send(id, { ...BVN, attempt: 2 });
    expect([answer.status, answer.body.error.message]).toEqual([409, 'the session is completed']);
  });

  test('is made once by requests at the same moment; the others get 409', async () => {
    const { id } = await client.create(['bvn', 'nin']);
    const slow = { ...BVN, bvn: '22222222226' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.send(id, slow)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body.error).toMatchObject({ code: 'CONFLICT', message: /running/ as never });
    expect((await client.counts())['rows']).toBe(1);
  });

  test('is shown while it runs, and its session cannot be canceled then', async () => {
    const { id } = await client.create(['bvn']);
    const running = client.send(id, { ...BVN, bvn: '22222222226' });
    await expect
      .poll(async () => (await client.get(`sessions/${id}`)).nextAction.isRunning)
      .toBe(true);
    expect((await client.post(`sessions/${id}/cancel`, undefined)).status).toBe(409);
    expect((await running).body.data.status).toBe('completed');
  });

  test('of a later step or attempt gets 409', async () => {
    const { id } = await client.create(['bvn', 'nin']);
    for (const body of [
      { step: 'nin', attempt: 1, nin: '22222222220' },
      { ...BVN, attempt: 2 },
      { step: 'liveness', attempt: 1, selfie: FACE },
    ]) {
      const answer = await client.send(id, body);
      expect(answer.status, answer.text).toBe(409);
      expect(answer.body.error.message).toBe('the current step is bvn, attempt 1');
    }
  });

  test('names the problems of its fields, and can be made again', async () => {
    const { id } = await client.create(['bvn', 'account', 'liveness']);
    const path = `sessions/${id}/steps`;
    await client.refused(path, { ...BVN, bvn: '123' }, 'bvn');
    await client.refused(path, { step: 'bvn', attempt: 1 }, 'bvn');
    await client.refused(path, { ...BVN, selfie: FACE, person: NAME }, 'person', 'selfie');
    await client.run(id, BVN);
    const account = { step: 'account', attempt: 1, accountNumber: '1', bankCode: '058' };
    await client.refused(path, account, 'accountNumber');
    await client.run(id, { ...account, accountNumber: '0123456780' });
    const selfie = { ...FACE, base64: Buffer.from('no image').toString('base64') };
    await client.refused(path, { step: 'liveness', attempt: 1, selfie }, 'selfie.base64');
    expect(await client.stored(id)).toMatchObject({ phase: 'waiting', attempt: 1 });
    const last = await client.run(id, { step: 'liveness', attempt: 1, selfie: FACE });
    expect(last.status).toBe('completed');
  });

  test('leaves an audit row without personal data', async () => {
    const { id } = await client.create(['bvn']);
    await client.run(id, BVN);
    const log = await app.call('GET', '/api/v1/audit?action=identity_session.step', {
      key: client.org.key,
    });
    expect(log.body.data.items).toMatchObject([
      { objectId: id, after: { step: 'bvn', result: 'passed', reason: null } },
    ]);
  });
});

describe('the creation of a session', () => {
  const create = (body: object) =>
    client.post('sessions', { subjectId: 'c', person: NAME, ...body });

  test.each([
    ['steps', { steps: [] }],
    ['steps', { steps: ['bvn', 'bvn'] }],
    ['steps[0]', { steps: ['passport'] }],
    ['consent', { steps: ['consent'] }],
    ['consent', { steps: ['bvn'], consent: ASKED_CONSENT }],
    ['steps[0]', { steps: ['bvn'], country: 'KE' }],
    ['returnUrl', { steps: ['bvn'], returnUrl: 'https://example.com/' }],
    ['expiresIn', { steps: ['bvn'], expiresIn: 10 }],
    ['person.firstName', { steps: ['screen'], person: { firstName: '.', lastName: '-' } }],
  ])('names %s if it is invalid: %j', async (path, body) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.details[0].path], answer.text).toEqual([400, path]);
  });

  test('needs the scopes of all steps', async () => {
    const { key } = await app.key(client.org.id, ['identity:verify']);
    const post = (steps: string[]) =>
      app.call('POST', '/api/v1/identity/sessions', {
        key,
        body: { subjectId: 'c', steps, person: NAME },
      });
    const refused = await post(['bvn', 'screen']);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'the API key lacks the scope fraud:screen',
    ]);
    expect((await post(['bvn'])).status).toBe(201);
  });

  test('gets a link only from a caller with the scopes of all steps', async () => {
    const { id } = await client.create(['bvn', 'screen']);
    const { key } = await app.key(client.org.id, ['identity:verify']);
    const link = await app.call('POST', `/api/v1/identity/sessions/${id}/link`, { key });
    expect([link.status, link.body.error.message]).toEqual([
      403,
      'the API key lacks the scope fraud:screen',
    ]);
    expect((await client.post(`sessions/${id}/link`, undefined)).status).toBe(201);
  });

  test('needs a consent before the kinds for which the organization requires one', async () => {
    await client.call('PATCH', 'settings', { body: { consentKinds: ['bvn'] } });
    await expect
      .poll(async () => (await create({ steps: ['bvn'] })).body.error?.details[0])
      .toMatchObject({ path: 'steps[0]', message: /^consent / as never });
    const late = await create({ steps: ['bvn', 'consent'], consent: ASKED_CONSENT });
    expect(late.body.error.details[0].path).toBe('steps[0]');
    const { id } = await client.create(['consent', 'bvn']);
    await client.run(id, { step: 'consent', attempt: 1, agreed: true });
    expect((await client.run(id, BVN)).status).toBe('completed');
  });

  test('is one session for one idempotency key', async () => {
    const send = () =>
      client.call('POST', 'sessions', {
        body: { subjectId: 'c', steps: ['bvn'], person: NAME },
        headers: { 'idempotency-key': 'one' },
      });
    const [first, second] = [await send(), await send()];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await client.get('sessions')).total).toBe(1);
  });

  test('takes an address that the organization has listed', async () => {
    const returnUrls = ['https://app.example.com/done', 'http://localhost:5173/done?tab=1'];
    const changed = await client.call('PATCH', 'session-settings', { body: { returnUrls } });
    expect(changed.body.data).toEqual({ organizationId: client.org.id, returnUrls });
    expect(await client.get('session-settings')).toEqual(changed.body.data);
    const { returnUrl } = await client.create(['bvn'], { returnUrl: returnUrls[1] });
    expect(returnUrl).toBe(returnUrls[1]);
    const other = await create({ steps: ['bvn'], returnUrl: 'https://app.example.com/done/' });
    expect(other.body.error.details[0].path).toBe('returnUrl');
  });

  test.each([
    'http://app.example.com/',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://example.com/#part',
    'https://example.com/?session=1',
    ' https://example.com/',
  ])('does not list the address %s', async (address) => {
    const body = { returnUrls: [address] };
    const answer = await client.call('PATCH', 'session-settings', { body });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'returnUrls[0]']);
  });
});

describe('a step', () => {
  test('needs the rights of the caller when it runs', async () => {
    const { id } = await client.create(['screen', 'bvn']);
    const { key } = await app.key(client.org.id, ['identity:verify']);
    const run = (body: object) =>
      app.call('POST', `/api/v1/identity/sessions/${id}/steps`, { key, body });
    const refused = await run({ step: 'screen', attempt: 1 });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    await client.run(id, { step: 'screen', attempt: 1 });
    expect((await run(BVN)).status).toBe(200);
  });

  test('needs the plan of the organization when it runs', async () => {
    const { id } = await client.create(['bvn']);
    await app.db.query(`UPDATE organizations SET addons = '{}' WHERE id = $1`, [client.org.id]);
    await expect.poll(async () => (await client.call('GET', 'sessions')).status).toBe(402);
    expect((await client.send(id, BVN)).status).toBe(402);
    expect((await client.counts())['rows']).toBe(0);
  });
});

describe('a list of sessions', () => {
  test('has the newest first, by subject and status', async () => {
    const first = await client.create(['bvn']);
    const second = await client.create(['bvn'], { subjectId: 'customer-2' });
    await client.run(first.id, BVN);
    const ids = async (query: string) =>
      (await client.get(`sessions?${query}`)).items.map(({ id }: { id: string }) => id);
    expect(await ids('')).toEqual([second.id, first.id]);
    expect(await ids('subjectId=customer-2')).toEqual([second.id]);
    expect(await ids('status=completed')).toEqual([first.id]);
  });

  test('does not show sessions of another organization', async () => {
    const { id } = await client.create(['bvn']);
    const other = await SessionClient.of(app);
    expect((await other.get('sessions')).total).toBe(0);
    expect((await other.send(id, BVN)).status).toBe(404);
    for (const path of [`sessions/${id}/cancel`, `sessions/${id}/link`])
      expect((await other.post(path, undefined)).status).toBe(404);
    expect((await other.call('GET', `sessions/${id}`)).status).toBe(404);
  });
});

describe('a canceled session', () => {
  test('has ended, and a repeat changes nothing', async () => {
    const { id } = await client.create(['bvn']);
    const first = await client.post(`sessions/${id}/cancel`, undefined);
    expect(first.body.data).toMatchObject({ status: 'canceled', nextAction: null });
    expect((await client.post(`sessions/${id}/cancel`, undefined)).text).toBe(first.text);
    expect((await client.send(id, BVN)).status).toBe(409);
    expect(await client.eventTypes()).toEqual(['created', 'canceled']);
  });

  test('cannot be one that is completed', async () => {
    const { id } = await client.create(['bvn']);
    await client.run(id, BVN);
    expect((await client.post(`sessions/${id}/cancel`, undefined)).status).toBe(409);
  });
});

describe('a register that asks the person', () => {
  test('gets the code that it has sent, in the next attempt', async () => {
    const { id } = await client.create(['bvn', 'nin']);
    const asked = await client.run(id, { ...BVN, bvn: '82222222220' });
    expect(asked.nextAction).toEqual({
      type: 'otp',
      step: 'bvn',
      attempt: 2,
      fields: ['code'],
      isRunning: false,
    });
    expect((await client.counts())['rows']).toBe(0);
    // A repeat of the first attempt does not ask again.
    expect(await client.run(id, { ...BVN, bvn: '82222222220' })).toEqual(asked);
    await client.refused(`sessions/${id}/steps`, { ...BVN, attempt: 2 }, 'bvn', 'code');
    const after = await client.run(id, { step: 'bvn', attempt: 2, code: '123456' });
    expect(after).toMatchObject({ steps: [{ status: 'passed', attempts: 2 }, {}] });
    expect(after.nextAction).toMatchObject({ step: 'nin', attempt: 1 });
    expect((await client.counts())['rows']).toBe(1);
  });

  test('does not answer a wrong code, and asks again after the number', async () => {
    const { id } = await client.create(['bvn']);
    await client.run(id, { ...BVN, bvn: '82222222220' });
    const after = await client.run(id, { step: 'bvn', attempt: 2, code: '000000' });
    expect(after.steps[0]).toMatchObject({ status: 'pending', reason: 'wrong_code' });
    expect(after.nextAction).toMatchObject({ type: 'text', attempt: 3, fields: ['bvn'] });
  });

  test('sends the person back to the address of the session with a code', async () => {
    const returnUrl = 'https://app.example.com/done';
    await client.call('PATCH', 'session-settings', { body: { returnUrls: [returnUrl] } });
    const { id } = await client.create(['bvn'], { returnUrl });
    const { nextAction } = await client.run(id, { ...BVN, bvn: '92222222220' });
    expect(nextAction).toMatchObject({ type: 'redirect', attempt: 2, fields: ['code'] });
    const url = new URL(nextAction.url);
    expect(url.href).toBe(`${returnUrl}?session=${id}&code=agreed`);
    expect((await client.get(`sessions/${id}`)).nextAction.url).toBe(url.href);
    expect((await client.get('sessions')).items[0].nextAction).not.toHaveProperty('url');
    expect(JSON.stringify({ ...(await client.stored(id)), envelope: null })).not.toMatch(/agreed/);
    const code = url.searchParams.get('code');
    expect((await client.run(id, { step: 'bvn', attempt: 2, code })).status).toBe('completed');
  });

  test('is not simulated for calls without a session', async () => {
    const asked = { subjectId: 'c', bvn: '82222222220', matchAgainst: NAME };
    expect((await client.ask('verify-bvn', asked)).status).toBe('verified');
  });
});
