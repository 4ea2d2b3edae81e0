import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startGcpKms, type GcpKms } from '../../../../test/support/kms-gcp.ts';
import { clock } from '../../clock.ts';
import { OutboundClient } from '../../outbound/client.ts';
import { GcpTokens } from './gcp-token.ts';
import { gcpKms } from './gcp.ts';
import { KmsError, KmsSetupError } from './remote-kms.ts';

const NAME = 'projects/p/locations/global/keyRings/oriki/cryptoKeys/one';
const client = new OutboundClient({ allow: ['127.0.0.0/8'] });
let folder: string;
let file: string;
let gcp: GcpKms;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-gcp-'));
  file = join(folder, 'gcp.json');
  gcp = await startGcpKms(NAME);
  await gcp.writeCredentials(file);
});
afterEach(() => {
  vi.restoreAllMocks();
  gcp.tokens = [];
  gcp.faults = [];
});
afterAll(async () => {
  await gcp.stop();
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

test('one token is used until a minute before it expires', async () => {
  let monotonicMs = 1000;
  vi.spyOn(clock, 'monotonicMs').mockImplementation(() => monotonicMs);
  // A change of the machine's clock has no effect.
  vi.spyOn(clock, 'nowMs').mockImplementation(() => Math.random() * 1e13);
  const tokens = await GcpTokens.open(client, file);
  expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['token-0', 'token-0']);
  monotonicMs += 3_540_000 - 1;
  expect(await tokens.token()).toBe('token-0');
  monotonicMs += 1;
  expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(['token-1', 'token-1']);
});

test('a token that is valid for less than a minute is used once', async () => {
  gcp.tokenSeconds = 59;
  const tokens = await GcpTokens.open(client, file);
  expect([await tokens.token(), await tokens.token()]).toEqual(['token-0', 'token-1']);
  gcp.tokenSeconds = 3600;
});

test('a failed token request is repeated at the next use', async () => {
  const tokens = await GcpTokens.open(client, file);
  for (const fault of [
    'reset',
    { status: 500, body: {} },
    { status: 400, body: { error: 'invalid_grant' } },
    { status: 200, body: {} },
    { status: 200, body: 'token' },
  ] as const) {
    gcp.faults = [fault];
    await expect(tokens.token()).rejects.toBeInstanceOf(KmsError);
  }
  expect(await tokens.token()).toBe('token-0');
});

test('a rejected token is replaced once', async () => {
  const kms = await gcpKms(client, { gcpEndpoint: gcp.url, gcpCredentialsFile: file });
  const bound = {
    keyId: `gcp:${NAME}`,
    name: NAME,
    context: { orgId: 'org_1', id: 'idv_1', kind: 'k' },
  };
  const signal = AbortSignal.timeout(10_000);
  await kms.encrypt(bound, Buffer.alloc(32), signal);
  gcp.tokens.push('revoked all others');
  await expect(kms.encrypt(bound, Buffer.alloc(32), signal)).rejects.toMatchObject({ again: true });
  await kms.encrypt(bound, Buffer.alloc(32), signal);
});

test('without a file only the metadata server is asked', async () => {
  const request = vi.fn<OutboundClient['request']>(async () => ({
    status: 200,
    headers: {},
    body: Buffer.from('{"access_token":"of the machine","expires_in":3600}'),
    truncated: false,
    durationMs: 1,
  }));
  const tokens = await GcpTokens.open({ request } as unknown as OutboundClient, undefined);
  expect(await tokens.token()).toBe('of the machine');
  expect(request.mock.calls).toEqual([
    [
      expect.objectContaining({
        method: 'GET',
        url: 'http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/token',
        headers: { 'metadata-flavor': 'Google' },
      }),
    ],
  ]);
});

test('a file that is not the key of a service account is refused at start, and not quoted', async () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const private_key = ec.export({ type: 'pkcs8', format: 'pem' });
  for (const content of [
    'secret',
    '{}',
    'null',
    '{"type":"authorized_user","private_key":"secret"}',
    '{"type":"service_account","private_key":"secret"}',
    JSON.stringify({ type: 'service_account', private_key }),
  ]) {
    const path = join(folder, 'bad.json');
    await writeFile(path, content);
    const error = await GcpTokens.open(client, path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(KmsSetupError);
    expect(String(error)).not.toContain('secret');
  }
  await expect(GcpTokens.open(client, join(folder, 'none.json'))).rejects.toThrow('(ENOENT)');
});
