import { afterAll, beforeAll, expect, test } from 'vitest';
import { personBody } from '../../../../test/contract/support/identity-client.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { oriki as command } from '../../../../test/support/command-line.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ rateLimits: undefined });
});
afterAll(() => app.stop());

test('the command reveals an answer only for a member who may see it and signed in recently', async () => {
  const org = await app.org();
  const path = '/api/v1/identity/verify-bvn';
  const made = await app.call('POST', path, { key: org.key, body: personBody('bvn', 0) });
  const id: string = made.body.data.verificationId;
  const reveal = (member: string, reason = 'The customer disputes the date.') =>
    command(
      ['identity', 'reveal', '--org', org.id, '--id', id, '--member', member, '--json'].concat([
        '--reason-code',
        'dispute',
        '--reason',
        reason,
      ]),
      { DATABASE_URL: app.databaseUrl },
    );
  const analyst = await app.person(org.id, ['analyst']);
  const refused = await reveal(analyst.id);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('identity:reveal')]);
  const ada = await app.person(org.id, ['privacy'], 'Ada Obi');
  expect((await reveal(ada.id, 'short')).stdout).toContain('--reason');
  const shown = await reveal(ada.id);
  expect(shown.code, shown.stderr).toBe(0);
  expect(JSON.stringify(JSON.parse(shown.stdout).answer)).toContain('22222222220');
  const log = await app.call('GET', '/api/v1/audit?action=verification.reveal', { key: org.key });
  expect(log.body.data.items).toMatchObject([
    { actor: { kind: 'person', id: ada.id }, objectId: id },
  ]);
  await app.db.pool.query(
    "UPDATE sessions SET authenticated_at = now() - interval '6 min' WHERE id = $1",
    [ada.sessionId],
  );
  expect((await reveal(ada.id)).stdout).toContain('sign in again');
});
