import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../support/app.ts';
import { settled, stopBrowser, violationsOf, visit } from './support/browser.ts';

let app: TestApp;
let org: TestOrg;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
beforeEach(async () => {
  org = await app.org({ addons: ['detection_pack'] });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/v1${path}`, { key: org.key, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body.data;
}
async function open(path: string) {
  const { session, id } = await app.person(org.id, ['analyst']);
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return { ...visited, personId: id };
}

test('the list of cases has views, filters and an order in the address, marks overdue cases, and gives each analyst the next one', async () => {
  await call('POST', '/cases', { subjectId: 'plain' });
  await call('POST', '/cases', { subjectId: 'urgent', priority: 'URGENT' });
  await call('POST', '/cases', { subjectId: 'late', dueAt: '2020-01-01T00:00:00Z' });
  const done = await call('POST', '/cases', { subjectId: 'done' });
  await call('PATCH', `/cases/${done.id}`, {
    expectedRevision: 1,
    status: 'CLOSED',
    outcome: 'NO_ACTION',
  });
  const { page, faults, close } = await open('/console/cases');
  const table = page.getByRole('table', { name: 'Cases' });
  const subjects = () => table.getByRole('link').allInnerTexts();
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
  await expect.poll(subjects).toEqual(['late', 'urgent', 'plain']);
  await view('Overdue').click();
  await expect.poll(subjects).toEqual(['late']);
  await table.getByText('overdue').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await view('Closed').click();
  await expect.poll(subjects).toEqual(['done']);
  await view('Unassigned').click();
  await page.getByLabel('Priority', { exact: true }).selectOption('URGENT');
  await expect.poll(subjects).toEqual(['urgent']);
  expect(new URL(page.url()).search).toBe('?view=unassigned&priority=URGENT');
  await page.reload();
  await expect.poll(subjects).toEqual(['urgent']);
  await page.getByRole('button', { name: 'Take the next unassigned case' }).click();
  await page.waitForURL('**/console/cases/case_*');
  await page.getByRole('heading', { name: 'urgent' }).waitFor();
  await page.getByText(/^Claimed by/).waitFor();
  await page.goBack();
  await view('Mine').click();
  await expect.poll(subjects).toEqual(['urgent']);
  expect(faults).toEqual([]);
  await close();
});

test('an analyst sets assignee, due date and priority, escalates to another person, and sees that no case is left', async () => {
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1' });
  const { page, personId, faults, close } = await open(`/console/cases/${id}`);
  const form = page.getByRole('form', { name: 'Save changes' });
  await form.getByRole('button', { name: 'Assign to me' }).click();
  await expect.poll(async () => (await call('GET', `/cases/${id}`)).assignee).toBe(personId);
  await form.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
  const lead = await app.person(org.id, ['analyst']);
  await page.reload();
  await form.getByLabel('State').selectOption('ESCALATED');
  await form.getByLabel('Assigned to').selectOption(lead.id);
  await form.getByLabel('Due').fill('2027-01-31');
  await form.getByLabel('Priority').selectOption('HIGH');
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'customer-1' }).getByText('escalated').waitFor();
  expect(await call('GET', `/cases/${id}`)).toMatchObject({
    status: 'ESCALATED',
    assignee: lead.id,
    dueAt: '2027-01-31T22:59:59.000Z',
    priority: 'HIGH',
    isPrioritySet: true,
  });
  await form.getByLabel('Priority').selectOption('');
  await form.getByLabel('Due').fill('');
  await form.getByLabel('Assigned to').selectOption('');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(async () => (await call('GET', `/cases/${id}`)).assignee).toBe(null);
  expect(await call('GET', `/cases/${id}`)).toMatchObject({ dueAt: null, isPrioritySet: false });
  await page.goto(`${app.url}/console/cases`);
  const next = page.getByRole('button', { name: 'Take the next unassigned case' });
  await next.click();
  await page.waitForURL('**/console/cases/case_*');
  await page.goto(`${app.url}/console/cases`);
  await next.click();
  await page.getByText('No open case is unassigned.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('a hit of a case has the name on the list, and opens in place with what differs', async () => {
  const list = { name: 'Known', source: 'internal:known', kind: 'tenant_blocklist' };
  const { id: listId } = await call('POST', '/fraud/lists', list);
  const entries = [{ name: 'LOGGERSON, Zzyzx', dob: '1980-03-01', country: 'NG' }];
  await call('POST', `/fraud/lists/${listId}/entries`, { entries });
  const subject = { subjectId: 'customer-1', name: 'Zzyzx Loggerson', country: 'GH' };
  await call('POST', '/fraud/subjects', subject);
  const { items } = await call('GET', '/fraud/hits?subjectId=customer-1');
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1', itemIds: [items[0].id] });
  const { page, faults, close } = await open(`/console/cases/${id}`);
  await page.getByRole('link', { name: 'Zzyzx Loggerson' }).waitFor();
  const table = page.getByRole('table', { name: 'Evidence' });
  await table.getByText('LOGGERSON, Zzyzx').first().click();
  await table.getByText('GH').waitFor();
  expect(await table.getByText('differs').count()).toBeGreaterThan(0);
  expect(await table.innerText()).not.toContain(items[0].id);
  expect(await violationsOf(page)).toEqual([]);
  await table.getByRole('link', { name: 'Open the hit' }).click();
  await page.waitForURL(`**/console/review/${items[0].id}`);
  expect(faults).toEqual([]);
  await close();
});

test('the rule that opens cases is read and changed', async () => {
  const { page, faults, close } = await open('/console/cases');
  await page.getByRole('button', { name: 'Rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('own blocklist').check();
  await dialog.getByLabel('Lowest score').fill('101');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('minScore').waitFor();
  await dialog.getByLabel('Lowest score').fill('90');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await call('GET', '/cases/settings')).toMatchObject({
    listKinds: ['tenant_blocklist'],
    minScore: 90,
  });
  expect(faults).toEqual([]);
  await close();
});
