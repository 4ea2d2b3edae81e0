import { sql } from 'kysely';
import { runInvoicesNow } from '../../../src/modules/invoices/index.ts';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { sharedOf } from '../../../src/platform/db/places.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { AnyRoute } from '../../../src/platform/http/route.ts';
import { API_PREFIX } from '../../../src/platform/http/register.ts';
import type { Answer, CallOptions, TestApp } from '../../support/app.ts';
import { Biller, sheetFrom } from '../../support/billing.ts';
import { isTenant, resourcesOf, routes, titleOf, type Json } from './manifest.ts';

/**
 * Creates what must exist, in addition to the objects in the path, before the example of an operation works, by
 * operationId. Each returns the body to send instead.
 */
const preconditions: Record<string, (world: World) => Promise<unknown>> = {
  createPermissionRole: async (world) => void (await make(world, 'module')),
  createPermissionPolicy: async (world) => void (await make(world, 'module')),
  createPermissionAssignment: async (world) => ({
    subject: 'user:17',
    roleId: await make(world, 'role'),
  }),
  checkPermission: async (world) => void (await make(world, 'module')),
  checkPermissions: async (world) => void (await make(world, 'module')),
  inviteFederationMember: async ({ app }) => ({
    organizationId: (await app.org()).id,
    prefix: 'ACME',
  }),
  removeFederationMember: async (world) => ({ organizationId: (await invite(world)).id }),
  pullFederation: async (world) => ({ organizationId: await activeMember(world) }),
  pushFederation: async (world) => ({ organizationId: await activeMember(world) }),
  pushFederationFraudConfig: async (world) => ({
    organizationId: await activeMember(world),
    threshold: 80,
  }),
  addMember: async () => somebody(['analyst']),
  addOperator: async () => somebody(['operator']),
  requestApproval: async (world) => ({
    action: 'hit.false_positive',
    objectId: await makeAnother(world, 'subject-hit'),
  }),
  assignHits: async (world) => ({
    ids: [await makeAnother(world, 'subject-hit')],
    dueAt: '2026-11-28T17:00:00.000Z',
  }),
  claimNextCase: async (world) => void (await make(world, 'case')),
  takeOverCase: async (world) => {
    const path = `${API_PREFIX}/cases/${await make(world, 'case')}/claim`;
    const { body } = await world.app.call('POST', `${API_PREFIX}/keys`, {
      key: world.key,
      body: { scopes: ['cases:manage'] },
    });
    await world.app.call('POST', path, { key: body.data.key });
    return { reason: 'Ada is on leave.' };
  },
  addCaseItems: async (world) => ({ ids: [await makeAnother(world, 'screening')] }),
  decideCase: async (world) => {
    const hitId = await makeAnother(world, 'subject-hit');
    const path = `${API_PREFIX}/cases/${await make(world, 'case')}/items`;
    const { body } = await world.app.call('POST', path, {
      key: world.key,
      body: { ids: [hitId] },
    });
    const decisions = [{ hitId, decision: 'true_match' }];
    return { expectedRevision: body.data.revision, decisions, reason: 'seen' };
  },
  releaseCase: async (world) => {
    const id = await make(world, 'case');
    await sql`UPDATE cases SET claimed_kind = 'key', claimed_by = 'key_1', claimed_until = now()
      WHERE org_id = ${world.orgId} AND id = ${id}`.execute(world.app.db.read);
    return undefined;
  },
  createThread: async (world) => void (await make(world, 'channel')),
  markThreadRead: async (world) => void (await make(world, 'message')),
  markInboxRead: async (world) => void (await make(world, 'message')),
  markThreadUnread: async (world) => {
    const path = `${API_PREFIX}/threads/${await make(world, 'thread')}/read`;
    const body = {
      participantExternalId: 'agent-3',
      participantRole: 'agent',
      messageId: await make(world, 'message'),
    };
    await world.app.call('POST', path, { key: world.key, body });
    return body;
  },
  backfillWebhook: async (world) => {
    const path = `${API_PREFIX}/webhooks/${await make(world, 'webhook')}`;
    const subscribe = (events: string[]) =>
      world.app.call('PATCH', path, { key: world.key, body: { events } });
    await subscribe(['other.event']);
    const event = { type: 'email.sent', data: {} };
    await world.app.call('POST', `${API_PREFIX}/events`, { key: world.key, body: event });
    await subscribe(['email.*']);
    return { from: new Date(Date.now() - 3_600_000).toISOString(), eventType: 'email.sent' };
  },
  replayDeliveries: async (world) => {
    await waitingDelivery(world);
    return { status: 'pending', eventType: 'webhook.test' };
  },
  recoverDeliveries: async (world) => {
    await waitingDelivery(world);
    return { since: new Date(Date.now() - 3_600_000).toISOString() };
  },
  explainApproval: (world) => answered(world, 'approval', 'list.remove_entries'),
  explainPlatformApproval: (world) => answered(world, 'platform-approval', 'global_list.shrink'),
  refreshGlobalList: async (world) => void (await fetchedList(world)),
  requestPlatformApproval: async (world) => {
    const objectId = await fetchedList(world);
    const example = routes.find(({ operationId }) => operationId === 'requestPlatformApproval')!;
    const { detail } = example.example.data as { detail: object };
    await sql`UPDATE global_list_origins SET refused = ${JSON.stringify(detail)}
      WHERE list_id = ${objectId}`.execute(sharedOf(world.app.db.read));
    return { action: 'global_list.shrink', objectId };
  },
};

