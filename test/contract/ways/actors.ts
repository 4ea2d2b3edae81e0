/**
 * The kinds of callers with which every way is tried. Each knows its rights from the declarations, not from the
 * service.
 */
import { expect } from 'vitest';
import { TENANT_SCOPES } from '../../../src/modules/declared.ts';
import { TENANT_ROLES } from '../../../src/modules/people/index.ts';
import { testOrganizationOf } from '../../../src/modules/tenants/organizations.ts';
import type { Answer, TestApp, TestOrg, TestPerson } from '../../support/app.ts';
import { eventually } from '../../support/process.ts';

export type Caller = { key?: string; session?: string };

export type Actor = {
  name: string;
  caller: Caller;
  /** Scopes to read and write in the organization of the effect; empty for a caller outside it. */
  holds: ReadonlySet<string>;
  /** Scopes to read. */
  reads: ReadonlySet<string>;
  isPerson: boolean;
  /** The only scope that its key lacks. */
  lacks?: string;
  /** A key opened its session. */
  isOpenedByKey?: true;
  /** Its answers have the header `oriki-mode: test`. */
  isTest?: true;
  /** It belongs to another organization. */
  isElsewhere?: true;
  /** It has the operators' scope and views no organization. */
  isPlatform?: true;
};

export type World = { app: TestApp; org: TestOrg };

const NONE: ReadonlySet<string> = new Set();

function actor(name: string, caller: Caller, more: Partial<Actor> = {}): Actor {
  return {
    name,
    caller,
    holds: NONE,
    reads: NONE,
    isPerson: caller.session !== undefined,
    ...more,
  };
}

/** The scopes that a caller needs to grant one of an organization's roles. */
export function scopesOf(role: keyof typeof TENANT_ROLES): { scopes: string[]; reads: string[] } {
  const { scopes, reads } = TENANT_ROLES[role];
  return { scopes: [...scopes], reads: [...reads] };
}

/** True if the actor may grant the role. */
export function mayGive({ holds, reads }: Actor, role: keyof typeof TENANT_ROLES): boolean {
  const rights = scopesOf(role);
  return (
    rights.scopes.every((scope) => holds.has(scope)) &&
    rights.reads.every((scope) => holds.has(scope) || reads.has(scope))
  );
}

export async function ask(
  { app }: World,
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  return app.call(method, /^\/(console|scim)\//.test(path) ? path : `/api/v1${path}`, {
    ...caller,
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  });
}

/** The scopes that a key can grant to another; only a person can create keys for SCIM. */
export const SCOPES_OF_KEYS = TENANT_SCOPES.filter((scope) => scope !== 'scim:manage');

/** Data of an answer that must have this status. */
// eslint-disable-next-line typescript/no-explicit-any
export async function data(answer: Promise<Answer>, status: number): Promise<any> {
  const { status: seen, text, body } = await answer;
  expect(seen, text.slice(0, 300)).toBe(status);
  return body.data;
}

/** Waits until a caller gets this status. */
export async function isAnswered(world: World, caller: Caller, status: number): Promise<void> {
  await eventually(async () => (await ask(world, caller, 'GET', '/me')).status === status, 6000);
}

/**
 * Keys with all scopes, also with the scopes that look like an administrator's. For each of `scopes`, a key with this
 * scope alone and a key with all others.
 */
async function keys(world: World, scopes: readonly string[]): Promise<Actor[]> {
  const { app, org } = world;
  const made = async (name: string, held: readonly string[], lacks?: string) =>
    actor(
      name,
      { key: (await app.key(org.id, [...held])).key },
      { holds: new Set(held), ...(lacks !== undefined && { lacks }) },
    );
  const all: Actor[] = [];
  for (const scope of scopes)
    all.push(
      await made(`a key with ${scope} alone`, [scope]),
      await made(
        `a key with every scope but ${scope}`,
        TENANT_SCOPES.filter((one) => one !== scope),
        scope,
      ),
    );
  const management = ['members:manage', 'portal:create', 'signin:manage', 'keys:manage'];
  all.push(
    await made('a key with every scope', TENANT_SCOPES),
    await made('a key that manages people, sign-in and keys', management),
    await made('a key with the scopes of people and of the role billing', [
      ...management,
      ...scopesOf('billing').scopes,
    ]),
    await made(
      'a key with every scope but those of people',
      TENANT_SCOPES.filter((scope) => !management.includes(scope)),
    ),
  );
  return all;
}

/** People with each role; one of them has a portal session. */
async function people({ app, org }: World): Promise<Actor[]> {
  const all: Actor[] = [];
  for (const [role, { scopes, reads }] of Object.entries(TENANT_ROLES)) {
    const { session } = await app.person(org.id, [role]);
    const rights = { holds: new Set<string>(scopes), reads: new Set<string>(reads) };
    all.push(actor(`a person with the role ${role}`, { session }, rights));
  }
  const session = await portalSession({ app, org }, org.key, 'admin');
  const holds = new Set<string>(TENANT_SCOPES);
  return [
    ...all,
    actor('an admin in a portal session', { session }, { holds, isOpenedByKey: true }),
  ];
}

let portals = 0;

/** The session token of a person from the organization's own application. */
export async function portalSession(world: World, key: string, role: string): Promise<string> {
  const subject = `portal-person-${++portals}`;
  const { code } = await data(
    ask(world, { key }, 'POST', '/portal-sessions', { subject, role }),
    201,
  );
  const session = await exchanged(world, code);
  return session!;
}

