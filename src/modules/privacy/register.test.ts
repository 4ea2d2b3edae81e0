import { expect, test } from 'vitest';
import { oriki as command } from '../../../test/support/command-line.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { isRemovable } from '../../platform/db/lists/aged/record-class.ts';
import { MODULES } from '../index.ts';
import { recordClassesOf, tablesOf } from '../module.ts';
import { registerOf, type Hosts } from './register.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
const HOSTS: Hosts = {
  'identity providers': ['api.dojah.io'],
  webhooks: ['addresses that each organization chooses'],
  'export files': [],
  'audit stream': [],
};

test('the register names the place, protection, readers, period and recipients of each kind of data', () => {
  const { entries } = registerOf(tablesOf(MODULES), HOSTS, []);
  const of = (place: string) => entries.find((entry) => entry.place === place);
  expect(of('identity_payloads.envelope')).toEqual({
    people: 'customers',
    data: 'answers of identity providers',
    place: 'identity_payloads.envelope',
    protection: 'sealed',
    scopes: ['identity:reveal'],
    roles: ['admin', 'privacy', 'auditor'],
    kept: 'until deleted',
    recipients: [],
  });
  expect(of('dead_letters.envelope')!.recipients).toEqual([
    { name: 'identity providers', hosts: ['api.dojah.io'] },
  ]);
  expect(of('memberships.profile')!.protection).toBe('encrypted');
  expect(of('screenings.query')!.protection).toBe('clear');
  expect(of('idempotency_records.sealed_response')!.scopes).toEqual([]);
});

test('the register has each class, the periods of classes that are on, and data outside of the database', () => {
  const removable = Object.entries(recordClassesOf(MODULES)).filter(([, one]) => isRemovable(one));
  const on = removable.map(([name, { title, reason, remains }]) => {
    const period = { days: 7, proposedDays: 9, minDays: 7, maxDays: name === 'audit' ? 10 : 7 };
    return { class: name, title, reason, remains, isFixed: false, isOn: true, ...period };
  });
  const { entries } = registerOf(tablesOf(MODULES), HOSTS, on);
  const of = (place: string) => entries.find((entry) => entry.place === place);
  expect(of('identity_payloads.envelope')!.kept).toBe(
    '7 days (Sealed answers of identity providers)',
  );
  expect(of('audit_actions.object_id')!.kept).toContain('organizations choose from 7 to 10');
  const all = entries.map(({ kept }) => kept).join('\n');
  // Records of exports have no personal data.
  for (const { class: name, title } of on.filter((one) => one.class !== 'exports'))
    expect(all, name).toContain(title);
  expect(of('files of exports')).toMatchObject({ protection: 'clear' });
  expect(of('folder of erasures')).toMatchObject({ kept: 'always' });
});

test('operators read the register over HTTP, and tenants do not', async () => {
  const path = '/api/v1/admin/privacy/register';
  const { body } = await app.call('GET', path, { key: await app.platformKey() });
  expect(body.data.entries.length).toBeGreaterThan(80);
  const { key } = await app.org();
  expect((await app.call('GET', path, { key })).status).toBe(403);
});

test('the command prints the same register, as text and as JSON', async () => {
  const env = { DATABASE_URL: app.databaseUrl };
  const asJson = await command(['privacy', 'register', '--json'], env);
  const { items, total } = JSON.parse(asJson.stdout);
  const { body } = await app.call('GET', '/api/v1/admin/privacy/register', {
    key: await app.platformKey(),
  });
  expect([items, total]).toEqual([body.data.entries, items.length]);
  const asText = await command(['privacy', 'register'], env);
  expect(asText.stdout).toContain('screening_subjects.name');
});
