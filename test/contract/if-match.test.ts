import { beforeEach, describe, expect, test } from 'vitest';
import { entityTagOf, withRevision } from '../../src/platform/concurrency/if-match.ts';
import { testApp } from '../support/test-app.ts';
import { type TestOrg } from '../support/app.ts';

const app = testApp({ rateLimits: undefined, role: 'api' });
let org: TestOrg;
beforeEach(async () => {
  org = await app.org();
});

type Resource = {
  /** Creates an object. @returns its path below /api/v1 */
  make: () => Promise<string>;
  /** Bodies for two different changes. */
  changes: [object, object];
  deletes: boolean;
};

async function posted(path: string, body: object): Promise<string> {
  const answer = await app.call('POST', `/api/v1${path}`, { key: org.key, body });
  expect(answer.status, answer.text).toBe(201);
  return `${path}/${answer.body.data.id}`;
}

const RESOURCES: Record<string, Resource> = {
  webhook: {
    make: () =>
      posted('/webhooks', { name: 'n', url: 'https://hooks.example.com/', events: ['a.b'] }),
    changes: [{ events: ['c.d'] }, { events: ['e.f'] }],
    deletes: true,
  },
  'role of permissions': {
    make: async () => {
      await posted('/permissions/modules', {
        code: 'INVOICES',
        actions: ['READ', 'PAY'],
        name: 'I',
      });
      return posted('/permissions/roles', { name: 'Clerk', capabilities: [] });
    },
    changes: [{ capabilities: ['INVOICES:READ'] }, { capabilities: ['INVOICES:PAY'] }],
    deletes: true,
  },
  profile: {
    make: async () => '/fraud/profile',
    changes: [
      { profile: 'standard', adjustments: { birthDate: { different: -12 } } },
      { profile: 'standard' },
    ],
    deletes: false,
  },
  member: {
    make: async () => {
      const issuer = 'https://login.example.com';
      await posted('/members', { issuer, subject: 'boss', roles: ['admin'] });
      return posted('/members', { issuer, subject: 'ada', roles: ['analyst'] });
    },
    changes: [{ roles: ['approver'] }, { roles: ['auditor'] }],
    deletes: true,
  },
};

function call(method: string, path: string, tag?: string, more: object = {}) {
  return app.call(method, `/api/v1${path}`, {
    key: org.key,
    ...more,
    headers: {
      ...(tag !== undefined && { 'if-match': tag }),
      ...(more as { headers?: object }).headers,
    },
  });
}

describe.each(Object.entries(RESOURCES))('a conditional change of a %s', (_name, resource) => {
  const { make, changes, deletes } = resource;

  test('succeeds while the tag is current, and the answer renews the tag', async () => {
    const path = await make();
    const read = await call('GET', path);
    const tag = read.headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect((await call('GET', path)).headers.get('etag')).toBe(tag);
    const changed = await call('PATCH', path, tag, { body: changes[0] });
    expect(changed.status, changed.text).toBe(200);
    const next = changed.headers.get('etag')!;
    expect(next).not.toBe(tag);
    expect((await call('GET', path)).headers.get('etag')).toBe(next);
    for (const spelling of [`W/${next}`, next.replace(/"$/, '-gzip"'), `"x", ${next}`, '*'])
      expect((await call('PATCH', path, spelling, { body: changes[0] })).status, spelling).not.toBe(
        spelling === '*' ? 412 : 428,
      );
    const without = await call('PATCH', path, undefined, { body: changes[1] });
    expect(without.status, without.text).toBe(200);
  });

  test('changes nothing when the tag is stale or belongs to another object', async () => {
    const path = await make();
    const stale = (await call('GET', path)).headers.get('etag')!;
    await call('PATCH', path, undefined, { body: changes[0] });
    const now = await call('GET', path);
    for (const tag of [stale, `W/${stale}`, '"bogus"', 'bogus', '""', '', '"a", "b"']) {
      const answer = await call('PATCH', path, tag, { body: changes[1] });
      expect([answer.status, answer.body.error?.code], tag).toEqual([412, 'PRECONDITION_FAILED']);
    }
    if (deletes) {
      const answer = await call('DELETE', path, stale);
      expect([answer.status, answer.body.error?.code]).toEqual([412, 'PRECONDITION_FAILED']);
    }
    expect((await call('GET', path)).body).toEqual(now.body);
    const tag = now.headers.get('etag')!;
    if (deletes) expect((await call('DELETE', path, tag)).status).toBe(200);
  });

  test('is checked after the replay of an idempotency key, and its refusal is not recorded', async () => {
    const path = await make();
    const tag = (await call('GET', path)).headers.get('etag')!;
    const keyed = (key: string) => ({ body: changes[0], headers: { 'idempotency-key': key } });
    const first = await call('PATCH', path, tag, keyed('a'));
    expect(first.status, first.text).toBe(200);
    const replay = await call('PATCH', path, tag, keyed('a'));
    expect([replay.status, replay.text]).toEqual([200, first.text]);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect((await call('PATCH', path, tag, keyed('b'))).status).toBe(412);
    const now = (await call('GET', path)).headers.get('etag')!;
    expect((await call('PATCH', path, now, keyed('b'))).status).toBe(200);
  });

  test('succeeds for one of two callers that have read the same revision', async () => {
    const path = await make();
    const tag = (await call('GET', path)).headers.get('etag')!;
    const answers = await Promise.all(changes.map((body) => call('PATCH', path, tag, { body })));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect([409, 412]).toContain(statuses[1]);
  });
});

test('an answer has a tag only if its data has a revision', () => {
  expect(entityTagOf(withRevision({ a: 1 }, 7))).toBe('"7"');
  expect([entityTagOf({}), entityTagOf(null), entityTagOf('x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
