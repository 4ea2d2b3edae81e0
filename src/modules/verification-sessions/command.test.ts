import { expect, test } from 'vitest';
import { oriki as command } from '../../../test/support/command-line.ts';
import { SessionClient } from '../../../test/support/session-client.ts';
import { testApp } from '../../../test/support/test-app.ts';

const app = testApp({ role: 'api', rateLimits: undefined });

test('the command line lists sessions and cancels one', async () => {
  const client = await SessionClient.of(app);
  const { id } = await client.create(['bvn']);
  const run = async (...words: string[]) => {
    const said = await command(['identity', ...words, '--org', client.org.id, '--json'], {
      DATABASE_URL: app.databaseUrl,
    });
    expect(said.code, said.stderr + said.stdout).toBe(0);
    return JSON.parse(said.stdout);
  };
  expect((await run('sessions', '--subject', 'customer-1')).items).toMatchObject([
    { id, status: 'open' },
  ]);
  expect(await run('cancel-session', '--id', id)).toMatchObject({ id, status: 'canceled' });
  expect((await run('sessions', '--status', 'open')).items).toEqual([]);
  const log = await app.call('GET', '/api/v1/audit?action=identity_session.cancel', {
    key: client.org.key,
  });
  expect(log.body.data.items).toMatchObject([{ objectId: id, actor: { kind: 'command' } }]);
});
