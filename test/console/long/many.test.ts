import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { consoleApp, picture, violationsOf } from '../support/browser.ts';
import {
  answerQuestion,
  decideElsewhere,
  decisionsOf,
  enter,
  openQueue,
  SENTENCE,
} from '../support/deciding.ts';
import { fill, type World } from '../support/world.ts';
import { within } from '../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });

function rowOf(page: Page, customer: string): Locator {
  return page.locator('tbody tr[data-index]').filter({
    has: page.getByRole('link', { name: customer, exact: true }),
  });
}
function boxOf(page: Page, customer: string): Locator {
  return page.getByRole('checkbox', { name: `Tick ${customer}`, exact: true });
}
function barOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Ticked hits' });
}
async function hitsOf({
  org,
}: World): Promise<Map<string, { id: string; assignee: string | null }>> {
  const { body } = await app.call('GET', '/api/v1/fraud/hits?limit=100', { key: org.key });
  return new Map(body.data.items.map((hit: { subjectId: string }) => [hit.subjectId, hit]));
}

describe('ticked hits', () => {
  test('are decided together after one question that shows all of them, and no other hit is', async () => {
    const world = await fill(app, 8);
    const { page, faults, decided, close } = await openQueue(app, world.session);
    await boxOf(page, 'customer-6').click();
    await boxOf(page, 'customer-3').click({ modifiers: ['Shift'] });
    await boxOf(page, 'customer-5').click();
    const bar = barOf(page);
    await bar.getByText('3 hits ticked').waitFor();
    await picture(page, 'ticked hits');
    expect(await violationsOf(page)).toEqual([]);
    await bar.getByRole('button', { name: 'False positive' }).click();
    const question = page.getByRole('dialog', { name: 'false positive: 3 hits' });
    const shown = question.getByRole('group', { name: 'Hits to decide' }).getByRole('listitem');
    await expect.poll(() => shown.count()).toBe(3);
    expect(await question.getByRole('button', { name: 'Decide' }).isDisabled()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, 'question about ticked hits');
    await answerQuestion(page);
    await page.getByText('2 earlier').waitFor();
    expect(await bar.count()).toBe(0);
    expect(await page.locator('tbody tr[data-index]').count()).toBe(5);
    await page.locator('tr[aria-selected=true]:focus').waitFor();
    // Each can be undone, and is then sent alone.
    await page.keyboard.press('u');
    await page.getByText('1 earlier').waitFor();
    const hits = await hitsOf(world);
    await expect
      .poll(async () => [...(await decisionsOf(app, world)).keys()].toSorted(), {
        timeout: within(20_000),
      })
      .toEqual(['customer-6', 'customer-4'].map((one) => hits.get(one)!.id).toSorted());
    for (const [made] of (await decisionsOf(app, world)).values())
      expect(made).toMatchObject({ decision: 'false_positive', reason: SENTENCE });
    expect(decided()).toHaveLength(2);
    expect(faults).toEqual([]);
    await close();
  });

  test('lose their tick when they change, leave the list, or another filter is chosen', async () => {
    const world = await fill(app, 4);
    const { page, faults, close } = await openQueue(app, world.session);
    for (const one of ['customer-1', 'customer-2']) await boxOf(page, one).click();
    const status = barOf(page).getByRole('status');
    await status.filter({ hasText: '2 hits ticked' }).waitFor();
    await decideElsewhere(app, world, (await hitsOf(world)).get('customer-1')!.id);
    await status.filter({ hasText: '1 hit ticked' }).waitFor();
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    await rowOf(page, 'customer-2').waitFor();
    expect(await barOf(page).count()).toBe(0);
    expect(await boxOf(page, 'customer-2').isChecked()).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  test('are ticked by x, and the keys of a ticked row apply to all of them', async () => {
    const world = await fill(app, 4);
    const { page, faults, close } = await openQueue(app, world.session);
    await enter(page);
    await page.locator('tr[aria-selected=true]').getByRole('checkbox').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    // The key of a row without a tick is about this row alone.
    await page.keyboard.press('1');
    await page.getByRole('dialog', { name: /^true match: .*, customer-/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await page.keyboard.press('1');
    await page.getByRole('dialog', { name: 'true match: 2 hits' }).waitFor();
    await answerQuestion(page, 'The same person');
    await page.getByText('1 earlier').click();
    await page.getByRole('button', { name: 'Undo all 2' }).click();
    await page.getByText('nothing was sent').waitFor();
    expect(await page.locator('tbody tr[data-index]').count()).toBe(4);
    expect(faults).toEqual([]);
    await close();
  });

  test('are all visible hits after a click on the checkbox of the title, and none after another click', async () => {
    const world = await fill(app, 30);
    const { page, close } = await openQueue(app, world.session);
    await page.getByRole('checkbox', { name: 'Tick the visible rows' }).click();
    const status = barOf(page).getByRole('status');
    const text = await status.innerText();
    const count = Number(/^(\d+) hits ticked/.exec(text)![1]);
    expect(count).toBeGreaterThan(4);
    expect(count).toBeLessThan(16);
    await page.getByRole('checkbox', { name: 'Untick all' }).click();
    await barOf(page).waitFor({ state: 'detached' });
    await close();
  });

  test('are assigned to the person, to a member, and to no one', async () => {
    const world = await fill(app, 4);
    const ada = await app.person(world.org.id, ['analyst'], 'Ada Obi');
    const { page, faults, close } = await openQueue(app, world.session);
    const bar = barOf(page);
    const assigned = async (customer: string) => (await hitsOf(world)).get(customer)!.assignee;
    const dialog = page.getByRole('dialog');
    const assign = async (customers: string[]): Promise<void> => {
      for (const one of customers) await boxOf(page, one).click();
      await bar.getByRole('button', { name: 'Assign' }).click();
    };
    await assign(['customer-1', 'customer-2']);
    const assignee = dialog.getByLabel('Assignee');
    await expect.poll(() => assignee.evaluate((one) => one.matches(':focus'))).toBe(true);
    await assignee.selectOption({ label: 'Ada Obi' });
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await bar.getByText('2 hits assigned.').waitFor();
    await rowOf(page, 'customer-2').getByText('Ada Obi').waitFor();
    expect(await assigned('customer-1')).toBe(ada.id);
    await assign(['customer-1', 'customer-3']);
    await dialog.getByRole('button', { name: 'Assign to me' }).click();
    await bar.getByText('2 hits assigned.').waitFor();
    expect(await assigned('customer-1')).toBe(await assigned('customer-3'));
    expect(await assigned('customer-1')).not.toBe(ada.id);
    await boxOf(page, 'customer-2').click();
    await page.keyboard.press('a');
    await dialog.getByRole('heading', { name: 'Assign customer-2' }).waitFor();
    await expect.poll(() => dialog.getByLabel('Assignee').inputValue()).toBe(ada.id);
    await dialog.getByLabel('Assignee').selectOption({ label: 'no one' });
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
    await bar.getByText('1 hit assigned.').waitFor();
    expect(await assigned('customer-2')).toBe(null);
    expect(faults).toEqual([]);
    await close();
  });

  test('are added to the cases of their customers, to one open case, or to one new case for each customer', async () => {
    const world = await fill(app, 4);
    const { page, faults, close } = await openQueue(app, world.session);
    const bar = barOf(page);
    const dialog = page.getByRole('dialog');
    const cases = async (customer: string) => {
      const path = `/api/v1/cases?subjectId=${customer}`;
      const { body } = await app.call('GET', path, { key: world.org.key });
      const [id] = body.data.items.map((one: { id: string }) => one.id);
      const made = await app.call('GET', `/api/v1/cases/${id}`, { key: world.org.key });
      return made.body.data.items.filter(({ kind }: { kind: string }) => kind === 'hit').length;
    };
    for (const one of ['customer-0', 'customer-1']) await boxOf(page, one).click();
    await bar.getByRole('button', { name: 'Add to a case' }).click();
    const choice = dialog.getByRole('combobox');
    await expect.poll(() => choice.evaluate((one) => one.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await bar.getByText('2 hits added to').waitFor();
    expect(await bar.getByRole('link').count()).toBe(2);
    expect([await cases('customer-0'), await cases('customer-1')]).toEqual([1, 1]);
    for (const one of ['customer-2', 'customer-3']) await boxOf(page, one).click();
    await bar.getByRole('button', { name: 'Add to a case' }).click();
    await choice.selectOption({ label: 'New case' });
    await dialog.getByText('2 cases, one for each customer.').waitFor();
    await dialog.getByRole('button', { name: 'Add to the case' }).click();
    await bar.getByRole('link', { name: 'Case customer-3' }).waitFor();
    expect([await cases('customer-2'), await cases('customer-3')]).toEqual([1, 1]);
    await boxOf(page, 'customer-2').click();
    await bar.getByRole('button', { name: 'Add to a case' }).click();
    const text = await choice.locator('option', { hasText: 'customer-1,' }).innerText();
    await choice.selectOption({ label: text });
    await dialog.getByText('evidence about other customers to the case of customer-1').waitFor();
    await dialog.getByRole('button', { name: 'Add to the case' }).click();
    await bar.getByRole('link', { name: 'Case customer-1' }).waitFor();
    expect(await cases('customer-1')).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  test('are ticked and decided by touch on a phone, with targets of 44 pixels', async () => {
    const world = await fill(app, 3);
    const { page, faults, close } = await openQueue(app, world.session);
    await page.setViewportSize({ width: 390, height: 800 });
    for (const one of ['customer-1', 'customer-2']) {
      const target = page.locator('label.tick').filter({ has: boxOf(page, one) });
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await target.click();
    }
    const bar = barOf(page);
    for (const one of await bar.getByRole('button').all()) {
      const { x, width, height } = (await one.boundingBox())!;
      expect(height).toBeGreaterThanOrEqual(44);
      expect(x + width).toBeLessThanOrEqual(390);
    }
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, 'ticked hits on a phone');
    await bar.getByRole('button', { name: 'True match' }).click();
    await answerQuestion(page);
    await page.getByText('1 earlier').waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('exclude hits that wait for approval, which their second person opens one by one', async () => {
    const world = await fill(app, 3);
    await app.call('PATCH', '/api/v1/approvals/settings', {
      key: world.org.key,
      body: { actions: ['hit.false_positive'] },
    });
    const waits = (await hitsOf(world)).get('customer-1')!.id;
    const { session } = await app.person(world.org.id, ['analyst'], 'Ada Obi');
    const asked = await app.call('POST', '/api/v1/approvals', {
      session,
      body: {
        action: 'hit.false_positive',
        objectId: waits,
        reasonCode: 'other',
        reason: SENTENCE,
      },
    });
    expect(asked.status, asked.text).toBeLessThan(300);
    const { page, faults, close } = await openQueue(app, world.session);
    for (const one of ['customer-1', 'customer-2']) await boxOf(page, one).click();
    await barOf(page).getByRole('button', { name: 'False positive' }).click();
    const question = page.getByRole('dialog', { name: 'false positive: 1 hit' });
    await question.getByText('1 of them waits for approval').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

test('a person who only reads has no checkboxes', async () => {
  const world = await fill(app, 2);
  const { session } = await app.person(world.org.id, ['auditor']);
  const { page, close } = await openQueue(app, session);
  expect(await page.locator('tbody input').count()).toBe(0);
  await close();
});