/** Operations that only the caller who has answered the request may use. */
export const FOR_ANSWERER: ReadonlySet<string> = new Set([
  'explainApproval',
  'explainPlatformApproval',
]);

/** Answers an approval request as another person, which a key never does. */
async function answered(world: World, resource: string, action: string): Promise<unknown> {
  const id = await make(world, resource);
  await sql`UPDATE approvals SET action = ${action}, outcome = 'approved', answered_kind = asked_kind,
    answered_by = asked_by, answered_at = now() WHERE id = ${id}`.execute(world.app.db.read);
  return { reason: 'The customer confirmed it.' };
}

/** Gives the world's global list an origin. */
async function fetchedList(world: World): Promise<string> {
  const id = await make(world, 'global-list');
  const body = { origin: { url: 'https://lists.example.com/sanctions.csv' } };
  await world.app.call('PATCH', `${API_PREFIX}/admin/lists/${id}`, { key: world.key, body });
  return id;
}

/** Creates a delivery that waits for its next attempt. */
async function waitingDelivery(world: World): Promise<void> {
  await make(world, 'delivery');
  await sql`UPDATE delivery_queue SET due_at = now() + interval '1 hour'
    WHERE org_id = ${world.orgId}`.execute(world.app.db.read);
}

let persons = 0;

/** A new person of an identity provider. */
function somebody(roles: string[]) {
  return { issuer: 'https://login.example.com', subject: `matrix-${++persons}`, roles };
}

