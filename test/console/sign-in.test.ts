import { SOMEBODY } from '../support/actor.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { ProfileBox } from '../../src/modules/people/index.ts';
import { makeLinkCode } from '../../src/modules/people/sign-in/codes.ts';
import { TEST_SECRET } from '../support/app.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { signIn } from './support/chromium.ts';
import { addressesOf, storageOf } from './support/traces.ts';
import { fill, type World } from './support/world.ts';
import { within } from '../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 2);
});

async function linkCode(): Promise<string> {
  const { after } = await app.db.transaction((tx) =>
    makeLinkCode(
      tx,
      { orgId: world.org.id, role: 'admin', name: 'Ada Hidden' },
      { profiles: new ProfileBox(TEST_SECRET), actor: SOMEBODY },
    ),
  );
  return after.code;
}

async function cookieOf(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies();
  return cookies.find(({ name }) => name === 'oriki-session')!.value;
}

/** Signs in by a link, as a person does. */
async function byLink() {
  const code = await linkCode();
  const visited = await visit(app, undefined, `/console/session/link#code=${code}`);
  await visited.page.getByRole('button', { name: 'Sign in' }).click();
  await visited.page.getByRole('heading', { name: 'Today' }).waitFor();
  return { code, ...visited };
}

async function seen(page: Page): Promise<string> {
  return `${await page.title()} ${await page.locator('body').innerText()}`;
}

describe('a link of the command line', () => {
  test('leads to the console, and its code stays in no address, no request and no storage', async () => {
    const { code, page, asked, faults, close } = await byLink();
    expect(await seen(page)).toContain('Ada Hidden');
    const secret = code.slice(4);
    expect(asked.join('\n')).not.toContain(secret);
    expect((await addressesOf(page)).join('\n')).not.toContain(secret);
    expect(await storageOf(page)).not.toContain(secret);
    const token = await cookieOf(page.context());
    expect(await storageOf(page)).not.toContain(token);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('signing out', () => {
  test('ends the session, clears the browser, and leaves nothing for the back button', async () => {
    const { page, close } = await byLink();
    const session = await cookieOf(page.context());
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    const answered = page.waitForResponse('**/console/session/sign-out');
    await page.getByRole('button', { name: 'Sign out' }).click();
    const headers = await (await answered).allHeaders();
    expect(headers['clear-site-data']).toBe('"cache", "cookies", "storage"');
    await page.getByRole('heading', { name: 'Sign in to Oriki' }).waitFor();
    const me = async () => (await app.call('GET', '/api/v1/me', { session })).status;
    await expect.poll(me, { timeout: within(10_000) }).toBe(401);
    await page.goBack();
    await page.getByRole('heading', { name: 'Sign in to Oriki' }).waitFor();
    expect(await seen(page)).not.toContain('Ada Hidden');
    await close();
  });
});

describe('a page that the back button restores', () => {
  test('shows nothing of the person when the session has ended in the meantime', async () => {
    const { page, close } = await byLink();
    await page.context().clearCookies();
    // This browser keeps no such page; others do, and send this event.
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await page.getByRole('heading', { name: 'Sign in to Oriki' }).waitFor();
    expect(await seen(page)).not.toContain('Ada Hidden');
    await close();
  });
});

describe('the end of a session while a person writes', () => {
  test('is shown without a click, keeps the draft, and continues when the person returns after a new sign-in', async () => {
    const before = await app.person(world.org.id, ['analyst']);
    const { page, close } = await visit(app, before.session, `/console/review/${world.hitId}`);
    await settled(page);
    await page.getByRole('button', { name: 'True match' }).click();
    await page.getByLabel('Explanation').fill('A draft of some length');
    const ended = await app.call('DELETE', `/api/v1/sessions/${before.sessionId}`, {
      key: world.org.key,
    });
    expect(ended.status).toBe(200);
    await page.getByRole('dialog', { name: 'Sign in to Oriki' }).waitFor();
    await page.keyboard.press('Escape');
    const dialog = page.getByRole('dialog', { name: 'Sign in to Oriki' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'I have signed in again' }).click();
    await dialog.getByText('You are not signed in yet').waitFor();
    const behind = `getComputedStyle(document.querySelector('.overlay.hides')).backgroundColor`;
    expect(await page.evaluate(behind)).toMatch(/^rgb\(/u);
    const after = await app.person(world.org.id, ['analyst']);
    await signIn(page.context(), app.url, after.session);
    await page.evaluate(`dispatchEvent(new FocusEvent('focus'))`);
    await dialog.waitFor({ state: 'detached' });
    expect(await seen(page)).not.toContain('API key');
    const draft = page.getByLabel('Explanation');
    expect(await draft.inputValue()).toBe('A draft of some length');
    await draft.press('Enter');
    await page.getByText(`true match by ${after.id}`).waitFor();
    await close();
  });
});
