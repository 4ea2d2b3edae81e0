import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterOf, headersOf, linesOf } from '../../console/src/screens/webhooks/request-lines.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { settled, stopBrowser, violationsOf, visit } from './support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test('a webhook is made and changed with filter, headers and authentication, of which names alone are shown', async () => {
  const org = await app.org();
  const { session } = await app.person(org.id, ['developer']);
  const { page, faults, close } = await visit(app, session, '/console/webhooks');
  await settled(page);
  const stored = async () => {
    const { body } = await app.call('GET', '/api/v1/webhooks', { key: org.key });
    const { id } = body.data.webhooks[0];
    return (await app.call('GET', `/api/v1/webhooks/${id}`, { key: org.key })).body.data;
  };

  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ledger');
  await page.getByLabel('Address').fill('https://hooks.example.com/oriki');
  await page.getByText('Filter, headers and authentication').click();
  await page
    .getByLabel('Only events that meet all conditions')
    .fill('amount gte 100\nstatus eq paid');
  await page.getByLabel('Custom headers').fill('X-Gateway-Key: 9b7e:9\nX-Team: ledger');
  await page.getByLabel('HTTP authentication').selectOption('basic');
  await page.getByLabel('User name').fill('oriki');
  await page.getByLabel('Password').fill('pa ss');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Oriki shows the signing secret only once').waitFor();
  expect(await stored()).toMatchObject({
    filter: {
      all: [
        { path: 'amount', op: 'gte', value: 100 },
        { path: 'status', op: 'eq', value: 'paid' },
      ],
    },
    headerNames: ['X-Gateway-Key', 'X-Team'],
    auth: { type: 'basic' },
  });
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByText('Filter, headers and authentication').click();
  await page.getByText('Set: X-Gateway-Key, X-Team.').waitFor();
  expect(await page.content()).not.toMatch(/9b7e|pa ss/);
  await page.getByLabel('Only events that meet all conditions').fill('');
  await page.getByLabel('Remove the headers').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored).not.toHaveProperty('headerNames');
  const changed = await stored();
  expect(changed).toMatchObject({ name: 'Ledger', events: ['*'], auth: { type: 'basic' } });
  expect(changed).not.toHaveProperty('filter');
  expect(faults).toEqual([]);
  await close();
});

test('lines stand for headers and conditions, and conditions become the same lines again', () => {
  expect(headersOf('X-A: b:c \n\n X-D:e')).toEqual({ 'X-A': 'b:c', 'X-D': 'e' });
  const lines = ['a.b eq "1"', 'c in ["NG",2]', 'd exists true', 'e lt 5'];
  expect(linesOf(filterOf(lines.join('\n')))).toEqual(lines);
  expect(filterOf('a\nb in NG, GH\nc eq New York')).toEqual({
    all: [
      { path: 'a', op: 'exists', value: true },
      { path: 'b', op: 'in', value: ['NG', 'GH'] },
      { path: 'c', op: 'eq', value: 'New York' },
    ],
  });
  expect(filterOf(' \n')).toEqual({});
});
