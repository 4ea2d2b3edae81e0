/**
 * A vendor that returns the holders of bank accounts, unless it is down or lies, and the providers' file with its address.
 */
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PLATFORM_SCOPE } from '../../src/platform/http/policy.ts';
import { createKey } from '../../src/modules/tenants/index.ts';
import { Database } from '../../src/platform/db/database.ts';

const SECRET_KEY = 'sk_test_accounts5ecre7';
export const HOLDER = 'OKAFOR ADAEZE CHIOMA';

export type AccountVendor = {
  url: string;
  /** The requested account numbers, in order. */
  asked: string[];
  down: boolean;
  /** Answers instead of it. */
  lie: ((number: string, response: ServerResponse) => void) | undefined;
  /** The account numbers whose holder it has returned. */
  resolved: Set<string>;
  /** While it is true, requests wait for their answers. */
  holding: boolean;
  release: () => void;
  stop: () => Promise<void>;
};

export async function startAccountVendor(): Promise<AccountVendor> {
  const held: (() => void)[] = [];
  const say = (response: ServerResponse, status: number, json: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    const number = new URL(request.url ?? '', 'http://vendor').searchParams.get('account_number');
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}` || !number)
      return say(response, 401, { status: false });
    vendor.asked.push(number);
    const answer = (): void => {
      if (vendor.lie) return vendor.lie(number, response);
      if (vendor.down) return say(response, 500, { status: false });
      vendor.resolved.add(number);
      const data = { account_number: number, account_name: HOLDER };
      say(response, 200, { status: true, message: 'Account number resolved', data });
    };
    if (vendor.holding) held.push(answer);
    else answer();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const vendor: AccountVendor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    down: false,
    lie: undefined,
    resolved: new Set(),
    holding: false,
    release() {
      vendor.holding = false;
      for (const answer of held.splice(0)) answer();
    },
    async stop() {
      vendor.release();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return vendor;
}

type Breaker = { failures: number; openMs: number };

/**
 * Writes a providers' file with this vendor for accounts, and the sandbox for all other kinds. @returns the path of
 * the file
 */
export async function writeProviders(
  folder: string,
  vendorUrl: string,
  breaker: Breaker = { failures: 1000, openMs: 100 },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'vendor-key'), SECRET_KEY);
  const file = join(folder, 'providers.json');
  const accounts = {
    label: 'provider-1',
    adapter: 'paystack',
    baseUrl: vendorUrl,
    credentials: { secretKey: { file: 'vendor-key' } },
    timeoutMs: 10_000,
    retries: 0,
    breaker,
  };
  const sandbox = { label: 'provider-2', adapter: 'sandbox' };
  const chains = {
    account: { NG: ['provider-1'] },
    bvn: { NG: ['provider-2'] },
    nin: { NG: ['provider-2'] },
    liveness: ['provider-2'],
    face_match: ['provider-2'],
  };
  await writeFile(file, JSON.stringify({ providers: [accounts, sandbox], chains }));
  return file;
}

/** Returns a body of `POST /identity/verify-account` that the vendor verifies. */
export function accountBody(accountNumber: string) {
  return {
    subjectId: `subject-${accountNumber}`,
    accountNumber,
    bankCode: '058',
    expectedName: { firstName: 'Adaeze', lastName: 'Okafor' },
  };
}

/** Creates a platform key without a service, as an operator does. */
export async function createPlatformKey(databaseUrl: string): Promise<string> {
  const db = new Database({
    connection: { connectionString: databaseUrl },
    poolSize: 2,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  const created = await db.transaction((tx) =>
    createKey(tx, { organizationId: null, scopes: [PLATFORM_SCOPE] }),
  );
  await db.close();
  return created.key;
}
