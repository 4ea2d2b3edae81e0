import { SOMEBODY } from './actor.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig, type Config } from '../../src/config/config.ts';
import { TENANT_SCOPES } from '../../src/modules/declared.ts';
import { MODULES, type JobServices, type Services } from '../../src/modules/index.ts';
import type { Module } from '../../src/modules/module.ts';
import { PLATFORM_SCOPE } from '../../src/platform/http/policy.ts';
import { addMember, beginSession, ProfileBox } from '../../src/modules/people/index.ts';
import { PLATFORM } from '../../src/platform/audit/action.ts';
import { createKey, createOrganization } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/db/database.ts';
import { databaseOf } from '../../src/platform/db/places.ts';
import { startService, type Service } from '../../src/start/service.ts';
import { asOwner, cloneDatabase, found, patient } from './database.ts';
import { namedErrors } from './named-errors.ts';
import { IS_SPREAD } from './servers/is-spread.ts';
import { serversOf, serversOfRun, type Servers } from './servers/servers.ts';
import { spreadDatabase } from './servers/spread-database.ts';
import { within } from './within.ts';

export type Answer = {
  status: number;
  headers: Headers;
  /** The parsed body; untyped, so that tests can read any field. */
  // eslint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
};

export type CallOptions = {
  key?: string;
  /** The token of a session, sent as the console does. */
  session?: string;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Uint8Array;
  headers?: Record<string, string>;
};

/** Reads a stream's text up to the end of its first event `unread` or `reset`, then closes it. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (/^event: (unread|reset)\n.*\n\n$/m.test(text)) break;
  }
  return text;
}

/** Returns the headers of a request from a page of this service, in a signed-in browser. */
function asConsole(base: string, method: string, token: string): Record<string, string> {
  const headers = { cookie: `oriki-session=${token}`, 'sec-fetch-site': 'same-origin' };
  return method === 'GET' ? headers : { ...headers, origin: base, 'x-oriki-console': '1' };
}

/** Sends one real HTTP request. Of an event stream it reads only the beginning. */
export async function call(
  base: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const payload =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(options.key === undefined ? {} : { 'x-api-key': options.key }),
      ...(options.session === undefined ? {} : asConsole(base, method, options.session)),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(payload === undefined ? {} : { body: payload as never }),
  });
  const isStream = response.headers.get('content-type') === 'text/event-stream';
  const text = isStream ? await beginningOf(response) : await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, body, text };
}

export type TestOrg = { id: string; key: string };

export type TestPerson = { id: string; sessionId: string; session: string };

export type TestApp = {
  url: string;
  databaseUrl: string;
  /** The settings with which commands find the same tables. */
  env: { DATABASE_URL: string; ORIKI_SERVERS?: string };
  service: Service;
  /** For the setup and checks of tests. Unlike the service's connection, it is the owner's and may do everything. */
  db: Database;
  /** Returns the organization's own bucket, with the owner's rights; `db` if all organizations are in one. */
  dbOf: (orgId: string) => Promise<Database>;
  /** Returns every bucket, with the owner's rights. */
  buckets: () => Database[];
  /** Every line that the service has logged. */
  logs: string[];
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** Creates an organization with a key, which isolates the test. */
  org: (options?: {
    plan?: 'free' | 'pro' | 'enterprise';
    addons?: 'detection_pack'[];
    scopes?: string[];
    /** An organization whose bucket the new one shares. */
    beside?: string | undefined;
  }) => Promise<TestOrg>;
  key: (
    organizationId: string | null,
    scopes: string[],
    expiresAt?: string,
  ) => Promise<{ id: string; key: string }>;
  platformKey: () => Promise<string>;
  /** Creates a person who is signed in to an organization, or as an operator. */
  person: (
    orgId: string | null,
    roles: string[],
    name?: string,
    /** The person's subject at the identity provider: the same subject is one person in several organizations. */
    subject?: string,
  ) => Promise<TestPerson>;
  stop: () => Promise<void>;
};

let people = 0;
/** The time for which a sign-in counts as recent. */
const STEP_UP_MS = 300_000;

