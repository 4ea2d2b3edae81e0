import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/app.ts';
import { ThreadClient } from '../../test/support/thread-client.ts';
import { commandOf } from './commands.ts';
import { parse } from './flags.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ role: 'api' });
});
afterAll(() => app.stop());

async function recount(org: string): Promise<object> {
  const { values } = parse(['threads', 'recount', '--org', org]);
  const command = await commandOf('threads recount');
  if (!command || !('run' in command)) throw new Error('no such command');
  return app.db.transaction((tx) => command.run(tx, values));
}

test('threads recount finds nothing, unless a count was changed, and knows organizations', async () => {
  const client = await ThreadClient.of(app);
  const thread = await client.thread(['customer:ada', 'agent:ben']);
  await client.send(thread, 'customer:ada');
  expect(await recount(client.org.id)).toEqual({ ok: true, differences: [] });
  await sql`UPDATE inbox_counts SET unread_count = 7 WHERE org_id = ${client.org.id}
    AND unread_count = 1`.execute(app.db.read);
  expect(await recount(client.org.id)).toEqual({
    ok: false,
    differences: [
      {
        what: 'inbox',
        threadId: null,
        participantId: expect.stringMatching(/^participant_/),
        kept: '(1,0,0,7)',
        counted: '(1,0,0,1)',
      },
    ],
  });
  await expect(recount('org_01kf3vbq2ye5rstv5n1v0m2r8k')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
