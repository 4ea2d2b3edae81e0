import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { testApp } from '../../support/test-app.ts';
import { within } from '../../support/within.ts';
import { launchChromium, signIn } from './chromium.ts';

const PICTURES = join(import.meta.dirname, '../../../build/console');

let browser: Promise<Browser> | undefined;

export async function stopBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Does what `testApp` does, and stops the browser after the tests. */
export function consoleApp(...options: Parameters<typeof testApp>): TestApp {
  const app = testApp(...options);
  afterAll(stopBrowser);
  return app;
}

/** A visit of a page. `faults` are errors: rejected by the policy, thrown, or requests to other servers. */
export type Visit = {
  page: Page;
  faults: string[];
  /** Every address that the page has requested. */
  asked: string[];
  close: () => Promise<void>;
};

/**
 * Opens a browser window of a person, at a screen.
 * @param session the token of the person's session; without one no person is signed in
 * @param path the address below the service
 */
export async function visit(
  app: Pick<TestApp, 'url'>,
  session: string | undefined,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  browser ??= launchChromium();
  const context = await (
    await browser
  ).newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    ...options,
  });
  // A wait ends when its condition holds; a limit only ends what hangs.
  context.setDefaultTimeout(within(60_000));
  if (session !== undefined) await signIn(context, app.url, session);
  const page = await context.newPage();
  const faults: string[] = [];
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
       console.error('policy: ' + violatedDirective + ' ' + blockedURI));`,
  );
  page.on('console', (message) => {
    // The browser logs error answers as errors; the screens show those.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(request.url());
    if (!request.url().startsWith(app.url) && !request.url().startsWith('data:'))
      faults.push(`asked ${request.url()}`);
  });
  await page.goto(app.url + path);
  return { page, faults, asked, close: () => context.close() };
}

/** Returns violations of WCAG 2.2 AA that axe finds, each with its places. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // A waiting button of react-aria is announced by an image with the button's name, for seven seconds, even if the
    // button is gone with its window by then. That violates the rule role-img-alt, and only here.
    .exclude('[data-live-announcer] [role="img"]')
    // Pages have no frames, and results of passed rules are not needed: with both it takes three times as long.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Returns the pixels by which the page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Returns the number of lists whose bullets are outside of the lists. */
export async function strayBulletsOf(page: Page): Promise<number> {
  return page.evaluate(`[...document.querySelectorAll('ul, ol')].filter((list) => {
    const { listStyleType, paddingInlineStart } = getComputedStyle(list);
    return list.checkVisibility() && listStyleType !== 'none' && parseFloat(paddingInlineStart) < 12;
  }).length`);
}

/** Saves a picture of the page, for people, in `build/console`. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Waits until the page shows what it has requested. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}
