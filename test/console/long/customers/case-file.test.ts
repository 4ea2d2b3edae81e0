import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { decidedCase, type DecidedCase } from '../../../support/decided-case.ts';
import { consoleApp, overflowOf, settled, violationsOf, visit } from '../../support/browser.ts';

/** The width of A4 without the margins of the page, in CSS pixels. */
const SHEET_PX = Math.floor((180 / 25.4) * 96);
const ANY_ID = /\b(?:hit|usr|key|entry|casenote|casefile|approval|decision)_[0-9a-z]{26}\b/;

const app = consoleApp({ rateLimits: undefined });
let decided: DecidedCase;
beforeAll(async () => {
  decided = await decidedCase(app, 'Abdulkarim Mansour');
  const { client, id, ada } = decided;
  const text = `A note without a place to break: ${'x'.repeat(400)} ${'https://'.repeat(60)}`;
  await client.ask(201, 'POST', `/${id}/notes`, { text }, ada);
  for (let i = 0; i < 40; i += 1)
    await client.ask(201, 'POST', `/${id}/notes`, { text: `Call ${i}\nNo answer.` }, ada);
});

async function open(from: DecidedCase = decided) {
  const visited = await visit(app, from.ada.session, `/console/cases/${from.id}`);
  await visited.page.getByRole('link', { name: 'Case file' }).click();
  await visited.page.getByRole('heading', { name: 'Case file: ' }).waitFor();
  await settled(visited.page);
  return visited;
}

/** Returns the text of the page as it is printed. */
async function printedText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const text = await page.evaluate<string>('document.querySelector("main").innerText');
  await page.emulateMedia({ media: 'screen' });
  return text;
}

describe('the case file in the console', () => {
  test('shows the reason of each decision, and separately the findings of the machine', async () => {
    const { page, faults, close } = await open();
    const { texts } = decided;
    const table = page.getByRole('table', { name: 'Decisions on hit' });
    for (const text of [texts.asked, texts.approved, texts.confirmed])
      await table.getByText(text, { exact: true }).waitFor();
    expect(await table.getByText(/^Found by Oriki: score \d+/).count()).toBe(2);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('answers an examiner: who decided, why, on which list, and what differed', async () => {
    const { page, close } = await open();
    const text = await printedText(page);
    for (const fact of ['Ada Obi', 'Bayo Eze', 'Organization', 'Printed', 'revision 1'])
      expect(text).toContain(fact);
    expect(text).toMatch(/Date of birth\s+1966-05-27\s+1973-05-27\s+differs/);
    expect(text).toMatch(/Country\s+Nigeria \(NG\)\s+Libya \(LY\)\s+differs/);
    expect(text).toMatch(/requested false positive\s+Ada Obi\s/);
    expect(text).toMatch(/false positive\nList revision \d+\s+Bayo Eze\s/);
    expect(text).toMatch(/passport\.txt\s+[0-9a-f]{64}/);
    expect(text.match(ANY_ID)?.[0]).toBe(undefined);
    await close();
  });

  test('prints completely on A4, without actions, in several numbered pages', async () => {
    const { page, close } = await open();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: SHEET_PX, height: 1000 });
    expect(await overflowOf(page)).toBe(0);
    const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.case-file *')]
      .filter((one) => one.getBoundingClientRect().right > ${SHEET_PX} + 0.5 || one.scrollWidth > one.clientWidth + 1 &&
        getComputedStyle(one).display !== 'inline')
      .map((one) => one.tagName + ' ' + one.textContent.slice(0, 40))`);
    expect(cut).toEqual([]);
    for (const action of ['Print', 'Save signed JSON'])
      expect(await page.getByRole('button', { name: action }).isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Back to the case' }).isVisible()).toBe(false);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const source = pdf.toString('latin1');
    const sheets = [...source.matchAll(/\/Type \/Page\b(?!s)/g)].length;
    expect(sheets).toBeGreaterThan(2);
    // Pages of another kind would have no numbers.
    const isNumbered = await page.evaluate<boolean>(`[...document.styleSheets].some((sheet) =>
      [...sheet.cssRules].some((rule) => rule.selectorText === 'case-file' && rule.cssText.includes('counter(pages)')))`);
    expect(isNumbered).toBe(true);
    expect(source).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
    await close();
  });

  test('is what Ctrl-P prints on the screen of the case', async () => {
    const { ada, id } = decided;
    const { page, faults, close } = await visit(app, ada.session, `/console/cases/${id}`);
    await settled(page);
    await page.evaluate(
      'window.print = () => { document.title = "printed " + location.pathname; }',
    );
    await page.keyboard.press('Control+p');
    await expect.poll(() => page.title()).toBe(`printed /console/cases/${id}/file`);
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
    await close();
  });

  test('shows the hash of the document that it saves', async () => {
    const { page, close } = await open();
    const shown = await page.locator('dt:text-is("SHA-256 of the JSON document") + dd').innerText();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save signed JSON' }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`${decided.id}.json`);
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect([saved.sha256, saved.case.id]).toEqual([shown, decided.id]);
    await close();
  });

  test('is read once for a page: each read leaves a row in the audit log', async () => {
    const other = await decidedCase(app, 'Yusuf Adewale');
    const { page, asked, close } = await open(other);
    await printedText(page);
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await other.client.ask(201, 'POST', `/${other.id}/notes`, { text: 'Later.' }, other.ada);
    const reads = asked.filter((address) => address.endsWith(`/cases/${other.id}/file`));
    expect(reads.filter((address) => address.includes('/api/'))).toHaveLength(1);
    await close();
  });
});
