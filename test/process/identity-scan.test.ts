import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEnvelopes } from '../../src/platform/crypto/envelopes.ts';
import { call, type Answer } from '../support/app.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { dump, marks, startMarkedVendor } from '../support/identity-scan.ts';
import { createPlatformKey } from '../support/identity-vendor.ts';
import { noise } from '../support/images.ts';
import { asBytes, findLeaks, spellings } from '../support/leaks.ts';
import { cleanUp, freshDataDir, service, tenant } from '../support/process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { DOJAH_CREDENTIALS } from '../support/vendors/dojah.ts';
import type { VendorServer } from '../support/vendors/server.ts';

const SECRET = 'identity-scan-secret-identity-scan-secret';

let client: Client;
let vendor: VendorServer;
let receiver: Receiver;
/** Places where personal data might be. */
let places: Map<string, string>;
/** The decrypted answers. */
let opened: string;
/** All personal data, with parts of the images as they were received and forwarded. */
let secrets: Map<string, string | Buffer>;
let statuses: Record<string, number>;

function middleOf(file: Buffer): Buffer {
  return file.subarray(Math.floor(file.length / 2), Math.floor(file.length / 2) + 24);
}

beforeAll(async () => {
  const databaseUrl = await cloneDatabase();
  const dataDir = await freshDataDir();
  const owner = await tenant(databaseUrl);
  const platformKey = await createPlatformKey(databaseUrl);
  vendor = await startMarkedVendor();
  receiver = await startReceiver();
  receiver.behave('/failing', { status: 500, body: 'no' });
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'app'), DOJAH_CREDENTIALS.appId);
  await writeFile(join(dataDir, 'key'), DOJAH_CREDENTIALS.secretKey);
  const chain = ['provider-1'];
  await writeFile(
    join(dataDir, 'providers.json'),
    JSON.stringify({
      providers: [
        {
          label: 'provider-1',
          adapter: 'dojah',
          baseUrl: vendor.url,
          credentials: { appId: { file: 'app' }, secretKey: { file: 'key' } },
          retries: 0,
          breaker: { failures: 1000 },
        },
        { label: 'provider-2', adapter: 'sandbox' },
      ],
      chains: {
        bvn: { NG: chain },
        nin: { NG: chain, GH: ['provider-2'] },
        account: { NG: chain },
        liveness: chain,
        face_match: chain,
      },
    }),
  );
  const running = await service({
    DATABASE_URL: databaseUrl,
    ORIKI_DATA_DIR: dataDir,
    ORIKI_SECRET: SECRET,
    ORIKI_PROVIDERS_FILE: join(dataDir, 'providers.json'),
    ORIKI_OUTBOUND_ALLOW: '127.0.0.0/8',
    ORIKI_ADMIN_PORT: '0',
    ORIKI_LOG_LEVEL: 'trace',
  }).ready();
  client = new Client({ connectionString: asOwner(databaseUrl) });
  await client.connect();

  statuses = {};
  const answers: Answer[] = [];
  const send = async (method: string, path: string, options = {}): Promise<Answer> => {
    const answer = await call(running.url, method, `/api/v1${path}`, {
      key: owner.key,
      ...options,
    });
    const what = `${answer.status} ${answer.body?.data?.status ?? answer.body?.error?.code ?? ''}`;
    statuses[what] = (statuses[what] ?? 0) + 1;
    answers.push(answer);
    return answer;
  };
  const post = (path: string, body: object, headers = {}): Promise<Answer> =>
    send('POST', path, { body, headers });

  for (const path of ['/works', '/failing'])
    await post('/webhooks', { name: 'n', url: receiver.url(path), events: ['identity.*'] });
  const subjectId = 'customer-1';
  const { firstName, lastName, dateOfBirth } = marks;
  const person = { subjectId, matchAgainst: { firstName, lastName, dateOfBirth } };
  const account = { subjectId, bankCode: '058', expectedName: { firstName, lastName } };
  const idempotent = (more: string) => ({ 'idempotency-key': `${marks.idempotencyKey}-${more}` });
  for (const bvn of [marks.bvn, marks.missing, marks.unreadable, marks.down])
    await post('/identity/verify-bvn', { ...person, bvn });
  await post('/identity/verify-nin', { ...person, nin: marks.nin });
  for (const accountNumber of [marks.account, marks.accountDown])
    for (const headers of [{}, idempotent(accountNumber), idempotent(accountNumber)])
      await post('/identity/verify-account', { ...account, accountNumber }, headers);
  const generic = { country: 'GH', kind: 'nin', identifier: marks.ghana };
  await post('/identity/verify', { ...person, ...generic });
  await post('/identity/resolve', { subjectId, ...generic, country: 'NG', identifier: marks.nin });

  const png = await noise(96, 80).png().toBuffer();
  const jpeg = await noise(120, 90)
    .withExif({ IFD0: { Artist: marks.imageName } })
    .jpeg()
    .toBuffer();
  const base64 = (file: Buffer, contentType: string) => ({
    base64: file.toString('base64'),
    contentType,
  });
  receiver.behave('/image', { status: 200, body: jpeg });
  const url = `${receiver.url('/image')}?of=${marks.imageName}`;
  for (const reply of [undefined, { status: 503, json: { error: marks.vendorText } }]) {
    vendor.reply = reply;
    await post('/identity/liveness', { subjectId, image: base64(jpeg, 'image/jpeg') });
    await post('/identity/face-match', {
      subjectId,
      selfie: base64(png, 'image/png'),
      reference: { url },
    });
  }
  vendor.reply = undefined;
  const passedOn = vendor.requests.flatMap(({ json }) =>
    Object.values((json ?? {}) as Record<string, string>).map((text) =>
      Buffer.from(text, 'base64'),
    ),
  );

  // Rejected requests, and one that fails in the database.
  const wrong = { ...person, bvn: marks.bvn };
  await post('/identity/verify-bvn', { ...wrong, bvn: `${marks.bvn}0` });
  await post('/identity/verify-bvn', { ...wrong, [marks.misspelt]: marks.firstName });
  await post('/identity/verify-bvn', { ...wrong, matchAgainst: { firstName: { lastName } } });
  await post('/identity/verify-account', { ...account, accountNumber: marks.bvn, threshold: 101 });
  await post('/identity/verify', { ...person, ...generic, country: 'ZZ' });
  await send('POST', '/identity/verify-nin', { raw: `{"nin":"${marks.nin}","matchAgainst":` });
  await send('POST', '/identity/verify-nin', {
    raw: `${firstName}\0`,
    headers: { 'content-type': `text/${marks.misspelt}` },
  });
  await post('/identity/liveness', {
    subjectId,
    image: base64(Buffer.from(`${marks.imageName} is no picture`), 'image/png'),
  });
  await post('/identity/liveness', {
    subjectId,
    image: { url: `${url}.gone`.replace('/image', '/') },
  });
  await send('GET', `/identity/verifications?subjectId=${subjectId}&status=${marks.misspelt}`);
  await send('GET', `/identity/verifications/${marks.bvn}`);
  await send('GET', `/identity/verifications?subjectId=${subjectId}`);
  await client.query(
    `ALTER TABLE identity_verifications ADD CONSTRAINT surprise CHECK (subject_id <> 'surprise') NOT VALID`,
  );
  for (const headers of [{}, idempotent('2')])
    await post('/identity/verify-bvn', { ...wrong, subjectId: 'surprise' }, headers);

  // Dead letters: one gets an answer, one finds its vendor down again, one is discarded.
  const admin = { key: platformKey };
  const listed = await send('GET', '/admin/dead-letters?status=waiting', admin);
  const letters: { id: string; kind: string }[] = listed.body.data.items;
  const letterOf = (kind: string): string => letters.find((letter) => letter.kind === kind)!.id;
  await send('POST', `/admin/dead-letters/${letterOf('liveness')}/replay`, admin);
  await send('POST', `/admin/dead-letters/${letterOf('bvn')}/replay`, admin);
  await send('POST', `/admin/dead-letters/${letterOf('account')}/discard`, admin);
  await send('GET', '/admin/providers', admin);

  // Waits until deliveries were tried, including failing ones.
  const events = async () =>
    (await client.query(`SELECT id FROM events WHERE type NOT LIKE 'key.%'`)).rows.length;
  const published = await events();
  await receiver.waitFor((all) => {
    const of = (path: string) =>
      new Set(all.filter((one) => one.path === path).map(({ id }) => id));
    return of('/works').size >= published && of('/failing').size >= published;
  });
  const admins = ['/metrics', '/livez', '/readyz'].map(async (path) =>
    asBytes(await (await fetch(running.adminUrl + path)).text()),
  );
  const [metrics, ...probes] = await Promise.all(admins);
  expect(await running.stop()).toMatchObject({ code: 0 });

  const hooks = receiver.requests.filter(({ path }) => path !== '/image' && path !== '/');
  const refusals = answers.filter(({ status }) => status >= 400);
  places = await dump(client);
  places.set('log', asBytes(running.stdout));
  places.set('standard error', asBytes(running.said));
  places.set('metrics', metrics!);
  places.set('probes', probes.join('\n'));
  places.set(
    'webhooks',
    hooks.map(({ headers, body }) => JSON.stringify(headers) + asBytes(body)).join('\n'),
  );
  places.set('refusals', refusals.map(({ text }) => asBytes(text)).join('\n'));
  places.set(
    'history and operators',
    asBytes(
      answers
        .slice(-6)
        .map(({ text }) => text)
        .join('\n'),
    ),
  );
  secrets = new Map<string, string | Buffer>(Object.entries(marks));
  secrets.set('png', middleOf(png));
  secrets.set('jpeg', middleOf(jpeg));
  for (const [i, file] of passedOn.entries()) secrets.set(`passed on ${i}`, middleOf(file));
  opened = await openAll(dataDir);
});
afterAll(async () => {
  await client.end();
  await cleanUp();
  await receiver.stop();
  await vendor.stop();
});

