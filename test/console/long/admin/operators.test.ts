import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyAudit } from '../../../../src/modules/audit/index.ts';
import { withClient } from '../../../../src/platform/db/client.ts';
import { startTestApp, type TestOrg } from '../../../support/app.ts';
import { asOwner } from '../../../support/database.ts';
import { consoleApp, settled, violationsOf, visit } from '../../support/browser.ts';
import { within } from '../../../support/within.ts';

const app = consoleApp({ rateLimits: undefined });
let org: TestOrg;
let operator: string;
let person: string;
beforeAll(async () => {
  org = await app.org({ addons: ['detection_pack'] });
  operator = (await app.person(null, ['admin'])).session;
  person = (await app.person(org.id, ['admin'])).session;
});

async function open(path: string, session: string) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

/** Leaves a dead letter by a request that no provider answers (docs/sandbox.md). */
async function leaveDeadLetter(at: number): Promise<void> {
  const body = {
    subjectId: `customer-${at}`,
    bvn: `2222222${at}217`,
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
  };
  const answer = await app.call('POST', '/api/v1/identity/verify-bvn', { key: org.key, body });
  expect(answer.body.data.status, answer.text).toBe('provider_down');
}

async function waiting(): Promise<number> {
  const key = await app.platformKey();
  const answer = await app.call('GET', '/api/v1/admin/dead-letters?status=waiting', { key });
  return answer.body.data.total;
}

describe('the screen of providers', () => {
  test('replays or discards chosen dead letters, and only those, once their number is typed', async () => {
    for (let at = 0; at < 3; at += 1) await leaveDeadLetter(at);
    const { page, faults, close } = await open('/console/providers', operator);
    const count = page.getByTitle('Waiting dead letters');
    await expect.poll(() => count.innerText()).toBe('3');
    const giveUp = page.getByRole('button', { name: 'Discard' });
    expect(await giveUp.isDisabled()).toBe(true);
    const boxes = page.getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await giveUp.click();
    const dialog = page.getByRole('dialog');
    const sure = dialog.getByRole('button', { name: 'Discard' });
    await dialog.getByLabel('Type 2').fill('3');
    expect(await sure.isDisabled()).toBe(true);
    await dialog.getByLabel('Type 2').fill('2');
    expect(await violationsOf(page)).toEqual([]);
    await sure.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await waiting()).toBe(1);
    await page.getByRole('button', { name: 'Select all waiting' }).click();
    await page.getByRole('button', { name: 'Retry' }).click();
    const again = dialog.getByRole('button', { name: 'Retry' });
    await dialog.getByLabel('Type 1').fill('2');
    expect(await again.isDisabled()).toBe(true);
    await dialog.getByLabel('Type 1').fill('1');
    await again.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('status').innerText()).toBe('1 done, 0 failed.');
    expect(faults).toEqual([]);
    await close();
  });
});

