import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { rescreen, ScreeningClient } from '../../../../../test/support/screening-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  const rows =
    'name,aliases\nSevastopol,Севастополь\nCrimea,Republic of Crimea;Krym\nNorth Korea,\nCU,\nirn,\n';
  await client.importGlobal('embargo:places', rows, 'embargo');
});

function screen(more: object) {
  return client.ask(200, 'POST', '/screen', { name: 'Ivan Testowitch', ...more });
}

test.each([
  [{ addresses: ['Lenina 1, Sevastopol, Crimea'] }, 'Sevastopol', 'addresses'],
  [{ addresses: ['ул. Ленина 1, Севастополь'] }, 'Sevastopol', 'addresses'],
  [{ birthPlace: 'SEVASTOPOL, UA' }, 'Sevastopol', 'birthPlace'],
  [{ country: 'kp' }, 'North Korea', 'country'],
  [{ nationality: ['KP'] }, 'North Korea', 'nationality'],
  [{ addresses: ['Pyongyang, KP'] }, 'North Korea', 'addresses'],
])('a place under an embargo in %j requires a review', async (more, name, field) => {
  const { outcome, hits, screeningId } = await screen(more);
  expect(outcome).toBe('review');
  const own = hits.find((hit: { name: string }) => hit.name === name);
  expect(own).toMatchObject({ listKind: 'embargo', score: 100, embargo: { field } });
  const stored = await client.ask(200, 'GET', `/screenings/${screeningId}`);
  expect(stored.hits).toEqual(hits);
});

test.each([
  [{ name: 'Sevastopol' }],
  [{ addresses: ['Sevastopolskaya 1, Moscow'] }],
  [{ country: 'UA' }],
  [{ addresses: ['Lenina 1, Sevastopol'], kinds: ['sanctions'] }],
])('%j contains no place under an embargo', async (more) => {
  expect(await screen(more)).toMatchObject({ outcome: 'clear', hits: [] });
});

test.each([
  [{ country: 'CU' }, 'CU', 'country'],
  [{ nationality: ['CU'] }, 'CU', 'nationality'],
  [{ addresses: ['Calle 23, Havana, Cuba'] }, 'CU', 'addresses'],
  [{ birthPlace: 'Havana, CUB' }, 'CU', 'birthPlace'],
  [{ country: 'IR' }, 'irn', 'country'],
  [{ addresses: ['Tehran, Iran'] }, 'irn', 'addresses'],
])('a country code in the list matches the place in %j', async (more, name, field) => {
  const { outcome, hits } = await screen(more);
  expect(outcome).toBe('review');
  expect(hits).toMatchObject([{ name, embargo: { field } }]);
});

test('an unknown country code is rejected with the reason, and a code matches no word of an address', async () => {
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: {
      kind: 'embargo',
      source: 'embargo:codes',
      format: 'csv',
      content: 'name,aliases\nZZ,\nUA-43,\nQQ,Abkhazia\nIS,\n',
    },
  });
  expect(answer.body.data).toMatchObject({
    added: 2,
    rejected: 2,
    rejections: [
      { reason: expect.stringContaining('"ZZ" is not a code of a country') },
      { reason: expect.stringContaining('"UA-43"') },
    ],
    omitted: 1,
    omissions: [{ reason: expect.stringContaining('"QQ"') }],
  });
  expect((await screen({ addresses: ['Sukhumi, Abkhazia'] })).outcome).toBe('review');
  expect((await screen({ addresses: ['It is 1, Rome'] })).outcome).toBe('clear');
});

test('an enrolled subject has no hit on a list of places under an embargo', async () => {
  await client.enrol('customer-1', 'Sevastopol');
  await rescreen(app, client.org.id);
  expect(await client.hits()).toEqual([]);
});
