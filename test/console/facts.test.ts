import { beforeEach, expect, test } from 'vitest';
import { violationsOf } from './support/browser.ts';
import { consoleOrg } from './support/organization.ts';

const { app, call, open } = consoleOrg();
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

/** Imports a list of the UN with these people. */
async function importUn(day: string, names: string[]): Promise<void> {
  const people = names.map(
    (name, i) => `<INDIVIDUAL><DATAID>${i}</DATAID><FIRST_NAME>${name}</FIRST_NAME>
      <GENDER>Male</GENDER><NATIONALITY><VALUE>Libya</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>${name} al-Tajir</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1973-05-27</DATE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Tripoli</CITY><COUNTRY>Libya</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
      <REFERENCE_NUMBER>QDi.90${i}</REFERENCE_NUMBER></INDIVIDUAL>`,
  );
  const content = `<?xml version="1.0"?><CONSOLIDATED_LIST dateGenerated="${day}T00:00:09.554Z">
    <INDIVIDUALS>${people.join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`;
  const answer = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: { kind: 'sanctions', source: `facts:${listId}`, format: 'un-xml', content },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
}

test('all facts stay in sight while a person decides, and the list has its version and the date of its publication', async () => {
  const name = 'Kayode Adewale Fagbenle';
  await importUn('2026-02-27', [name]);
  await call('POST', '/fraud/subjects', {
    subjectId: 'customer-1',
    name,
    dob: '1966-05-27',
    country: 'NG',
    gender: 'female',
    birthPlace: 'Lagos',
    aliases: ['Kay Adewale', 'Ade Fagbenle'],
    identifiers: [{ kind: 'passport', value: 'G38820117', country: 'NG' }],
  });
  await importUn('2026-03-06', [name, 'Wei Zhang']);
  const { page, faults, close } = await open('/console/review');
  const detail = page.getByRole('region', { name: 'Selected hit' });
  await detail.getByText('1, now 2, published 6 Mar 2026').waitFor();
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  await facts.getByText('1973-05-27').waitFor();
  const count = await facts.getByRole('row').count();
  expect(count).toBeGreaterThan(6);
  /** Opens the question, and returns how many of the facts a person sees next to it. */
  const seen = async (): Promise<number> => {
    await page.keyboard.press('2');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').nth(8).waitFor();
    await dialog.getByRole('cell', { name: '1973-05-27' }).waitFor();
    const rows = await dialog.getByRole('row').evaluateAll(
      (all) =>
        all.filter((row) => {
          const { left, right, top, bottom } = row.getBoundingClientRect();
          const corners: [number, number][] = [
            [left + 2, top + 2],
            [right - 2, bottom - 2],
          ];
          return corners.every(([x, y]) => row.contains(row.ownerDocument.elementFromPoint(x, y)));
        }).length,
    );
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return rows;
  };
  await page.locator('tr[aria-selected=true]').click();
  expect(await seen()).toBe(count);
  await page.keyboard.press('o');
  await page.getByRole('heading', { name: 'Hit', level: 1 }).waitFor();
  await page.getByText('1, now 2, published 6 Mar 2026').waitFor();
  expect(await seen()).toBe(count);
  expect(faults).toEqual([]);
  await close();
});

const NEAR = 'Uzoamaka Holingsworth';

test('a hit explains its source: the publisher’s page, programmes, since when, other hits, screenings and decisions', async () => {
  const name = 'Uzoamaka Hollingsworth';
  const content = `id,name,program,listed_on\n7157,${name},SDGT,2011-03-04\n`;
  const imported = await app.call('POST', '/api/v1/admin/lists', {
    key: await app.platformKey(),
    body: { kind: 'sanctions', source: `ofac:${listId}`, format: 'csv', content },
  });
  expect(imported.status, imported.text).toBe(201);
  await call('POST', `/fraud/lists/${listId}/entries`, { entries: [{ name: NEAR }] });
  await call('POST', '/fraud/subjects', { subjectId: 'customer-1', name });
  await call('POST', '/fraud/screen', { name, subjectId: 'customer-1' });
  const { items } = await call('GET', '/fraud/hits?subjectId=customer-1');
  const hit = items.find((one: { listKind: string }) => one.listKind === 'sanctions');
  const decision = { decision: 'true_match', reason: 'The passport is the same.' };
  await call('POST', `/fraud/hits/${hit.id}/decision`, decision);
  const { page, faults, close } = await open(`/console/review/${hit.id}`);
  const listed = page.getByRole('region', { name: 'On the list' });
  const publisher = listed.getByRole('link', { name: 'Publisher’s page' });
  expect(await publisher.getAttribute('href')).toMatch(/^https:.*ofac\.treas\.gov.*id=7157$/);
  await listed.getByText(/^SDGT: .{10}/).waitFor();
  await listed.getByRole('link', { name: 'Explained by OFAC' }).waitFor();
  await listed.getByText('2011-03-04').waitFor();
  const others = page.getByRole('region', { name: 'Other hits of the customer' });
  await others.getByRole('link', { name: NEAR }).waitFor();
  await others.getByText('(block)').waitFor();
  await page.goto(`${app.url}/console/review?status=true_match`);
  const detail = page.getByRole('region', { name: 'Selected hit' });
  await detail.getByRole('heading', { name: 'Decisions on this pair' }).waitFor();
  await detail.getByText('The passport is the same.').waitFor();
  expect(faults).toEqual([]);
  await close();
});

/** A picture of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==';

test('the photo of a listed person is shown if the list contains it, and is a link if the publisher has it', async () => {
  const hitId = await hitOf(
    {
      name: 'Karim Haddad',
      raw: { photo: PICTURE, more: [{ 'Image URL': 'https://photos.example/karim.jpg' }] },
    },
    { name: 'Karim Haddad' },
  );
  const { page, asked, faults, close } = await open(`/console/review/${hitId}`);
  const photo = page.getByRole('img', { name: 'Photo of Karim Haddad on the list' });
  await photo.waitFor();
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const link = page.getByRole('link', { name: 'Photo at photos.example' });
  expect(await link.getAttribute('href')).toBe('https://photos.example/karim.jpg');
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(`${app.url}/console/review`);
  await page.getByRole('region', { name: 'Selected hit' }).getByRole('img').waitFor();
  expect(asked.filter((address) => address.includes('photos.example'))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