/** Ids of new objects that are not created directly. */
const arising: Record<string, (world: World) => Promise<string>> = {
  'dead-letter': async ({ app }) => {
    const { id, key } = await app.org();
    const matchAgainst = { firstName: 'Ada', lastName: 'Obi' };
    // With this last digit, the sandbox sends an answer that no adapter understands.
    const body = { subjectId: 'customer-1', bvn: '22222222228', matchAgainst };
    await app.call('POST', `${API_PREFIX}/identity/verify-bvn`, { key, body });
    const { rows } = await app.db.pool.query<{ id: string }>(
      'SELECT id FROM dead_letters WHERE org_id = $1',
      [id],
    );
    return rows[0]!.id;
  },
  // Issuer and subject determine the id, so every example would have the same.
  member: async ({ app, key }) => {
    const body = somebody(['analyst']);
    return (await app.call('POST', `${API_PREFIX}/members`, { key, body })).body.data.id;
  },
  operator: async ({ app, key }) => {
    const body = somebody(['operator']);
    return (await app.call('POST', `${API_PREFIX}/admin/operators`, { key, body })).body.data.id;
  },
  session: async ({ app, orgId }) => (await app.person(orgId, ['analyst'])).sessionId,
  'operator-session': async ({ app }) => (await app.person(null, ['operator'])).sessionId,
  invoice: async ({ app, orgId, key }) => {
    const biller = new Biller(app, { id: orgId!, key });
    await biller.use('2026-01-15', 'parts', 1);
    const options = { organizationId: orgId! };
    await runInvoicesNow(app.db, sheetFrom('2026-01-01'), '2026-01-01', options);
    return (await biller.documents())[0]!.id;
  },
  // The example has an id of the organization's choice, which can exist only once.
  event: async ({ app, key }) => {
    const body = { type: 'email.sent', data: { messageId: 'm-1042' } };
    return (await app.call('POST', `${API_PREFIX}/events`, { key, body })).body.data.id;
  },
  'federation-invitation': async ({ app, orgId }) => {
    const { key } = await app.org();
    const body = { name: 'Lagos lenders', prefix: 'LEND' };
    const { id } = (await app.call('POST', GROUPS, { key, body })).body.data;
    const guest = { organizationId: orgId, prefix: 'ACME' };
    await app.call('POST', `${GROUPS}/${id}/members`, { key, body: guest });
    return id;
  },
  // The organization chooses the id, so every example would have the same.
  'screening-subject': async (world) => enrol(world, `subject-${++subjects}`),
  // Only people erase, so no key can make an erasure. This one is never due: a done erasure would have to be on the
  // list of erasures.
  'subject-erasure': async (world) => {
    const subjectId = await make(world, 'screening-subject');
    const id = newId('erasure');
    const own = await world.app.dbOf(world.orgId!);
    await own.query(
      `INSERT INTO subject_erasures (org_id, id, subject_id, person_id, reason_code, requested_at, due_at)
       VALUES ($1, $2, $3, 'usr_1', 'other', now(), 'infinity')`,
      [world.orgId, id, subjectId],
    );
    return id;
  },
  'subject-hit': async (world) => {
    const list = await make(world, 'list');
    const entries = `${API_PREFIX}/fraud/lists/${list}/entries`;
    const { app, key } = world;
    await app.call('POST', entries, { key, body: { entries: [{ name: SUBJECT_NAME }] } });
    await enrol(world, `subject-${++subjects}`);
    const { body } = await app.call('GET', `${API_PREFIX}/fraud/hits`, { key });
    return body.data.items[0].id;
  },
};

const GROUPS = `${API_PREFIX}/permissions/federation/groups`;

/** Another organization with an invitation to the world's group. */
async function invite(world: World): Promise<{ id: string; key: string }> {
  const group = await make(world, 'federation-group');
  const guest = await world.app.org();
  const body = { organizationId: guest.id, prefix: 'MEMB' };
  await world.app.call('POST', `${GROUPS}/${group}/members`, { key: world.key, body });
  return guest;
}

async function activeMember(world: World): Promise<string> {
  const { id, key } = await invite(world);
  const group = await make(world, 'federation-group');
  await world.app.call('POST', `${GROUPS}/${group}/members/accept`, { key });
  return id;
}

const SUBJECT_NAME = 'Adaeze Okonkwo';
let subjects = 0;

async function enrol({ app, key }: World, subjectId: string): Promise<string> {
  const body = { subjectId, name: SUBJECT_NAME };
  await app.call('POST', `${API_PREFIX}/fraud/subjects`, { key, body });
  return subjectId;
}

/** True if a test can create such an object. */
export function canMake(resource: string): boolean {
  return resource in arising || routes.some((route) => route.creates?.resource === resource);
}

/** Objects of one organization (or of the operator), and the keys to reach them. */
export type World = {
  app: TestApp;
  orgId: string | null;
  /** With every scope of its context. */
  key: string;
  /** Ids by resource, created on first use. */
  made: Map<string, string>;
};

/** A request that the service accepts. */
export type ReadyRequest = { method: string; path: string; body: unknown };

/** A new organization, or a new platform key, which isolates every test. */
export async function makeWorld(app: TestApp, route: AnyRoute): Promise<World> {
  if (!isTenant(route)) return { app, orgId: null, key: await app.platformKey(), made: new Map() };
  const { id, key } = await app.org();
  return { app, orgId: id, key, made: new Map() };
}

/** Another key of the same caller, with these scopes. */
export async function otherKey(
  world: World,
  scopes: string[] = [...TENANT_SCOPES],
): Promise<string> {
  if (world.orgId === null) return world.app.platformKey();
  return (await world.app.key(world.orgId, scopes)).key;
}

