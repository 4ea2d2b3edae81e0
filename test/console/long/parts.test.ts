import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { within } from '../../support/within.ts';
import { overflowOf, violationsOf } from '../support/browser.ts';
import { launchChromium } from '../support/chromium.ts';

const CONSOLE = join(import.meta.dirname, '../../../console');

let server: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  server = await createServer({
    configFile: join(CONSOLE, 'vite.config.ts'),
    root: CONSOLE,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** Opens the page of parts without a service. */
async function open() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const address = `${server.resolvedUrls!.local[0]!}development.html`;
  await page.goto(address, { timeout: within(60_000) });
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: within(60_000) });
  return { page, faults };
}

test('the page of parts shows every part of the console without a fault, in light and in dark', async () => {
  const parts = readdirSync(join(CONSOLE, 'src/parts'))
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => name.slice(0, -'.tsx'.length));
  const { page, faults } = await open();
  const shown = page.locator('[data-part]');
  await expect.poll(() => shown.count()).toBe(parts.length);
  const names = await shown.evaluateAll((all) => all.map((one) => one.getAttribute('data-part')!));
  expect(names.toSorted()).toEqual(parts.toSorted());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Examples of titles are further headings of the first level.
    const violations = (await violationsOf(page)).filter((one) => !one.startsWith('heading-order'));
    expect([colorScheme, violations]).toEqual([colorScheme, []]);
  }
  expect(await overflowOf(page)).toBe(0);
  expect(faults).toEqual([]);
});

test('the page of parts shows every token of the style', async () => {
  const css = readFileSync(join(CONSOLE, 'src/style/tokens.css'), 'utf8');
  const names = [...css.matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name);
  const { page, faults } = await open();
  const rows = page.getByRole('region', { name: 'Tokens' }).locator('tbody tr');
  const shown = await rows.locator('td:first-child').allInnerTexts();
  expect(shown).toEqual([...new Set(names)]);
  expect(faults).toEqual([]);
});

test('the page of parts opens each window, and Escape closes it', async () => {
  const { page, faults } = await open();
  const buttons = page.getByRole('button', { name: 'Open', exact: true });
  for (const button of await buttons.all()) {
    await button.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    if (await dialog.count()) await dialog.getByRole('button').last().click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

test('the built console contains nothing of the page of parts', () => {
  const dist = join(CONSOLE, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.includes('development'))).toEqual([]);
  for (const name of files.filter((one) => /\.(?:js|html)$/.test(one)))
    expect([name, readFileSync(join(dist, name), 'utf8').includes('Parts of the console')]).toEqual(
      [name, false],
    );
});
