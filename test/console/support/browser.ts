import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { launchChromium, signIn } from './chromium.ts';

const PICTURES = join(import.meta.dirname, '../../../build/console');

let browser: Promise<Browser> | undefined;

export async function stopBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Faults of a page that nobody may see: refused by the policy, thrown, or asked of somebody else. */
export type Visit = {
  page: Page;
  faults: string[];
  /** Every address that the page has asked. */
  asked: string[];
  close: () => Promise<void>;
};

/**
 * A browser window of a person, at a screen.
 * @param session the token of the person's session; without one nobody is signed in
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
  if (session !== undefined) await signIn(context, app.url, session);
  const page = await context.newPage();
  const faults: string[] = [];
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
       console.error('policy: ' + violatedDirective + ' ' + blockedURI));`,
  );
  page.on('console', (message) => {
    // The browser reports answers that refuse as errors; the screens show those.
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

/** Violations of WCAG 2.2 AA that axe finds, each with its places. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // A button of react-aria that has waited is announced by an image that has it for its name, for seven seconds, though the button
    // be gone with its window by then: that breaks the rule role-img-alt, for these alone.
    .exclude('[data-live-announcer] [role="img"]')
    // Pages have no frames, and nobody reads here of rules that held: without both it takes a third of the time.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
}

/** Pixels by which the page is wider than the window. */
export async function overflowOf(page: Page): Promise<number> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Keeps a picture of the page, for people to look at, in `build/console`. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Waits until the page shows what it has asked for. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
}
