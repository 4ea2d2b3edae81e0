import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestOrg } from '../../../support/app.ts';
import { firstIdAt } from '../../../../src/platform/ids.ts';
import { ScreeningClient } from '../../../support/screening-client.ts';
import { settled, stopBrowser, violationsOf, visit } from '../../support/browser.ts';
import { within } from '../../../support/within.ts';

let app: TestApp;
let org: TestOrg;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
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

test('the screen today lists what waits, each line leads to its cases, and the navigation counts it live', async () => {
  const { session, id } = await app.person(org.id, ['admin']);
  await call('POST', '/cases', { subjectId: 'own', assignee: id });
  await call('POST', '/cases', { subjectId: 'late', dueAt: '2020-01-01T00:00:00Z' });
  const url = 'https://hooks.example.com/oriki';
  const webhook = await call('POST', '/webhooks', { name: 'Core banking', url, events: ['*'] });
  await app.db.pool.query(
    'UPDATE webhook_lanes SET failing_since = now() WHERE org_id = $1 AND webhook_id = $2',
    [org.id, webhook.id],
  );
  const { page, faults, close } = await visit(app, session, '/console/today');
  await settled(page);
  const list = page.getByRole('region', { name: 'To do' });
  const navigation = page.getByRole('navigation', { name: 'Screens' }).or(page.locator('nav.side'));
  const count = navigation.first().getByTitle('Cases assigned to you');
  await expect.poll(() => count.innerText()).toBe('1');
  expect(await violationsOf(page)).toEqual([]);
  await list.getByText('Unassigned cases').waitFor();
  await call('POST', '/cases', { subjectId: 'second', assignee: id });
  await expect.poll(() => count.innerText(), { timeout: within(20_000) }).toBe('2');
  await list.getByRole('link', { name: 'Core banking' }).click();
  await page.waitForURL(`**/console/webhooks/${webhook.id}`);
  await page.goBack();
  const overdue = list.getByText('Overdue cases');
  await overdue.waitFor();
  await list.locator('a[href*="view=overdue"]').click();
  await page.waitForURL('**/console/cases?view=overdue');
  const table = page.getByRole('table', { name: 'Cases' });
  await expect.poll(() => table.getByRole('link').allInnerTexts()).toEqual(['late']);
  expect(faults).toEqual([]);
  await close();
});

test('the team’s figures have one row for each person by name, below the sum', async () => {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), 'Adaeze Okonkwo');
  const { id: orgId, key } = client.org;
  const lead = await app.person(orgId, ['admin']);
  const analyst = await app.person(orgId, ['analyst'], 'Ngozi Bello');
  for (const n of [1, 2, 3]) await client.enrol(`customer-${n}`, 'Adaeze Okonkwo');
  const [first, second] = await client.hits();
  const body = { decision: 'true_match', reason: 'The same person' };
  const path = `/api/v1/fraud/hits/${first!.id}/decision`;
  await app.call('POST', path, { session: analyst.session, body });
  const assigned = { ids: [second!.id], assignee: analyst.id };
  await app.call('POST', '/api/v1/fraud/hits/assign', { key, body: assigned });
  await app.call('POST', '/api/v1/cases', {
    key,
    body: { subjectId: 'customer-3', dueAt: '2026-01-05T00:00:00Z' },
  });
  const { page, faults, close } = await visit(app, lead.session, '/console/team');
  await settled(page);
  const rowsOf = async (name: string) =>
    (await page.getByRole('table', { name }).locator('tbody tr').allInnerTexts()).map((row) =>
      row.split(/\s*\t\s*/),
    );
  await expect.poll(async () => (await rowsOf('Decisions on hits')).length).toBe(2);
  const decided = await rowsOf('Decisions on hits');
  expect(decided.map((row) => row.slice(0, 4))).toEqual([
    ['Everyone', '1', '1', '1'],
    ['Ngozi Bello', '1', '1', '1'],
  ]);
  expect(decided[1]![4]).toMatch(/^\d+(\.\d)? s$/);
  const backlog = await rowsOf('Open hits by age');
  expect(backlog[0]).toEqual(['Everyone', '2', '2', '0', '0', '0', '0', '0']);
  expect(backlog.slice(1).toSorted()).toEqual([
    ['Ngozi Bello', '1', '1', '0', '0', '0', '0', '0'],
    ['Unassigned', '1', '1', '0', '0', '0', '0', '0'],
  ]);
  expect(await rowsOf('Overdue cases')).toEqual([['Unassigned', '1']]);
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the screen today compares the last seven days with those before, and leads to the open hits of an age', async () => {
  const client = await ScreeningClient.of(app);
  await client.add(await client.newList(), 'Adaeze Okonkwo');
  const { session } = await app.person(client.org.id, ['analyst']);
  const { page, faults, close } = await visit(app, session, '/console/today');
  await page.getByRole('link', { name: 'Enrol a customer' }).waitFor();
  const plots = page.getByRole('region', { name: 'Hits of the last 30 days' });
  for (const n of [1, 2, 3]) await client.enrol(`customer-${n}`, 'Adaeze Okonkwo');
  await page.getByText('3 found in the last 7 days, 0 in the 7 days before').waitFor();
  // A plot with one bar is left out.
  expect(await plots.count()).toBe(0);
  const [old] = await client.hits();
  const found = new Date(Date.parse(old!.createdAt) - 9 * 86_400_000);
  await app.db.pool.query(
    'UPDATE screening_hits SET created_at = $3, id = $4 WHERE org_id = $1 AND id = $2',
    [client.org.id, old!.id, found, firstIdAt('hit', found.getTime())],
  );
  await page.reload();
  await page.getByText('2 found in the last 7 days, 1 in the 7 days before').waitFor();
  await plots.locator('figure').waitFor();
  const hits = page.getByRole('region', { name: 'Open hits' });
  await hits.getByRole('link', { name: '1', exact: true }).click();
  await page.waitForURL('**/console/review?age=month');
  const rows = page.locator('tbody tr[data-index]');
  await expect.poll(() => rows.count()).toBe(1);
  await page.goBack();
  await page.getByRole('link', { name: 'Review open hits' }).click();
  await page.waitForURL('**/console/review');
  await expect.poll(() => rows.count()).toBe(3);
  expect(faults).toEqual([]);
  await close();
});
