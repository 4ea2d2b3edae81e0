import { describe, expect, test } from 'vitest';
import { violationsOf } from '../../support/browser.ts';
import { consoleOrg } from '../../support/organization.ts';
import { MARKUP } from '../../support/world.ts';

const { app, org, call, open } = consoleOrg();

/** Lists a name, so that a customer with it has an open hit. */
async function listed(name: string): Promise<void> {
  const list = { name: 'Known', source: 'internal:known', kind: 'tenant_blocklist' };
  const { id } = await call('POST', '/fraud/lists', list);
  await call('POST', `/fraud/lists/${id}/entries`, { entries: [{ name }] });
}

describe('the list of customers', () => {
  test('finds customers by name and id while a person types, and keeps filters, but no names, in the address', async () => {
    await listed('Zzyzx Loggerson');
    for (const [subjectId, name, country] of [
      ['customer-1', 'Adébáyọ̀ Okonkwo', 'NG'],
      ['customer-2', 'Zzyzx Loggerson', 'GH'],
      ['customer-3', `Bola ${MARKUP}`, 'NG'],
    ])
      await call('POST', '/fraud/subjects', { subjectId, name, country });
    const { page, asked, faults, close } = await open('/console/subjects');
    const table = page.getByRole('table', { name: 'Customers' });
    const ids = () => table.getByRole('link').allInnerTexts();
    await expect.poll(ids).toEqual(['customer-1', 'customer-2', 'customer-3']);
    const field = page.getByLabel('Name or id');
    await field.pressSequentially('okon adeb');
    await expect.poll(ids).toEqual(['customer-1']);
    expect(await violationsOf(page)).toEqual([]);
    await field.fill('zzy');
    await expect.poll(ids).toEqual(['customer-2']);
    await field.fill('');
    await page.getByLabel('Only with open hits').check();
    await expect.poll(ids).toEqual(['customer-2']);
    expect(new URL(page.url()).search).toBe('?open=true');
    await page.getByLabel('Only with open hits').uncheck();
    await page.getByLabel('Country').fill('ng');
    await expect.poll(ids).toEqual(['customer-1', 'customer-3']);
    await page.reload();
    await expect.poll(ids).toEqual(['customer-1', 'customer-3']);
    await page.getByLabel('Country').fill('');
    await page.getByLabel('Name or id').fill('customer-3');
    await expect.poll(ids).toEqual(['customer-3']);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/subjects/customer-3');
    await page.goBack();
    await expect.poll(() => page.getByLabel('Name or id').inputValue()).toBe('customer-3');
    expect(asked.filter((address) => /okon|zzy|adeb|bola/i.test(address))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('leads from an id that is not enrolled to its earlier activity only on a click', async () => {
    const { page, close } = await open('/console/subjects');
    await page.getByText('No customers are enrolled yet.').waitFor();
    await page.getByLabel('Name or id').fill('Gaddafi');
    await page.getByText('No enrolled customer matches these words.').waitFor();
    await page.getByRole('link', { name: 'Show the activity of the id Gaddafi' }).click();
    await page.getByText('Not enrolled').waitFor();
    await close();
  });

  test('is read by an auditor, who can do nothing with a customer', async () => {
    await call('POST', '/fraud/subjects', { subjectId: 'customer-1', name: 'Bola Adeyemi' });
    const { page, close } = await open('/console/subjects', 'auditor');
    expect(await page.getByRole('button', { name: 'Enrol a customer' }).count()).toBe(0);
    await page.getByRole('link', { name: 'customer-1' }).click();
    await page.getByText('Bola Adeyemi').waitFor();
    for (const name of ['Screen now', 'Verify', 'Open a case', 'Edit', 'Remove customer'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await close();
  });
});

describe('a customer', () => {
  test('is enrolled with all facts, edited, screened, opened as a case, and removed', async () => {
    const { page, dialog, faults, close } = await open('/console/subjects', 'admin');
    await page.getByRole('button', { name: 'Enrol a customer' }).click();
    await dialog.getByLabel('Your customer id').fill('customer-1');
    await dialog.getByLabel('Name', { exact: true }).fill('Bola Adeyemi');
    await dialog.getByLabel('Date of birth (YYYY-MM-DD)').fill('1980');
    await dialog.getByText('More facts').click();
    await dialog.getByLabel('Gender').selectOption('female');
    await dialog.getByLabel('Also known as').fill('Tunde');
    await dialog.getByRole('button', { name: 'Add an identifier' }).click();
    await dialog.getByLabel('Identifier 1', { exact: true }).fill('A1234567');
    await dialog.getByLabel('politically exposed persons').uncheck();
    await dialog.getByLabel('Threshold').fill('90');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Enrol' }).click();
    await page.waitForURL('**/console/subjects/customer-1');
    expect(await call('GET', '/fraud/subjects/customer-1')).toMatchObject({
      birthDate: '1980',
      gender: 'female',
      aliases: ['Tunde'],
      identifiers: [{ kind: 'passport', lastFour: '4567' }],
      kinds: ['sanctions', 'adverse_media', 'tenant_blocklist'],
      threshold: 90,
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByText('Stored numbers: passport … 4567. Oriki keeps them').waitFor();
    expect(await dialog.getByLabel('Also known as').inputValue()).toBe('Tunde');
    await dialog.getByLabel('Name', { exact: true }).fill('Bola Lawal');
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await page.getByText('Bola Lawal').waitFor();
    expect(await call('GET', '/fraud/subjects/customer-1')).toMatchObject({
      name: 'Bola Lawal',
      aliases: ['Tunde'],
      identifiers: [{ kind: 'passport', lastFour: '4567' }],
      birthDate: '1980',
      threshold: 90,
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Remove the stored numbers').check();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await call('GET', '/fraud/subjects/customer-1')).not.toHaveProperty('identifiers');
    await page.getByRole('button', { name: 'Screen now' }).click();
    await page.waitForURL('**/console/search/scr_*');
    await page.goBack();
    await page.getByRole('button', { name: 'Verify' }).click();
    expect(await dialog.getByLabel('Your customer id').inputValue()).toBe('customer-1');
    expect(await dialog.getByLabel('Last name').inputValue()).toBe('Lawal');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open a case' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL('**/console/cases/case_*');
    await page.getByRole('link', { name: 'Bola Lawal' }).first().click();
    await page.getByRole('button', { name: 'Remove customer' }).click();
    await dialog.getByText('customer-1').waitFor();
    await dialog.getByRole('button', { name: 'Remove customer' }).click();
    await page.waitForURL('**/console/subjects');
    const gone = await app.call('GET', '/api/v1/fraud/subjects/customer-1', { key: org.key });
    expect(gone.status).toBe(404);
    expect(faults).toEqual([]);
    await close();
  });

  test('with open hits is removed by a second person, whom the first asks by the same button', async () => {
    await listed('Zzyzx Loggerson');
    await call('POST', '/fraud/subjects', { subjectId: 'customer-1', name: 'Zzyzx Loggerson' });
    await call('PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
    const { page, dialog, close } = await open('/console/subjects/customer-1');
    await page.getByRole('button', { name: 'Remove customer' }).click();
    await dialog.getByRole('button', { name: 'Remove customer' }).click();
    await page.getByText('A second person must confirm the removal.').waitFor();
    const second = await open('/console/subjects/customer-1', 'admin');
    await second.page.getByRole('button', { name: 'Remove customer' }).click();
    await second.dialog.getByRole('button', { name: 'Remove customer' }).click();
    await second.page.waitForURL('**/console/subjects');
    await second.close();
    await close();
  });
});
