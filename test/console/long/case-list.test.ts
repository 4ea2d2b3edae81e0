import { expect, test } from 'vitest';
import { violationsOf } from '../support/browser.ts';
import { consoleOrg } from '../support/organization.ts';

const { app, org, call, open } = consoleOrg();

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
  await form.getByLabel('Due').fill('2027-02-28');
  await form.getByRole('button', { name: 'Assign to me' }).click();
  await form.getByRole('button', { name: 'Assign to me' }).waitFor({ state: 'detached' });
  // Only the assignee is saved; the entered date waits for the person to save it.
  expect(await call('GET', `/cases/${id}`)).toMatchObject({ assignee: personId, dueAt: null });
  expect(await form.getByLabel('Due').inputValue()).toBe('2027-02-28');
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

test('a hit of a case shows the name on the list, and opens in place with the differences', async () => {
  const list = { name: 'Known', source: 'internal:known', kind: 'tenant_blocklist' };
  const { id: listId } = await call('POST', '/fraud/lists', list);
  const entries = [{ name: 'LOGGERSON, Zzyzx', dob: '1980-03-01', country: 'NG' }];
  await call('POST', `/fraud/lists/${listId}/entries`, { entries });
  const subject = { subjectId: 'customer-1', name: 'Zzyzx Loggerson', country: 'GH' };
  await call('POST', '/fraud/subjects', subject);
  const { items } = await call('GET', '/fraud/hits?subjectId=customer-1');
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1', itemIds: [items[0].id] });
  const { page, faults, close } = await open(`/console/cases/${id}`);
  await page.getByRole('heading', { name: 'Zzyzx Loggerson' }).waitFor();
  const table = page.getByRole('table', { name: 'Evidence' });
  await table.getByText('LOGGERSON, Zzyzx').first().click();
  await table.getByText('GH').waitFor();
  expect(await table.getByText('differs').count()).toBeGreaterThan(0);
  expect(await table.getByText('On the list:').count()).toBeGreaterThan(1);
  expect(await table.getByText('Customer:').count()).toBeGreaterThan(0);
  expect(await table.innerText()).not.toContain(items[0].id);
  expect(await violationsOf(page)).toEqual([]);
  await call('POST', `/fraud/hits/${items[0].id}/decision`, {
    decision: 'true_match',
    reason: 'The passport shows the listed date of birth and the listed country. '.repeat(4),
  });
  await table.getByText('listed date of birth').first().waitFor();
  // No text of a cell covers the next cell.
  const wide =
    '[...document.querySelectorAll("td")].filter((one) => one.scrollWidth > one.clientWidth + 1).length';
  expect(await page.evaluate(wide)).toBe(0);
  await call('PATCH', `/cases/${id}`, {
    expectedRevision: (await call('GET', `/cases/${id}`)).revision,
    status: 'CLOSED',
    outcome: 'TRUE_MATCH',
  });
  await page.goto(`${app.url}/console/cases`);
  await page.getByText('No open cases.').waitFor();
  await page.getByRole('link', { name: 'Show closed cases' }).click();
  await page.getByRole('table', { name: 'Cases' }).getByRole('link').first().click();
  const closed = page.getByRole('table', { name: 'Evidence' });
  await closed.getByText('LOGGERSON, Zzyzx').first().click();
  await closed.getByRole('link', { name: 'Open the hit' }).click();
  await page.waitForURL(`**/console/review/${items[0].id}`);
  expect(faults).toEqual([]);
  await close();
});

