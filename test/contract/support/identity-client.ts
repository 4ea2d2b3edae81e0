/** The API of identity verification for one organization; every answer is checked against the document. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { loadConfig, type Config } from '../../../src/config/config.ts';
import { openKeys } from '../../../src/start/open.ts';
import type { Envelopes } from '../../../src/platform/crypto/envelopes.ts';
import {
  startTestApp,
  TEST_SECRET,
  type Answer,
  type CallOptions,
  type TestApp,
} from '../../support/app.ts';
import { DOJAH_CREDENTIALS, startDojah } from '../../support/vendors/dojah.ts';
import { PAYSTACK_CREDENTIALS, startPaystack } from '../../support/vendors/paystack.ts';
import type { VendorServer } from '../../support/vendors/server.ts';
import { expectDocumented } from './documented.ts';
import { routes } from './manifest.ts';
import { OrgClient } from '../../support/org-client.ts';

const API = '/api/v1';

/** Matchers of values that differ each time. */
export const ID = expect.stringMatching(/^verification_[0-9a-z]{26}$/);
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

export const NAME = { firstName: 'Chinedu', lastName: 'Eze' };
/** Bodies of the contract's endpoints; the last digit selects the sandbox's scene. */
export function personBody(kind: 'bvn' | 'nin', digit: number, matchAgainst: object = NAME) {
  return {
    subjectId: 'customer-1',
    [kind]: `2222222222${digit}`,
    matchAgainst,
  };
}
export function accountBody(digit: number, more: object = {}) {
  return {
    subjectId: 'customer-1',
    accountNumber: `012345678${digit}`,
    bankCode: '058',
    expectedName: NAME,
    ...more,
  };
}

export class IdentityClient extends OrgClient {
  /** Sends a request; `path` is below /identity. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const answer = await this.app.call(method, `${API}/identity/${path}`, {
      key: this.org.key,
      ...options,
    });
    const [plain = ''] = `/identity/${path}`.split('?');
    const route = routes.find(
      (known) =>
        known.method === method &&
        new RegExp(`^${known.path.replace(':id', '[^/]+')}$`).test(plain),
    )!;
    expectDocumented(route, answer);
    return answer;
  }

  post = (path: string, body: unknown) => this.call('POST', path, { body });

  /** Data of a 200 answer. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(path: string, body: unknown): Promise<any> {
    const answer = await this.post(path, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  /** Expects a 400 that names exactly these fields. */
  async refused(path: string, body: unknown, ...fields: string[]): Promise<Answer> {
    const answer = await this.post(path, body);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([400, 'BAD_REQUEST']);
    const named = answer.body.error.details.map((detail: { path: string }) => detail.path);
    expect([...new Set(named)], answer.text).toEqual(fields);
    return answer;
  }

  // eslint-disable-next-line typescript/no-explicit-any
  async get(path: string): Promise<any> {
    const answer = await this.call('GET', path);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  /** The stored row of a call, with data that only operators can look up. */
  // eslint-disable-next-line typescript/no-explicit-any
  async row(verificationId: string): Promise<any> {
    const { rows } = await sql`SELECT * FROM identity_verifications
      WHERE org_id = ${this.org.id} AND id = ${verificationId}`.execute(this.app.db.read);
    expect(rows).toHaveLength(1);
    return rows[0];
  }

  async counts(): Promise<Record<string, number>> {
    const { id } = this.org;
    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*) FROM identity_verifications WHERE org_id = ${id})::int AS rows,
      (SELECT count(*) FROM identity_payloads WHERE org_id = ${id})::int AS payloads,
      (SELECT count(*) FROM dead_letters WHERE org_id = ${id})::int AS letters,
      (SELECT count(*) FROM events WHERE org_id = ${id})::int AS events`.execute(this.app.db.read);
    return rows[0]!;
  }
}

export type VendorApp = {
  app: TestApp;
  vendor: VendorServer;
  /** The keys of the service. */
  envelopes: Envelopes;
  stop: () => Promise<void>;
};

/**
 * The service with one vendor as `provider-1`, a local server with the test's answers. For accounts a sandbox follows
 * as `provider-2`. No provider supports identity numbers of Rwanda.
 */
export async function startVendorApp(overrides: Partial<Config> = {}): Promise<VendorApp> {
  const vendor = await startDojah();
  const bank = await startPaystack();
  const folder = await mkdtemp(join(tmpdir(), 'oriki-providers-'));
  const credentials = Object.entries(DOJAH_CREDENTIALS);
  await writeFile(join(folder, 'bank'), PAYSTACK_CREDENTIALS.secretKey);
  for (const [name, value] of credentials) await writeFile(join(folder, name), value);
  const provider = {
    label: 'provider-1',
    adapter: 'dojah',
    baseUrl: vendor.url,
    credentials: Object.fromEntries(credentials.map(([name]) => [name, { file: name }])),
    retries: 0,
    // Tests share it, so only wrong credentials and lack of money open it.
    breaker: { failures: 1000, openMs: 100 },
  };
  const chains = {
    bvn: { NG: ['provider-1'] },
    nin: { NG: ['provider-1'], RW: [] },
    account: { NG: ['provider-1', 'provider-2'] },
    liveness: ['provider-1'],
    face_match: ['provider-1'],
  };
  const second = {
    label: 'provider-2',
    adapter: 'paystack',
    baseUrl: bank.url,
    credentials: { secretKey: { file: 'bank' } },
  };
  const providers = [provider, second];
  const providersFile = join(folder, 'providers.json');
  await writeFile(providersFile, JSON.stringify({ providers, chains }));
  const app = await startTestApp({
    role: 'api',
    rateLimits: undefined,
    outboundAllow: ['127.0.0.0/8'],
    dataDir: folder,
    providersFile,
    ...overrides,
  });
  const config = loadConfig({ DATABASE_URL: app.databaseUrl, ORIKI_DATA_DIR: folder }, overrides);
  return {
    app,
    vendor,
    envelopes: await openKeys(config, { db: app.db, secret: TEST_SECRET }),
    async stop() {
      await app.stop();
      await vendor.stop();
      await bank.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const DOWN = { status: 503, json: { error: 'maintenance' } };

/** The service and the vendor of the test file. */
export let world: VendorApp;
/** A client of the organization of the test. */
export let client: IdentityClient;

/** Starts the service with a vendor before the tests of the file, and makes an organization before each test. */
export function useVendor(...settings: Parameters<typeof startVendorApp>): void {
  beforeAll(async () => {
    world = await startVendorApp(...settings);
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    client = await IdentityClient.of(world.app);
  });
  afterEach(() => {
    world.vendor.reply = undefined;
    world.vendor.requests.length = 0;
  });
}
