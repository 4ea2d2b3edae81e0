import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/support/failure.ts';
import { BUCKET, CREDENTIALS } from '../../../test/support/s3-gateway.ts';
import { startFakeS3, type FakeS3 } from '../../../test/support/s3-server.ts';
import { loadConfig } from '../../config/config.ts';
import { StartError } from '../start-error.ts';
import { BackupReader, BackupWriter, makeEmpty, readManifest } from './files.ts';
import { placesOf, type Place } from './place.ts';

Object.assign(process.env, CREDENTIALS);

let server: FakeS3;
let folder: string;
beforeAll(async () => {
  server = await startFakeS3(BUCKET);
  folder = await mkdtemp(join(tmpdir(), 'oriki-place-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Returns the places of a backup for these settings. */
async function places(
  at: string,
  { keys, passphraseFile }: { keys?: string; passphraseFile?: string } = {},
  settings: Record<string, string> = { ORIKI_EXPORT_S3_ENDPOINT: server.endpoint },
): Promise<{ data: Place; keys: Place }> {
  return placesOf(loadConfig(settings), { folder: at, keys, passphraseFile });
}

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from('Adaeze Okonkwo');
}

const KEY = Buffer.alloc(32, 7);
const FACTS = { version: '1.0.0', createdAt: '2026-12-01T00:00:00.000Z' };
const CONTENTS = { servers: {}, counts: { organizations: 1 }, exports: { files: 0 } };

test('returns the same data from a folder and from a bucket, where the data is sealed', async () => {
  const kept = [`s3://${BUCKET}/monday`, join(folder, 'monday')];
  for (const at of kept) {
    const { data } = await places(at, { keys: join(folder, 'keys') });
    await makeEmpty(data);
    const writer = new BackupWriter(data, KEY, 'id');
    await writer.write('server-home.sealed', content());
    const manifest = await writer.finish(CONTENTS, FACTS);
    expect(await readManifest(data)).toEqual(manifest);
    const reader = new BackupReader(data, manifest, KEY);
    expect(await reader.contents()).toEqual(CONTENTS);
    const read = Buffer.concat(await Array.fromAsync(reader.read('server-home.sealed')));
    expect(read.toString()).toBe('Adaeze Okonkwo');
    expect((await failureOf(StartError, makeEmpty(data))).message).toMatch(/is not empty: name/);
  }
  const names = [...server.objects.keys()].toSorted();
  expect(names.filter((name) => !name.includes('/claim-'))).toEqual([
    'monday/data/contents.sealed',
    'monday/data/manifest.json',
    'monday/data/server-home.sealed',
  ]);
  const stored = [...server.objects.values()].map(String).join('');
  for (const text of ['Adaeze', 'organizations']) expect(stored).not.toContain(text);
});

test('lets at most one of two simultaneous backups use a place', async () => {
  for (const at of [`s3://${BUCKET}/thursday`, join(folder, 'thursday')]) {
    const done = await Promise.allSettled(
      ['one', 'other'].map(async (id) => {
        const { data } = await places(at, { keys: join(folder, 'keys') });
        await makeEmpty(data);
        const writer = new BackupWriter(data, KEY, id);
        await writer.write('server-home.sealed', content());
        await writer.finish(CONTENTS, FACTS);
      }),
    );
    expect(done.filter(({ status }) => status === 'fulfilled').length, at).toBeLessThan(2);
  }
});

test('allows a place of keys that contains that of the data', async () => {
  const options = { keys: `s3://${BUCKET}/friday`, passphraseFile: 'passphrase' };
  const { data, keys } = await places(`s3://${BUCKET}/friday`, options);
  await makeEmpty(data, keys);
});

test('recognizes an interrupted backup, a changed object and a missing one in a bucket', async () => {
  const { data } = await places(`s3://${BUCKET}/tuesday/`, { keys: folder });
  const writer = new BackupWriter(data, KEY, 'id');
  await writer.write('server-home.sealed', content());
  expect((await failureOf(StartError, makeEmpty(data))).message).toMatch(/interrupted/);
  expect((await failureOf(StartError, readManifest(data))).message).toBe(
    `s3://${BUCKET}/tuesday/data has no complete backup: cannot read manifest.json (NotFound), which a backup writes last`,
  );
  const manifest = await writer.finish(CONTENTS, FACTS);
  const reader = new BackupReader(data, manifest, KEY);
  const reading = (): Promise<unknown> => Array.fromAsync(reader.read('server-home.sealed'));
  const object = server.objects.get('tuesday/data/server-home.sealed')!;
  object[20]! ^= 1;
  expect((await failureOf(StartError, reading())).message).toBe(
    `s3://${BUCKET}/tuesday/data/server-home.sealed was changed or cut: take another copy of it`,
  );
  server.objects.delete('tuesday/data/server-home.sealed');
  expect((await failureOf(StartError, reading())).message).toMatch(
    /^cannot read s3:.*\(NotFound\)/,
  );
});

test('reports the error of a bucket that refuses writes, and the error of a source that fails', async () => {
  const { data } = await places(`s3://${BUCKET}/wednesday`, { keys: folder });
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.from('x');
    throw new StartError('pg_dump ended');
  }
  expect((await failureOf(StartError, data.write('a', failing()))).message).toBe('pg_dump ended');
  server.refuse = { method: 'PUT', status: 403, code: 'AccessDenied' };
  const refused = await failureOf(StartError, data.write('a', content()));
  server.refuse = undefined;
  expect(refused.message).toBe(`cannot write s3://${BUCKET}/wednesday/data/a (AccessDenied)`);
});

test('requires a place of the keys apart from the data in a bucket', async () => {
  const refusal = async (...args: Parameters<typeof places>): Promise<string> =>
    (await failureOf(StartError, places(...args))).message;
  const at = `s3://${BUCKET}/monday`;
  expect(await refusal(at)).toMatch(/name a place for the keys/);
  expect(await refusal(at, { keys: `s3://${BUCKET}/keys` })).toMatch(/would be in one bucket/);
  const apart = { keys: 's3://other-bucket/keys' };
  expect((await places(at, apart)).keys.at('keys.json')).toBe('s3://other-bucket/keys/keys.json');
  const encrypted = { keys: `s3://${BUCKET}/keys`, passphraseFile: 'passphrase' };
  expect((await places(at, encrypted)).keys.bucket).toBe(BUCKET);
  for (const malformed of ['s3://', 's3://Bucket/x', 's3://bucket//x', 's3://bucket/a b'])
    expect(await refusal(malformed, { keys: folder })).toMatch(/is not a place such as/);
});

test('refuses a bucket whose host is not listed', async () => {
  const listed = (hosts: string): Record<string, string> => ({
    ORIKI_EGRESS: 'listed',
    ORIKI_EGRESS_HOSTS: hosts,
  });
  const at = 's3://bank-backups/monday';
  const refused = failureOf(StartError, places(at, { keys: folder }, listed('hooks.example.com')));
  expect((await refused).message).toBe(
    'ORIKI_EGRESS=listed, and ORIKI_EGRESS_HOSTS does not have bank-backups.s3.us-east-1.amazonaws.com',
  );
  const hosts = listed('bank-backups.s3.us-east-1.amazonaws.com');
  expect((await places(at, { keys: folder }, hosts)).data.bucket).toBe('bank-backups');
  const dotted = failureOf(StartError, places('s3://bank.backups/x', { keys: folder }, hosts));
  expect((await dotted).message).toMatch(/ does not have s3\.us-east-1\.amazonaws\.com$/);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'https://store.example.com');
  const elsewhere = failureOf(StartError, places(at, { keys: folder }, hosts));
  expect((await elsewhere).message).toMatch(/ does not have bank-backups\.store\.example\.com$/);
  vi.unstubAllEnvs();
});
