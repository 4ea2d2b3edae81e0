import { beforeEach, expect, test } from 'vitest';
import { strayBulletsOf, violationsOf } from './support/browser.ts';
import { consoleOrg } from './support/organization.ts';

const { app, call, open } = consoleOrg();
beforeEach(async () => {
  const list = await call('POST', '/fraud/lists', {
    name: 'Known',
    source: 'internal:fraud',
    kind: 'tenant_blocklist',
  });
  await call('POST', `/fraud/lists/${list.id}/entries`, { entries: [{ name: 'Adaeze Okonkwo' }] });
});

test('a search that begins in a case is stored and attached to it, and the name is in no address', async () => {
  const { id } = await call('POST', '/cases', { subjectId: 'customer-1' });
  const { page, faults, asked, close } = await open(`/console/cases/${id}`);
  await page.getByRole('link', { name: 'Search a name for this case' }).click();
  await page.getByLabel('Name').fill('Adaeze Okonkwo');
  await page.getByLabel('Threshold').fill('90');
  await page.getByLabel('adverse media').uncheck();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('heading', { name: 'Adaeze Okonkwo' }).waitFor();
  await page.getByRole('button', { name: 'Attach to your current case' }).click();
  await page.getByText('Case of customer-1').waitFor();
  expect(await page.getByRole('button', { name: 'Attach to your current case' }).count()).toBe(0);
  await page.getByText('own blocklists are always included').waitFor();
  await page.getByText('To decide hits, enrol the customer').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const [item] = (await call('GET', `/cases/${id}`)).items;
  const { query } = await call('GET', `/fraud/screenings/${item.id}`);
  expect([item.kind, query.threshold, query.kinds]).toEqual([
    'screening',
    90,
    ['sanctions', 'pep', 'tenant_blocklist'],
  ]);
  await page.getByRole('link', { name: 'Enrol a customer' }).click();
  await page.getByRole('dialog', { name: 'Enrol a customer' }).waitFor();
  expect(asked.filter((address) => /adaeze|okonkwo/i.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('sends aliases, numbers and facts in the body, and shows their result in the hit, the search and a repeated search', async () => {
  const [{ id }] = (await call('GET', '/fraud/lists')).lists;
  await call('POST', `/fraud/lists/${id}/entries`, {
    entries: [
      { name: 'Ngozi Eze', dob: '1980-02-29', identifiers: { 'passport:NG': 'A12345678' } },
    ],
  });
  const { page, faults, asked, close } = await open('/console/search');
  await page.getByLabel('Name', { exact: true }).fill('Somebody Else');
  await page.getByLabel('Date of birth').fill('1980');
  await page.getByText('More facts').click();
  await page.getByLabel('Also known as').fill('Ngozi Eze\n\nN. Eze');
  await page.getByLabel('Type').selectOption('person');
  await page.getByLabel('Gender').selectOption('female');
  await page.getByLabel('Place of birth').fill('Enugu, Nigeria');
  await page.getByLabel('Nationalities').fill('ng, gh');
  await page.getByLabel('Addresses').fill('1 Marina, Lagos, Nigeria');
  await page.getByRole('button', { name: 'Add an identifier' }).click();
  await page.getByLabel('Kind of identifier 1').selectOption('passport');
  await page.getByLabel('Identifier 1', { exact: true }).fill('a 1234-5678');
  await page.getByLabel('Issuing country of identifier 1').fill('ng');
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('heading', { name: 'Ngozi Eze' }).waitFor();
  await page.getByText('passport NG … 5678').waitFor();
  await page.getByText('Words side by side').first().click();
  await page.getByRole('row', { name: 'Born 1980-02-29 compatible' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const [{ screeningId }] = (await call('GET', '/fraud/screenings')).items;
  const { query } = await call('GET', `/fraud/screenings/${screeningId}`);
  expect(query).toMatchObject({
    aliases: ['Ngozi Eze', 'N. Eze'],
    identifiers: [{ kind: 'passport', country: 'NG', lastFour: '5678' }],
    type: 'person',
    gender: 'female',
    birthDate: '1980',
    birthPlace: 'Enugu, Nigeria',
    nationality: ['GH', 'NG'],
    addresses: ['1 Marina, Lagos, Nigeria'],
  });
  await page.getByRole('link', { name: screeningId }).click();
  for (const text of ['N. Eze', 'female', 'Enugu, Nigeria', 'GH, NG', '1 Marina, Lagos, Nigeria'])
    await page.getByText(text, { exact: true }).waitFor();
  expect(asked.filter((address) => /ngozi|\beze\b|12345678|enugu/i.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a hit shows the aliases, numbers and facts of the customer next to those of the list, with their effect on the score', async () => {
  const [{ id }] = (await call('GET', '/fraud/lists')).lists;
  await call('POST', `/fraud/lists/${id}/entries`, {
    entries: [
      { name: 'Ngozi Eze', dob: '1980-02-29', identifiers: { 'passport:NG': 'A12345678' } },
    ],
  });
  await call('POST', '/fraud/subjects', {
    subjectId: 'customer-9',
    name: 'Ngozi Eze',
    aliases: ['N. Eze'],
    birthDate: '1980-02',
    nationality: ['NG'],
    identifiers: [{ kind: 'passport', value: 'A12345678', country: 'NG' }],
  });
  const [hit] = (await call('GET', '/fraud/hits?subjectId=customer-9')).items;
  const { page, faults, close } = await open(`/console/review/${hit.id}`);
  const facts = page.getByRole('table', { name: 'Facts of both sides' });
  for (const text of ['N. Eze', '1980-02', 'passport NG … 5678'])
    await facts.getByText(text, { exact: true }).waitFor();
  const listed = page.getByRole('region', { name: 'On the list' });
  await listed.getByText('passport NG … 5678', { exact: true }).waitFor();
  await page.getByRole('row', { name: 'Born 1980-02-29 compatible' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test("shows a person's title with the search, in the list, in the case and in print, and in no address", async () => {
  const { screeningId } = await call('POST', '/fraud/screen', { name: 'Adaeze Okonkwo' });
  const { id } = await call('POST', '/cases', { subjectId: 'customer-5' });
  await call('POST', `/cases/${id}/items`, { ids: [screeningId] });
  const { page, faults, asked, close } = await open(`/console/search/${screeningId}`);
  await page.getByLabel('Title').fill('Adaeze of the tender');
  await page.getByRole('button', { name: 'Save title' }).click();
  const title = page.getByText('Adaeze of the tender', { exact: true });
  await title.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await title.isVisible()).toBe(true);
  expect(await page.getByLabel('Title').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  expect(await page.title()).not.toContain('Adaeze');
  await page.goto(`${app.url}/console/cases/${id}`);
  await title.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await title.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${app.url}/console/search`);
  await page.getByRole('row').filter({ has: title }).waitFor();
  await page.goto(`${app.url}/console/search/${screeningId}`);
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save title' }).click();
  await title.waitFor({ state: 'detached' });
  expect(asked.filter((address) => /adaeze|tender/i.test(address))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a stored search is attached to an open case of a customer or to a new one, and not to a closed one', async () => {
  const closed = await call('POST', '/cases', { subjectId: 'customer-2' });
  const closing = { expectedRevision: 1, status: 'CLOSED', outcome: 'NO_ACTION' };
  await call('PATCH', `/cases/${closed.id}`, closing);
  const existing = await call('POST', '/cases', { subjectId: 'customer-2' });
  const { screeningId } = await call('POST', '/fraud/screen', { name: 'Adaeze Okonkwo' });
  const { page, faults, close } = await open(`/console/search/${screeningId}`);
  const attach = async (customer: string): Promise<string[]> => {
    await page.getByRole('button', { name: 'Attach to a case' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your customer id').fill(customer);
    const options = dialog.getByLabel('Case', { exact: true }).getByRole('option');
    await expect.poll(() => options.count()).toBe(customer === 'customer-2' ? 2 : 1);
    const texts = await options.allInnerTexts();
    await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.waitForURL(/\/console\/cases\/case_/);
    return texts;
  };
  expect(await attach('customer-2')).toEqual([expect.stringMatching(/^open, /), 'New case']);
  expect(new URL(page.url()).pathname).toBe(`/console/cases/${existing.id}`);
  await page.getByRole('link', { name: screeningId }).click();
  await page.getByText('Case of customer-2').waitFor();
  expect(await attach('customer-3')).toEqual(['New case']);
  const { items } = await call('GET', `/cases?itemId=${screeningId}`);
  const customers = items.map(({ subjectId }: { subjectId: string }) => subjectId);
  expect(customers.toSorted()).toEqual(['customer-2', 'customer-3']);
  expect(faults).toEqual([]);
  await close();
});

test('a stored search is repeated with the same input, against the current lists', async () => {
  const asked = {
    name: 'Ngozi Eze',
    dob: '1980-02-29',
    gender: 'female',
    threshold: 80,
    kinds: ['pep'],
  };
  const { screeningId } = await call('POST', '/fraud/screen', asked);
  const [list] = (await call('GET', '/fraud/lists')).lists;
  await call('POST', `/fraud/lists/${list.id}/entries`, { entries: [{ name: 'Ngozi Eze' }] });
  const { page, faults, close } = await open(`/console/search/${screeningId}`);
  await page.getByText('No listed name reaches this threshold').waitFor();
  await page.getByRole('button', { name: 'Search again' }).click();
  await page.getByRole('article').getByRole('heading', { name: 'Ngozi Eze' }).waitFor();
  const [second, first] = (await call('GET', '/fraud/screenings')).items;
  expect([first.screeningId, first.hitCount]).toEqual([screeningId, 0]);
  expect(second).toMatchObject({ hitCount: 1, query: first.query });
  expect(faults).toEqual([]);
  await close();
});

test('an auditor sees the cases of a search, and cannot make or attach one', async () => {
  const { screeningId } = await call('POST', '/fraud/screen', { name: 'Adaeze Okonkwo' });
  await call('POST', '/cases', { subjectId: 'customer-4', itemIds: [screeningId] });
  const { page, close } = await open(`/console/search/${screeningId}`, 'auditor');
  await page.getByText('Case of customer-4').waitFor();
  for (const name of ['Attach to a case', 'Search again'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await close();
});

test('hits of one person on several lists are shown together with all sources and programmes, and lead to each other', async () => {
  const row = 'Yetunde Adegoke,person,1970-02-03,NG';
  for (const [source, programs] of [
    ['console:one', 'SDGT'],
    ['console:two', 'IRAN'],
  ]) {
    const content = `name,type,dob,country,program\n${row},${programs}\n`;
    const body = { kind: 'sanctions', source, format: 'csv', content };
    const key = await app.platformKey();
    expect((await app.call('POST', '/api/v1/admin/lists', { key, body })).status).toBe(201);
  }
  const { screeningId } = await call('POST', '/fraud/screen', { name: 'Yetunde Adegoke' });
  const { page, faults, close } = await open(`/console/search/${screeningId}`);
  const together = page.getByRole('region', { name: 'Yetunde Adegoke: one entity on 2 lists' });
  expect(await together.getByRole('article').count()).toBe(2);
  for (const text of ['console:one, console:two', 'SDGT, IRAN', 'sanction'])
    await together.getByText(text, { exact: true }).first().waitFor();
  await together.getByText('an equal name and matching facts').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await call('POST', '/fraud/subjects', { subjectId: 'customer-7', name: 'Yetunde Adegoke' });
  const { items } = await call('GET', '/fraud/hits?subjectId=customer-7');
  const [first, second] = items;
  await page.goto(page.url().replace(/console.*/, `console/review/${first.id}`));
  await page.getByRole('heading', { name: 'Same entity on other lists' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await strayBulletsOf(page)).toBe(0);
  await page.getByRole('link', { name: second.match.listName }).click();
  await page.waitForURL(`**/review/${second.id}`);
  expect(faults).toEqual([]);
  await close();
});
