/** False second persons: callers that the asker has created, or that have created the asker. */
import { beforeAll, describe, expect, test } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { testApp } from '../../support/test-app.ts';
import { type Answer } from '../../support/app.ts';
import {
  ask,
  data,
  exchanged,
  portalSession,
  SCOPES_OF_KEYS,
  type Caller,
  type World,
} from './actors.ts';

const app = testApp({ rateLimits: undefined });
let world: World;
beforeAll(async () => {
  world = { app, org: await app.org() };
  const { session } = await app.person(world.org.id, ['admin']);
  const body = { actions: ['list.remove_entries'] };
  await data(ask(world, { session }, 'PATCH', '/approvals/settings', body), 200);
});

let lists = 0;
async function newList(): Promise<string> {
  const body = { name: 'Blocked', kind: 'tenant_blocklist', source: `own-${++lists}` };
  return (await data(ask(world, world.org, 'POST', '/fraud/lists', body), 201)).id;
}

/** One caller requests the deletion of a list, and another deletes it. */
async function together(asker: Caller, answerer: Caller): Promise<Answer> {
  const objectId = await newList();
  const request = { action: 'list.remove_entries', objectId };
  await data(ask(world, asker, 'POST', '/approvals', request), 201);
  return ask(world, answerer, 'DELETE', `/fraud/lists/${objectId}`);
}

type Key = { id: string; key: string };

function freshKey(): Promise<Key> {
  return app.key(world.org.id, [...TENANT_SCOPES]);
}
function made(by: Caller): Promise<Key> {
  return data(ask(world, by, 'POST', '/keys', { scopes: SCOPES_OF_KEYS }), 201);
}
function rotated(id: string, by: Caller): Promise<Key> {
  return data(ask(world, by, 'POST', `/keys/${id}/rotate`, { overlapSeconds: 600 }), 201);
}
let subjects = 0;
/** The session of a person whom the caller has admitted. */
async function opened(by: Caller, role = 'admin'): Promise<Caller> {
  const body = { subject: `second-${++subjects}`, role };
  const { code } = await data(ask(world, by, 'POST', '/portal-sessions', body), 201);
  return { session: (await exchanged(world, code))! };
}

/** Pairs of an asker and an answerer, one of whom was created through the other. */
const pairs: [string, () => Promise<[Caller, Caller]>][] = [
  [
    'a session that the key which asked has opened',
    async () => {
      const { key } = await freshKey();
      return [{ key }, await opened({ key })];
    },
  ],
  [
    'a session that the key opened before it was rotated',
    async () => {
      const { id, key } = await freshKey();
      const session = await opened({ key });
      return [{ key: (await rotated(id, { key })).key }, session];
    },
  ],
  [
    'a session that the key opened after it was rotated',
    async () => {
      const { id, key } = await freshKey();
      return [{ key }, await opened({ key: (await rotated(id, { key })).key })];
    },
  ],
  [
    'a session that another key opened, which the key has made',
    async () => {
      const { key } = await freshKey();
      return [{ key }, await opened({ key: (await made({ key })).key }, 'approver')];
    },
  ],
  [
    'a session that another key opened, which the key has rotated',
    async () => {
      const { key } = await freshKey();
      const other = await freshKey();
      return [{ key }, await opened({ key: (await rotated(other.id, { key })).key })];
    },
  ],
  [
    'a session that a session of the key has opened',
    async () => {
      const { key } = await freshKey();
      return [{ key }, await opened(await opened({ key }))];
    },
  ],
  [
    'a session that a key opened, which a session of the key has made',
    async () => {
      const { key } = await freshKey();
      return [{ key }, await opened({ key: (await made(await opened({ key }))).key }, 'approver')];
    },
  ],
  [
    'a session that the person who asked has opened',
    async () => {
      const { session } = await app.person(world.org.id, ['admin']);
      return [{ session }, await opened({ session })];
    },
  ],
  [
    'a session that a key of the person who asked has opened',
    async () => {
      const { session } = await app.person(world.org.id, ['admin']);
      return [{ session }, await opened(await made({ session }), 'approver')];
    },
  ],
  [
    'the person who has opened the session that asked',
    async () => {
      const { session } = await app.person(world.org.id, ['admin']);
      return [await opened({ session }), { session }];
    },
  ],
  [
    'the person whose key has opened the session that asked',
    async () => {
      const { session } = await app.person(world.org.id, ['admin']);
      return [await opened(await made({ session }), 'approver'), { session }];
    },
  ],
];

describe('a request for a second person', () => {
  test.each(pairs)('cannot be approved by %s', async (_, pair) => {
    const [asker, answerer] = await pair();
    const answer = await together(asker, answerer);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([
      403,
      'APPROVAL_REQUIRED',
    ]);
  });

  test('cannot be approved by the key that has opened the requesting session', async () => {
    const { key } = await freshKey();
    const answer = await together(await opened({ key }), { key });
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'APPROVAL_REQUIRED']);
  });

  test('from a person can be approved by another person whose session the same key has opened', async () => {
    const sessions = [];
    for (const role of ['admin', 'admin'])
      sessions.push({ session: await portalSession(world, world.org.key, role) });
    expect((await together(sessions[0]!, sessions[1]!)).status).toBe(200);
  });

  test('from a key can be approved by a session that another key has opened', async () => {
    const [one, other] = [await freshKey(), await freshKey()];
    expect((await together(one, await opened(other))).status).toBe(200);
  });
});
