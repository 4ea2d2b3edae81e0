import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { consoleApp, violationsOf, visit } from '../support/browser.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const PHONE = { width: 390, height: 800 };

const app = consoleApp({ role: 'api' });

describe('the documents on a phone', () => {
  test('have nothing that is wider than the window', async () => {
    const { page, faults, close } = await visit(app, undefined, '/docs', { viewport: PHONE });
    const paths = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
    const wide: string[] = [];
    for (const path of [...paths.filter((name) => name.endsWith('.md')), 'typescript.md']) {
      await page.goto(`${app.url}/docs/${path}`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > PHONE.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('have the folded list of pages above the text', async () => {
    const { page, close } = await visit(app, undefined, '/docs/exports.md', { viewport: PHONE });
    const pages = page.getByRole('navigation', { name: 'Documents' });
    expect(await pages.isVisible()).toBe(false);
    await page.getByText('Pages', { exact: true }).click();
    await pages.waitFor();
    const [list, text] = [await pages.boundingBox(), await page.locator('article').boundingBox()];
    expect(list!.y + list!.height).toBeLessThanOrEqual(text!.y);
    await close();
  });
});

describe('a document', () => {
  test('is found by the words of its sections', async () => {
    const { page, faults, close } = await visit(app, undefined, '/docs');
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('/');
    await page.keyboard.type('header column-mappings nobody-wrote-this');
    await page.getByText('Nothing found.').waitFor();
    const [, heading] = /^## (.+)$/m.exec(readFileSync(join(DOCS, 'exports.md'), 'utf8'))!;
    await page.getByRole('searchbox').fill(heading!);
    const found = page.locator('#results a').filter({ hasText: heading! }).first();
    await found.waitFor();
    const first = page.locator('#results a').first();
    const address = await first.evaluate((link) => (link as { href?: string }).href!);
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(address);
    expect(faults).toEqual([]);
    await close();
  });

  test('shows one language at a time, remembers it, and opens the one in an address', async () => {
    const { page, faults, close } = await visit(app, undefined, '/docs/webhook-receivers.md');
    expect(await violationsOf(page)).toEqual([]);
    const code = (name: string) => page.getByText(name).first();
    expect(await code('public class Receiver').isVisible()).toBe(true);
    await page.getByRole('tab', { name: 'Ruby' }).click();
    expect(await code('public class Receiver').isVisible()).toBe(false);
    expect(await code('delete_prefix').isVisible()).toBe(true);
    await page.reload();
    expect(await page.getByRole('tab', { name: 'Ruby' }).getAttribute('aria-selected')).toBe(
      'true',
    );
    await page.goto(`${app.url}/docs/receiving-webhooks.md#go`);
    expect(await page.getByRole('tab', { name: 'Go' }).getAttribute('aria-selected')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });

  test('copies a program unchanged', async () => {
    const { page, close } = await visit(app, undefined, '/docs/quickstart.md', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('.code').first();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe((await block.locator('code').textContent())!.trimEnd());
    await close();
  });
});
