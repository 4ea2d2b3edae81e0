/** One adapter, its vendor's local server and the real client between them. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import type {
  AdapterDefinition,
  Answer,
  LookupOf,
  Operation,
} from '../../../src/modules/identity/providers/adapter.ts';
import type { Kind } from '../../../src/modules/identity/kinds/schemas.ts';
import { createUpstream } from '../../../src/modules/identity/providers/upstream.ts';
import { OutboundClient } from '../../../src/platform/outbound/client.ts';
import type { VendorRequest, VendorServer } from './server.ts';
import type { Image } from '../../../src/modules/identity/images/schemas.ts';

export const REFERENCE = '01960f5e-7d5a-7cc0-8000-00000000beef';
export const NOW = new Date('2026-11-21T09:40:00.000Z');

/** Bytes that are not a picture, but could break forms and texts. */
function image(tail: string): Image {
  return {
    bytes: Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 13, 10, 0x80]),
      Buffer.from(`\r\n--oriki\r\nContent-Disposition: form-data; name="x"\r\n\r\n${tail}`),
    ]),
    contentType: 'image/jpeg',
    width: 640,
    height: 480,
  };
}
export const SELFIE = image('selfie');
export const DOCUMENT = image('document');

export const CLAIMED = { firstName: 'Claimed', lastName: 'Name', dateOfBirth: '1990-01-01' };

export type World = {
  readonly server: VendorServer;
  /** The only request so far in the test. */
  readonly request: VendorRequest;
  /** Sets the server's next answer, for any request. */
  says: (status: number, json: unknown, headers?: Record<string, string>) => void;
  ask: <K extends Kind>(
    kind: K,
    lookup: LookupOf[K],
    secrets?: Record<string, string>,
  ) => Promise<Answer<K>>;
};

export function vendorWorld(
  definition: AdapterDefinition,
  credentials: Record<string, string>,
  start: () => Promise<VendorServer>,
): World {
  const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
  let server: VendorServer;
  beforeAll(async () => {
    server = await start();
  });
  afterEach(() => {
    server.reply = undefined;
    server.requests.length = 0;
  });
  afterAll(async () => {
    await client.close();
    await server.stop();
  });
  return {
    get server() {
      return server;
    },
    get request() {
      if (server.requests.length !== 1) throw new Error(`${server.requests.length} requests`);
      return server.requests[0]!;
    },
    says(status, json, headers = {}) {
      server.reply = { status, json, headers };
    },
    ask(kind, lookup, secrets = credentials) {
      const operation = definition.create(secrets)[kind] as Operation<typeof kind>;
      const upstream = createUpstream({
        client,
        baseUrl: server.url,
        timeoutMs: 10_000,
        signal: undefined,
        reference: REFERENCE,
        hasConsent: true,
        now: () => NOW,
      });
      return operation.ask(lookup, upstream);
    },
  };
}
