import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { AWS_CREDENTIALS, startAwsKms } from '../../../../test/support/kms-aws.ts';
import { startGcpKms, type GcpKms } from '../../../../test/support/kms-gcp.ts';
import type {
  KmsAnswer,
  KmsFault,
  KmsRequest,
  KmsServer,
} from '../../../../test/support/kms-server.ts';
import { startVaultKms, VAULT_TOKEN, type VaultKms } from '../../../../test/support/kms-vault.ts';
import { EnvelopeError, formatEnvelope, parseEnvelope } from '../envelope.ts';
import { openEnvelopes, type Envelopes } from '../envelopes.ts';
import { randomBytes } from '../../random.ts';
import { crc32c } from './gcp.ts';
import type { ExternalKeyId } from './key-id.ts';
import type { RemoteSettings } from './remote-keys.ts';
import { KeyFolder } from '../subject-keys/key-folder.ts';
import { KmsError } from './remote-kms.ts';

const SECRET = 'server-secret-server-secret-server-1';
const PLAINTEXT = 'Adaeze Okafor 22123456789';
const CONTEXT = { orgId: 'org_1', id: 'idv_1', kind: 'identity-response' };
const refusal = new EnvelopeError();

const RING = 'projects/p/locations/global/keyRings/oriki/cryptoKeys';
const ARN = 'arn:aws:kms:eu-west-1:111122223333:key';
const NAMES = {
  aws: [`${ARN}/1`, `${ARN}/2`, `${ARN}/3`],
  gcp: [`${RING}/one`, `${RING}/two`, `${RING}/three`],
  vault: ['transit/one', 'team/transit/two', 'transit/three'],
};
type Service = keyof typeof NAMES;
const SERVICES = ['aws', 'gcp', 'vault'] as const;

