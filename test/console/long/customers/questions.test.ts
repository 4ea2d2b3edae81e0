import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { startTestApp } from '../../../support/app.ts';
import { consoleApp, settled, visit } from '../../support/browser.ts';
import { allowOnePerson, fill, type World } from '../../support/world.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 1);
});

async function get(path: string) {
  return (await app.call('GET', `/api/v1${path}`, { key: world.org.key })).body.data;
}

/** Clicks a button, leaves the question open, declines it, and then confirms it. */
async function answered(
  page: Page,
  name: RegExp,
  says: RegExp,
  isUntouched: () => Promise<boolean>,
): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  const dialog = page.getByRole('dialog');
  await button.click();
  await dialog.getByText(says).waitFor();
  // Enter, which opened the question, does not answer it.
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await isUntouched()).toBe(true);
  await button.click();
  for (const field of await dialog.getByRole('textbox').all()) await field.fill('Not agreed');
  await dialog.getByRole('button', { name }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function open(path: string) {
  const visited = await visit(app, world.session, path);
  await settled(visited.page);
  return visited;
}

describe('a question that names the effect of an action', () => {
  test('comes before a request is rejected', async () => {
    // The request is about a list in its current state, and void once an entry is removed.
    const { page, faults, close } = await open('/console/approvals');
    const pending = async () => (await get('/approvals?status=pending')).total;
    await answered(page, /^Refuse/, /You cannot undo it/, async () => (await pending()) === 1);
    expect(await pending()).toBe(0);
    const [refused] = (await get('/approvals?status=rejected')).items;
    expect(refused.answerReason).toBe('Not agreed');
    expect(faults).toEqual([]);
    await close();
  });

  test('comes before an entry of a list is removed', async () => {
    await allowOnePerson(app, world);
    const { page, faults, close } = await open(`/console/lists/${world.listId}`);
    const count = async () => (await get(`/fraud/lists/${world.listId}/entries`)).total;
    const before = await count();
    await answered(page, /^Remove/, /You cannot undo this/, async () => (await count()) === before);
    expect(await count()).toBe(before - 1);
    expect(faults).toEqual([]);
    await close();
  });

  test('comes before an item is removed from a case', async () => {
    const { page, faults, close } = await open(`/console/cases/${world.caseId}`);
    const count = async () => (await get(`/cases/${world.caseId}`)).items.length;
    const before = await count();
    await answered(page, /^Remove/, /is no longer part/, async () => (await count()) === before);
    await expect.poll(count).toBe(before - 1);
    expect(faults).toEqual([]);
    await close();
  });

  test('comes before an export is cancelled', async () => {
    // Without a worker, so that the export waits.
    const waits = await startTestApp({ rateLimits: undefined, role: 'api' });
    const org = await waits.org();
    const { key } = org;
    await waits.call('POST', '/api/v1/exports', { key, body: { dataType: 'usage' } });
    const { session } = await waits.person(org.id, ['admin']);
    const { page, faults, close } = await visit(waits, session, '/console/exports');
    await settled(page);
    const total = async () => (await waits.call('GET', '/api/v1/exports', { key })).body.data.total;
    await answered(
      page,
      /^Stop export/,
      /Oriki deletes its data/,
      async () => (await total()) === 1,
    );
    await expect.poll(total).toBe(0);
    expect(faults).toEqual([]);
    await close();
    await waits.stop();
  });

  test('comes before a webhook is deactivated, and before its deliveries are sent again', async () => {
    const { page, faults, asked, close } = await open(`/console/webhooks/${world.webhookId}`);
    const recovers = () => asked.filter((url) => url.endsWith('/recover')).length;
    await answered(page, /^Retry failed deliveries/, /gets these deliveries again/, async () => {
      return Promise.resolve(recovers() === 0);
    });
    expect(recovers()).toBe(1);
    const isActive = async () => (await get(`/webhooks/${world.webhookId}`)).active;
    await answered(page, /^Switch off/, /until a member switches it on/, isActive);
    expect(await isActive()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });
});
