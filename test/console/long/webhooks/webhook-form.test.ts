import { expect, test } from 'vitest';
import {
  filterOf,
  headersOf,
  linesOf,
} from '../../../../console/src/screens/webhooks/request-lines.ts';
import { certificateFor } from '../../../support/certificates.ts';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';

const app = consoleApp({ role: 'api', rateLimits: undefined });

test('creates and changes a webhook with filter, headers and authentication, and shows only header names', async () => {
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
    .getByLabel('Send only events that meet all these conditions')
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
  await page.getByLabel('Send only events that meet all these conditions').fill('');
  await page.getByLabel('Remove the headers').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(stored).not.toHaveProperty('headerNames');
  const changed = await stored();
  expect(changed).toMatchObject({ name: 'Ledger', events: ['*'], auth: { type: 'basic' } });
  expect(changed).not.toHaveProperty('filter');
  expect(faults).toEqual([]);
  await close();
});

test('a bearer token and a client certificate are entered, kept, replaced and removed, and never shown', async () => {
  const org = await app.org();
  const { session } = await app.person(org.id, ['developer']);
  const { page, faults, close } = await visit(app, session, '/console/webhooks');
  await settled(page);
  const [first, second] = [
    await certificateFor({ names: ['ledger'], client: true }),
    await certificateFor({ names: ['ledger'], client: true }),
  ];
  const stored = async () => {
    const { body } = await app.call('GET', '/api/v1/webhooks', { key: org.key });
    const { id } = body.data.webhooks[0];
    return (await app.call('GET', `/api/v1/webhooks/${id}`, { key: org.key })).body.data;
  };
  const change = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByText('Filter, headers and authentication').click();
  };
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ledger');
  await page.getByLabel('Address').fill('https://hooks.example.com/oriki');
  await page.getByText('Filter, headers and authentication').click();
  await page.getByLabel('HTTP authentication').selectOption('bearer');
  const token = page.getByLabel('Token');
  expect(await token.getAttribute('type')).toBe('password');
  expect(await token.getAttribute('autocomplete')).toBe('new-password');
  await token.fill(' t0ken-of-ledger ');
  await page.getByLabel('Client certificate (PEM)').fill(first.cert);
  // Without the key it is refused, with the name of the field.
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').filter({ hasText: 'clientCertificate.key' }).waitFor();
  await page.getByLabel('Its private key (PEM)').fill(first.key);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Oriki shows the signing secret only once').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  const made = await stored();
  expect(made).toMatchObject({ auth: { type: 'bearer' }, clientCertificate: {} });

  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByText('Client certificate expires').waitFor();
  await change();
  await page.getByText('A certificate is set. Your input replaces it.').waitFor();
  expect(await page.content()).not.toMatch(/t0ken|PRIVATE KEY|BEGIN CERTIFICATE/);
  await page.getByLabel('Name', { exact: true }).fill('Books');
  await save();
  const renamed = await stored();
  expect(renamed).toMatchObject({
    name: 'Books',
    auth: made.auth,
    clientCertificate: made.clientCertificate,
  });

  await change();
  await page.getByLabel('HTTP authentication').selectOption('none');
  await page.getByLabel('Client certificate (PEM)').fill(second.cert);
  await page.getByLabel('Its private key (PEM)').fill(second.key);
  await save();
  const replaced = await stored();
  expect(replaced).not.toHaveProperty('auth');
  expect(replaced.clientCertificate.fingerprint).not.toBe(made.clientCertificate.fingerprint);

  await change();
  await page.getByLabel('Remove the certificate').check();
  await save();
  expect(await stored()).not.toHaveProperty('clientCertificate');
  expect(faults).toEqual([]);
  await close();
});

test('headers and conditions are read from lines, and conditions become the same lines again', () => {
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
