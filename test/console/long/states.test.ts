import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { consoleApp, overflowOf, picture, violationsOf, visit } from '../support/browser.ts';
import { fillSite, SCREENS, sessionFor, type Site } from '../support/screens.ts';
import { within } from '../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let site: Site;
beforeAll(async () => {
  site = await fillSite(app);
});

const REQUEST_ID = 'req_00000000000000000000000000';

/** Opens a window whose requests get set answers, except the one about the person. */
async function answering(path: string) {
  const told = { status: 0 };
  const waiting: Route[] = [];
  const answer = async (route: Route): Promise<void> => {
    const { status } = told;
    const code = { 403: 'FORBIDDEN', 401: 'UNAUTHORIZED', 500: 'INTERNAL' }[status];
    const json = { success: false, error: { code, message: 'told so' } };
    await route.fulfill({ status, json, headers: { 'x-request-id': REQUEST_ID } });
  };
  const opened = await visit(app, sessionFor(site, path), '/console/no-such-screen');
  await opened.page.route(/\/api\/v1\/(?!me$|live)/, async (route) => {
    if (told.status === 0) waiting.push(route);
    else await answer(route);
  });
  return {
    ...opened,
    async tell(status: number) {
      told.status = status;
      await Promise.all(waiting.splice(0).map(answer));
    },
  };
}

/** Returns violations of WCAG, and whether the page is wider than the window. */
async function faultsOf(page: Page): Promise<unknown[]> {
  const wide = await overflowOf(page);
  return [...(await violationsOf(page)), ...(wide === 0 ? [] : [`${wide} pixels too wide`])];
}

/** Errors and the end of a session look the same on all screens: full pages, parts of pages, and operators' pages. */
const LIKE_ALL_OTHERS = new Set(['hit', 'search', 'system']);

describe.concurrent.each(SCREENS)('the screen %s', (name, pathOf) => {
  test('is readable while it loads, and shows failures, missing roles and the end of the session', async ({
    expect,
  }) => {
    const path = pathOf(site);
    const { page, tell, faults, close } = await answering(path);
    const words = (): Promise<string> => page.locator('main').innerText();
    await page.goto(app.url + path);
    await page.locator('h1').first().waitFor();
    await picture(page, `${name} while it is slow`);
    expect(await faultsOf(page)).toEqual([]);
    await tell(500);
    await expect.poll(words, { timeout: within(20_000) }).toContain(REQUEST_ID);
    await picture(page, `${name} that failed`);
    expect(await faultsOf(page)).toEqual([]);
    await tell(403);
    await page.goto(app.url + path);
    await expect.poll(words).toContain('Your roles do not include this');
    await picture(page, `${name} that is refused`);
    if (LIKE_ALL_OTHERS.has(name)) expect(await faultsOf(page)).toEqual([]);
    await tell(401);
    await page.goto(app.url + path);
    await page.getByRole('dialog').waitFor();
    await picture(page, `${name} after the session`);
    if (LIKE_ALL_OTHERS.has(name)) expect(await faultsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
