import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { switchOn } from '../../../test/support/retention.ts';
import { SubjectClient } from '../../../test/support/subject-client.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { TENANT_SCOPES } from '../declared.ts';

const app = testApp({ role: 'api', rateLimits: undefined });
const ID = 'customer-1';
const PATH = `/subjects/${ID}`;

async function filled(): Promise<SubjectClient> {
  const client = await SubjectClient.of(app);
  await client.fill(ID);
  return client;
}

test('the answer has the newest items of every area, with their number, and threads by role', async () => {
  const client = await filled();
  const { subjectId, areas, omitted } = await client.ask('GET', PATH);
  expect([subjectId, omitted]).toEqual([ID, []]);
  const totals = Object.fromEntries(
    Object.entries<{ total: number }>(areas).map(([name, { total }]) => [name, total]),
  );
  expect(totals).toEqual({
    verifications: 2,
    consents: 1,
    legalHolds: 1,
    verificationSessions: 1,
    screenings: 1,
    enrolment: 1,
    hits: 1,
    cases: 1,
    threads: 2,
    approvals: 0,
    auditActions: 1,
    exports: 0,
    erasures: 0,
  });
  const roles = areas.threads.items.map((one: { participations: { role: string }[] }) =>
    one.participations.map(({ role }) => role),
  );
  expect(roles).toEqual([[], ['customer', 'guarantor']]);
  expect(JSON.stringify(areas.verifications)).not.toContain('profile');
});

test('the answer has the period of each area, once it is in force', async () => {
  const client = await filled();
  const periods = async () => {
    const { retention } = await client.ask('GET', PATH);
    return retention.filter(({ area }: { area: string }) => ['screenings', 'hits'].includes(area));
  };
  const [names, hits] = [
    { area: 'screenings', class: 'screening_names', days: null },
    { area: 'hits', class: null, days: null },
  ];
  expect(await periods()).toEqual([
    { area: 'screenings', class: 'screenings', days: null },
    names,
    hits,
  ]);
  await switchOn(app, { screenings: 400 });
  expect(await periods()).toEqual([
    { area: 'screenings', class: 'screenings', days: 400 },
    names,
    hits,
  ]);
  await switchOn(app, {});
});

test('the number of items is limited, and the total is not', async () => {
  const client = await filled();
  const { areas } = await client.ask('GET', `${PATH}?limit=1`);
  expect(areas.verifications).toMatchObject({ items: [{ status: 'provider_down' }], total: 2 });
  const answer = await client.call('GET', `${PATH}?limit=0`);
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, 'limit']);
});

test('the answer omits areas that the caller may not read, and lists them', async () => {
  const client = await filled();
  const { key } = await app.key(client.org.id, ['threads:manage', 'identity:verify']);
  const { areas, omitted } = await client.ask('GET', PATH, undefined, { key });
  expect(Object.keys(areas)).toEqual([
    'verifications',
    'consents',
    'verificationSessions',
    'threads',
  ]);
  expect(omitted).toContainEqual({ area: 'cases', title: 'Cases', needs: 'cases:manage' });
  expect(omitted.map(({ area }: { area: string }) => area)).toEqual([
    'screenings',
    'enrolment',
    'hits',
    'cases',
    'approvals',
    'auditActions',
    'legalHolds',
    'erasures',
    'exports',
  ]);
});

test('a person who may only read sees the areas of the role', async () => {
  const client = await filled();
  const { session } = await app.person(client.org.id, ['reviewer']);
  const { areas } = await client.ask('GET', PATH, undefined, { session });
  expect(Object.keys(areas)).toContain('verifications');
  expect(Object.keys(areas)).not.toContain('auditActions');
});

test('areas of a plan that the organization does not have are omitted', async () => {
  const { id: orgId } = await app.org({ plan: 'pro', addons: [] });
  const { key } = await app.key(orgId, [...TENANT_SCOPES]);
  const client = new SubjectClient(app, { id: orgId, key });
  await client.ask('POST', '/channels', { slug: 'a', displayName: 'A', entityType: 'order' });
  await client.ask('POST', '/threads', { channel: 'a', entityId: ID });
  const { areas, omitted } = await client.ask('GET', PATH);
  expect(areas.threads.total).toBe(1);
  expect(omitted[0]).toMatchObject({ area: 'verifications' });
});

test('an unknown subject, and one of another organization, is not found', async () => {
  const client = await filled();
  const stranger = await SubjectClient.of(app);
  for (const path of [
    PATH,
    '/subjects/unknown',
    '/subjects/%00',
    `/subjects/${'x'.repeat(9000)}`,
  ]) {
    const answer = await stranger.call('GET', path);
    expect([answer.status, answer.body.error.message], path).toEqual([404, 'subject not found']);
  }
  expect((await client.call('GET', PATH)).status).toBe(200);
});

test('an id in any spelling finds rows in every stored spelling', async () => {
  const [nfc, nfd] = ['Jos\u00e9', 'Jose\u0301'];
  const client = await SubjectClient.of(app);
  await client.ask('POST', '/fraud/screen', { name: 'Musa Bello', subjectId: nfc });
  const { areas } = await client.ask('GET', `/subjects/${encodeURIComponent(nfd)}`);
  expect(areas.screenings.total).toBe(1);
  // A row stored before ids were converted.
  const { db } = { db: await app.dbOf(client.org.id) };
  await sql`INSERT INTO external_id_spellings VALUES (${client.org.id}, ${nfc}, ${nfd})`.execute(
    db.read,
  );
  await sql`UPDATE screenings SET subject_id = ${nfd} WHERE org_id = ${client.org.id}`.execute(
    db.read,
  );
  for (const id of [nfc, nfd]) {
    const found = await client.ask('GET', `/subjects/${encodeURIComponent(id)}`);
    expect(found.areas.screenings.total).toBe(1);
  }
});
