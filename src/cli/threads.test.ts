import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../test/support/test-app.ts';
import { ThreadClient } from '../../test/support/thread-client.ts';
import { commandOf, type Opened } from './commands.ts';
import { parse } from './parser.ts';

const app = testApp({ role: 'api' });

async function recount(org: string, ...more: string[]): Promise<object> {
  const { flags } = parse(['threads', 'recount', '--org', org, ...more]);
  const command = await commandOf('threads recount');
  if (!command || !('runWith' in command)) throw new Error('no such command');
  return command.runWith({ db: app.db } as Opened, flags);
}

test('threads recount reports wrong counts only, corrects them with --repair, and rejects unknown organizations', async () => {
  const client = await ThreadClient.of(app);
  const thread = await client.thread(['customer:ada', 'agent:ben']);
  await client.send(thread, 'customer:ada');
  expect(await recount(client.org.id)).toEqual({ ok: true, differences: [] });
  await sql`UPDATE inbox_counts SET unread_count = 7 WHERE org_id = ${client.org.id}
    AND unread_count = 1`.execute(app.db.read);
  const differences = [
    {
      what: 'inbox',
      threadId: null,
      participantId: expect.stringMatching(/^participant_/),
      kept: '(1,0,0,7)',
      counted: '(1,0,0,1)',
    },
  ];
  expect(await recount(client.org.id)).toEqual({ ok: false, differences });
  const repaired = { threads: 0, inboxes: 1 };
  expect(await recount(client.org.id, '--repair')).toEqual({ ok: true, repaired, differences });
  expect(await recount(client.org.id)).toEqual({ ok: true, differences: [] });
  await expect(recount('org_01kf3vbq2ye5rstv5n1v0m2r8k')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