/** Decrypts all envelopes of answers and of requests. */
async function openAll(dataDir: string): Promise<string> {
  const envelopes = await openEnvelopes({
    kms: 'local',
    keyFile: join(dataDir, 'keys.json'),
    serverSecret: SECRET,
  });
  const { rows } = await client.query<Record<'org_id' | 'id' | 'kind' | 'envelope', string>>(
    `SELECT v.org_id, v.id, 'identity-response:' || v.kind AS kind, p.envelope
     FROM identity_payloads p JOIN identity_verifications v ON v.id = p.verification_id
     UNION ALL SELECT org_id, verification_id, 'identity-request:' || kind, envelope
     FROM dead_letters WHERE envelope IS NOT NULL`,
  );
  const texts = rows.map(({ org_id: orgId, id, kind, envelope }) =>
    envelopes.open({ orgId, id, kind }, envelope),
  );
  return (await Promise.all(texts)).map(asBytes).join('\n');
}

// contract: kept/personal-data-inside, providers/no-personal-data
test('personal data is in no column, log line, metric, event or refusal, in any spelling', () => {
  // Every possible outcome has occurred.
  expect(Object.keys(statuses)).toEqual(
    expect.arrayContaining([
      '200 verified',
      '200 failed',
      '200 provider_down',
      '200 replayed',
      '200 waiting',
      '200 discarded',
      '400 BAD_REQUEST',
      '404 NOT_FOUND',
      '415 UNSUPPORTED_MEDIA_TYPE',
      '500 INTERNAL_ERROR',
    ]),
  );
  for (const place of [
    'identity_verifications.metadata',
    'dead_letters.envelope',
    'events.body',
    'idempotency_records.sealed_response',
  ])
    expect(places.get(`bucket_000.${place}`)?.length, place).toBeGreaterThan(100);
  expect(places.get('metrics')).toContain(
    'oriki_identity_provider_calls_total{provider="provider-1"',
  );
  expect(places.get('log')).toContain('"operation":"verifyBvn"');
  expect(places.get('webhooks')).toContain('IDENTITY_BVN_VERIFIED');
  // A rejection names the field, even an unknown one; logs do not.
  expect(findLeaks(secrets, places)).toEqual(['misspelt in refusals']);
});

