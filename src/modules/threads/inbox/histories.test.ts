import * as fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cases } from '../../../../test/support/cases.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ThreadClient, type Who } from '../../../../test/support/thread-client.ts';
import { FANOUT_LIMIT } from './schemas.ts';

/** Compares concurrent histories with a model: inboxes must show what the answers imply. */
let apps: TestApp[];
beforeAll(async () => {
  const config = { rateLimits: undefined, role: 'api' } as const;
  const first = await startTestApp(config);
  apps = [first, await startTestApp(config, first.databaseUrl)];
});

const ACTORS: Who[] = ['customer:ada', 'agent:ben', 'agent:chi'];
/**
 * With one actor, a thread has as many participants as messages fan out to; with two or three actors, it has one or two
 * more.
 */
const CROWD: Who[] = Array.from({ length: FANOUT_LIMIT - 1 }, (_, i) => `watcher:${i}`);

type Command =
  | { kind: 'send'; thread: number; who: Who; keyed: boolean }
  | { kind: 'read'; thread: number; who: Who; message: number | undefined }
  | { kind: 'erase'; thread: number; message: number }
  | { kind: 'edit'; thread: number; message: number }
  | { kind: 'member'; thread: number; who: Who }
  | { kind: 'status'; thread: number };

type Message = {
  id: string;
  sender: Who;
  sequence: number;
  content: string;
  live: boolean;
  at: string;
};
type Thread = {
  id: string;
  status: string;
  createdAt: string;
  messages: Message[];
  present: Set<Who>;
  /** Sequences; a participant without an entry has read nothing. */
  cursors: Map<Who, number>;
};

const thread = fc.nat({ max: 1 });
const who = fc.constantFrom(...ACTORS);
const message = fc.nat({ max: 9 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('send'), thread, who, keyed: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('read'),
      thread,
      who,
      message: fc.option(message, { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('erase'), thread, message }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit'), thread, message }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('member'), thread, who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status'), thread }) },
);
/**
 * Concurrent commands. A round contains one of each kind that does not commute, so that the answers determine the
 * result.
 */
const round = fc
  .array(command, { minLength: 1, maxLength: 12 })
  .map((list) => [
    ...new Map(
      list.map((one, i) => [
        one.kind === 'status' || one.kind === 'edit'
          ? `${one.kind} ${one.thread}`
          : one.kind === 'member'
            ? JSON.stringify(one)
            : i,
        one,
      ]),
    ).values(),
  ]);

let texts = 0;

function named({ messages }: Thread, at: number | undefined): Message | undefined {
  return at === undefined || messages.length === 0 ? undefined : messages[at % messages.length];
}

/** Returns the statuses that a command may get: each other command of the round came either before it or after it. */
function statusesOf(state: Thread, one: Command, all: Command[]): number[] {
  const others = all.filter((other) => other.thread === one.thread);
  if (one.kind === 'edit') {
    const target = named(state, one.message);
    if (!target?.live) return [409];
    const isErased = ({ kind, ...rest }: Command): boolean =>
      kind === 'erase' && 'message' in rest && named(state, rest.message) === target;
    return others.some(isErased) ? [200, 409] : [200];
  }
  if (one.kind !== 'send' && one.kind !== 'read') return [];
  const moves = others.some((other) => other.kind === 'member' && other.who === one.who);
  const present = moves ? [true, false] : [state.present.has(one.who)];
  const switches = one.kind === 'send' && others.some(({ kind }) => kind === 'status');
  const open = switches ? [true, false] : [one.kind === 'read' || state.status === 'OPEN'];
  const accepted = one.kind === 'send' ? 201 : 200;
  return present.flatMap((isPresent) =>
    isPresent ? open.map((isOpen) => (isOpen ? accepted : 409)) : [404],
  );
}

