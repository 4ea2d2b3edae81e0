import { beforeAll, describe, expect, test } from 'vitest';
import { consoleApp, overflowOf, settled, violationsOf, visit } from './support/browser.ts';
import { expectLooks, LIGHT, PHONE } from './support/looks.ts';
import { fillSite, SCREENS, sessionFor, type Site } from './support/screens.ts';
import { within } from '../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let full: Site;
beforeAll(async () => {
  full = await fillSite(app);
});

describe.each(SCREENS)('the screen %s', (name, pathOf) => {
  test('meets WCAG, has no fault, and fits, on a desktop and on a phone', async () => {
    const { page, faults, close } = await visit(app, sessionFor(full, pathOf(full)), pathOf(full));
    await expectLooks(page, name, [LIGHT, PHONE]);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

test('the screen hit shows the full entry at the time of the hit, and its later state', async () => {
  const key = await app.platformKey();
  const importRow = async (row: string) => {
    const content = `id,name,aliases,weak_aliases,program,id_passport,remarks\n${row}\n`;
    const body = { kind: 'sanctions', source: 'console:hit', format: 'csv', content };
    expect((await app.call('POST', '/api/v1/admin/lists', { key, body })).status).toBe(201);
  };
  await importRow('P-17,Uzoamaka Hollingsworth,Uzo H,UH,SDGT,A17,Wanted since 1999');
  const subject = { subjectId: 'listed-1', name: 'Uzoamaka Hollingsworth' };
  await app.call('POST', '/api/v1/fraud/subjects', { key: full.org.key, body: subject });
  const hits = '/api/v1/fraud/hits?subjectId=listed-1';
  const { body } = await app.call('GET', hits, { key: full.org.key });
  await importRow('P-18,Somebody Unrelated,,,,,');
  const { page, faults, close } = await visit(
    app,
    full.session,
    `/console/review/${body.data.items[0].id}`,
  );
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  for (const text of ['Uzo H', 'UH (weak alias)', 'passport: A17'])
    await facts.getByText(text, { exact: true }).waitFor();
  const listed = page.getByRole('region', { name: 'On the list' });
  for (const text of [
    'A weak alias is a broad',
    'SDGT',
    'Wanted since 1999',
    'P-17',
    'Removed from the list:',
  ])
    await expect.poll(() => listed.innerText()).toContain(text);
  expect(await violationsOf(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('the screen today reads its figures by one request and its counts by another, and again when another person changes a webhook', async () => {
  const { page, asked, faults, close } = await visit(app, full.session, '/console/today');
  await settled(page);
  const webhooks = page.getByRole('region', { name: 'Webhooks' }).locator('.figure');
  await webhooks.waitFor();
  const paths = (): string[] =>
    asked.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/api/v1/'));
  await expect.poll(paths).toContain('/api/v1/live');
  const others = /^\/api\/v1\/(me|live|today\/work)$/;
  expect(new Set(paths().filter((path) => !others.test(path)))).toEqual(new Set(['/api/v1/today']));
  const before = Number.parseInt(await webhooks.innerText(), 10);
  const body = { name: 'Mirror', url: 'https://hooks.example.com/oriki', events: ['*'] };
  await app.call('POST', '/api/v1/webhooks', { key: full.org.key, body });
  await expect
    .poll(() => webhooks.innerText(), { timeout: within(10_000) })
    .toBe(`${before + 1} active`);
  expect(faults).toEqual([]);
  await close();
});
