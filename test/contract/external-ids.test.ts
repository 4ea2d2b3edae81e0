/** Callers' own ids that Unicode treats as equal are one id, wherever they are sent. */
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '../../src/platform/db/database.ts';
import type { AnyRoute } from '../../src/platform/http/route.ts';
import { testApp } from '../support/test-app.ts';
import { type Answer, type TestOrg } from '../support/app.ts';
import { permissionClient } from '../support/permission-client.ts';
import { routes } from './support/manifest.ts';

const ONE = 'Jos\u00e9';
const TWO = 'Jose\u0301';
/** The KELVIN SIGN, which NFC converts to the letter K. */
const KELVIN = '\u212A1';
/** A Latin text, and its look-alike in Cyrillic. */
const ALIKE = ['user:ace', 'user:\u0430ce'] as const;

type Field = { route: string; field: string; schema: Record<string, unknown> };

function fieldsOf(route: string, schema: unknown): Field[] {
  const { properties = {}, items } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
  };
  return [
    ...Object.entries(properties).flatMap(([field, part]) => [
      { route, field, schema: part as Record<string, unknown> },
      ...fieldsOf(route, part),
    ]),
    ...(items ? fieldsOf(route, items) : []),
  ];
}

function askedFields({ operationId, params, query, body }: AnyRoute): Field[] {
  return [params, query, body].flatMap((schema) => fieldsOf(operationId, schema));
}

/** Names of fields with an organization's own id. */
const NAMES =
  /^(subjectId|externalId|participantExternalId|participantRole|entityId|subject|object|objectId|resource)$/;
/** Fields that have one of these names and other content, by operation. */
const OTHERS = new Set([
  // Titles of conversations.
  'createThread.subject',
  'updateThread.subject',
  // The issuer's name of a person, which is compared byte by byte.
  'addMember.subject',
  'addOperator.subject',
  'createPortalSession.subject',
  // The publisher's id, which is compared byte by byte.
  'listGlobalListEntries.externalId',
  // Oriki's own ids.
  'requestPlatformApproval.objectId',
]);

describe('a field', () => {
  const fields = routes.flatMap(askedFields).filter(({ field }) => NAMES.test(field));

  test("with a caller's own id becomes NFC in every operation that has it", () => {
    const plain = fields
      .filter(({ schema }) => schema['x-external-id'] !== true)
      .map(({ route, field }) => `${route}.${field}`);
    expect(new Set(plain)).toEqual(OTHERS);
    expect(fields.length).toBeGreaterThan(40);
  });
});

const app = testApp({ rateLimits: undefined, role: 'api' });
let org: TestOrg;
beforeEach(async () => {
  org = await app.org();
});

