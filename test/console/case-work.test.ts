import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOf } from './support/browser.ts';
import { consoleOrg } from './support/organization.ts';

const { call, open } = consoleOrg();

describe('hits of a case', () => {
  /** Creates a case of the first of several customers who match one person on a list. */
  async function caseWith(customers: number, prefix: string): Promise<string> {
    const list = await call('POST', '/fraud/lists', {
      name: prefix,
      source: `internal:${prefix.toLowerCase()}`,
      kind: 'tenant_blocklist',
    });
    await call('POST', `/fraud/lists/${list.id}/entries`, { entries: [{ name: `Ada ${prefix}` }] });
    for (let i = 0; i < customers; i += 1)
      await call('POST', '/fraud/subjects', { subjectId: `${prefix}-${i}`, name: `Ada ${prefix}` });
    const { items } = await call('GET', `/fraud/hits?subjectId=${prefix}-0`);
    const itemIds = items.map((hit: { id: string }) => hit.id);
    return (await call('POST', '/cases', { subjectId: `${prefix}-0`, itemIds })).id;
  }

  /** Opens the form, ticks all hits and chooses that they are false positives. */
  async function dismiss(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Decide open hits' }).click();
    await page.getByLabel('Decision', { exact: true }).selectOption('false_positive');
    const hits = page.getByRole('group', { name: 'Open hits' }).getByRole('checkbox');
    for (const hit of await hits.all()) await hit.check();
  }

  test('are decided with one reason, together with identical pairs of other customers, and the case is closed', async () => {
    const id = await caseWith(4, 'Okonkwo');
    const { page, faults, close } = await open(`/console/cases/${id}`);
    await page.getByRole('button', { name: 'Decide open hits' }).click();
    const decide = page.getByRole('button', { name: 'Decide hits' });
    await decide.waitFor();
    expect(await decide.isDisabled()).toBe(true);
    // Nothing is chosen for the person, who ticks names instead of ids.
    const form = page.locator('form', { has: decide });
    expect(await form.locator('input:checked').count()).toBe(0);
    expect(await page.getByLabel('Decision', { exact: true }).inputValue()).toBe('');
    await page.getByRole('checkbox', { name: 'Okonkwo-0: Ada Okonkwo, 100' }).check();
    await page.getByLabel('Reason (stored with each decision)').fill('Another date of birth');
    // Neither without a decision nor, for a false positive, without a code.
    expect(await decide.isDisabled()).toBe(true);
    await page.getByLabel('Decision', { exact: true }).selectOption('false_positive');
    expect(await decide.isDisabled()).toBe(true);
    await page.getByLabel('Date of birth differs').check();
    await page.getByLabel('Also decide all other open hits').check();
    await page.getByLabel('Afterwards').selectOption('FALSE_POSITIVE');
    expect(await violationsOf(page)).toEqual([]);
    await decide.click();
    await page.getByText('1 hit decided, and 3 identical ones.').waitFor();
    await page.getByRole('heading', { level: 1 }).getByText('closed').waitFor();
    const { items } = await call('GET', '/fraud/hits?status=false_positive');
    expect(items.length).toBe(4);
    expect(faults).toEqual([]);
    await close();
  });

  test('are not decided if one of them has changed since it was displayed, and the entered reason stays', async () => {
    const id = await caseWith(1, 'Adeyemi');
    const { page, close } = await open(`/console/cases/${id}`);
    await dismiss(page);
    await page.getByLabel('Reason (stored with each decision)').fill('Seen before');
    await page.getByLabel('Known customer').check();
    const { items } = await call('GET', `/cases/${id}`);
    // This page gets no notification: it still shows what it has read.
    await page.route('**/api/v1/live**', (route) => route.abort());
    await page.route(`**/api/v1/cases/${id}`, (route) => route.abort());
    const body = { decision: 'true_match', reason: 'first' };
    await call('POST', `/fraud/hits/${items[0].id}/decision`, body);
    await page.getByRole('button', { name: 'Decide hits' }).click();
    await page.getByRole('alert').waitFor();
    expect((await call('GET', `/fraud/hits/${items[0].id}`)).decisions.length).toBe(1);
    expect(await page.getByLabel('Reason (stored with each decision)').inputValue()).toBe(
      'Seen before',
    );
    await close();
  });

  test('stay open, with the entered reason, if the request for a second person fails', async () => {
    const id = await caseWith(1, 'Danjuma');
    await call('PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
    const { page, close } = await open(`/console/cases/${id}`);
    const error = { code: 'CONFLICT', message: 'more than 200 identical hits' };
    await page.route('**/api/v1/approvals', (route) =>
      route.fulfill({ status: 409, json: { success: false, error } }),
    );
    await dismiss(page);
    await page.getByLabel('Reason (stored with each decision)').fill('Somebody else');
    await page.getByLabel('Other name').check();
    await page.getByRole('button', { name: 'Decide hits' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByText('the hits wait for approval').count()).toBe(0);
    await close();
  });

  test('become requests if they need a second person, together with identical pairs of other customers', async () => {
    const id = await caseWith(2, 'Bello');
    await call('PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
    const { page, close } = await open(`/console/cases/${id}`);
    await dismiss(page);
    await page.getByLabel('Reason (stored with each decision)').fill('Somebody else');
    await page.getByLabel('Other name').check();
    await page.getByLabel('Also decide all other open hits').check();
    await page.getByRole('button', { name: 'Decide hits' }).click();
    const asked = page.getByRole('status').getByText('the hits wait for approval');
    await asked.waitFor();
    await page.getByRole('table').getByText('waiting for approval').waitFor();
    // The form offers nothing that another person must decide.
    await page.getByText('1 hit waits for another person').waitFor();
    expect(await page.getByRole('button', { name: 'Decide hits' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    const [item] = (await call('GET', `/cases/${id}`)).items;
    const approvals = await open('/console/approvals', 'approver');
    const summary = approvals.page.getByText('2 hits, decided together');
    await summary.click();
    const row = approvals.page.getByRole('row').filter({ has: summary });
    await row.getByTitle(item.id).waitFor();
    expect(await row.getByRole('link').count()).toBe(2);
    await row.getByText('Somebody else').waitFor();
    await approvals.page.getByText('One person alone can change roles here').waitFor();
    expect(await violationsOf(approvals.page)).toEqual([]);
    await row.getByRole('link').last().click();
    await approvals.page.waitForURL(/\/console\/review\/hit_/);
    await approvals.close();
    const second = await open(`/console/cases/${id}`, 'approver');
    await dismiss(second.page);
    await second.page.getByText('Other name · Somebody else').waitFor();
    await second.page.getByLabel('Reason (stored with each decision)').fill('Indeed');
    await second.page.getByLabel('Other country').check();
    const decide = second.page.getByRole('button', { name: 'Decide hits' });
    expect(await decide.isDisabled()).toBe(true);
    await second.page
      .getByLabel('Reason (stored with each decision)')
      .fill('Indeed, he lives in Ghana.');
    await second.page.getByLabel('Also decide all other open hits').check();
    await decide.click();
    await second.page.getByText('1 hit decided, and 1 identical one.').waitFor();
    expect((await call('GET', `/fraud/hits/${item.id}`)).status).toBe('false_positive');
    const decided = second.page.getByRole('row').filter({ hasText: 'Ada Bello' });
    await decided.getByText('Other country · Indeed, he lives in Ghana.').waitFor();
    await decided.getByText('Other name · Somebody else').waitFor();
    await second.close();
    await close();
  });
});
