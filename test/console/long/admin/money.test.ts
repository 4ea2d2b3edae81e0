import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { metricText } from '../../../../console/src/texts/screens/today.ts';
import { runInvoicesNow } from '../../../../src/modules/invoices/index.ts';
import { withZoneFrom } from '../../../../src/platform/calendar/zoned-months.ts';
import { Biller, sheetFrom } from '../../../support/billing.ts';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';
import { fill } from '../../support/world.ts';

/** As many digits as the API accepts, more than a JavaScript number has. */
const LARGEST = '123456789012.123457';
const SMALLEST = '0.000001';

const DOCUMENT = join(import.meta.dirname, '../../../../docs/usage-metrics.md');

const app = consoleApp({ rateLimits: undefined });
let biller: Biller;
let session: string;
beforeAll(async () => {
  biller = await Biller.of(app);
  const zones = JSON.stringify(withZoneFrom([], '2025-12', 'Africa/Lagos'));
  const change = 'UPDATE organizations SET billing_zones = $2 WHERE id = $1';
  await app.db.pool.query(change, [biller.org.id, zones]);
  await biller.use('2026-01-15', 'parts', LARGEST);
  await biller.use('2026-01-16', 'storage', SMALLEST);
  await biller.use('2026-01-17', 'messages', '12.5');
  const only = { organizationId: biller.org.id };
  await runInvoicesNow(app.db, sheetFrom('2026-01-01'), '2026-01-01', only);
  await biller.use('2026-01-18', 'messages', '-2.75');
  await runInvoicesNow(app.db, sheetFrom('2026-01-01'), '2026-01-01', only);
  ({ session } = await app.person(biller.org.id, ['admin']));
});

/** Formats a decimal as in Britain, from its digits alone. */
function written(decimal: string): string {
  const [whole = '', rest] = decimal.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${decimal.startsWith('-') ? '-' : ''}${grouped}${rest === undefined ? '' : `.${rest}`}`;
}

/** Formats an amount in cents, from its digits alone. */
function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const amount = written(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
  return `${cents < 0 ? '-' : ''}€${amount}`;
}

async function rowsOf(page: Page): Promise<string[][]> {
  const rows = page.locator('tbody tr[data-index]');
  await rows.first().waitFor();
  const texts: string[][] = [];
  for (const row of await rows.all()) texts.push(await row.getByRole('cell').allInnerTexts());
  return texts;
}

test('every metric that Oriki counts has a text', () => {
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^- `(\w+)` ((?:`\w+`(?:, )?)+): /gm);
  const counted = [...rows].flatMap(([, service, metrics]) =>
    metrics!.split(', ').map((metric) => ({ service: service!, metric: metric.slice(1, -1) })),
  );
  expect(counted.length).toBeGreaterThan(8);
  const raw = counted.filter((used) => metricText(used) === `${used.service} ${used.metric}`);
  expect(raw).toEqual([]);
});

test('usage is shown with texts on both screens, and metrics of the organization unchanged', async () => {
  const world = await fill(app, 1);
  const at = new Date().toISOString();
  const body = { service: 'email', metric: 'letters', quantity: 3, at, id: 'letters-1' };
  const reported = await app.call('POST', '/api/v1/usage', { key: world.org.key, body });
  expect(reported.status, reported.text).toBe(201);
  const { page, faults, close } = await visit(app, world.session, '/console/today');
  const tile = page.getByRole('region', { name: 'Usage this month' });
  await tile.getByText('Checks of bank verification numbers', { exact: true }).waitFor();
  await tile.getByText('email letters', { exact: true }).waitFor();
  expect(await tile.innerText()).not.toMatch(/identity bvn|_/);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  const cells = (await rowsOf(page)).map(([, metric]) => metric!.trim());
  expect(cells).toContain('Checks of bank verification numbers identity bvn');
  expect(cells).toContain('email letters');
  await page.getByLabel('Metric').selectOption('Names screened');
  await page.locator('figcaption').getByText('Names screened', { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('usage is shown, and exported, with each digit of the API', async () => {
  const { items } = await biller.get('/usage?limit=100');
  expect(items.map(({ quantity }: { quantity: string }) => quantity)).toContain(LARGEST);
  const { page, faults, close } = await visit(app, session, '/console/usage');
  await settled(page);
  const expected = items.map(
    (row: { day: string; service: string; metric: string; quantity: string }) => [
      row.day,
      `${row.service} ${row.metric}`,
      written(row.quantity),
    ],
  );
  expect(await rowsOf(page)).toEqual(expected);
  await page.getByText('Time zone of days and months: Africa/Lagos.').waitFor();
  await page.goto(`${app.url}/console/exports`);
  await page.getByRole('button', { name: 'New export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption('JSON');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Usage' });
  const download = page.waitForEvent('download');
  await row.getByRole('link', { name: 'Download' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  const inOrder = (rows: object[]): string[] =>
    rows.map((one) => JSON.stringify(Object.entries(one).toSorted())).toSorted();
  expect(inOrder(exported)).toEqual(inOrder(items));
  expect(await row.getByRole('cell').nth(5).innerText()).toBe(String(items.length));
  expect(faults).toEqual([]);
  await close();
});

test('invoices and notes are shown with the amounts of the API, to the cent, and lines add up to their total', async () => {
  const documents = await biller.documents();
  expect(documents.length).toBeGreaterThan(1);
  const { page, faults, close } = await visit(app, session, '/console/invoices');
  await settled(page);
  const listed = (await rowsOf(page)).map((cells) => [cells[0], cells.at(-1)]);
  const totals = documents.map(({ number, total }) => [`${number}`, euros(total)]);
  expect(listed.toSorted()).toEqual(totals.toSorted());
  for (const { id, total, lines } of documents) {
    await page.goto(`${app.url}/console/invoices/${id}`);
    const shown = await rowsOf(page);
    expect(shown).toEqual(
      lines.map(({ service, metric, quantity, amount }) => [
        service,
        metric,
        written(quantity),
        euros(amount),
      ]),
    );
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    const facts = await page.locator('dl').innerText();
    expect(facts).toContain(euros(total));
    expect(facts).toContain('Time zone\nAfrica/Lagos');
  }
  expect(faults).toEqual([]);
  await close();
});
