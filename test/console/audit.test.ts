import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionText } from '../../console/src/texts/screens/audit-actions.ts';
import type { GuardedAction } from '../../src/modules/approvals/schemas.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { settled, stopBrowser, violationsOf, visit } from './support/browser.ts';
import { fill, type World } from './support/world.ts';

/** All of them: one that is missing does not compile. */
const GUARDED: Record<GuardedAction, true> = {
  'hit.false_positive': true,
  'list.remove_entries': true,
  'dead_letter.replay': true,
  'member.change_roles': true,
  'approval_settings.lower': true,
  'global_list.shrink': true,
};
const DOCUMENT = join(import.meta.dirname, '../../docs/audit-actions.md');

let app: TestApp;
let world: World;
let colleague: { id: string; session: string };
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
  world = await fill(app, 1);
  colleague = await app.person(world.org.id, ['reviewer'], 'Ada Obi');
});
afterAll(async () => {
  await stopBrowser();
  await app.stop();
});

async function open(path: string, session = world.session) {
  const visited = await visit(app, session, path);
  await settled(visited.page);
  return visited;
}

test('every action of the audit log, and every one that needs a second person, has words', () => {
  const documented = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| `([a-z_.]+)`/gm);
  const actions = [...[...documented].map(([, action]) => action!), ...Object.keys(GUARDED)];
  expect(actions.length).toBeGreaterThan(100);
  expect(actions.filter((action) => actionText(action) === undefined)).toEqual([]);
});

test('who did something is told by name to those who may know the members, and by id to others', async () => {
  const claiming = await open(`/console/cases/${world.caseId}`, colleague.session);
  await claiming.page.getByRole('button', { name: 'Claim' }).click();
  await claiming.page.getByText('Claimed by Ada Obi').waitFor();
  await claiming.close();
  const admin = await open(`/console/cases/${world.caseId}`);
  await admin.page.getByText('Claimed by Ada Obi').waitFor();
  expect(await violationsOf(admin.page)).toEqual([]);
  expect(admin.faults).toEqual([]);
  await admin.close();
  const { session } = await app.person(world.org.id, ['reviewer']);
  const other = await open(`/console/cases/${world.caseId}`, session);
  await other.page.getByText(`Claimed by ${colleague.id}`).waitFor();
  expect(other.asked.filter((url) => url.includes('/members'))).toEqual([]);
  expect(other.faults).toEqual([]);
  await other.close();
});

test('the audit log has words beside codes, ids that lead to their screens, and room for all of it', async () => {
  const { page, faults, close } = await open('/console/audit');
  await page.setViewportSize({ width: 1300, height: 800 });
  const row = page.getByRole('row').filter({ hasText: 'case.claim' });
  await row.getByText('claimed a case').waitFor();
  await row.getByRole('link', { name: 'Ada Obi' }).waitFor();
  const frame = page.getByRole('region', { name: 'Audit' });
  await expect
    .poll(() => frame.evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBe(0);
  // An id of the organization's own is that of a customer only where something was done to one.
  const usage = page.getByRole('row').filter({ hasText: 'usage.report' }).first();
  expect(await usage.getByRole('link', { name: 'report' }).count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await row.getByRole('link', { name: world.caseId }).click();
  await page.waitForURL(`**/console/cases/${world.caseId}`);
  expect(faults).toEqual([]);
  await close();
});
