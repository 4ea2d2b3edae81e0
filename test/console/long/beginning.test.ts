import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { CLIENT, IdentityProvider } from '../../support/identity-provider.ts';
import { settled, stopBrowser, violationsOf, visit } from '../support/browser.ts';
import { fill, type World } from '../support/world.ts';

let app: TestApp;
let world: World;
let provider: IdentityProvider;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined, outboundAllow: ['127.0.0.0/8'] });
  world = await fill(app, 1);
  provider = await new IdentityProvider().listen();
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
  await provider.close();
});

async function open(path: string, session = world.session) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return { ...visited, dialog: visited.page.getByRole('dialog') };
}

test('a customer is enrolled in the browser, and their hits are shown', async () => {
  const { page, dialog, faults, close } = await open('/console/review');
  await page.getByRole('button', { name: 'Enrol a customer' }).click();
  await dialog.getByLabel('Your customer id').fill('walked-in');
  await dialog.getByLabel('Name', { exact: true }).fill('Adaeze Okonkwo');
  await dialog.getByText('YYYY-MM-DD', { exact: false }).waitFor();
  await dialog.getByLabel('Date of birth').fill('1980-02-29');
  await dialog.getByLabel('Country').fill('Nigeria');
  await dialog.getByRole('button', { name: 'Enrol' }).click();
  await dialog.getByText('country:').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Country').fill('ng');
  await dialog.getByRole('button', { name: 'Enrol' }).click();
  await page.waitForURL('**/console/subjects/walked-in');
  const row = page.getByRole('row').filter({ hasText: 'Known fraudsters' });
  expect(await row.innerText()).toContain('open');
  const { body } = await app.call('GET', '/api/v1/fraud/subjects/walked-in', {
    key: world.org.key,
  });
  expect(body.data).toMatchObject({ dob: '1980-02-29', country: 'NG', openHits: 1 });
  expect(faults).toEqual([]);
  await close();
});

test('a person who only reads screenings sees no enrolment', async () => {
  const { session } = await app.person(world.org.id, ['auditor']);
  const { page, close } = await open('/console/review', session);
  expect(await page.getByRole('button', { name: 'Enrol a customer' }).count()).toBe(0);
  expect(await page.getByText('o opens the hit').innerText()).toBe(
    'j and k select a row, o opens the hit, ? shows all keys',
  );
  await close();
});

