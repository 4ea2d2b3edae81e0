import { expect, test } from 'vitest';
import { consoleApp, settled, visit } from '../../support/browser.ts';

const app = consoleApp({ rateLimits: undefined });

test('the catalogue lists every event type of the API, each with its schema and its example', async () => {
  const org = await app.org();
  const { session } = await app.person(org.id, ['developer']);
  const { body } = await app.call('GET', '/api/v1/webhooks/event-types', { key: org.key });
  const { eventTypes } = body.data;
  expect(eventTypes.length).toBeGreaterThan(30);
  const { page, faults, close } = await visit(app, session, '/console/event-types');
  await settled(page);
  const dialog = page.getByRole('dialog');
  for (const { type, description, schema, example } of eventTypes) {
    await page.getByLabel('Find').fill(type);
    await page.getByRole('button', { name: type, exact: true }).click();
    await dialog.locator('pre').nth(1).waitFor();
    const shown = await dialog.locator('pre').allInnerTexts();
    expect([type, ...shown.map((text) => JSON.parse(text))]).toEqual([type, example, schema]);
    expect(await dialog.innerText()).toContain(description);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
  await close();
});