test('personal data is in the envelopes', () => {
  const elsewhere = ['imageName', 'idempotencyKey', 'misspelt', 'png', 'jpeg'];
  const kept = new Map([['envelopes', opened]]);
  const missing = [...secrets].filter(
    ([, secret]) => findLeaks(new Map([['it', secret]]), kept).length === 0,
  );
  expect(missing.map(([name]) => name)).toEqual(elsewhere);
});

test('the scan finds planted data in any place and spelling', async () => {
  const one = new Map([['it', marks.lastName]]);
  for (const [place, text] of places)
    for (const form of spellings(marks.lastName))
      if (findLeaksOf(one, place, text.slice(0, 200) + form) === 0)
        expect.fail(`${place}: ${form}`);

  const bytes = Buffer.from(marks.lastName);
  await client.query('UPDATE webhooks SET name = $1', [marks.firstName.toUpperCase()]);
  await client.query('UPDATE idempotency_records SET sealed_response = $1', [bytes]);
  await client.query('UPDATE dead_letters SET providers = ARRAY[$1]', [bytes.toString('base64')]);
  await client.query('UPDATE events SET body = $1', [JSON.stringify({ deep: [marks.bvn] })]);
  expect(findLeaks(secrets, await dump(client)).toSorted()).toEqual(
    expect.arrayContaining([
      'bvn in bucket_000.events.body',
      'firstName in bucket_000.webhooks.name',
      'lastName in bucket_000.dead_letters.providers',
      'lastName in bucket_000.idempotency_records.sealed_response',
    ]),
  );
});

function findLeaksOf(what: Map<string, string>, place: string, text: string): number {
  return findLeaks(what, new Map([[place, text]])).length;
}