/** @returns the token of the session that the code begins, if any */
export async function exchanged({ app }: World, code: string): Promise<string | undefined> {
  const response = await fetch(`${app.url}/console/session/exchange`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: app.url,
      'sec-fetch-site': 'same-origin',
      'x-oriki-console': '1',
    },
    body: JSON.stringify({ code }),
  });
  const cookie = response.headers.getSetCookie().join();
  return /oriki-session=([^;,]+)/.exec(cookie)?.[1];
}

/** A key that the person created. */
async function keyOf(world: World, { session }: TestPerson): Promise<string> {
  const body = { scopes: TENANT_SCOPES };
  return (await data(ask(world, { session }, 'POST', '/keys', body), 201)).key;
}

/** Ends a membership as another admin. */
export async function remove(world: World, userId: string, left?: 'keep' | 'revoke') {
  const query = left === undefined ? '' : `?keys=${left}`;
  return ask(world, { key: world.org.key }, 'DELETE', `/members/${userId}${query}`);
}

/** Callers that had rights once: a removed member, keys of former members, and ended credentials. */
async function gone(world: World): Promise<Actor[]> {
  const { app, org } = world;
  const removed = await app.person(org.id, ['admin']);
  const keeping = await app.person(org.id, ['admin']);
  const kept = await keyOf(world, keeping);
  const revoking = await app.person(org.id, ['admin']);
  const revoked = await keyOf(world, revoking);
  const lapsed = await app.person(org.id, ['admin']);
  const expired = await app.key(org.id, [...TENANT_SCOPES]);
  await remove(world, removed.id);
  await remove(world, keeping.id, 'keep');
  await remove(world, revoking.id, 'revoke');
  await app.db.pool.query(`UPDATE sessions SET expires_at = now() - interval '1 s' WHERE id = $1`, [
    lapsed.sessionId,
  ]);
  await app.db.pool.query(`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1`, [
    expired.id,
  ]);
  await isAnswered(world, { session: removed.session }, 401);
  return [
    actor('an admin who was removed', { session: removed.session }),
    actor('a key that a removed admin has left', { key: kept }, { holds: new Set(TENANT_SCOPES) }),
    actor('a key that was revoked with its maker', { key: revoked }),
    actor('an admin whose session has ended', { session: lapsed.session }),
    actor('a key that has expired', { key: expired.key }),
  ];
}

/** The organization's twin: a key, and people with sessions there. */
async function inTestMode(world: World): Promise<Actor[]> {
  const { app, org } = world;
  const body = { scopes: TENANT_SCOPES, mode: 'test' };
  const { key } = await data(ask(world, { key: org.key }, 'POST', '/keys', body), 201);
  const { session } = await app.person(testOrganizationOf(org.id), ['admin']);
  const portal = await portalSession(world, key, 'admin');
  return [
    actor('a test key with every scope', { key }, { isTest: true, isElsewhere: true }),
    actor('an admin of the test organization', { session }, { isTest: true, isElsewhere: true }),
    actor(
      'an admin in a portal session in test mode',
      { session: portal },
      { isTest: true, isElsewhere: true },
    ),
  ];
}

async function looksAt(world: World, session: string, organization?: string): Promise<void> {
  await eventually(async () => {
    const { body } = await ask(world, { session }, 'GET', '/me');
    return body.data.organization?.id === organization;
  });
}

/** Makes an operator's session view an organization. */
export async function view(world: World, session: string, organization: string): Promise<void> {
  const body = { organization, reason: 'support' };
  await data(ask(world, { session }, 'POST', '/console/session/view', body), 200);
  await looksAt(world, session, organization);
}

export async function endView(world: World, session: string): Promise<void> {
  await data(ask(world, { session }, 'POST', '/console/session/view-end', {}), 200);
  await looksAt(world, session, undefined);
}

/** Callers of no organization, or of another one. */
async function outsiders(world: World): Promise<Actor[]> {
  const { app, org } = world;
  const looking = await app.person(null, ['admin']);
  await view(world, looking.session, org.id);
  const looked = await app.person(null, ['admin']);
  await view(world, looked.session, org.id);
  await endView(world, looked.session);
  const elsewhere = await app.org();
  const stranger = await app.person(elsewhere.id, ['admin']);
  const twin = await data(
    ask(world, elsewhere, 'POST', '/keys', { scopes: TENANT_SCOPES, mode: 'test' }),
    201,
  );
  const auditor = scopesOf('auditor').reads;
  return [
    actor('an operator who looks in', { session: looking.session }, { reads: new Set(auditor) }),
    actor('an operator whose view has ended', { session: looked.session }, { isPlatform: true }),
    actor('a platform key', { key: await app.platformKey() }, { isPlatform: true }),
    actor('an admin of another organization', { session: stranger.session }, { isElsewhere: true }),
    actor('a key of another organization', { key: elsewhere.key }, { isElsewhere: true }),
    actor(
      'a test key of another organization',
      { key: twin.key },
      { isTest: true, isElsewhere: true },
    ),
    actor('a caller without credentials', {}),
  ];
}

/** Every kind of caller, in a new organization, for ways that need one of these scopes each */
export async function everybody(world: World, scopes: readonly string[]): Promise<Actor[]> {
  return [
    ...(await keys(world, scopes)),
    ...(await people(world)),
    ...(await gone(world)),
    ...(await inTestMode(world)),
    ...(await outsiders(world)),
  ];
}

/** @returns the callers to try on a way that needs this scope, without the keys that lack another scope alone */
export function triedOn(actors: Actor[], scope: string): Actor[] {
  return actors.filter(({ lacks }) => lacks === undefined || lacks === scope);
}
