import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../../test/support/screening-client.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let client: ScreeningClient;
const ROWS = [
  'name,type,dob',
  'Viktor Bout,person,1967-01-13',
  'Hermann,vessel,',
  'Hermann,person,',
  'Hermann Unsorted,,',
].join('\n');
beforeAll(async () => {
  client = await ScreeningClient.of(app);
  await client.importGlobal('asked:one', `${ROWS}\n`);
});

function screen(body: object) {
  return client.ask(200, 'POST', '/screen', body);
}

async function problem(body: object, path = '/screen') {
  const answer = await client.call('POST', path, body);
  return [answer.status, answer.body.error.details[0].path];
}

describe('a name in parts', () => {
  test('is joined in the order of first, middle and last', async () => {
    const parts = { name: '', firstName: 'Viktor', middleName: ' ', lastName: 'Bout' };
    const { hits, screeningId } = await screen(parts);
    expect(hits[0]).toMatchObject({ matchedName: 'Viktor Bout', score: 100 });
    const stored = await client.ask(200, 'GET', `/screenings/${screeningId}`);
    expect(stored.query.name).toBe('Viktor Bout');
  });

  test('is compared in addition to a full name', async () => {
    const { hits } = await screen({ name: 'Account 4711', firstName: 'Viktor', lastName: 'Bout' });
    expect(hits[0]).toMatchObject({ matchedName: 'Viktor Bout', score: 100 });
    const items = [{ name: '', lastName: 'Bout', firstName: 'Viktor' }];
    const { results } = await client.ask(200, 'POST', '/screen/batch', { items });
    expect(results[0].outcome).toBe('block');
  });

  test.each([
    [{ name: 'Viktor', lastName: 'Bout' }, 'block', 'Viktor Bout'],
    [{ name: 'Bout', firstName: 'Viktor' }, 'block', 'Viktor Bout'],
    [{ name: 'Anatol Viktor', lastName: 'Bout' }, 'review', 'Anatol Viktor'],
  ])(
    'is joined with a name of one word, or replaced by a longer name (%j)',
    async (parts, expected, name) => {
      const { outcome, screeningId } = await screen(parts);
      expect(outcome).toBe(expected);
      const stored = await client.ask(200, 'GET', `/screenings/${screeningId}`);
      expect(stored.query.name).toBe(name);
    },
  );

  test('does not replace a full name of one word', async () => {
    const { outcome } = await screen({ name: 'Hermann', lastName: 'Unlisted' });
    expect(outcome).toBe('block');
  });

  test('is rejected without a last name if there is no full name', async () => {
    expect(await problem({ name: '', firstName: 'Viktor' })).toEqual([400, 'name']);
    expect(await problem({ name: '—', lastName: 'Bout' })).toEqual([400, 'name']);
    expect(await problem({ name: ' ', lastName: '—' })).toEqual([400, 'name']);
    expect(await problem({ lastName: 'Bout' })).toEqual([400, 'name']);
    expect(await problem({ items: [{ name: 'Ada' }, { name: '' }] }, '/screen/batch')).toEqual([
      400,
      'items[1].name',
    ]);
  });
});

test('a type excludes entries of other types, keeps those of unknown type, and is in the answer', async () => {
  const all = await screen({ name: 'Hermann', threshold: 50 });
  expect(all).not.toHaveProperty('checked');
  const { hits, checked, screeningId } = await screen({
    name: 'Hermann',
    threshold: 50,
    types: ['person', 'organization'],
  });
  expect(checked).toEqual({ types: ['vessel', 'aircraft'] });
  expect(hits).toHaveLength(all.hits.length - 1);
  expect(hits.map((hit: { name: string }) => hit.name)).toContain('Hermann Unsorted');
  const stored = await client.ask(200, 'GET', `/screenings/${screeningId}`);
  expect(stored.checked).toEqual(checked);
  expect(stored.query).not.toHaveProperty('checked');
  expect(await problem({ name: 'Hermann', types: [] })).toEqual([400, 'types']);
  const items = [{ name: 'Hermann' }];
  const batch = await client.ask(200, 'POST', '/screen/batch', { items, types: ['vessel'] });
  expect(batch.results[0].checked).toEqual({ types: ['person', 'organization', 'aircraft'] });
});

test('an impossible date is reported and does not stop the screening', async () => {
  const without = await screen({ name: 'Viktor Bout' });
  for (const [dob, reason] of [
    ['2092-01-13', 'is in the future'],
    ['1067-01-13', 'is before 1850'],
  ]) {
    const { hits, checked } = await screen({ name: 'Viktor Bout', dob });
    expect(checked).toEqual({ ignored: [{ field: 'dob', reason }] });
    expect(hits[0].score).toBe(without.hits[0].score);
  }
  const { checked } = await screen({ name: 'Viktor Bout', birthDate: '2092' });
  expect(checked.ignored).toEqual([{ field: 'birthDate', reason: 'is in the future' }]);
});
