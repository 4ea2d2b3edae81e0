import { beforeAll, expect, test } from 'vitest';
import { type TestOrg } from '../../../support/app.ts';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';
import { MARKUP } from '../../support/world.ts';
import { within } from '../../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let org: TestOrg;
beforeAll(async () => {
  org = await app.org({ addons: ['detection_pack'] });
});

async function open(path: string) {
  const { session } = await app.person(org.id, ['analyst']);
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

test('a case is created, noted and claimed, which a second analyst sees, and closed with its outcome', async () => {
  const { page, faults, close } = await open('/console/cases');
  await page.getByRole('button', { name: 'New case' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your customer id').fill('customer-17');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/console\/cases\/case_/);
  await page.getByLabel('Note (stored encrypted)').fill(`The branch has asked. ${MARKUP}`);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('table', { name: 'Notes' }).getByText('The branch has asked.').waitFor();
  const second = await open(new URL(page.url()).pathname);
  await second.page.getByText('Not claimed.').waitFor();
  await page.getByRole('button', { name: 'Claim' }).click();
  await second.page.getByText(/^Claimed by usr_/).waitFor({ timeout: within(3000) });
  expect(await second.page.getByRole('button', { name: 'Claim' }).count()).toBe(0);
  await page.getByLabel('State', { exact: true }).selectOption('CLOSED');
  await page.getByLabel('Outcome').selectOption('NO_ACTION');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('heading', { name: 'customer-17' }).getByText('closed').waitFor();
  const history = page.getByRole('table', { name: 'History' });
  await expect
    .poll(() => history.innerText())
    .toMatch(/created[\s\S]*noted[\s\S]*claimed[\s\S]*closed/);
  expect([faults, second.faults]).toEqual([[], []]);
  await second.close();
  await close();
});

test('the draft of a note stays while another person changes the case', async () => {
  const made = await app.call('POST', '/api/v1/cases', {
    key: org.key,
    body: { subjectId: 'customer-18' },
  });
  const { id } = made.body.data;
  const { page, faults, close } = await open(`/console/cases/${id}`);
  await page.getByLabel('Note (stored encrypted)').fill('Half a sentence');
  const body = { expectedRevision: 1, status: 'IN_REVIEW' };
  expect((await app.call('PATCH', `/api/v1/cases/${id}`, { key: org.key, body })).status).toBe(200);
  await page.getByRole('heading', { name: 'customer-18' }).getByText('in review').waitFor();
  expect(await page.getByLabel('Note (stored encrypted)').inputValue()).toBe('Half a sentence');
  expect(faults).toEqual([]);
  await close();
});