let folder: string;
let gcp: GcpKms;
let vault: VaultKms;
let servers: Record<Service, KmsServer>;
let remote: RemoteSettings;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-kms-'));
  vi.stubEnv('AWS_ACCESS_KEY_ID', AWS_CREDENTIALS.id);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', AWS_CREDENTIALS.secret);
  gcp = await startGcpKms(...NAMES.gcp);
  vault = await startVaultKms(...NAMES.vault);
  servers = { aws: await startAwsKms(...NAMES.aws), gcp, vault };
  const gcpCredentialsFile = join(folder, 'gcp.json');
  await gcp.writeCredentials(gcpCredentialsFile);
  remote = {
    allow: ['127.0.0.0/8'],
    awsEndpoint: servers.aws.url,
    gcpEndpoint: gcp.url,
    gcpCredentialsFile,
    vault: { address: vault.url, token: VAULT_TOKEN },
  };
});
afterEach(() => {
  for (const server of Object.values(servers)) {
    server.always = undefined;
    server.faults = [];
    server.requests = [];
  }
  Object.assign(vault, { sealed: false, minDecryptionVersion: 1 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

function idOf(service: Service, at = 0): ExternalKeyId {
  return `${service}:${NAMES[service][at]!}`;
}

type Options = Partial<Parameters<typeof openEnvelopes>[0]>;
function open(service: Service, options: Options = {}): Promise<Envelopes> {
  return openEnvelopes({
    kms: idOf(service),
    remote,
    keyFile: join(folder, 'keys.json'),
    serverSecret: SECRET,
    ...options,
  });
}

/** Returns the encryptions and decryptions, without token requests. */
function asked(service: Service): KmsRequest[] {
  return servers[service].requests.filter(({ path }) => path !== '/token');
}

describe.each(SERVICES)('%s', (service) => {
  test('a sealed value names the key, and is opened in its own row only', async () => {
    const envelopes = await open(service);
    const text = (await envelopes.seal(CONTEXT, PLAINTEXT))!;
    expect(text.startsWith(`${idOf(service)}|`)).toBe(true);
    // Oriki sends one request to wrap, and one to check the result.
    expect(asked(service)).toHaveLength(2);
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe(PLAINTEXT);
    expect(asked(service)).toHaveLength(3);

    for (const field of ['orgId', 'id', 'kind'] as const)
      await expect(envelopes.open({ ...CONTEXT, [field]: 'other' }, text)).rejects.toEqual(refusal);
    // The payload is not the only reason for the failure: the service has refused to return the data key.
    const wrapped = parseEnvelope(text).wrappedDek;
    const { wrappedDek: _, ...own } = parseEnvelope(
      (await envelopes.seal({ ...CONTEXT, orgId: 'org_2' }, PLAINTEXT))!,
    );
    await expect(
      envelopes.rewrap(
        { ...CONTEXT, orgId: 'org_2' },
        formatEnvelope({ ...own, wrappedDek: wrapped }),
      ),
    ).rejects.toEqual(refusal);
  });

  test('neither plaintext nor data key of the payload leaves the process unless requested', async () => {
    const envelopes = await open(service);
    await envelopes.seal(CONTEXT, PLAINTEXT);
    const [request] = asked(service);
    const sent = JSON.stringify(request) + Buffer.from(request!.text, 'base64').toString();
    expect(sent).not.toContain('Okafor');
    const plaintext = request!.body.plaintext ?? request!.body.Plaintext;
    expect(Buffer.from(plaintext, 'base64')).toHaveLength(32);
  });

  test('a value that the key of a subject covers is opened with that key only', async () => {
    const path = await mkdtemp(join(folder, 'keys-'));
    const places = { folder: path, storeId: await new KeyFolder(path).make(), copies: [] };
    const envelopes = await open(service, { subjectKeys: { places, covers: true } });
    const text = (await envelopes.seal({ ...CONTEXT, subject: 'customer-1' }, PLAINTEXT))!;
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe(PLAINTEXT);
    for (const file of await envelopes.subjectKeys!.keysOf(CONTEXT.orgId, 'customer-1'))
      await envelopes.subjectKeys!.destroy(file);
    await expect(envelopes.open(CONTEXT, text)).rejects.toEqual(refusal);
  });

  test('a changed or foreign wrapped key is refused', async () => {
    const envelopes = await open(service);
    const other = await open(service, { kms: idOf(service, 1) });
    const envelope = parseEnvelope((await envelopes.seal(CONTEXT, 'x'))!);
    const flipped = Buffer.from(envelope.wrappedDek);
    const last = service === 'vault' ? flipped.length - 6 : flipped.length - 1;
    flipped[last] = flipped[last] === 0x41 ? 0x42 : 0x41;
    const foreign = parseEnvelope((await other.seal(CONTEXT, 'x'))!).wrappedDek;
    for (const wrappedDek of [flipped, foreign, Buffer.from('x'), Buffer.alloc(6145)])
      await expect(
        envelopes.open(CONTEXT, formatEnvelope({ ...envelope, wrappedDek })),
      ).rejects.toEqual(refusal);
  });

  test('a key that is not configured is never used', async () => {
    const stranger = await open(service, { kms: idOf(service, 2) });
    const text = (await stranger.seal(CONTEXT, 'x'))!;
    const envelopes = await open(service, { opens: [idOf(service, 1)] });
    const before = servers[service].requests.length;
    await expect(envelopes.open(CONTEXT, text)).rejects.toEqual(refusal);
    await expect(envelopes.rewrap(CONTEXT, text)).rejects.toEqual(refusal);
    expect(servers[service].requests).toHaveLength(before);
  });

  test('a key for opening only opens, and never seals', async () => {
    const earlier = await open(service, { kms: idOf(service, 1) });
    const text = (await earlier.seal(CONTEXT, 'x'))!;
    const envelopes = await open(service, { opens: [idOf(service, 1)] });
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
    expect(await envelopes.seal(CONTEXT, 'x')).toMatch(`${idOf(service)}|`);
    const moved = await envelopes.rewrap(CONTEXT, text);
    expect(moved.split('|')[0]).toBe(idOf(service));
    expect(moved.split('|').slice(2)).toEqual(text.split('|').slice(2));
    expect((await envelopes.open(CONTEXT, moved)).toString()).toBe('x');
  });

  test('values sealed with the key ring still open, and are moved to the key', async () => {
    const local = await open(service, { kms: 'local' });
    const text = (await local.seal(CONTEXT, 'x'))!;
    const envelopes = await open(service);
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
    expect(await envelopes.rewrap(CONTEXT, text)).toMatch(`${idOf(service)}|`);
  });

  test('repeats one failed wrap or unwrap, and fails after several', async () => {
    const envelopes = await open(service);
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    const unavailable = { status: 500, body: { message: PLAINTEXT } };
    for (const fault of [unavailable, { ...unavailable, body: 'x' }, 'reset'] as const) {
      servers[service].faults = [fault];
      expect(await envelopes.seal(CONTEXT, 'x')).toMatch('|');
      servers[service].faults = [fault];
      expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
      servers[service].always = fault;
      servers[service].requests = [];
      for (const call of [
        () => envelopes.prepare(CONTEXT),
        () => envelopes.seal(CONTEXT, 'x'),
        () => envelopes.sealSecret(CONTEXT, 'x'),
        () => envelopes.open(CONTEXT, text),
      ]) {
        const error = await call().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(KmsError);
        expect(String(error)).not.toContain(PLAINTEXT);
      }
      expect(asked(service)).toHaveLength(8);
      servers[service].always = undefined;
    }
  });

  test('an invalid answer does not count as a refusal, and its content is not in the error', async () => {
    const envelopes = await open(service);
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    for (const body of [
      '{"x',
      '<html>secret</html>',
      '',
      '[]',
      '{}',
      'null',
      '"secret"',
      '{"data":7}',
    ]) {
      for (const status of [200, 400]) {
        servers[service].always = { status, body };
        for (const call of [
          () => envelopes.prepare(CONTEXT),
          () => envelopes.open(CONTEXT, text),
        ]) {
          const error = await call().catch((reason: unknown) => reason);
          expect(error, `${status} ${body}`).toBeInstanceOf(KmsError);
          expect(String(error)).not.toContain('html');
        }
      }
    }
    servers[service].always = { status: 200, body: 'x'.repeat(100_000) };
    await expect(envelopes.prepare(CONTEXT)).rejects.toBeInstanceOf(KmsError);
  });

  test('a data key of another length is rejected', async () => {
    const envelopes = await open(service);
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    const short = Buffer.alloc(31).toString('base64');
    servers[service].always = {
      status: 200,
      body: {
        Plaintext: short,
        plaintext: short,
        plaintextCrc32c: String(crc32c(Buffer.alloc(31))),
        data: { plaintext: short },
      },
    };
    await expect(envelopes.open(CONTEXT, text)).rejects.toThrow('invalid data key');
  });

  test('uses a wrapped key only if the service unwraps it to the same data key', async () => {
    const envelopes = await open(service);
    const text = (await envelopes.seal(CONTEXT, PLAINTEXT))!;
    const another = randomBytes(32);
    const plain = (bytes: Buffer) => {
      const base64 = bytes.toString('base64');
      const checked = { plaintext: base64, plaintextCrc32c: String(crc32c(bytes)) };
      return { Plaintext: base64, ...checked, data: { plaintext: base64 } };
    };
    const asBefore: KmsFault = (answer) => answer;
    const lies: [string, KmsFault[]][] = [
      ['another data key', [asBefore, () => ({ status: 200, body: plain(another) })]],
      ['a longer one', [asBefore, () => ({ status: 200, body: plain(Buffer.alloc(64)) })]],
      ['one of zeroes', [asBefore, () => ({ status: 200, body: plain(Buffer.alloc(32)) })]],
    ];
    for (const [title, faults] of lies) {
      servers[service].faults = [...faults];
      await expect(envelopes.seal(CONTEXT, 'x'), title).rejects.toBeInstanceOf(KmsError);
    }
    // The service has returned this wrapped key for another row, or at another time.
    let kept: KmsAnswer | undefined;
    servers[service].faults = [(answer) => (kept = answer)];
    await envelopes.seal({ ...CONTEXT, id: 'idv_2' }, 'x');
    servers[service].faults = [() => kept!];
    await expect(envelopes.seal(CONTEXT, 'x')).rejects.toBeInstanceOf(KmsError);
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe(PLAINTEXT);
  });

  test('a rewrap keeps the envelope when the service returns another data key for it', async () => {
    const former = await open(service, { kms: idOf(service, 1) });
    const text = (await former.seal(CONTEXT, PLAINTEXT))!;
    const envelopes = await open(service, { opens: [idOf(service, 1)] });
    // The provider has a token by then.
    await envelopes.open(CONTEXT, text);
    const base64 = randomBytes(32).toString('base64');
    const crc = String(crc32c(Buffer.from(base64, 'base64')));
    const body = { Plaintext: base64, plaintext: base64, plaintextCrc32c: crc };
    servers[service].faults = [() => ({ status: 200, body: { ...body, data: body } })];
    await expect(envelopes.rewrap(CONTEXT, text)).rejects.toEqual(refusal);
    const moved = await envelopes.rewrap(CONTEXT, text);
    expect((await envelopes.open(CONTEXT, moved)).toString()).toBe(PLAINTEXT);
  });

  test('sends nothing to an address that is not allowed', async () => {
    const envelopes = await open(service, { remote: { ...remote, allow: [] } });
    await expect(envelopes.prepare(CONTEXT)).rejects.toThrow('ORIKI_KMS_ALLOW');
    expect(servers[service].requests).toEqual([]);
  });

  test('seals nothing during an outage, or seals with the second key', async () => {
    const away = {
      ...remote,
      awsEndpoint: 'http://127.0.0.1:1',
      gcpEndpoint: 'http://127.0.0.1:1',
    };
    const down: Options = {
      remote: { ...away, vault: { address: 'http://127.0.0.1:1', token: VAULT_TOKEN } },
    };
    const alone = await open(service, down);
    await expect(alone.prepare(CONTEXT)).rejects.toBeInstanceOf(KmsError);
    await expect(alone.seal(CONTEXT, PLAINTEXT)).rejects.toBeInstanceOf(KmsError);

    const onSecond = vi.fn<(error: unknown) => void>();
    const withSecond = await open(service, { ...down, second: 'local', onSecond });
    const text = (await withSecond.seal(CONTEXT, PLAINTEXT))!;
    expect(text).toMatch(/^local:v1:/);
    await withSecond.seal(CONTEXT, PLAINTEXT);
    expect(onSecond.mock.calls).toEqual([[expect.any(KmsError)]]);
    expect((await withSecond.open(CONTEXT, text)).toString()).toBe(PLAINTEXT);
    await expect(withSecond.rewrap(CONTEXT, text)).rejects.toBeInstanceOf(KmsError);
    const back = await open(service, { second: 'local' });
    expect((await back.open(CONTEXT, text)).toString()).toBe(PLAINTEXT);
    expect(await back.seal(CONTEXT, 'x')).toMatch(`${idOf(service)}|`);
    expect(await back.rewrap(CONTEXT, text)).toMatch(`${idOf(service)}|`);
  });
});

test('a service that does not answer at all ends in a time-out, alone or with a second key', async () => {
  await Promise.all(
    SERVICES.map(async (service) => {
      const alone = await open(service);
      const second = await open(service, { second: 'local' });
      const text = (await alone.seal(CONTEXT, 'x'))!;
      servers[service].always = 'hang';
      const [prepared, opened, sealed] = await Promise.allSettled([
        alone.prepare(CONTEXT),
        alone.open(CONTEXT, text),
        second.seal(CONTEXT, 'x'),
      ]);
      for (const result of [prepared, opened])
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(KmsError) });
      expect(sealed).toMatchObject({ value: expect.stringMatching(/^local:v1:/) });
    }),
  );
});

test('a second key may be at another service, and opens on its own', async () => {
  const envelopes = await open('vault', { second: idOf('aws') });
  vault.sealed = true;
  const text = (await envelopes.seal(CONTEXT, 'x'))!;
  expect(text.startsWith(`${idOf('aws')}|`)).toBe(true);
  expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
  servers.aws.always = { status: 503, body: {} };
  await expect(envelopes.prepare(CONTEXT)).rejects.toThrow('AWS KMS');
});

describe('AWS KMS', () => {
  const refused = (type: string, status = 400) => ({
    status,
    body: { __type: type, message: PLAINTEXT },
  });

  test('receives ids as the encryption context', async () => {
    await (await open('aws')).seal(CONTEXT, 'x');
    expect(servers.aws.requests[0]!.body).toMatchObject({
      KeyId: NAMES.aws[0],
      EncryptionContext: {
        format: 'oriki-envelope-v1',
        org: 'org_1',
        id: 'idv_1',
        kind: 'identity-response',
        key: idOf('aws'),
      },
    });
  });

  test('counts as unavailable if it rejects a request for a reason other than the ciphertext', async () => {
    const envelopes = await open('aws');
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    for (const type of [
      'AccessDeniedException',
      'DisabledException',
      'KMSInvalidStateException',
      'NotFoundException',
      'ThrottlingException',
    ]) {
      servers.aws.always = refused(type);
      const error = await envelopes.open(CONTEXT, text).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(KmsError);
      expect(String(error)).toBe(`KmsError: AWS KMS: ${type} (400)`);
    }
  });

  test('fails with a time-out if its credentials do not arrive', async () => {
    const config = join(folder, 'aws-config');
    await writeFile(config, '[default]\ncredential_process = sleep 8\n');
    vi.stubEnv('AWS_CONFIG_FILE', config);
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    try {
      const envelopes = await open('aws');
      await expect(envelopes.prepare(CONTEXT)).rejects.toThrow('did not answer in time');
    } finally {
      vi.stubEnv('AWS_ACCESS_KEY_ID', AWS_CREDENTIALS.id);
    }
  });

  test('is called in the region of the ARN, whatever the environment is', async () => {
    vi.stubEnv('AWS_REGION', 'us-east-1');
    await (await open('aws')).seal(CONTEXT, 'x');
    expect(servers.aws.requests[0]!.headers.authorization).toContain('/eu-west-1/kms/aws4_request');
  });
});

describe('Google Cloud KMS', () => {
  test('receives the additional data of the envelope format', async () => {
    await (await open('gcp')).seal(CONTEXT, 'x');
    const { body } = asked('gcp')[0]!;
    expect(Buffer.from(body.additionalAuthenticatedData, 'base64').toString()).toBe(
      JSON.stringify(['oriki-envelope-v1', 'org_1', 'idv_1', 'identity-response', idOf('gcp')]),
    );
  });

  test('is called once more after wrong checksums, and then fails', async () => {
    const envelopes = await open('gcp');
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    const damages = [
      { ciphertextCrc32c: '1', plaintextCrc32c: '1' },
      { ciphertextCrc32c: undefined, plaintextCrc32c: undefined },
      { ciphertext: 'AAAA', plaintext: 'AAAA' },
    ];
    for (const damage of damages) {
      const fault = ({ status, body }: { status: number; body: object | string }) => ({
        status,
        body: { ...(body as object), ...damage },
      });
      gcp.faults = [fault];
      expect(await envelopes.seal(CONTEXT, 'x')).toMatch('|');
      gcp.faults = [fault];
      expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
      gcp.always = fault;
      await expect(envelopes.seal(CONTEXT, 'x')).rejects.toThrow('damaged');
      await expect(envelopes.open(CONTEXT, text)).rejects.toThrow('damaged');
      gcp.always = undefined;
    }
  });

  test('fails if it has not verified the checksums of a request, or used another key', async () => {
    const envelopes = await open('gcp');
    await envelopes.seal(CONTEXT, 'x');
    for (const change of [
      { verifiedPlaintextCrc32c: false },
      { verifiedPlaintextCrc32c: undefined },
      { verifiedAdditionalAuthenticatedDataCrc32c: false },
      { name: `${NAMES.gcp[1]}/cryptoKeyVersions/1` },
    ]) {
      gcp.always = ({ status, body }) => ({ status, body: { ...(body as object), ...change } });
      await expect(envelopes.seal(CONTEXT, 'x')).rejects.toBeInstanceOf(KmsError);
    }
  });

  test('does not count as a refusal of the envelope when it finds the request damaged', async () => {
    const envelopes = await open('gcp');
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    const message =
      'The checksum in field ciphertext_crc32c did not match the data in field ciphertext.';
    const damaged = { status: 400, body: { error: { status: 'INVALID_ARGUMENT', message } } };
    gcp.faults = [damaged];
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
    gcp.always = damaged;
    await expect(envelopes.open(CONTEXT, text)).rejects.toBeInstanceOf(KmsError);
    for (const [status, word] of [
      [403, 'PERMISSION_DENIED'],
      [404, 'NOT_FOUND'],
      [400, 'FAILED_PRECONDITION'],
      [429, 'RESOURCE_EXHAUSTED'],
    ] as const) {
      gcp.always = { status, body: { error: { status: word, message: PLAINTEXT } } };
      const error = await envelopes.open(CONTEXT, text).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(KmsError);
      expect(String(error)).not.toContain(PLAINTEXT);
    }
  });

  test('wraps under its new primary version when an envelope is rewrapped', async () => {
    const envelopes = await open('gcp');
    const before = (await envelopes.seal(CONTEXT, 'x'))!;
    gcp.rotate();
    const after = await envelopes.rewrap(CONTEXT, before);
    const versions = [before, after].map((text) => parseEnvelope(text).wrappedDek[0]);
    expect(versions[1]).toBe(versions[0]! + 1);
    expect(after.split('|').slice(2)).toEqual(before.split('|').slice(2));
    for (const text of [before, after])
      expect((await envelopes.open(CONTEXT, text)).toString()).toBe('x');
  });
});

describe('Vault', () => {
  test('receives token, namespace and the additional data of the envelope format', async () => {
    const settings = { address: vault.url, token: VAULT_TOKEN, namespace: 'team/a' };
    const envelopes = await open('vault', {
      kms: idOf('vault', 1),
      remote: { ...remote, vault: settings },
    });
    await envelopes.seal(CONTEXT, 'x');
    const [{ path, headers, body }] = vault.requests as [KmsRequest];
    expect(path).toBe('/v1/team/transit/encrypt/two');
    expect(headers).toMatchObject({ 'x-vault-token': VAULT_TOKEN, 'x-vault-namespace': 'team/a' });
    expect(Buffer.from(body.associated_data, 'base64').toString()).toBe(
      JSON.stringify([
        'oriki-envelope-v1',
        'org_1',
        'idv_1',
        'identity-response',
        idOf('vault', 1),
      ]),
    );
  });

  test('counts as unavailable if it is sealed, or rejects the token, the key or its version', async () => {
    const envelopes = await open('vault');
    const text = (await envelopes.seal(CONTEXT, 'x'))!;
    vault.sealed = true;
    await expect(envelopes.prepare(CONTEXT)).rejects.toThrow('Vault answered 503');
    await expect(envelopes.open(CONTEXT, text)).rejects.toThrow('Vault answered 503');
    vault.sealed = false;
    vault.minDecryptionVersion = 2;
    await expect(envelopes.open(CONTEXT, text)).rejects.toBeInstanceOf(KmsError);
    vault.minDecryptionVersion = 1;
    const settings = { address: vault.url, token: 'hvs.other' };
    const stranger = await open('vault', { remote: { ...remote, vault: settings } });
    await expect(stranger.prepare(CONTEXT)).rejects.toThrow('Vault answered 403');
    await expect(stranger.open(CONTEXT, text)).rejects.toThrow('Vault answered 403');
    const nothing = await open('vault', { kms: 'vault:transit/nothing' });
    await expect(nothing.open(CONTEXT, text.replace('one', 'nothing'))).rejects.toBeInstanceOf(
      KmsError,
    );
  });

  test('wraps under its latest version when an envelope is rewrapped', async () => {
    const envelopes = await open('vault');
    const before = (await envelopes.seal(CONTEXT, 'x'))!;
    vault.rotate();
    const after = await envelopes.rewrap(CONTEXT, before);
    const version = (text: string) =>
      /^vault:v(\d+):/.exec(String(parseEnvelope(text).wrappedDek))?.[1];
    expect(Number(version(after))).toBe(Number(version(before)) + 1);
    expect(after.split('|').slice(2)).toEqual(before.split('|').slice(2));
    vault.minDecryptionVersion = Number(version(after));
    expect((await envelopes.open(CONTEXT, after)).toString()).toBe('x');
  });
});
