import { beforeAll, expect, test } from 'vitest';
import { consoleApp, picture, settled, violationsOf, visit } from '../../support/browser.ts';
import { fill, type World } from '../../support/world.ts';

const app = consoleApp({ rateLimits: undefined });
let world: World;
let colleague: { id: string; session: string };
beforeAll(async () => {
  world = await fill(app, 1);
  colleague = await app.person(world.org.id, ['reviewer'], 'Ada Obi');
});

async function open(path: string, session = world.session) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

test('people who work on cases see the names of those who work on a case, including former members', async () => {
  const post = (path: string, body: object) =>
    app.call('POST', `/api/v1/cases/${world.caseId}${path}`, { ...colleague, body });
  const claiming = await open(`/console/cases/${world.caseId}`, colleague.session);
  await claiming.page.getByRole('button', { name: 'Claim' }).click();
  await claiming.page.getByText('Claimed by Ada Obi').waitFor();
  await claiming.close();
  expect((await post('/notes', { text: 'Seen.' })).status).toBe(201);
  const left = await app.person(world.org.id, ['analyst'], 'Bayo Ade');
  const { revision } = (await app.call('GET', `/api/v1/cases/${world.caseId}`, colleague)).body
    .data;
  const assigned = await app.call('PATCH', `/api/v1/cases/${world.caseId}`, {
    ...colleague,
    body: { expectedRevision: revision, assignee: left.id },
  });
  expect(assigned.status, assigned.text).toBe(200);
  await app.call('DELETE', `/api/v1/members/${left.id}`, { key: world.org.key });
  for (const role of ['admin', 'analyst', 'auditor']) {
    const { session } = await app.person(world.org.id, [role]);
    const { page, asked, faults, close } = await open(`/console/cases/${world.caseId}`, session);
    await page.getByText('Claimed by Ada Obi').waitFor();
    await page.getByRole('table', { name: 'Notes' }).getByText('Ada Obi').waitFor();
    const history = page.getByRole('table', { name: 'History' });
    await history.getByText('Ada Obi').first().waitFor();
    await history.getByText('Bayo Ade').waitFor();
    await page.locator('dd').getByText('Bayo Ade').waitFor();
    // A choice of members has the ids of those without a name.
    const shown = await page.locator('main').evaluate((main) => {
      const copy = main.cloneNode(true) as typeof main;
      for (const one of copy.querySelectorAll('select')) one.remove();
      return copy.textContent;
    });
    expect(shown).not.toMatch(/usr_/);
    const members = asked.filter((url) => /members(?!\/names)/.test(url));
    // For the e-mail addresses of people without a name.
    expect(members.length > 0).toBe(role !== 'analyst');
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, `a case for the role ${role}`);
    await page.getByRole('link', { name: 'Review queue' }).click();
    await page.getByRole('cell', { name: 'Ada Obi' }).first().waitFor();
    await page.getByRole('link', { name: 'Cases', exact: true }).click();
    await page.getByRole('cell', { name: 'Ada Obi' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  }
});

test('people who do not work on cases see the maker of a key by id', async () => {
  const { id, session } = await app.person(world.org.id, ['developer'], 'Chidi Eze');
  const body = { name: 'Of a developer', scopes: ['events:publish'] };
  expect((await app.call('POST', '/api/v1/keys', { session, body })).status).toBe(201);
  const other = await app.person(world.org.id, ['developer']);
  const { page, asked, faults, close } = await open('/console/keys', other.session);
  await page.getByRole('cell', { name: id }).waitFor();
  expect(asked.filter((url) => url.includes('/members'))).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the audit log shows texts in addition to codes, links from ids to their screens, and has room for both', async () => {
  const { page, faults, close } = await open('/console/audit');
  await page.setViewportSize({ width: 1300, height: 800 });
  const row = page.getByRole('row').filter({ hasText: 'case.claim' });
  await row.getByText('claimed a case').waitFor();
  await row.getByRole('link', { name: 'Ada Obi' }).waitFor();
  const frame = page.getByRole('region', { name: 'Audit' });
  await expect
    .poll(() => frame.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBe(0);
  // An organization's own id links to a customer only for actions on customers.
  const usage = page.getByRole('row').filter({ hasText: 'usage.report' }).first();
  expect(await usage.getByRole('link', { name: 'report' }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await row.getByRole('link', { name: world.caseId }).click();
  await page.waitForURL(`**/console/cases/${world.caseId}`);
  expect(faults).toEqual([]);
  await close();
});

test('the audit log is filtered by names, by words and by time, and shows what an action changed', async () => {
  const as = { session: colleague.session };
  const hit = `/api/v1/fraud/hits/${world.hitId}`;
  const { revision } = (await app.call('GET', hit, as)).body.data;
  const body = { decision: 'true_match', reason: 'Same person.', expectedRevision: revision };
  expect((await app.call('POST', `${hit}/decision`, { ...as, body })).status).toBe(200);
  const { page, asked, faults, close } = await open('/console/audit');
  const rows = page.getByRole('table', { name: 'Audit' }).locator('tbody tr[data-index]');
  await page.getByLabel('Who').fill('Ada Obi');
  // Words of several actions: the screen offers the actions.
  await page.getByLabel('Action').pressSequentially('decided');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'decided hits of a case' }).waitFor();
  await page.getByRole('button', { name: 'decided a hit', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Action').clear();
  await page.getByLabel('Action').pressSequentially('decided a hit');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.innerText()).toMatch(/status open → true_match/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ actor: colleague.id, action: 'hit.decide' });
  expect(asked.filter((address) => address.includes('Obi'))).toEqual([]);
  await page.reload();
  await expect.poll(() => page.getByLabel('Who').inputValue()).toBe('Ada Obi');
  expect(await page.getByLabel('Action').inputValue()).toBe('decided a hit');
  await page.getByLabel('From (UTC)').fill('2100-01-01T00:00');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('No rows match the filter.').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('the audit log is exported, and its chain checked, on its screen', async () => {
  const { page, faults, close } = await open('/console/audit');
  await page.getByText('State of the chain').click();
  const chain = page.getByRole('region', { name: 'State of the chain' });
  await chain.getByRole('button', { name: 'Check' }).click();
  await chain.getByText('unchanged and complete').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export the log' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Data').inputValue()).toBe('audit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/console/exports');
  await page.getByRole('cell', { name: 'Audit' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('shows a colleague by name who joined after the names were read', async () => {
  const at = `/api/v1/cases/${world.caseId}`;
  await app.call('DELETE', `${at}/claim`, colleague);
  await app.call('POST', `${at}/notes`, { ...colleague, body: { text: 'Seen again.' } });
  const { session } = await app.person(world.org.id, ['analyst']);
  const { page, faults, close } = await open(`/console/cases/${world.caseId}`, session);
  await page.getByText('Not claimed.').waitFor();
  await page.getByRole('table', { name: 'Notes' }).getByText('Ada Obi').first().waitFor();
  const joined = await app.person(world.org.id, ['analyst'], 'Chidi Eze');
  await page.clock.setSystemTime(Date.now() + 61_000);
  await app.call('POST', `${at}/claim`, { ...joined, body: {} });
  await page.getByText('Claimed by Chidi Eze').waitFor();
  expect(faults).toEqual([]);
  await close();
});
