import { beforeAll, describe, expect, test } from 'vitest';
import { type TestPerson } from '../../support/app.ts';
import { oriki } from '../../support/command-line.ts';
import { consoleApp, settled, violationsOf, visit } from '../support/browser.ts';
import { refusedList } from '../support/refused.ts';
import { within } from '../../support/within.ts';

const APPROVALS = '/console/platform-approvals';

const app = consoleApp({ rateLimits: undefined });
let ada: TestPerson;
let bayo: TestPerson;
let key: string;
beforeAll(async () => {
  ada = await app.person(null, ['operator']);
  bayo = await app.person(null, ['admin']);
  key = await app.platformKey();
});

async function open(path: string, { session }: TestPerson) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

async function show(id: string) {
  return (await app.call('GET', `/api/v1/admin/lists/${id}`, { key })).body.data;
}

async function ask(objectId: string, { session }: TestPerson) {
  const body = { action: 'global_list.shrink', objectId };
  const answer = await app.call('POST', '/api/v1/admin/approvals', { session, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

describe('the rejected file of a global list', () => {
  test('is requested on the screen of the list, and accepted by another operator on the screen of approvals', async () => {
    const { id } = await refusedList(app, 'console:two');
    const first = await open(`/console/global-lists/${id}`, ada);
    const file = first.page.getByRole('region', { name: 'Oriki rejected a file' });
    expect(await file.innerText()).toContain('Entries it would remove\n80 of 120');
    await file.getByRole('button', { name: 'Request another operator' }).click();
    await file.getByText('You have requested approval.').waitFor();
    expect(await file.getByRole('button').allInnerTexts()).toEqual(['Withdraw']);
    expect(await violationsOf(first.page)).toEqual([]);
    await first.page.goto(app.url + APPROVALS);
    await settled(first.page);
    const own = first.page.getByRole('row').filter({ hasText: 'console:two' });
    await expect.poll(() => own.getByRole('button').allInnerTexts()).toEqual(['Withdraw']);
    const second = await open(APPROVALS, bayo);
    const row = second.page.getByRole('row').filter({ hasText: 'console:two' });
    expect(await row.innerText()).toContain(ada.id);
    await row.getByRole('button', { name: 'Accept this file' }).click();
    const dialog = second.page.getByRole('dialog');
    const harm = /Entries it would remove\s+80 of 120/;
    await expect.poll(() => dialog.innerText()).toMatch(harm);
    const { sha256 } = (await show(id)).origin.refused;
    expect(await dialog.innerText()).toContain(sha256);
    expect(await violationsOf(second.page)).toEqual([]);
    const { x, width } = (await dialog.boundingBox())!;
    expect(Math.abs(x + width / 2 - 640)).toBeLessThanOrEqual(1);
    await dialog.getByRole('button', { name: 'Accept this file' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    await second.page.goto(`${app.url}/console/global-lists/${id}`);
    const versions = second.page.getByRole('table', { name: 'Versions' });
    await expect
      .poll(() => versions.innerText(), { timeout: within(20_000) })
      .toMatch(/2\t[^\n]*\t0\t0\t80\t0\t40/);
    expect((await show(id)).entryCount).toBe(40);
    const audit = await app.call('GET', '/api/v1/admin/audit?action=approval.approve', { key });
    expect(audit.body.data.items[0].actor.id).toBe(bayo.id);
    expect([...first.faults, ...second.faults]).toEqual([]);
    await first.close();
    await second.close();
  });

  test('is accepted once or rejected for the same reason, by button and by command line', async () => {
    const { id } = await refusedList(app, 'console:same');
    await ask(id, ada);
    const { page, faults, close } = await open(`/console/global-lists/${id}`, bayo);
    const file = page.getByRole('region', { name: 'Oriki rejected a file' });
    await file.getByText(`${ada.id} requests approval`).waitFor();
    await file.getByRole('button', { name: 'Accept this file' }).click();
    const command = ['list', 'refresh', '--source', 'console:same', '--allow-shrink', '--json'];
    expect(JSON.parse((await oriki(command, app.env)).stdout)).toMatchObject({ ok: true });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Accept this file' }).click();
    const again = JSON.parse((await oriki(command, app.env)).stdout);
    await expect.poll(() => dialog.innerText()).toContain(again.error.message);
    expect(faults).toEqual([]);
    await close();
  });

  test('is rejected or withdrawn, and a request about another file is shown as void', async () => {
    const { id, change } = await refusedList(app, 'console:void');
    await ask(id, ada);
    const { page, faults, close } = await open(APPROVALS, bayo);
    const row = page.getByRole('row').filter({ hasText: 'console:void' });
    await row.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await row.waitFor({ state: 'detached' });
    const asked = await ask(id, ada);
    await app.db.pool.query(
      `UPDATE shared.global_list_origins SET refused = refused || '{"aliasesSha256": "0a"}' WHERE list_id = $1`,
      [id],
    );
    await page.reload();
    await row.getByText('void: not the latest file').waitFor();
    await change(30);
    await oriki(['list', 'refresh', '--source', 'console:void', '--json'], app.env);
    await page.reload();
    await row.getByText('void: not the latest file').waitFor();
    expect(await row.getByRole('button').allInnerTexts()).toEqual(['Refuse']);
    expect(await violationsOf(page)).toEqual([]);
    await app.call('POST', `/api/v1/admin/approvals/${asked.id}/reject`, { key });
    expect(faults).toEqual([]);
    await close();
  });

  test('has no buttons for an operator who only reads', async () => {
    const { id } = await refusedList(app, 'console:read');
    const auditor = await app.person(null, ['auditor']);
    await ask(id, ada);
    const { page, faults, close } = await open(`/console/global-lists/${id}`, auditor);
    await page.getByText(`${ada.id} requests approval`).waitFor();
    const main = page.getByRole('main');
    for (const name of [/Accept/, /Refuse/, /Request another/, /Fetch now/])
      expect(await main.getByRole('button', { name }).count()).toBe(0);
    await page.goto(app.url + APPROVALS);
    await settled(page);
    await page.getByRole('row').filter({ hasText: 'console:read' }).waitFor();
    expect(await main.getByRole('button', { name: /Take|Refuse/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});

test('an operator imports a file, and chooses the order of its dates on request', async () => {
  const { page, faults, close } = await open('/console/global-lists', ada);
  await page.getByRole('button', { name: 'Import a list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Source: a unique name').fill('console:imported');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,name,dob,country\n1,Zubeiru Kwatamara,03/04/1970,ZZ\n'),
  });
  const send = dialog.getByRole('button', { name: 'Import', exact: true });
  await send.click();
  await dialog.getByText('the order of day and month is ambiguous').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Date format').selectOption('DMY');
  await send.click();
  await dialog.getByText('The list now equals the file.').waitFor();
  expect(await dialog.innerText()).toMatch(/Added\n1\n[^]*utf-8, comma, DMY[^]*Line 2: country/);
  await dialog.getByRole('link', { name: 'Open the list' }).click();
  await page.getByRole('heading', { name: 'console:imported' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('an auditor of the operator is offered no import', async () => {
  const auditor = await app.person(null, ['auditor']);
  const { page, close } = await open('/console/global-lists', auditor);
  expect(await page.getByRole('button', { name: 'Import a list' }).count()).toBe(0);
  await close();
});
