import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { Pool } from 'undici';
import { hashRecord } from '../src/modules/identity/audit/record.ts';
import { storeVerified } from '../src/modules/identity/verify/verifier.ts';
import { insertVerifications } from '../src/modules/identity/audit/verifications.ts';
import { loadProviders, openIdentity } from '../src/modules/identity/index.ts';
import {
  identifierTrace,
  type VerificationRequest,
} from '../src/modules/identity/verify/verification-request.ts';
import { ciphertextHash, responseContext } from '../src/modules/identity/verify/verifier.ts';
import { accountVerified } from '../src/modules/identity/events.ts';
import { outbox } from '../src/modules/webhooks/index.ts';
import { deriveKey } from '../src/platform/crypto/seal.ts';
import { newId } from '../src/platform/ids.ts';
import { createLogger } from '../src/platform/observability/logger.ts';
import { AddressRules } from '../src/platform/outbound/address.ts';
import { OutboundClient } from '../src/platform/outbound/client.ts';
import { compare, median, throughput } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Measures a verification together with its vendor: the throughput of the whole service against a bare Fastify route
 * that calls the same vendor, which answers immediately, and inserts one row. Then measures the additional time of a
 * single call, and of each of its parts alone in this process.
 */
const CONNECTIONS = 16;
const SINGLE_CALLS = 1000;
const PART_CALLS = 1500;
const REQUIRED = 0.4;
const LOOPBACK = ['127.0.0.0/8'];

const BODY = {
  subjectId: 'customer-1042',
  accountNumber: '0123456789',
  bankCode: '058',
  expectedName: { firstName: 'Adaeze', lastName: 'Okafor' },
};
const request: VerificationRequest = {
  kind: 'account',
  country: 'NG',
  subjectId: BODY.subjectId,
  identifier: BODY.accountNumber,
  bankCode: BODY.bankCode,
  claimed: BODY.expectedName,
  threshold: 70,
};

const bench = await openBench();
const folder = await mkdtemp(join(tmpdir(), 'oriki-bench-providers-'));
try {
  const vendor = await bench.start('bench/support/instant-vendor.ts');
  const file = join(folder, 'providers.json');
  const provider = {
    label: 'provider-1',
    adapter: 'paystack',
    baseUrl: vendor,
    credentials: { secretKey: { file: 'key' } },
  };
  await writeFile(join(folder, 'key'), 'sk_test');
  await writeFile(
    file,
    JSON.stringify({ providers: [provider], chains: { account: { NG: ['provider-1'] } } }),
  );
  const service = await bench.start('bin/oriki.cjs serve', {
    ORIKI_PROVIDERS_FILE: file,
    ORIKI_OUTBOUND_ALLOW: LOOPBACK.join(),
    ORIKI_RATE_LIMITS: 'identity=900000000',
  });
  const bare = await bench.start('bench/support/bare-identity.ts', { BENCH_VENDOR: vendor });

  const json = { 'content-type': 'application/json' };
  const ours = {
    url: `${service}/api/v1/identity/verify-account`,
    headers: { ...json, 'x-api-key': bench.key },
    body: JSON.stringify(BODY),
  };
  const { expectedName: _none, ...bareBody } = BODY;
  const theirs = { url: `${bare}/verify`, headers: json, body: JSON.stringify(bareBody) };
  const load = ({ url, headers, body: text }: typeof theirs) =>
    throughput({
      url,
      method: 'POST',
      headers,
      each: () => ({ body: text }),
      connections: CONNECTIONS,
    });
  await compare(
    `A bank account verified with a vendor that answers at once, ${CONNECTIONS} connections`,
    'req/s',
    { name: 'POST /api/v1/identity/verify-account', run: () => load(ours) },
    { name: 'bare route: vendor and one row', run: () => load(theirs) },
    REQUIRED,
  );

  await printLatency(ours, theirs);
  await printParts(vendor, file);
} finally {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
}

type Target = { url: string; headers: Record<string, string>; body: string };

/** Returns the median of the calls in milliseconds, after a tenth as many for warm-up. */
async function timed(calls: number, call: () => unknown): Promise<number> {
  for (let i = 0; i < calls / 10; i++) await call();
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return median(times);
}

