import { afterAll, beforeAll, expect, test } from 'vitest';
import { personBody } from '../../../../test/contract/support/identity-client.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { oriki as command } from '../../../../test/support/command-line.ts';
import { EXAMPLE_CONSENT } from './examples.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api', rateLimits: undefined });
});
afterAll(() => app.stop());

test('commands list and withdraw consents, and change which kinds require one', async () => {
  const org = await app.org();
  const run = async (...words: string[]) => {
    const said = await command(['identity', ...words, '--org', org.id, '--json'], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(said.code, said.stderr + said.stdout).toBe(0);
    return JSON.parse(said.stdout);
  };
  const verify = (body: object) =>
    app.call('POST', '/api/v1/identity/verify-bvn', { key: org.key, body });
  const bvn = personBody('bvn', 0);
  const consent = EXAMPLE_CONSENT;
  expect((await verify({ ...bvn, consent })).status).toBe(200);
  const { items } = await run('consents', '--subject', bvn.subjectId);
  expect(items).toMatchObject([{ ...consent, withdrawnAt: null }]);
  const withdrawn = await run('withdraw', '--id', items[0].id);
  expect(withdrawn).toEqual({ ...items[0], withdrawnAt: expect.any(String) });
  expect((await verify({ ...bvn, consent })).status).toBe(400);

  expect((await verify(bvn)).status).toBe(200);
  await run('require-consent', '--kinds', 'bvn');
  expect(await run('settings')).toEqual({ organizationId: org.id, consentKinds: ['bvn'] });
  await expect.poll(async () => (await verify(bvn)).status).toBe(400);
  expect((await run('require-consent', '--none')).consentKinds).toEqual([]);
  const log = await app.call('GET', '/api/v1/audit?action=consent.withdraw', { key: org.key });
  expect(log.body.data.items).toMatchObject([{ objectId: items[0].id }]);
});
