import { beforeEach, expect, test } from 'vitest';
import { violationsOf } from './support/browser.ts';
import { consoleOrg } from './support/organization.ts';

const { call, open } = consoleOrg();
let listId: string;
beforeEach(async () => {
  const list = { name: 'Wanted', source: 'internal:wanted', kind: 'tenant_blocklist' };
  ({ id: listId } = await call('POST', '/fraud/lists', list));
});

/** Enrols a customer who has a hit with one entry. @returns the id of the hit */
async function hitOf(entry: object, customer: object): Promise<string> {
  await call('POST', `/fraud/lists/${listId}/entries`, { entries: [entry] });
  await call('POST', '/fraud/subjects', { subjectId: 'customer-1', ...customer });
  const { items } = await call('GET', '/fraud/hits?subjectId=customer-1');
  expect(items).toHaveLength(1);
  return items[0].id;
}

test('a number, another spelling and a swapped day of both sides do not differ, on the screen of the hit, in its case and in the case file', async () => {
  const hitId = await hitOf(
    { name: 'Hasan KHADDUR', dob: '1977-05-01', identifiers: { passport: 'G38820117' } },
    {
      name: 'Hassan Khaddour',
      dob: '1977-01-05',
      identifiers: [{ kind: 'passport', value: 'G38820117', country: 'CN' }],
    },
  );
  const { page, faults, close } = await open(`/console/review/${hitId}`);
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  const row = (text: string) => facts.getByRole('row').filter({ hasText: text });
  await row('G38820117').getByText('same', { exact: true }).waitFor();
  await row('1977-05-01').getByText('day and month swapped').waitFor();
  await row('Hasan KHADDUR').getByText('similar').first().waitFor();
  expect(await facts.getByText('differs').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1', itemIds: [hitId] });
  await page.goto(page.url().replace(/review.*/, `cases/${id}`));
  await page.getByText('Hasan KHADDUR').first().click();
  await page.getByText('day and month swapped').waitFor();
  await page.goto(page.url().replace(/cases.*/, `cases/${id}/file`));
  const printed = page.getByRole('row').filter({ hasText: 'G38820117' });
  await printed.getByText('same', { exact: true }).waitFor();
  expect(await page.locator('td').getByText('differs', { exact: true }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('a missing middle name is marked as similar, and another year as different', async () => {
  const hitId = await hitOf(
    { name: 'Karim Elias Haddad', dob: '1961-05-01' },
    { name: 'Karim Haddad', dob: '1977-01-12' },
  );
  const { page, close } = await open(`/console/review/${hitId}`);
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  const row = (text: string) => facts.getByRole('row').filter({ hasText: text });
  await row('Karim Elias Haddad').getByText('similar').first().waitFor();
  await row('1961-05-01').getByText('differs').waitFor();
  await close();
});