function line(name: string, ms: number): void {
  console.log(`  ${name.padEnd(52)} ${ms.toFixed(3).padStart(8)} ms`);
}

async function printLatency(ours: Target, theirs: Target): Promise<void> {
  const single = async (target: Target): Promise<number> => {
    const { origin, pathname } = new URL(target.url);
    const pool = new Pool(origin, { connections: 1 });
    const { headers, body: text } = target;
    const ms = await timed(SINGLE_CALLS, async () => {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body: text });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${pathname} answered ${answer.statusCode}`);
    });
    await pool.close();
    return ms;
  };
  const [whole, least] = [await single(ours), await single(theirs)];
  result({
    what: 'Median of single verifications of an account, one after the other: what is added to a bare route',
    measured: `${whole.toFixed(2)} ms`,
    baseline: `bare route ${least.toFixed(2)} ms`,
    figure: whole - least,
    unit: 'ms',
  });
}

/** Prints the steps of a call, as in `Verifier` and the routes. */
async function printParts(vendor: string, file: string): Promise<void> {
  const { db, secret } = bench.opened;
  const { envelopes, orgId } = bench;
  const identity = await openIdentity({
    db,
    envelopes,
    providers: await loadProviders(file, () => undefined, new AddressRules(LOOPBACK)),
    secret,
    clients: {
      providers: new OutboundClient({ allow: LOOPBACK }),
      images: new OutboundClient({ allow: LOOPBACK }),
    },
    deadLetters: 'manual',
    registry: new Registry(),
    log: createLogger('silent'),
  });
  const pool = new Pool(vendor, { connections: 1 });
  const path = '/bank/resolve?account_number=0123456789&bank_code=058';
  const alone = await timed(PART_CALLS, async () =>
    (await pool.request({ method: 'GET', path })).body.json(),
  );
  await pool.close();
  const lookup = {
    country: 'NG',
    accountNumber: BODY.accountNumber,
    bankCode: BODY.bankCode,
    claimed: BODY.expectedName,
  };
  const chain = await timed(PART_CALLS, () =>
    identity.chain.ask('account', lookup, { reference: 'bench' }),
  );

  const asked = await identity.verifier.ask(orgId, request);
  const { answer } = await identity.chain.ask('account', lookup, { reference: 'bench' });
  const context = responseContext({ orgId, id: asked.record.id, kind: 'account' });
  const crypto = await timed(PART_CALLS, async () => {
    const prepared = await envelopes.prepare(context);
    identifierTrace(deriveKey(secret, orgId, 'oriki identity identifiers v1'), request);
    ciphertextHash(prepared!.seal(answer!.raw!));
    hashRecord(asked.record);
  });

  // The baseline creates this table.
  await bench.owner.query('GRANT INSERT ON bench_lookups TO PUBLIC');
  const insert = sql`INSERT INTO public.bench_lookups VALUES (gen_random_uuid(), 's', '{}', now())`;
  const row = await timed(PART_CALLS, () => insert.execute(db.read));
  const fresh = () => ({ ...asked.record, id: newId('verification') });
  const audit = await timed(PART_CALLS, () =>
    db.transaction((tx) =>
      insertVerifications(tx, [{ record: fresh(), envelope: asked.envelope }]),
    ),
  );
  const both = await timed(PART_CALLS, () =>
    db.transaction(async (tx) => {
      const record = fresh();
      await insertVerifications(tx, [{ record, envelope: asked.envelope }]);
      const event = 'IDENTITY_ACCOUNT_VERIFIED';
      await outbox(tx, orgId, accountVerified({ event, verificationId: record.id }));
    }),
  );
  const whole = await timed(PART_CALLS, async () => {
    const verified = await identity.verifier.ask(orgId, request);
    await db.transaction((tx) => storeVerified(tx, [verified]));
  });
  await identity.close();

  console.log('\nIts parts, each alone');
  line('provider chain, next to the vendor itself', chain - alone);
  line('crypto: data key, envelope, HMAC, hashes', crypto);
  line('audit row with its envelope, next to one bare row', audit - row);
  line('outbox, without subscribers', both - audit);
  line('sum', chain - alone + crypto + both - row);
  line('the vendor alone', alone);
  line('all of a verification without HTTP', whole);
}
