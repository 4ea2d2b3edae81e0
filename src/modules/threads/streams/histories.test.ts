import * as fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { InboxListener } from '../../../../test/support/inbox-listener.ts';
import { ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { FANOUT_LIMIT } from '../inbox/schemas.ts';

/** Runs concurrent histories in two processes: in the end, streams must agree with inboxes. */
let apps: TestApp[];
beforeAll(async () => {
  const config = { rateLimits: undefined, role: 'api' } as const;
  const first = await startTestApp(config);
  apps = [first, await startTestApp(config, first.databaseUrl)];
});
afterAll(async () => {
  for (const app of apps) await app.stop();
});

const ACTORS: Who[] = ['customer:ada', 'agent:ben', 'agent:chi'];
/**
 * With all actors, a thread has one more participant than messages fan out to; without one of the actors, it has
 * exactly as many.
 */
const CROWD: Who[] = Array.from({ length: FANOUT_LIMIT - 2 }, (_, i) => `watcher:${i}`);

const thread = fc.nat({ max: 1 });
const who = fc.constantFrom(...ACTORS);
const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const), thread, who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read' as const), thread, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), thread, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), thread, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), thread, who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), thread, who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), thread, who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('open' as const), thread, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('disconnect' as const), thread, who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('connect' as const), thread, who }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

let turns = 0;

async function run(
  client: ThreadClient,
  listeners: Map<Who, InboxListener>,
  threads: string[],
  sent: Map<string, string>,
  one: Command,
): Promise<unknown> {
  const id = threads[one.thread]!;
  const last = sent.get(id);
  switch (one.kind) {
    case 'send': {
      const answer = await client.sending(id, one.who);
      if (answer.status === 201) sent.set(id, answer.body.data.id);
      return;
    }
    case 'read':
      return client.reading(id, one.who);
    case 'join':
    case 'leave':
      return client[one.kind](id, one.who);
    case 'erase':
      return last === undefined ? undefined : client.erase(id, last);
    case 'edit':
      return last === undefined
        ? undefined
        : client.call('PATCH', `/threads/${id}/messages/${last}`, { body: { content: 'Edited' } });
    case 'close':
    case 'open':
      return client.setStatus(id, one.kind === 'open' ? 'OPEN' : 'CLOSED');
    case 'disconnect':
      return listeners.get(one.who)!.disconnect();
    case 'connect':
      return listeners.get(one.who)!.connect(apps[(turns += 1) % apps.length]!);
  }
}

// contract: threads/stream-tells-end
test('after any concurrent history, and any number of disconnects, streams agree with inboxes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 8 }),
      async (rounds) => {
        const client = await ThreadClient.of(...apps);
        const listeners = new Map(
          ACTORS.map((actor) => [actor, new InboxListener(client.org.key, actor)]),
        );
        for (const [i, listener] of [...listeners.values()].entries())
          await listener.connected(apps[i % apps.length]!);
        const threads: string[] = [];
        for (const participants of [ACTORS, [...ACTORS, ...CROWD]])
          threads.push(await client.thread(participants));
        const sent = new Map<string, string>();
        for (const commands of rounds)
          await Promise.all(commands.map((one) => run(client, listeners, threads, sent, one)));
        for (const listener of listeners.values()) {
          listener.connect(apps[0]!);
          await listener.agrees(client);
          listener.disconnect();
        }
      },
    ),
    { numRuns: cases(4, 10) },
  );
});
