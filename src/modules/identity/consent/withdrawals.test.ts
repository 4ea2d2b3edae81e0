import { expect, test } from 'vitest';
import { ExportClient, exportApp } from '../../../../test/support/export-client.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import { EXAMPLE_CONSENT } from './examples.ts';

const { app } = exportApp();
const NAME = 'Adaeze Okonkwo';

type Shown = { consentWithdrawnAt?: string };

/** An organization with two customers who have a hit each. */
async function organization() {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), NAME);
  for (const id of ['customer-1', 'customer-2']) await client.enrol(id, NAME);
  const identity = async (path: string, body?: object) => {
    const options = { key: client.org.key, ...(body && { body }) };
    const answer = await app.call('POST', `/api/v1/identity/${path}`, options);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const withdraw = async (subjectId: string): Promise<string> => {
    const { id } = await identity('consents', { subjectId, ...EXAMPLE_CONSENT });
    return (await identity(`consents/${id}/withdraw`)).withdrawnAt;
  };
  const screen = (subjectId: string) =>
    client.ask(200, 'POST', '/screen', { name: NAME, subjectId });
  return { client, identity, withdraw, screen };
}

test('a withdrawal is in every later answer about the subject: screenings, hits, the subject', async () => {
  const { client, withdraw, screen } = await organization();
  const { screeningId } = await screen('customer-1');
  const other = await screen('customer-2');
  expect(await client.ask(200, 'GET', `/screenings/${screeningId}`)).not.toHaveProperty(
    'consentWithdrawnAt',
  );
  const at = await withdraw('customer-1');
  await expect.poll(() => screen('customer-1')).toMatchObject({ consentWithdrawnAt: at });
  const hits = await client.hits({ subjectId: 'customer-1' });
  const all: Shown[] = [
    await client.ask(200, 'GET', `/screenings/${screeningId}`),
    ...(await client.ask(200, 'GET', '/screenings?subjectId=customer-1')).items,
    await client.subject('customer-1'),
    ...hits,
    await client.hit(hits[0]!.id),
    await client.decide(hits[0]!.id, 'false_positive'),
    await client.enrol('customer-1', NAME),
  ];
  expect(all.map(({ consentWithdrawnAt }) => consentWithdrawnAt)).toEqual(all.map(() => at));
  const others: Shown[] = [
    await screen('customer-2'),
    await client.ask(200, 'GET', `/screenings/${other.screeningId}`),
    await client.subject('customer-2'),
    ...(await client.hits({ subjectId: 'customer-2' })),
  ];
  for (const one of others) expect(one).not.toHaveProperty('consentWithdrawnAt');
});

test('a withdrawal is in later answers about sessions and cases of the subject', async () => {
  const { client, identity, withdraw } = await organization();
  const call = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v1${path}`, {
      key: client.org.key,
      ...(body && { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const person = { firstName: 'Adaeze', lastName: 'Okonkwo' };
  const made = await Promise.all(
    ['customer-1', 'customer-2'].map(async (subjectId) => [
      `/identity/sessions/${(await identity('sessions', { subjectId, steps: ['screen'], person })).id}`,
      `/cases/${(await call('POST', '/cases', { subjectId })).id}`,
    ]),
  );
  for (const path of made.flat())
    expect(await call('GET', path)).not.toHaveProperty('consentWithdrawnAt');
  const at = await withdraw('customer-1');
  for (const path of made[0]!) expect((await call('GET', path)).consentWithdrawnAt).toBe(at);
  for (const path of made[1]!)
    expect(await call('GET', path)).not.toHaveProperty('consentWithdrawnAt');
  for (const list of ['/identity/sessions', '/cases']) {
    const { items } = await call('GET', list);
    const shown = items.map((one: Shown & { subjectId: string }) => [
      one.subjectId,
      one.consentWithdrawnAt,
    ]);
    expect(shown, list).toEqual(
      expect.arrayContaining([
        ['customer-1', at],
        ['customer-2', undefined],
      ]),
    );
  }
});

test('a withdrawal is in answers to later changes of sessions and cases of the subject', async () => {
  const { client, withdraw } = await organization();
  const at = await withdraw('customer-1');
  const change = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v1${path}`, {
      key: client.org.key,
      ...(body && { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  const subject = { subjectId: 'customer-1' };
  // Each process notices the first withdrawal of an organization after a while.
  await expect
    .poll(async () => (await change('POST', '/cases', subject)).consentWithdrawnAt)
    .toBe(at);
  const person = { firstName: 'Adaeze', lastName: 'Okonkwo' };
  const asked = { ...subject, steps: ['screen'], person };
  const session = await change('POST', '/identity/sessions', asked);
  const opened = await change('POST', '/cases', subject);
  const { screeningId } = await change('POST', '/fraud/screen', { ...subject, name: 'Ada Obi' });
  const path = `/cases/${opened.id}`;
  const answers = [
    session,
    await change('POST', `/identity/sessions/${session.id}/cancel`),
    opened,
    await change('PATCH', path, { expectedRevision: opened.revision, priority: 'HIGH' }),
    await change('POST', `${path}/claim`),
    await change('DELETE', `${path}/claim`),
    await change('POST', `${path}/items`, { ids: [screeningId] }),
    await change('DELETE', `${path}/items/${screeningId}`),
    (await change('GET', `${path}/file`)).case,
  ];
  expect(answers.map((one) => one.consentWithdrawnAt)).toEqual(answers.map(() => at));
  const other = await change('POST', '/cases', { subjectId: 'customer-2' });
  expect(other).not.toHaveProperty('consentWithdrawnAt');
});

test('a withdrawal is in later exports of verifications, screenings and hits', async () => {
  const { client, identity, withdraw, screen } = await organization();
  for (const subjectId of ['customer-1', 'customer-2']) {
    await identity('verify-bvn', {
      subjectId,
      bvn: '22222222220',
      matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
    });
    await screen(subjectId);
  }
  const at = await withdraw('customer-1');
  const exports = new ExportClient(app, client.org);
  for (const type of ['verifications', 'screenings', 'hits']) {
    const rows = JSON.parse((await exports.export(type, 'JSON')).toString()) as (Shown & {
      subjectId: string;
    })[];
    const shown = rows.map(({ subjectId, consentWithdrawnAt }) => [subjectId, consentWithdrawnAt]);
    expect(shown, type).toEqual([
      ['customer-1', at],
      ['customer-2', null],
    ]);
  }
});

test('a withdrawal in one organization is not shown to another one with the same id', async () => {
  const [own, other] = [await organization(), await organization()];
  const { screeningId } = await other.screen('customer-1');
  await own.withdraw('customer-1');
  for (const path of [`/screenings/${screeningId}`, '/subjects/customer-1'])
    expect(await other.client.ask(200, 'GET', path)).not.toHaveProperty('consentWithdrawnAt');
});

test('a withdrawal is shown for ids that Unicode treats as equal', async () => {
  const { client, withdraw, screen } = await organization();
  const at = await withdraw('e\u0301');
  const { screeningId } = await screen('\u00e9');
  const read = await client.ask(200, 'GET', `/screenings/${screeningId}`);
  expect(read.consentWithdrawnAt).toBe(at);
});