test('a person is verified in the browser, and the number is in no address and is not shown again', async () => {
  const { page, dialog, asked, faults, close } = await open('/console/verifications');
  await page.getByRole('button', { name: 'Verify a person' }).click();
  await dialog.getByLabel('Your customer id').fill('walked-in');
  await dialog.getByLabel('Number').fill('2222222222');
  await dialog.getByLabel('First name').fill('Adaeze');
  await dialog.getByLabel('Last name').fill('Okonkwo');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByText('identifier:').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Number').fill('22222222220');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.waitForURL('**/console/verifications/verification_*');
  await page.locator('main').getByText('Adaeze Okonkwo').waitFor();
  await settled(page);
  expect(await page.locator('main').innerText()).toMatch(/verified[^]*Adaeze Okonkwo/i);
  expect(await page.content()).not.toContain('22222222220');
  expect(asked.filter((address) => /2222222222|adaeze|okonkwo/i.test(address))).toEqual([]);
  await page.goto(`${app.url}/console/subjects/walked-in`);
  await page.getByText('… 2220').waitFor();

  // An answer that arrives after the window is closed does not change the screen.
  await page.goto(`${app.url}/console/verifications`);
  await page.getByRole('button', { name: 'Verify a person' }).click();
  await dialog.getByLabel('Your customer id').fill('walked-out');
  await dialog.getByLabel('Number').fill('22222222220');
  await dialog.getByLabel('First name').fill('Adaeze');
  await dialog.getByLabel('Last name').fill('Okonkwo');
  const held = Promise.withResolvers<void>();
  await page.route('**/identity/verify', async (route) => {
    await held.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/identity/verify');
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await sent;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  held.resolve();
  await page.getByRole('row').filter({ hasText: 'walked-out' }).waitFor();
  await page.reload();
  expect(new URL(page.url()).pathname).toBe('/console/verifications');
  await page.route('**/identity/kinds', (route) =>
    route.fulfill({ json: { success: true, data: { kinds: [] } } }),
  );
  await page.getByRole('button', { name: 'Verify a person' }).click();
  await dialog.getByText('No provider verifies people').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an admin sets up an identity provider and invites a colleague, who signs in with the role, in browsers only', async () => {
  const { page, dialog, faults, close } = await open('/console/members');
  await page.getByText('No identity providers yet').waitFor();
  await page.getByRole('button', { name: 'New identity provider' }).click();
  await dialog.getByLabel('Name').fill('Example SSO');
  await dialog.getByLabel('Issuer').fill(provider.issuer);
  await dialog.getByLabel('Client ID').fill(CLIENT.clientId);
  await dialog.getByLabel('Client secret').fill(CLIENT.clientSecret);
  await dialog.getByLabel('ID token claim').fill('groups');
  await dialog
    .getByLabel('Roles by group')
    .fill('team:risk: analyst\nbooks: billing\nteam:risk: reviewer, analyst\n');
  expect(await dialog.getByLabel('Client secret').getAttribute('autocomplete')).toBe(
    'new-password',
  );
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.locator('pre').first().waitFor();
  const [redirectUri, logoutUri] = await dialog.locator('pre').allInnerTexts();
  expect(await violationsOf(page)).toEqual([]);
  await provider.register({ redirectUri: redirectUri!, logoutUri: logoutUri! });
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Example SSO' });
  expect(await row.innerText()).toContain('books: billing\nteam:risk: analyst, reviewer');
  await row.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('All checks passed').waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toHaveLength(7);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByLabel('billing').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const address = await dialog.locator('pre').innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  provider.account = { sub: 'colleague', name: 'Bola Ade', groups: [] };
  const colleague = await visit(app, undefined, new URL(address).pathname + new URL(address).hash);
  expect(await violationsOf(colleague.page)).toEqual([]);
  await colleague.page.getByRole('button', { name: 'Sign in' }).click();
  await colleague.page.getByRole('heading', { name: 'Usage' }).waitFor();
  expect(await colleague.page.locator('header').innerText()).toContain('Bola Ade billing');
  await colleague.close();
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'Bola Ade' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an identity provider keeps its secret when it is changed, and can be removed', async () => {
  const { page, dialog, close } = await open('/console/members');
  const row = page.getByRole('row').filter({ hasText: 'Example SSO' });
  await row.getByRole('button', { name: 'Change' }).click();
  expect(await dialog.getByLabel('Client secret').inputValue()).toBe('');
  expect(await dialog.getByLabel('Roles by group').inputValue()).toBe(
    'books: billing\nteam:risk: analyst, reviewer',
  );
  await dialog.getByLabel('Roles by group').fill('');
  await dialog.getByLabel('The provider sends the time').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const { body } = await app.call('GET', '/api/v1/sign-in/issuers', { key: world.org.key });
  expect(body.data.items).toMatchObject([
    { name: 'Example SSO', hasClientSecret: true, groupRoles: {}, requireAuthTime: false },
  ]);
  await row.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No identity providers yet').waitFor();
  await close();
});

test('an operator creates an organization, and sees how its first person signs in', async () => {
  const { session } = await app.person(null, ['admin']);
  const { page, dialog, faults, close } = await open('/console/organizations', session);
  await page.getByRole('button', { name: 'New organization' }).click();
  await dialog.getByLabel('Name').fill('Second Bank');
  await dialog.getByLabel('Plan').selectOption('pro');
  await dialog.getByLabel('Addons').selectOption('detection_pack');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const command = await dialog.locator('pre').innerText();
  expect(await violationsOf(page)).toEqual([]);
  const id = /--org (org_\w+)/.exec(command)![1]!;
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row').filter({ hasText: id });
  expect(await row.innerText()).toMatch(/Second Bank[^]*pro[^]*detection_pack/);
  expect(faults).toEqual([]);
  await close();
});