/** Sends a command. @returns the effect that the answer implies, to apply once the whole round has been answered */
async function run(
  client: ThreadClient,
  state: Thread,
  one: Command,
  allowed: number[],
): Promise<() => void> {
  const nothing = (): void => {};
  if (one.kind === 'send') {
    const content = `Number ${(texts += 1)}`;
    const key = { headers: { 'idempotency-key': `history-${texts}` } };
    const answer = await client.sending(state.id, one.who, content, one.keyed ? key : {});
    expect(allowed, answer.text).toContain(answer.status);
    if (answer.status !== 201) return nothing;
    const { id, sequence, createdAt: at } = answer.body.data;
    state.messages.push({ id, sender: one.who, sequence, content, live: true, at });
    return nothing;
  }
  if (one.kind === 'status') {
    const status = state.status === 'OPEN' ? 'CLOSED' : 'OPEN';
    expect((await client.setStatus(state.id, status)).status).toBe(200);
    return () => (state.status = status);
  }
  if (one.kind === 'member') {
    const isPresent = state.present.has(one.who);
    const answer = await client[isPresent ? 'leave' : 'join'](state.id, one.who);
    expect(answer.status, answer.text).toBe(isPresent ? 200 : 201);
    return () => (isPresent ? state.present.delete(one.who) : state.present.add(one.who));
  }
  const target = named(state, one.message);
  if (one.message !== undefined && !target) return nothing;
  if (one.kind === 'erase') {
    const answer = await client.erase(state.id, target!.id);
    expect(answer.status, answer.text).toBe(200);
    return () => (target!.live = false);
  }
  if (one.kind === 'edit') {
    const content = `Edited\n${(texts += 1)}`;
    const path = `/threads/${state.id}/messages/${target!.id}`;
    const answer = await client.call('PATCH', path, { body: { content } });
    expect(allowed, answer.text).toContain(answer.status);
    return () => {
      if (answer.status === 200) target!.content = content;
    };
  }
  const answer = await client.reading(state.id, one.who, target?.id);
  expect(allowed, answer.text).toContain(answer.status);
  const reached = answer.body.data?.lastReadMessageId as string | null | undefined;
  if (typeof reached !== 'string') return nothing;
  return () => {
    const { sequence } = state.messages.find(({ id }) => id === reached)!;
    if (target) expect(sequence).toBeGreaterThanOrEqual(target.sequence);
    state.cursors.set(one.who, Math.max(sequence, state.cursors.get(one.who) ?? 0));
  };
}

function shownOf(last: Message | undefined) {
  return (
    last && {
      id: last.id,
      content: last.content.replace('\n', ' '),
      type: 'TEXT',
      createdAt: last.at,
    }
  );
}

function modelInbox(threads: Thread[], reader: Who) {
  return threads
    .filter(({ present }) => present.has(reader))
    .map(({ id, status, createdAt, messages, cursors }) => {
      const live = messages.filter((one) => one.live);
      const cursor = cursors.get(reader) ?? 0;
      return {
        id,
        status,
        unread: live.filter((one) => one.sequence > cursor && one.sender !== reader).length,
        count: live.length,
        last: shownOf(live.at(-1)),
        activity: messages.at(-1)?.at ?? createdAt,
      };
    });
}

async function expectAgreement(client: ThreadClient, threads: Thread[]): Promise<void> {
  for (const { messages } of threads)
    // Messages have no gaps, in the order that every participant sees.
    expect(messages.map(({ sequence }) => sequence)).toEqual(messages.map((_, i) => i + 1));
  const states = new Map<string, number>();
  for (const { id } of threads) {
    const { readStates } = await client.ask(200, 'GET', `/threads/${id}/read-state`);
    for (const { participant, unreadCount } of readStates)
      states.set(`${id} ${participant.role}:${participant.externalId}`, unreadCount);
  }
  for (const reader of [...ACTORS, CROWD[0]!]) {
    const expected = modelInbox(threads, reader);
    const { items, total } = await client.inbox(reader);
    expect(total).toBe(expected.length);
    for (const { id, unread } of expected) expect(states.get(`${id} ${reader}`)).toBe(unread);
    const shown = items.map(
      ({ thread: { id, status, messageCount }, unreadCount, lastMessage }) => {
        const { activity } = expected.find((one) => one.id === id)!;
        const last = lastMessage ?? undefined;
        return { id, status, unread: unreadCount, count: messageCount, last, activity };
      },
    );
    const activities = shown.map(({ activity }) => activity);
    expect(activities).toEqual(activities.toSorted().toReversed());
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
    expect(shown.toSorted(byId)).toEqual(expected.toSorted(byId));
    const open = expected.filter(({ status }) => status === 'OPEN');
    const unread = open.reduce((sum, one) => sum + one.unread, 0);
    expect(await client.unread(reader)).toBe(unread);
  }
}

// contract: GET /threads/inbox, threads/read-states-inboxes
test('after any concurrent history, inboxes agree with a recount, below and above the fan-out limit', async () => {
  const starts = [ACTORS, [ACTORS[0]!, ...CROWD]];
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 8 }), async (rounds) => {
      const client = await ThreadClient.of(...apps);
      const threads: Thread[] = [];
      for (const participants of starts) {
        const id = await client.thread(participants);
        const { createdAt } = await client.ask(200, 'GET', `/threads/${id}`);
        const present = new Set(participants);
        threads.push({ id, status: 'OPEN', createdAt, messages: [], present, cursors: new Map() });
      }
      for (const commands of rounds) {
        const done = await Promise.all(
          commands.map((one) => {
            const state = threads[one.thread]!;
            return run(client, state, one, statusesOf(state, one, commands));
          }),
        );
        for (const { messages } of threads) messages.sort((a, b) => a.sequence - b.sequence);
        for (const apply of done) apply();
      }
      await expectAgreement(client, threads);
      await client.expectNoMismatch();
    }),
    { numRuns: cases(5, 12) },
  );
});

afterAll(async () => {
  for (const app of apps) await app.stop();
  // A deadlock that the service has retried also counts.
  const client = new pg.Client({ connectionString: apps[0]!.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  await client.end();
  expect(rows).toEqual([{ deadlocks: 0 }]);
});
