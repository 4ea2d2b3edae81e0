import { expect, test } from 'vitest';
import { oriki as command } from '../../../test/support/command-line.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { MODULES } from '../index.ts';
import { tablesOf } from '../module.ts';
import { registerOf, type Hosts } from './register.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
const HOSTS: Hosts = {
  'identity providers': ['api.dojah.io'],
  webhooks: ['addresses that each organization chooses'],
  'export files': [],
  'audit stream': [],
};

test('the register names the place, protection, readers, period and recipients of each kind of data', () => {
  const { entries } = registerOf(tablesOf(MODULES), HOSTS);
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
