import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import type { TestOrg } from '../support/app.ts';
import { consoleApp, settled, violationsOf, visit } from './support/browser.ts';
import { ScreeningClient } from '../support/screening-client.ts';

const app = consoleApp({ rateLimits: undefined });
const CUSTOMER = 'Adaeze Okonkwo';
let org: TestOrg;
beforeAll(async () => {
  const client = await ScreeningClient.of(app);
  ({ org } = client);
  await client.add(await client.newList(), CUSTOMER);
  await client.enrol('customer-1', CUSTOMER);
});

async function call(method: string, path: string, body?: object, key = org.key) {
  const answer = await app.call(method, `/api/v1${path}`, { key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}

/** Waits for the name that has this id in its title. */
async function namedAs(page: Page, id: string, name: string): Promise<void> {
  await expect.poll(() => page.getByTitle(id, { exact: true }).first().innerText()).toBe(name);
}

describe('a name instead of an id', () => {
  test('is shown in the audit log for keys, lists, webhooks and customers; removed objects keep the id', async () => {
    const { id: keyId, key } = await call('POST', '/keys', {
      name: 'core banking',
      scopes: ['fraud:manage', 'webhooks:manage'],
    });
    const list = { name: 'Known fraudsters', source: 'own:names', kind: 'tenant_blocklist' };
    const { id: listId } = await call('POST', '/fraud/lists', list, key);
    const url = 'https://hooks.example.com/oriki';
    const hook = { name: 'Ledger', url, events: ['*'] };
    const { id: webhookId } = await call('POST', '/webhooks', hook, key);
    const { id: removed } = await call('POST', '/webhooks', hook, key);
    await call('DELETE', `/webhooks/${removed}`, undefined, key);
    const { session } = await app.person(org.id, ['admin']);
    const { page, faults, close } = await visit(app, session, '/console/audit');
    await settled(page);
    await namedAs(page, keyId, 'core banking');
    await namedAs(page, listId, 'Known fraudsters');
    await namedAs(page, webhookId, 'Ledger');
    await namedAs(page, 'customer-1', CUSTOMER);
    await page.getByRole('link', { name: removed }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Known fraudsters' }).first().click();
    await page.waitForURL(`**/console/lists/${listId}`);
    expect(faults).toEqual([]);
    await close();
  });

  test('is shown in the cases for enrolled customers, and others keep their id', async () => {
    await call('POST', '/cases', { subjectId: 'customer-1' });
    await call('POST', '/cases', { subjectId: 'nobody-enrolled' });
    const { session } = await app.person(org.id, ['analyst']);
    const { page, close } = await visit(app, session, '/console/cases');
    await settled(page);
    await namedAs(page, 'customer-1', CUSTOMER);
    await page.getByRole('link', { name: 'nobody-enrolled' }).waitFor();
    await close();
  });

  test('is shown in a case for the keys that worked on it, also to people who may not manage keys', async () => {
    const made = { name: 'core banking', scopes: ['cases:manage', 'fraud:screen'] };
    const { id, key } = await call('POST', '/keys', made);
    const { id: caseId } = await call('POST', '/cases', { subjectId: 'customer-1' }, key);
    await call('POST', `/cases/${caseId}/notes`, { text: 'Imported.' }, key);
    await call('POST', `/keys/${id}/revoke`);
    const { session } = await app.person(org.id, ['analyst']);
    const { page, faults, close } = await visit(app, session, `/console/cases/${caseId}`);
    const notes = page.getByRole('table', { name: 'Notes' });
    await notes.getByTitle(id, { exact: true }).getByText('core banking').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('is not requested without the right to read it', async () => {
    const { id } = await call('POST', '/keys', { name: 'hidden', scopes: ['cases:manage'] });
    const { session } = await app.person(org.id, ['analyst']);
    const { page, asked, close } = await visit(app, session, '/console/cases');
    await settled(page);
    expect(asked.some((url) => url.includes(`/keys/${id}`))).toBe(false);
    await close();
  });

  test('is shown to operators for organizations and operators', async () => {
    const other = await app.person(null, ['admin'], 'Ngozi Bello');
    const key = await app.platformKey();
    const { name } = await call('GET', `/admin/organizations/${org.id}`, undefined, key);
    const { session } = await app.person(null, ['admin']);
    await app.call('PATCH', `/api/v1/admin/operators/${other.id}`, {
      session,
      body: { roles: ['operator'] },
    });
    const { page, faults, close } = await visit(app, session, '/console/platform-audit');
    await settled(page);
    await namedAs(page, other.id, 'Ngozi Bello');
    await page.getByText('State of the chain').click();
    const chain = page.getByRole('region', { name: 'State of the chain' });
    await chain.getByRole('textbox').fill(org.id);
    await chain.getByRole('button').first().click();
    await namedAs(page, org.id, name);
    expect(faults).toEqual([]);
    await close();
  });
});
