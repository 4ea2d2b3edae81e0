import { beforeAll, expect, test } from 'vitest';
import { consoleApp, settled, visit } from './support/browser.ts';
import { fill, type World } from './support/world.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = await fill(app, 1);
});

test.each([
  ['verifications', (): string => '/console/verifications', 'Outcome', 'failed'],
  ['threads', (): string => '/console/threads', 'State', 'CLOSED'],
  ['deliveries', (): string => `/console/webhooks/${world.webhookId}`, 'Status', 'failed'],
] as const)(
  'the state by which %s are filtered is in the address, and a reload and the back button restore it',
  async (_, pathOf, label, state) => {
    const { page, faults, close } = await visit(app, world.session, pathOf());
    await settled(page);
    const choice = page.getByLabel(label, { exact: true });
    await choice.selectOption(state);
    await page.waitForURL(`**?status=${state}`);
    await page.reload();
    await expect.poll(() => choice.inputValue()).toBe(state);
    await page.goBack();
    await expect.poll(() => choice.inputValue()).toBe('all');
    expect(faults).toEqual([]);
    await close();
  },
);