test('an operator who only reads sees dead letters, and no button that changes them', async () => {
  const { session } = await app.person(null, ['auditor']);
  await leaveDeadLetter(7);
  const { page, faults, close } = await open('/console/providers', session);
  await page.getByRole('row').filter({ hasText: 'bvn · NG' }).first().waitFor();
  const main = page.getByRole('main');
  expect(await main.getByRole('checkbox').count()).toBe(0);
  expect(await main.getByRole('button', { name: /Retry|Discard|Select/ }).count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

describe('the screen of organizations', () => {
  test('changes a plan, which takes effect in another process, too', async () => {
    const other = await app.org({ plan: 'pro', addons: [] });
    const second = await startTestApp({ rateLimits: undefined, role: 'api' }, app.databaseUrl);
    const lists = () => second.call('GET', '/api/v1/fraud/lists', { key: other.key });
    expect((await lists()).status).toBe(402);
    const { page, faults, close } = await open('/console/organizations', operator);
    const more = page.getByRole('button', { name: 'Show more' });
    const change = page.getByRole('button', { name: `Change plan and billing: ${other.id}` });
    while (await more.isVisible()) await more.click();
    await change.scrollIntoViewIfNeeded();
    await change.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Addons').selectOption('detection_pack');
    await dialog.getByLabel('Billing time zone').fill('Africa/Lagos');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const key = await app.platformKey();
    const { body } = await app.call('GET', `/api/v1/admin/organizations/${other.id}`, { key });
    expect(body.data).toMatchObject({
      plan: 'pro',
      addons: ['detection_pack'],
      nextBillingTimeZone: { timeZone: 'Africa/Lagos' },
    });
    await expect.poll(async () => (await lists()).status, { timeout: within(30_000) }).toBe(200);
    await second.stop();
    expect(faults).toEqual([]);
    await close();
  });
});

test('the export limits of an organization are changed on the screen of organizations, and take effect immediately', async () => {
  const { page, faults, close } = await open('/console/organizations', operator);
  const more = page.getByRole('button', { name: 'Show more' });
  const limits = page.getByRole('button', { name: `Export limits: ${org.id}` });
  while (await more.isVisible()) await more.click();
  await limits.scrollIntoViewIfNeeded();
  await limits.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('csv').uncheck();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByLabel('Maximum rows per file').fill('-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').getByText('maxRowsPerExport').waitFor();
  await dialog.getByLabel('Maximum rows per file').fill('500');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const key = await app.platformKey();
  const path = `/api/v1/admin/organizations/${org.id}/export-settings`;
  expect((await app.call('GET', path, { key })).body.data).toMatchObject({
    allowedFormats: ['json'],
    maxRowsPerExport: 500,
  });
  const body = { dataType: 'usage', format: 'CSV' };
  const refused = await app.call('POST', '/api/v1/exports', { key: org.key, body });
  expect([refused.status, refused.body.error?.details[0].path], refused.text).toEqual([
    400,
    'format',
  ]);
  expect(faults).toEqual([]);
  await close();
});

describe('viewing an organization', () => {
  test('asks for a reason, shows it on every screen, only reads, and ends', async () => {
    const { session } = await app.person(null, ['operator']);
    const { page, faults, close } = await open('/console/organizations', session);
    const more = page.getByRole('button', { name: 'Show more' });
    const look = page.getByRole('button', { name: `View: ${org.id}` });
    while (await more.isVisible()) await more.click();
    await look.scrollIntoViewIfNeeded();
    await look.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').selectOption('incident');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Start view' }).click();
    const banner = page.getByRole('region', { name: 'Organization view' });
    await banner.waitFor();
    expect(await banner.innerText()).toMatch(/You are viewing .+ as an operator/);
    await page.getByRole('link', { name: 'Lists', exact: true }).click();
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    expect(await banner.isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'New list' }).count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await banner.getByRole('button', { name: 'End view' }).click();
    await page.getByRole('link', { name: 'Organizations' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the screen of a global list', () => {
  test('shows the difference that a version made, and the rows that were left out', async () => {
    const key = await app.platformKey();
    const importRows = async (content: string) => {
      const body = { kind: 'pep', source: 'console:versions', format: 'csv', content };
      const answer = await app.call('POST', '/api/v1/admin/lists', { key, body });
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.body.data.list.id;
    };
    await importRows('id,name\n1,Uchechukwu Vandermeer\n');
    const id = await importRows(`id,name\n1,Uchechukwu Vandermeer\n3,\n2,Ngozi <b>Okereke\n`);
    await app.db.pool.query(
      `UPDATE shared.global_list_versions SET rejections = rejections ||
        '[{"file": "addresses", "line": 5, "reason": "a"}, {"file": "comments", "line": 6, "reason": "b"}]' WHERE list_id = $1`,
      [id],
    );
    const { page, faults, close } = await open(`/console/global-lists/${id}`, operator);
    const versions = page.getByRole('table', { name: 'Versions' });
    await page.getByText('politically exposed persons').waitFor();
    await versions.getByRole('button', { name: 'Show changes: 2' }).click();
    const difference = page.getByRole('table', { name: 'Changes since the previous version' });
    await expect
      .poll(() => difference.innerText(), { timeout: within(10_000) })
      .toMatch(/added\s+2\s+Ngozi <b>Okereke/);
    expect(await difference.innerText()).not.toContain('Vandermeer');
    const refused = page.getByRole('table', { name: 'Rejected rows' });
    await expect.poll(() => refused.innerText()).toMatch(/list\s+3\s+\S/);
    expect(await refused.innerText()).toMatch(/addresses\s+5\s+a\s+extended remarks\s+6\s+b/);
    await versions.getByRole('button', { name: 'Show changes: 1' }).click();
    await page.getByText('This is the first version').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

/** Changes a row of the log, as a person with access to the database could. @returns its id */
async function tamper(databaseUrl: string, orgId: string): Promise<string> {
  return withClient({ connectionString: asOwner(databaseUrl) }, async (client) => {
    await client.query('ALTER TABLE audit_actions DISABLE TRIGGER USER');
    const { rows } = await client.query<{ id: string }>(
      `UPDATE audit_actions SET action = 'nothing' WHERE org_id = $1 AND id =
         (SELECT id FROM audit_actions WHERE org_id = $1 LIMIT 1) RETURNING id`,
      [orgId],
    );
    await client.query('ALTER TABLE audit_actions ENABLE ALWAYS TRIGGER audit_actions_append_only');
    return rows[0]!.id;
  });
}

describe('the check of the chain', () => {
  async function check(id: string) {
    const visited = await open('/console/platform-audit', operator);
    await visited.page.getByText('State of the chain').click();
    const chain = visited.page.getByRole('region', { name: 'State of the chain' });
    await chain.getByLabel('Organization').fill(id);
    await chain.getByRole('button', { name: 'Check', exact: true }).click();
    return { ...visited, chain };
  }

  test('shows the answer of the command line, and offers it as a file', async () => {
    const { page, chain, faults, close } = await check(org.id);
    await chain.getByText('unchanged and complete').waitFor();
    const download = page.waitForEvent('download');
    await chain.getByRole('button', { name: 'Save this result' }).click();
    const kept = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
    const { checkedAt: _, ...said } = await verifyAudit(app.db, { orgId: org.id });
    expect(kept).toMatchObject(said);
    expect(await chain.innerText()).toContain(`Rows\n${said.organizations[org.id]!.rows}`);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  test('names changed rows', async () => {
    const list = { name: 'Blocked', source: 'internal:chain', kind: 'tenant_blocklist' };
    await app.call('POST', '/api/v1/fraud/lists', { key: org.key, body: list });
    const id = await tamper(app.databaseUrl, org.id);
    const { chain, close } = await check(org.id);
    await chain.getByText('changed or incomplete').waitFor();
    expect(await chain.innerText()).toContain(id);
    await close();
  });

  test('is not found for an unknown organization', async () => {
    const { page, close } = await check('org_00000000000000000000000000');
    expect(await page.getByRole('alert').innerText()).toMatch(/not (be )?found|no such/i);
    await close();
  });
});

test('the screen of the system leads from each finding to a page of the service', async () => {
  const { page, faults, close } = await open('/console/system', operator);
  await page.getByText(/^\d+ other checks?$/).click();
  const checks = page.getByRole('main').getByRole('listitem');
  const links = checks.getByRole('link');
  await links.first().waitFor();
  const findings = await checks.count();
  const pages = await links.evaluateAll((all) =>
    all.map((link) => String(Reflect.get(link, 'href'))),
  );
  expect([findings, pages.length]).toEqual([pages.length, findings]);
  for (const href of new Set(pages)) {
    expect(href.startsWith(`${app.url}/docs/`), href).toBe(true);
    const answer = await fetch(href);
    expect([href, answer.status]).toEqual([href, 200]);
    expect(await answer.text()).toContain('<h1');
  }
  await page.goto(pages[0]!);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

describe('the screen of permissions', () => {
  test('shows if a subject may do something, with the way to the rule', async () => {
    const post = async (path: string, body: object) => {
      const answer = await app.call('POST', `/api/v1/permissions/${path}`, { key: org.key, body });
      expect(answer.status, answer.text).toBe(201);
      return answer.body.data;
    };
    await post('modules', { code: 'INVOICES', name: 'Invoices', actions: ['APPROVE'] });
    const role = await post('roles', { name: 'Clerk', capabilities: ['INVOICES:APPROVE'] });
    await post('assignments', { subject: 'user:17', roleId: role.id });
    const { page, faults, close } = await open('/console/permissions', person);
    const ask = async (subject: string) => {
      await page.getByLabel('Subject, such as').fill(subject);
      await page.getByLabel('Capability, such as').fill('INVOICES:APPROVE');
      await page.getByRole('button', { name: 'Check' }).click();
    };
    const answer = page.getByRole('status');
    await ask('user:17');
    await expect.poll(() => answer.innerText()).toContain('Reason: a role grants it');
    const way = answer.getByRole('list', { name: 'Path from the subject to the rule' });
    const steps = await way.getByRole('listitem').allInnerTexts();
    expect(steps).toEqual(['user:17', 'Clerk', 'allow INVOICES:APPROVE']);
    expect(await violationsOf(page)).toEqual([]);
    await ask('user:18');
    await expect.poll(() => answer.innerText()).toMatch(/^No/);
    expect(faults).toEqual([]);
    await close();
  });
});