// eslint-disable-next-line typescript/no-explicit-any
async function ask(status: number, method: string, path: string, body?: unknown): Promise<any> {
  const options = { key: org.key, ...(body === undefined ? {} : { body }) };
  const answer: Answer = await app.call(method, `/api/v1${path}`, options);
  expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 300)}`).toBe(status);
  return answer.body.data;
}

/** Records the other spelling, as the migration does for spellings that it finds in rows. */
async function spelled(db: Queryable): Promise<void> {
  await sql`INSERT INTO external_id_spellings VALUES (${org.id}, ${ONE}, ${TWO})`.execute(db);
}

function of(id: string): string {
  return encodeURIComponent(id);
}

test('a participant is the same in threads, messages, marks and inboxes', async () => {
  const participant = { externalId: ONE, role: TWO };
  await ask(201, 'POST', '/channels', { slug: 's', displayName: 'S', entityType: 'order' });
  const participants = [participant, { externalId: 'agent', role: 'agent' }];
  const { id } = await ask(201, 'POST', '/threads', { channel: 's', entityId: TWO, participants });
  const content = { participantExternalId: 'agent', participantRole: 'agent', content: 'hi' };
  await ask(201, 'POST', `/threads/${id}/messages`, content);
  const who = `externalId=${of(TWO)}&role=${of(ONE)}`;
  expect(await ask(200, 'GET', `/threads/inbox/unread-count?${who}`)).toMatchObject({ count: 1 });
  const mark = { participantExternalId: TWO, participantRole: ONE };
  await ask(200, 'POST', `/threads/${id}/read`, mark);
  expect(await ask(200, 'GET', `/threads/inbox/unread-count?${who}`)).toMatchObject({ count: 0 });
  expect((await ask(200, 'GET', `/threads?entityId=${of(ONE)}`)).total).toBe(1);
  await ask(201, 'POST', `/threads/${id}/messages`, { ...mark, content: 'mine' });
  await ask(200, 'DELETE', `/threads/${id}/participants?${who}`);
  expect((await ask(200, 'GET', `/threads/${id}`)).participants).toHaveLength(1);
});

test('a subject is the same in enrolments, paths, hits, cases, approvals and the audit log', async () => {
  const list = { source: 'own', name: 'Own', kind: 'tenant_blocklist' };
  const { id: listId } = await ask(201, 'POST', '/fraud/lists', list);
  await ask(201, 'POST', `/fraud/lists/${listId}/entries`, { entries: [{ name: 'Bola Adeyemi' }] });
  for (const subjectId of [TWO, ONE])
    expect(
      await ask(200, 'POST', '/fraud/subjects', { subjectId, name: 'Bola Adeyemi' }),
    ).toMatchObject({ subjectId: ONE, openHits: 1 });
  const twice = [ONE, TWO].map((subjectId) => ({ subjectId, name: 'Bola Adeyemi' }));
  await ask(400, 'POST', '/fraud/subjects/batch', { subjects: twice });
  await ask(201, 'POST', '/cases', { subjectId: TWO });
  await ask(200, 'POST', '/fraud/screen', { name: 'Ada Obi', subjectId: TWO });
  for (const id of [ONE, TWO]) {
    expect(await ask(200, 'GET', `/fraud/subjects/${of(id)}`)).toMatchObject({ subjectId: ONE });
    expect((await ask(200, 'GET', `/fraud/hits?subjectId=${of(id)}`)).total).toBe(1);
    expect((await ask(200, 'GET', `/fraud/screenings?subjectId=${of(id)}`)).total).toBe(1);
    expect((await ask(200, 'GET', `/cases?subjectId=${of(id)}`)).total).toBe(1);
    const object = `action=subject.enrol&object=${of(id)}`;
    expect((await ask(200, 'GET', `/audit?${object}`)).total).toBe(2);
  }
  await ask(200, 'POST', '/fraud/subjects', { subjectId: KELVIN, name: 'Ada Obi' });
  expect(await ask(200, 'GET', '/fraud/subjects/K1')).toMatchObject({ subjectId: 'K1' });
  await ask(200, 'DELETE', `/fraud/subjects/${of(TWO)}`);
  await ask(404, 'GET', `/fraud/subjects/${of(ONE)}`);
});

test('append-only rows keep their original text, and are found by the id', async () => {
  const subject = { matchAgainst: { firstName: 'Chinedu', lastName: 'Eze' }, bvn: '22123456780' };
  await ask(200, 'POST', '/identity/verify-bvn', { ...subject, subjectId: ONE });
  await ask(200, 'POST', '/fraud/screen', { name: 'Ada Obi', subjectId: ONE });
  const db = (await app.dbOf(org.id)).read;
  // The rows are stored as the previous version stored them.
  await sql`INSERT INTO identity_verifications SELECT v.* FROM identity_verifications o
    CROSS JOIN LATERAL jsonb_populate_record(o, jsonb_build_object('id', 'verification_old', 'subject_id', ${TWO}::text)) v
    WHERE o.org_id = ${org.id}`.execute(db);
  await sql`INSERT INTO screenings SELECT s.* FROM screenings o
    CROSS JOIN LATERAL jsonb_populate_record(o, jsonb_build_object('id', 'screening_old', 'subject_id', ${TWO}::text)) s
    WHERE o.org_id = ${org.id}`.execute(db);
  await sql`INSERT INTO audit_actions SELECT a.* FROM audit_actions o
    CROSS JOIN LATERAL jsonb_populate_record(o,
      jsonb_build_object('id', 'audit_old', 'object_id', ${TWO}::text, 'action', 'subject.enrol')) a
    WHERE o.org_id = ${org.id} LIMIT 1`.execute(db);
  await spelled(db);
  for (const id of [ONE, TWO]) {
    const found = await ask(200, 'GET', `/identity/verifications?subjectId=${of(id)}`);
    expect(found.items.map((one: { subjectId: string }) => one.subjectId).toSorted()).toEqual([
      TWO,
      ONE,
    ]);
    expect((await ask(200, 'GET', `/fraud/screenings?subjectId=${of(id)}`)).total).toBe(2);
    expect((await ask(200, 'GET', `/audit?object=${of(id)}`)).total).toBe(1);
  }
});

test('hits with another spelling are in the list of their subject, page by page, and are erased with it', async () => {
  const list = { source: 'own', name: 'Own', kind: 'tenant_blocklist' };
  const { id: listId } = await ask(201, 'POST', '/fraud/lists', list);
  const entries = ['Bola Adeyemi', 'Bola Adeyemi Ade', 'Adeyemi Bola'].map((name) => ({ name }));
  await ask(201, 'POST', `/fraud/lists/${listId}/entries`, { entries });
  await ask(200, 'POST', '/fraud/subjects', { subjectId: ONE, name: 'Bola Adeyemi' });
  const db = (await app.dbOf(org.id)).read;
  const hits = async (query: string) =>
    (await ask(200, 'GET', `/fraud/hits?subjectId=${of(TWO)}&${query}`)).items as { id: string }[];
  const before = await hits('sort=oldest');
  expect(before).toHaveLength(3);
  // This stores the spelling that a version before the merge left.
  await sql`UPDATE screening_hits SET subject_id = ${TWO} WHERE id = ${before[1]!.id}`.execute(db);
  await spelled(db);
  const ids = before.map(({ id }) => id);
  for (const [sort, expected] of [
    ['oldest', ids],
    ['newest', ids.toReversed()],
  ] as const) {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => hits(`sort=${sort}&limit=1&page=${page}`)),
    );
    expect(pages.flat().map(({ id }) => id)).toEqual(expected);
  }
  await ask(200, 'DELETE', `/fraud/subjects/${of(ONE)}`);
  const { rows } = await sql`SELECT FROM screening_hits
    WHERE org_id = ${org.id} AND match IS NOT NULL`.execute(db);
  expect(rows).toEqual([]);
});

test('subjects, objects and resources of permissions are the same in rules and checks', async () => {
  const { module, role, assign, relate, policy, may, call } = permissionClient(app, org);
  await module('DOCS', ['READ', 'WRITE']);
  const roleId = await role('reader', ['DOCS:READ']);
  const assigned = await assign(ONE, roleId);
  expect(await assign(TWO, roleId)).toBe(assigned);
  expect(await may(TWO, 'DOCS:READ')).toBe(true);
  await policy({ effect: 'deny', capability: 'DOCS:READ', resource: `${TWO}/*` });
  expect(await may(ONE, 'DOCS:READ', `${ONE}/1`)).toBe(false);
  const same = { effect: 'allow', capability: 'DOCS:READ', resource: `${ONE}/*` };
  expect((await call('POST', '/policies', same)).status).toBe(409);
  await policy({ effect: 'allow', capability: 'DOCS:WRITE', resource: '*', relation: 'owner' });
  await relate(TWO, 'owner', `doc:${ONE}`);
  expect(await may(ONE, 'DOCS:WRITE', `doc:${TWO}`)).toBe(true);
  const cycle = { subject: `doc:${TWO}`, relation: 'member', object: ONE };
  expect((await call('POST', '/relationships', cycle)).status).toBe(409);
  for (const id of [ONE, TWO]) {
    const { body } = await call('GET', `/relationships?subject=${of(id)}`);
    expect(body.data.items).toMatchObject([{ subject: ONE, object: `doc:${ONE}` }]);
  }
  const assume = { relationships: [{ subject: TWO, relation: 'owner', object: `x:${TWO}` }] };
  const question = { subject: ONE, capability: 'DOCS:WRITE', resource: `x:${ONE}`, assume };
  expect((await call('POST', '/check', question)).body.data.allowed).toBe(true);
});

test('ids that only look alike are different', async () => {
  const { module, role, assign, may } = permissionClient(app, org);
  await module('DOCS', ['READ']);
  await assign(ALIKE[0], await role('reader', ['DOCS:READ']));
  expect(await may(ALIKE[0], 'DOCS:READ')).toBe(true);
  expect(await may(ALIKE[1], 'DOCS:READ')).toBe(false);
});

test('a length limit applies to the id as it is stored', async () => {
  await ask(200, 'POST', '/fraud/subjects', { subjectId: 'e\u0301'.repeat(200), name: 'Ada Obi' });
  await ask(400, 'POST', '/fraud/subjects', { subjectId: '\u00e9'.repeat(201), name: 'Ada Obi' });
});