/** Creates a person with a session, as `TestApp.person` does. */
export async function addPerson(
  db: Database,
  config: Config,
  ...[orgId, roles, name, asked]: Parameters<TestApp['person']>
): Promise<TestPerson> {
  const place = orgId ?? PLATFORM;
  const subject = asked ?? `person-${++people}`;
  const own = await databaseOf(db, place);
  // People of tests become members without a second person.
  const guards = await own.query(
    `UPDATE approval_settings AS s SET actions = array_remove(s.actions, 'member.change_roles')
     FROM approval_settings AS before
     WHERE s.org_id = $1 AND before.org_id = s.org_id AND 'member.change_roles' = ANY (before.actions)
     RETURNING before.actions`,
    [place],
  );
  const made = await db.transaction(async (tx) => {
    const granted = { profiles: new ProfileBox(TEST_SECRET), grantor: null, actor: SOMEBODY };
    const issuer = 'https://login.example.com';
    const member = { issuer, subject, roles, ...(name && { name }) };
    const { id } = await addMember(tx, place, member, granted);
    // On a busy machine, a test takes longer than the time for which a sign-in counts as recent.
    const authenticatedAt = new Date(Date.now() + within(STEP_UP_MS) - STEP_UP_MS);
    const { token, session } = await beginSession(
      tx,
      { orgId: place, userId: id, method: 'link', authenticatedAt },
      { idleSeconds: config.sessionIdleSeconds, absoluteSeconds: config.sessionSeconds },
    );
    return { id, sessionId: session.id, session: token };
  });
  for (const { actions } of guards.rows)
    await own.query('UPDATE approval_settings SET actions = $2 WHERE org_id = $1', [
      place,
      actions,
    ]);
  return made;
}

export const TEST_SECRET = 'test-secret-test-secret-test-secret-1';

/** One folder for all tests, because its content depends only on the secret. */
export const DATA_DIR = join(tmpdir(), `oriki-test-${process.getuid?.() ?? ''}`);

/**
 * Starts the whole service on a separate database, listening on a free port.
 * @param options.servers spreads its organizations over these servers
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  databaseUrl?: string,
  options: { modules?: readonly Module<Services, JobServices>[]; servers?: Servers } = {},
): Promise<TestApp> {
  const { servers: given, ...serviceOptions } = options;
  const spread =
    given ?? (IS_SPREAD && databaseUrl === undefined ? await serversOfRun() : undefined);
  const url = databaseUrl ?? (await (spread ? spread.clone() : cloneDatabase()));
  const servers = serversOf(url);
  const logs: string[] = [];
  const env = { DATABASE_URL: url, ...(servers && { ORIKI_SERVERS: servers.setting(url) }) };
  const config = loadConfig(
    {
      ...env,
      DATABASE_URL: patient(url),
      PORT: '0',
      ORIKI_SECRET: TEST_SECRET,
      ORIKI_DATA_DIR: DATA_DIR,
      ORIKI_DRAIN_DELAY_MS: '0',
      // Most tests do not depend on where limits are counted, and the database costs a write for each request.
      ORIKI_RATE_LIMIT_STORE: 'memory',
    },
    overrides,
  );
  const log = pino(
    { level: 'info', base: null },
    { write: (line: string) => void logs.push(line) },
  );
  const service = await startService(config, { ...serviceOptions, log, progress: () => {} });
  const db = servers
    ? await spreadDatabase(servers, url)
    : new Database({
        connection: found({ connectionString: asOwner(url) }),
        poolSize: 3,
        statementTimeoutMs: 30_000,
        onIdleError: () => {},
      });
  const base = service.url ?? '';
  const assertNamed = namedErrors(options.modules ?? MODULES);
  const key: TestApp['key'] = (organizationId, scopes, expiresAt) =>
    db.transaction((tx) =>
      createKey(tx, { organizationId, scopes, ...(expiresAt ? { expiresAt } : {}) }),
    );
  return {
    url: base,
    databaseUrl: url,
    env,
    service,
    db,
    dbOf: (orgId) => databaseOf(db, orgId),
    buckets: () => db.buckets?.all ?? [db],
    logs,
    async call(method, path, details) {
      const answer = await call(base, method, path, details);
      assertNamed(method, path, answer);
      return answer;
    },
    key,
    async org({ plan = 'enterprise', addons, scopes = [...TENANT_SCOPES], beside } = {}) {
      const bucket = beside === undefined ? undefined : (await databaseOf(db, beside)).schema;
      const organization = await db.transaction((tx) =>
        createOrganization(tx, {
          name: 'Test',
          plan,
          addons: addons ?? (plan === 'free' ? [] : ['detection_pack']),
          ...(bucket !== undefined && { bucket }),
        }),
      );
      const made = await key(organization.id, scopes);
      // A new organization has no events.
      const own = await databaseOf(db, organization.id);
      await own.query(`DELETE FROM events WHERE org_id = $1 AND type = 'key.created'`, [
        organization.id,
      ]);
      return { id: organization.id, key: made.key };
    },
    person: (...asked) => addPerson(db, config, ...asked),
    platformKey: async () => (await key(null, [PLATFORM_SCOPE])).key,
    async stop() {
      await service.stop();
      await db.close();
    },
  };
}
