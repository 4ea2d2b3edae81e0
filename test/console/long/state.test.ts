import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp, settled, violationsOf, visit } from '../support/browser.ts';
import { answerQuestion } from '../support/deciding.ts';
import { fill, type World } from '../support/world.ts';
import { within } from '../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 2);
});

async function open(path: string) {
  const visited = await visit(app, world.session, `/console${path}`);
  await settled(visited.page);
  return visited;
}

/** Returns a check that holds once a number is the same twice in a row. */
function settlesAt(): (count: number) => boolean {
  let last = -1;
  return (count) => {
    const isSame = count === last;
    last = count;
    return isSame;
  };
}

describe('the bar about the service', () => {
  test('shows the waiting decisions while the service does not answer', async () => {
    const { page, close } = await open('/review');
    // The bar is part of the code that is loaded a second later, and the questions come at its end.
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('resource').length), {
        timeout: within(20_000),
        interval: 1500,
      })
      .toSatisfy(settlesAt());
    const bar = page
      .getByRole('alert')
      .filter({ hasText: 'The service has been unreachable since' });
    expect(await bar.count()).toBe(0);
    await page.context().setOffline(true);
    await bar.filter({ hasText: 'No unsent changes' }).waitFor();
    await page.locator('tbody tr').first().click();
    await page.keyboard.press('1');
    await answerQuestion(page);
    await bar.filter({ hasText: 'Not yet stored: 1 decision' }).waitFor();
    expect(await bar.getByRole('listitem').innerText()).toMatch(/^customer-\d+: /);
    await page.keyboard.press('u');
    await bar.filter({ hasText: 'No unsent changes' }).waitFor();
    await page.context().setOffline(false);
    await bar.waitFor({ state: 'detached', timeout: within(20_000) });
    await close();
  });
});

describe('the frame of every screen', () => {
  test('names the zone and shows times to the second', async () => {
    const { page, close } = await open('/keys');
    await page.getByText('Times in Africa/Lagos').waitFor();
    await page.goto(`${app.url}/console/webhooks/${world.webhookId}`);
    await settled(page);
    expect(await page.locator('time').first().innerText()).toMatch(/\d\d:\d\d:\d\d/);
    await close();
  });

  test('shows the screens in groups', async () => {
    const { page, close } = await open('/webhooks');
    const developers = page.getByRole('navigation').getByRole('group', { name: 'Developers' });
    expect(await developers.getByRole('link').allInnerTexts()).toEqual([
      'Webhooks',
      'Log of events',
      'Attempts',
      'Event catalogue',
      'Keys',
    ]);
    await close();
  });

  test('shows all keys on ?, except in a field', async () => {
    const { page, close } = await open('/event-types');
    await page.getByLabel('Find').fill('a');
    await page.keyboard.press('?');
    expect(await page.getByLabel('Find').inputValue()).toBe('a?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await dialog.getByText('False positive').waitFor();
    for (const text of [
      'the reason with that number',
      'search the customers',
      'decision dialog: decide',
    ])
      await dialog.getByText(text).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    const documents = await dialog
      .getByRole('link', { name: 'Documentation' })
      .getAttribute('href');
    expect((await fetch(app.url + documents!)).status).toBe(200);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  test('keeps theme, density and time zone in the browser, also after a sign-out', async () => {
    const { session } = await app.person(world.org.id, ['developer']);
    const { page, close } = await visit(app, session, '/console/keys');
    await settled(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Colors').selectOption('dark');
    await page.getByLabel('Rows').selectOption('compact');
    const look = () =>
      page.evaluate(`getComputedStyle(document.documentElement).colorScheme + ' ' +
        document.documentElement.dataset.density`);
    expect(await look()).toBe('dark close');
    expect(await violationsOf(page)).toEqual([]);
    const kept = () => page.evaluate(`localStorage.getItem('oriki.organizations') ?? ''`);
    await expect.poll(kept, { timeout: within(10_000) }).toContain(world.org.id);
    await page.getByLabel('Time zone').selectOption('UTC');
    await page.getByText('Times in UTC').waitFor();
    expect(await look()).toBe('dark close');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Oriki' }).waitFor();
    expect(await look()).toBe('dark close');
    await page.locator(`h2[title="${world.org.id}"]`).waitFor();
    await close();
  });

  test('gives every tab its own title', async () => {
    const { page, close } = await open(`/review/${world.hitId}`);
    const title = () => page.title();
    await expect.poll(title).toBe(`…${world.hitId.slice(-6)} · Review queue · Oriki`);
    for (const [path, expected] of [
      [`/webhooks/${world.webhookId}`, / · Webhooks · Oriki$/],
      [`/cases/${world.caseId}`, / · Cases · Oriki$/],
      ['/subjects/customer-0', /^customer-0 · Customers · Oriki$/],
      ['/nowhere', /^This page does not exist. · Oriki$/],
      ['/keys', /^Keys · Oriki$/],
    ] as const) {
      await page.goto(`${app.url}/console${path}`);
      await expect.poll(title).toMatch(expected);
    }
    await page.goto(`${app.url}/console/nowhere`);
    await page.getByRole('link', { name: 'Back to the first screen' }).click();
    await page.waitForURL('**/console/today');
    await close();
  });
});

test('the sign-in shows the last organization, the one of its address, and others by name', async () => {
  const other = await app.org();
  const issuer = { name: 'Other SSO', issuer: 'https://login.example.com', clientId: 'oriki' };
  const added = await app.call('POST', '/api/v1/sign-in/issuers', {
    key: other.key,
    body: { ...issuer, skipCheck: true },
  });
  expect(added.status, added.text).toBe(201);
  const { session } = await app.person(world.org.id, ['developer']);
  const { page, faults, close } = await visit(app, session, '/console/keys');
  await settled(page);
  const { name } = (await app.call('GET', '/api/v1/me', { session })).body.data.organization;
  const kept = () => page.evaluate(`localStorage.getItem('oriki.organizations') ?? ''`);
  await expect.poll(kept, { timeout: within(10_000) }).toContain(world.org.id);
  await page.context().clearCookies();
  await page.reload();
  const heading = page.getByRole('heading', { level: 2 });
  await heading.and(page.getByTitle(world.org.id)).waitFor();
  expect(await heading.innerText()).toBe(name);
  expect(await page.getByLabel('Sign-in address of your organization').isVisible()).toBe(false);
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(`${app.url}/console/?organization=${other.id}`);
  await page.getByRole('link', { name: 'Sign in with Other SSO' }).waitFor();
  await page.getByRole('button', { name: `Sign in to ${name}` }).click();
  await heading.and(page.getByTitle(world.org.id)).waitFor();
  await page.getByText('Another organization').click();
  const field = page.getByLabel('Sign-in address of your organization');
  await field.fill(`${app.url}/console/?organization=${other.id}`);
  await field.press('Enter');
  await page.getByRole('link', { name: 'Sign in with Other SSO' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('the sign-in discloses nothing about an organization without providers or an unknown one', async () => {
  const shown = async (id: string) => {
    const { page, close } = await visit(app, undefined, `/console/?organization=${id}`);
    await page.getByText('No identity provider is set up.').waitFor();
    const text = await page.locator('main').innerText();
    await close();
    return text;
  };
  const { id } = await app.org();
  expect(await shown(id)).toBe(await shown('org_00000000000000000000000000'));
});

test('an admin finds the sign-in address of the organization among the members', async () => {
  const { session } = await app.person(world.org.id, ['admin']);
  const { page, close } = await visit(app, session, '/console/members');
  await page.getByText(`${app.url}/console/?organization=${world.org.id}`).waitFor();
  await close();
});
