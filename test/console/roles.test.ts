import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../clients/typescript/src/generated/operations.ts';
import { consoleApp, settled, visit } from './support/browser.ts';
import { fill, type World } from './support/world.ts';

const SOURCES = join(import.meta.dirname, '../../console/src');

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 2);
});

async function asRole(role: string, path: string) {
  const { session } = await app.person(world.org.id, [role]);
  const visited = await visit(app, session, path);
  await visited.page.getByRole('navigation').waitFor();
  return { session, ...visited };
}

/** Returns the operations that the console's source calls. */
function calledOperations() {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'));
  const calls = new Set(
    sources.flatMap((text) => text.match(/(?:\bapi|\btransferring\(\w+\))\.\w+\.\w+/g) ?? []),
  );
  return [...calls].map((name) => {
    const [, group, method] = name.split('.');
    const operation = operations[group!]?.[method!];
    expect(operation, name).toBeDefined();
    return operation!;
  });
}

describe('a person of the role billing', () => {
  test('sees only usage and invoices, and the reason why another address shows nothing', async () => {
    const { page, faults, close } = await asRole('billing', '/console/');
    await page.getByRole('heading', { name: 'Usage' }).waitFor();
    expect(await page.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'Usage',
      'Invoices',
    ]);
    const refused = page.waitForResponse('**/api/v1/fraud/hits?*');
    await page.goto(`${app.url}/console/review`);
    const requestId = (await (await refused).allHeaders())['x-request-id']!;
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toContain(requestId);
    expect(await alert.innerText()).toContain('Your roles do not include this');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('an auditor', () => {
  /** Buttons that only show something. */
  const HARMLESS =
    /^(Print|Copy|Filters?|Customer|Score|Found|Show more|Try again|Check|[a-z_]+(\.[a-z_]+)+|\d{1,2} \w{3} \d{4}, \d\d:\d\d:\d\d( \S+)?)$/;

  test('sees every screen, and on none a button or a field that changes data', async () => {
    const { page, faults, close } = await asRole('auditor', '/console/');
    const links = page.getByRole('navigation').getByRole('link');
    await links.first().waitFor();
    const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    expect(paths.length).toBeGreaterThan(11);
    paths.push(
      `/console/review/${world.hitId}`,
      `/console/lists/${world.listId}`,
      `/console/cases/${world.caseId}`,
      `/console/webhooks/${world.webhookId}`,
      `/console/invoices/${world.invoiceId}`,
    );
    for (const path of paths) {
      await page.goto(app.url + path!);
      await settled(page);
      // The bar of the queue is loaded after its rows.
      if (path === '/console/review') await page.getByRole('button', { name: 'Filters' }).waitFor();
      const buttons = await page.locator('main').getByRole('button').allInnerTexts();
      expect([path, buttons.filter((text) => !HARMLESS.test(text))]).toEqual([path, []]);
      expect([path, await page.locator('main textarea').count()]).toEqual([path, 0]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('is refused each operation with which a button of the console changes data', async () => {
    const tenant = await app.person(world.org.id, ['auditor']);
    const changing = calledOperations().filter(({ method, safe }) => method !== 'GET' && !safe);
    expect(changing.length).toBeGreaterThan(20);
    for (const { id, method, path } of changing) {
      const filled = path.replaceAll(/\{\w+\}/g, world.hitId);
      const { status } = await app.call(method, `/api/v1${filled}`, {
        session: tenant.session,
        body: {},
      });
      expect([id, status]).toEqual([id, 403]);
    }
  });
});