test('shows and changes the rule that opens cases', async () => {
  const { page, faults, close } = await open('/console/cases');
  await page.getByRole('button', { name: 'Rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('own blocklist').check();
  await dialog.getByLabel('Lowest score').fill('101');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('minScore').waitFor();
  await dialog.getByLabel('Lowest score').fill('90');
  await dialog.getByLabel('Assign new cases to').selectOption('reviewer');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await call('GET', '/cases/settings')).toMatchObject({
    listKinds: ['tenant_blocklist'],
    minScore: 90,
    assignee: null,
    assigneeRole: 'reviewer',
  });
  expect(faults).toEqual([]);
  await close();
});

test('a snoozed case leaves the open ones, is in its own view, and returns by itself or when a person ends the snooze', async () => {
  const { id } = await call('POST', '/cases', { subjectId: 'sleeper', tags: ['branch-lagos'] });
  await call('POST', '/cases', { subjectId: 'awake', type: 'onboarding' });
  const { page, faults, close } = await open(`/console/cases/${id}`);
  const form = page.getByRole('form', { name: 'Save changes' });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await form.getByLabel('Snooze until the start of').fill(day);
  await form.getByLabel('Type').fill('periodic');
  await form.getByLabel('Tags').fill('vip, branch-lagos');
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Snoozed until', { exact: true }).waitFor();
  expect(await call('GET', `/cases/${id}`)).toMatchObject({
    type: 'periodic',
    tags: ['vip', 'branch-lagos'],
  });
  await page.goto(`${app.url}/console/cases`);
  const table = page.getByRole('table', { name: 'Cases' });
  const subjects = () => table.getByRole('link').allInnerTexts();
  const view = (name: string) =>
    page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true });
  await expect.poll(subjects).toEqual(['awake']);
  await view('Snoozed').click();
  await expect.poll(subjects).toEqual(['sleeper']);
  await view('Open').click();
  await expect.poll(subjects).toEqual(['awake']);
  const { revision: expectedRevision } = await call('GET', `/cases/${id}`);
  const snoozedUntil = new Date(Date.now() + 5000).toISOString();
  await call('PATCH', `/cases/${id}`, { expectedRevision, snoozedUntil });
  await expect.poll(subjects).toEqual(['awake', 'sleeper']);
  await page.getByLabel('Tag', { exact: true }).fill('vip');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.poll(subjects).toEqual(['sleeper']);
  expect(new URL(page.url()).search).toBe('?view=open&tag=vip');
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a change does not send a snooze that ended while the form was open', async () => {
  const { id } = await call('POST', '/cases', { subjectId: 'waking' });
  const snoozedUntil = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await call('PATCH', `/cases/${id}`, { expectedRevision: 1, snoozedUntil });
  const { page, faults, close } = await open(`/console/cases/${id}`);
  const form = page.getByRole('form', { name: 'Save changes' });
  await expect.poll(() => form.getByLabel('Snooze until the start of').inputValue()).not.toBe('');
  const db = await app.dbOf(org.id);
  await db.query(
    `UPDATE cases SET snoozed_until = now() - interval '1 day' WHERE org_id = $1 AND id = $2`,
    [org.id, id],
  );
  await call('POST', `/cases/${id}/notes`, { text: 'The case is awake.' });
  await page.getByText('The case is awake.').waitFor();
  await page.getByText('Snoozed until', { exact: true }).waitFor({ state: 'detached' });
  await form.getByLabel('Tags').fill('vip');
  await form.getByRole('button', { name: 'Save changes' }).click();
  const stored = () => call('GET', `/cases/${id}`);
  await expect.poll(stored).toMatchObject({ tags: ['vip'], snoozedUntil: null });
  expect(faults).toEqual([]);
  await close();
});

test('evidence is attached to a case from lists of the customer’s records, without typing ids', async () => {
  const list = { name: 'Known', source: 'internal:known', kind: 'tenant_blocklist' };
  const { id: listId } = await call('POST', '/fraud/lists', list);
  await call('POST', `/fraud/lists/${listId}/entries`, { entries: [{ name: 'Ada Obi' }] });
  await call('POST', '/fraud/subjects', { subjectId: 'customer-1', name: 'Ada Obi' });
  await call('POST', '/fraud/subjects', { subjectId: 'customer-2', name: 'Ada Obi' });
  const body = { name: 'Ada Obi', subjectId: 'customer-1' };
  const { screeningId } = await call('POST', '/fraud/screen', body);
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1' });
  const { page, faults, close } = await open(`/console/cases/${id}`);
  await page.getByRole('button', { name: 'Attach evidence' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Ada Obi · Known · 100 · open · customer-1/).check();
  expect(await dialog.getByLabel(/customer-2/).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Attach 1 item', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Evidence' }).getByText('Ada Obi').first().waitFor();
  await page.getByRole('button', { name: 'Attach evidence' }).click();
  await dialog.getByText('No other evidence found.').waitFor();
  await dialog.getByLabel('Customer').fill('customer-2');
  await dialog.getByLabel(/customer-2/).waitFor();
  await dialog.getByLabel('Kind of evidence').selectOption('screening');
  await dialog.getByLabel('Customer').fill('customer-1');
  await dialog.getByLabel(/customer-1/).check();
  await dialog.getByRole('button', { name: 'Attach 1 item' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { items } = await call('GET', `/cases/${id}`);
  expect(items.map((item: { kind: string }) => item.kind)).toEqual(['hit', 'screening']);
  expect(items[1].id).toBe(screeningId);
  expect(faults).toEqual([]);
  await close();
});
