import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../../../src/platform/http/register.ts';
import { startTestApp, type TestApp } from '../../../support/app.ts';
import { stopBrowser, violationsOf, visit } from '../../support/browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

test('an operator switches a class on, and an organization chooses its period', async () => {
  const org = await app.org();
  const operator = await app.person(null, ['admin']);
  const platform = await visit(app, operator.session, '/console/platform-retention');
  const classes = platform.page.getByRole('table');
  const ofClass = (page: typeof platform.page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  await classes.waitFor();
  await ofClass(platform.page, 'screenings').getByRole('button').click();
  const window = platform.page.getByRole('dialog');
  await window.getByLabel('Remove records after the period').check();
  await window.getByLabel('Days', { exact: true }).fill('400');
  await window.getByLabel('Minimum days that organizations may choose').fill('300');
  expect(await violationsOf(platform.page)).toEqual([]);
  await window.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => window.count()).toBe(0);

  const { session } = await app.person(org.id, ['privacy'], 'Ada Obi');
  const { page } = await visit(app, session, '/console/retention');
  await page.getByRole('table').first().waitFor();
  await ofClass(page, 'screenings').getByRole('button').click();
  const own = page.getByRole('dialog');
  await own.getByLabel('Days; empty for the operator’s period').fill('500');
  expect(await violationsOf(page)).toEqual([]);
  await own.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => own.count()).toBe(0);
  const { body } = await app.call('GET', `${API_PREFIX}/retention`, { key: org.key });
  const shown = body.data.classes.find((one: { class: string }) => one.class === 'screenings');
  expect(shown).toMatchObject({ isOn: true, days: 500, minDays: 300 });
});

test('a person sets a legal hold, shows its reason, and asks a second person to lift it', async () => {
  const org = await app.org();
  await app.call('PATCH', `${API_PREFIX}/approvals/settings`, {
    key: org.key,
    body: { actions: ['legal_hold.lift'] },
  });
  const ada = await app.person(org.id, ['privacy'], 'Ada Obi');
  const ben = await app.person(org.id, ['privacy'], 'Ben Musa');
  const { page } = await visit(app, ada.session, '/console/retention');
  await page.getByRole('button', { name: 'Set a legal hold' }).click();
  const window = page.getByRole('dialog');
  await window.getByLabel('Customer id, or id of the case').fill('customer-1');
  await window.getByLabel('Reason').fill('The court asked for these records.');
  expect(await violationsOf(page)).toEqual([]);
  await window.getByRole('button', { name: 'Set a legal hold' }).click();
  await expect.poll(() => window.count()).toBe(0);
  await page.getByRole('button', { name: /Show reason/ }).click();
  await expect.poll(() => window.textContent()).toContain('The court asked');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Lift hold/ }).click();
  await window.getByRole('button', { name: 'Lift hold' }).click();
  await expect.poll(() => window.textContent()).toContain('needs two people');
  expect(await violationsOf(page)).toEqual([]);

  const second = await visit(app, ben.session, '/console/retention');
  await second.page.getByRole('button', { name: /Lift hold/ }).click();
  const asked = second.page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Lift hold' }).click();
  await expect.poll(() => asked.count()).toBe(0);
  const { body } = await app.call('GET', `${API_PREFIX}/legal-holds`, { key: org.key });
  expect(body.data.items).toMatchObject([
    { objectId: 'customer-1', setBy: { id: ada.id }, liftedBy: { id: ben.id } },
  ]);
});