/** One more object, in addition to those of the world. */
export function makeAnother(world: World, resource: string): Promise<string> {
  return arising[resource]?.(world) ?? create(world, resource);
}

async function make(world: World, resource: string): Promise<string> {
  const id = world.made.get(resource) ?? (await makeAnother(world, resource));
  world.made.set(resource, id);
  return id;
}

async function create(world: World, resource: string): Promise<string> {
  const creator = routes.find((route) => route.creates?.resource === resource);
  if (!creator) throw new Error(`unclassified: no route creates a ${resource}`);
  const request = await makeRequest(world, creator);
  const answer = await send(world, request);
  if (answer.status !== creator.status)
    throw new Error(
      `the example of ${titleOf(creator)} does not work: ${answer.status} ${answer.text}`,
    );
  const [id] = creator.creates!.ids(answer.body.data as never);
  if (id === undefined) throw new Error(`${titleOf(creator)} created no ${resource}`);
  return id;
}

export type Ids = Record<string, string>;

/** A real object for every path parameter. */
export async function makeIds(world: World, route: AnyRoute): Promise<Ids> {
  const ids: Ids = {};
  for (const { name, resource } of resourcesOf(route)) ids[name] = await make(world, resource);
  return ids;
}

function queryOf(route: AnyRoute) {
  return (route.query ?? {}) as { required?: string[]; properties?: Record<string, Json> };
}

/** With the query fields that the route requires, as in its example. */
export function pathOf(route: AnyRoute, ids: Ids): string {
  const path = route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => ids[name]!);
  return (queryOf(route).required ?? []).reduce(
    (url, name) => withQuery(url, `${name}=${String(route.example.query![name])}`),
    API_PREFIX + path,
  );
}

/** A value for a query field, from its example or its schema. */
function valueOf(route: AnyRoute, name: string, schema: Json): string {
  const example = route.example.query?.[name];
  if (example !== undefined) return String(example);
  if (Array.isArray(schema['enum'])) return String(schema['enum'][0]);
  if (schema['type'] === 'integer' || schema['type'] === 'number')
    return String(schema['default'] ?? 1);
  if (schema['type'] === 'boolean') return 'false';
  if (schema['format'] === 'iso-8601') return name === 'to' ? '2026-12-01' : '2026-11-01';
  // The position of an item in a list.
  if (String(schema['pattern']).startsWith('^[0-9]')) return '1_user';
  return 'user';
}

/** The path with each optional query field alone except the cursor, and with all of them together. */
export function pathsWithOptions(route: AnyRoute, path: string): string[] {
  const { required = [], properties = {} } = queryOf(route);
  const fields = Object.entries(properties)
    .filter(([name]) => !required.includes(name) && name !== 'cursor')
    .map(([name, schema]) => `${name}=${encodeURIComponent(valueOf(route, name, schema))}`);
  const alone = fields.map((field) => withQuery(path, field));
  return fields.length < 2 ? alone : [...alone, withQuery(path, fields.join('&'))];
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Well-formed ids of nothing. */
export function unknownIds(route: AnyRoute): Ids {
  return Object.fromEntries(resourcesOf(route).map(({ name, prefix }) => [name, newId(prefix)]));
}

/** A path for requests that are rejected before the path is read. */
export function anyPath(route: AnyRoute): string {
  return pathOf(route, unknownIds(route));
}

export async function makeRequest(world: World, route: AnyRoute): Promise<ReadyRequest> {
  const ids = await makeIds(world, route);
  const body = (await preconditions[route.operationId]?.(world)) ?? route.example.body;
  return { method: route.method, path: pathOf(route, ids), body };
}

/** Sends a request with the world's own key, unless `options` differ. */
export function send(
  world: World,
  request: ReadyRequest,
  options: CallOptions = {},
): Promise<Answer> {
  return world.app.call(request.method, request.path, {
    key: world.key,
    ...(request.body === undefined ? {} : { body: request.body }),
    ...options,
  });
}

let keys = 0;
/** An idempotency key that no other test uses. */
export function freshKey(): string {
  return `test-key-${process.pid}-${++keys}`;
}
export function withKey(key: string): CallOptions {
  return { headers: { 'idempotency-key': key } };
}
