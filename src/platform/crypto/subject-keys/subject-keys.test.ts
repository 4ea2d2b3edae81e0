import fs, { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { EnvelopeError, parseEnvelope } from '../envelope.ts';
import { openEnvelopes, type Envelopes } from '../envelopes.ts';
import { addLocalKey } from '../key-ring-file.ts';
import { KmsError } from '../kms/remote-kms.ts';
import { KeyFolder } from './key-folder.ts';
import { SubjectKeys } from './subject-keys.ts';

/** The steps that make files durable. A mock of a module would not affect modules that earlier files have loaded. */
const steps: string[] = [];
const { link, open } = fs;
beforeAll(() => {
  fs.link = async (from, to) => {
    await link(from, to);
    steps.push(`create ${String(to)}`);
  };
  fs.open = async (path, ...options) => {
    const handle = await open(path, ...options);
    const sync = handle.sync.bind(handle);
    return Object.assign(handle, {
      sync: async () => {
        await sync();
        steps.push(`sync ${String(path)}`);
      },
    });
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { link, open });
  syncBuiltinESMExports();
});

const SECRET = 'server-secret-server-secret-server-1';
const SUBJECT = 'customer-17';
const CONTEXT = { orgId: 'org_1', id: 'verification_1', kind: 'identity-response:bvn' };
const OWN = { ...CONTEXT, subject: SUBJECT };

let root: string;
let folder: string;
let copy: string;
let storeId: string;

/** Opens the keys as a process does. */
async function start(covers = true, copies: string[] = []): Promise<Envelopes> {
  return openEnvelopes({
    kms: 'local',
    keyFile: join(root, 'keys.json'),
    serverSecret: SECRET,
    subjectKeys: { places: { folder, storeId, copies }, covers },
  });
}

async function filesIn(path: string): Promise<string[]> {
  const all = await readdir(path, { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile() && one.name !== 'store.json').map(({ name }) => name);
}

async function destroyAll(envelopes: Envelopes, subjectId = SUBJECT): Promise<string[]> {
  const keys = envelopes.subjectKeys!;
  const files = await keys.keysOf(CONTEXT.orgId, subjectId);
  for (const file of files) await keys.destroy(file);
  return files;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'oriki-subject-keys-'));
  folder = join(root, 'store');
  copy = join(root, 'copy');
  storeId = await new KeyFolder(folder).make();
  steps.length = 0;
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('an envelope', () => {
  test('of a subject opens with its key, in the same format, and not without the store', async () => {
    const envelopes = await start();
    const text = (await envelopes.seal(OWN, 'secret'))!;
    expect(parseEnvelope(text).wrappedDek).toHaveLength(12 + 76 + 16);
    expect((await (await start(false)).open(CONTEXT, text)).toString()).toBe('secret');
    await expect(envelopes.open({ ...CONTEXT, id: 'other' }, text)).rejects.toEqual(
      new EnvelopeError(),
    );
    const keyFile = join(root, 'keys.json');
    const without = await openEnvelopes({ kms: 'local', keyFile, serverSecret: SECRET });
    await expect(without.open(CONTEXT, text)).rejects.toThrow(KmsError);
  });

  test('has no key of a subject if these keys are off or the row names no subject', async () => {
    const off = await start(false);
    const subject = vi.fn<() => Promise<string>>();
    for (const text of [
      await off.seal(OWN, 'secret'),
      await off.seal({ ...CONTEXT, subject }, 'secret'),
      await (await start()).seal(CONTEXT, 'secret'),
      await (await start()).seal({ ...CONTEXT, subject: null }, 'secret'),
    ])
      expect(parseEnvelope(text!).wrappedDek).toHaveLength(60);
    expect(subject).not.toHaveBeenCalled();
    expect(await filesIn(folder)).toEqual([]);
  });

  test('of secrets also gets the key of its subject', async () => {
    const text = await (await start()).sealSecret(OWN, 'reason');
    expect(parseEnvelope(text).wrappedDek).toHaveLength(104);
  });
});

describe('the key of a subject', () => {
  test('is durable before anything is sealed under it, in each process', async () => {
    await (await start()).seal(OWN, 'secret');
    const [file] = await filesIn(folder);
    const shard = join(folder, file!.slice(0, 2));
    expect(steps.filter((step) => step.includes(folder))).toEqual([
      `create ${join(shard, file!)}`,
      `sync ${shard}`,
      `sync ${folder}`,
    ]);
    steps.length = 0;
    const other = await start();
    await other.seal(OWN, 'secret');
    expect(steps).toEqual(expect.arrayContaining([`sync ${shard}`, `sync ${folder}`]));
    steps.length = 0;
    await other.seal(OWN, 'secret');
    expect(steps.filter((step) => step.includes(folder))).toEqual([]);
  });

  test('is made once by several processes at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => start()));
    const texts = await Promise.all(
      all.flatMap((one) => [one.seal(OWN, 'secret'), one.seal(OWN, 'secret')]),
    );
    expect(await filesIn(folder)).toHaveLength(1);
    const last = await start();
    for (const text of texts) expect((await last.open(CONTEXT, text!)).toString()).toBe('secret');
  });

  test('is wrapped in its file, whose name has no id', async () => {
    const envelopes = await start();
    await envelopes.seal(OWN, 'secret');
    const [file] = await filesIn(folder);
    expect(file).toMatch(/^[0-9a-f]{32}\.0\.json$/);
    const path = join(folder, file!.slice(0, 2), file!);
    expect(await readFile(path, 'utf8')).toMatch(/^local:v1:[0-9a-f]{8}\|/);
    const { subjectKeys } = envelopes;
    const names = [
      subjectKeys!.nameOf('org_1', SUBJECT),
      subjectKeys!.nameOf('org_2', SUBJECT),
      subjectKeys!.nameOf('org_1', 'customer-18'),
      subjectKeys!.nameOf('org_1', 'e\u0301'),
    ];
    expect(new Set(names).size).toBe(4);
    expect(subjectKeys!.nameOf('org_1', '\u00e9')).toBe(names[3]);
  });

  test('opens nothing in any process once it is destroyed, and the next row gets another', async () => {
    const [one, other] = [await start(), await start()];
    const text = (await one.seal(OWN, 'secret'))!;
    await other.open(CONTEXT, text);
    const theirs = (await one.seal({ ...CONTEXT, subject: 'customer-18' }, 'theirs'))!;
    expect(await destroyAll(one)).toHaveLength(1);
    for (const envelopes of [one, other, await start()])
      await expect(envelopes.open(CONTEXT, text)).rejects.toEqual(new EnvelopeError());
    const next = (await other.seal(OWN, 'next'))!;
    expect((await one.open(CONTEXT, next)).toString()).toBe('next');
    expect((await one.open(CONTEXT, theirs)).toString()).toBe('theirs');
    await expect(other.open(CONTEXT, text)).rejects.toEqual(new EnvelopeError());
    expect(await one.subjectKeys!.keysOf('org_1', SUBJECT)).toEqual([
      expect.stringMatching(/\.1$/),
    ]);
  });

  test('is one of a bounded number of keys in memory', async () => {
    const sealing = await start();
    const keys = new SubjectKeys({ folder, storeId, copies: [] }, SECRET, sealing, 3);
    for (let n = 0; n < 5; n += 1) await keys.covering(CONTEXT, `customer-${n}`);
    expect(keys.cached).toBe(3);
  });
});

describe('a missing store', () => {
  test('is no reason to count values as unreadable, or to make keys elsewhere', async () => {
    const envelopes = await start();
    const text = (await envelopes.seal(OWN, 'secret'))!;
    await rename(folder, join(root, 'elsewhere'));
    await mkdir(folder);
    await expect(envelopes.open(CONTEXT, text)).rejects.toThrow(KmsError);
    await expect(envelopes.seal(OWN, 'secret')).rejects.toThrow(KmsError);
    await expect(envelopes.seal({ ...OWN, subject: 'new' }, 'x')).rejects.toThrow(KmsError);
    expect(await filesIn(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    await rename(join(root, 'elsewhere'), folder);
    expect((await envelopes.open(CONTEXT, text)).toString()).toBe('secret');
  });
});

describe('a destruction', () => {
  test('applies to every copy, and waits for a copy that is missing', async () => {
    const envelopes = await start(true, [copy]);
    const text = (await envelopes.seal(OWN, 'secret'))!;
    await expect(destroyAll(envelopes)).rejects.toThrow(copy);
    expect(await envelopes.open(CONTEXT, text)).toBeDefined();
    await cp(folder, copy, { recursive: true });
    await destroyAll(envelopes);
    for (const path of [folder, copy])
      expect(await filesIn(path)).toEqual([expect.stringMatching(/\.gone$/)]);
  });

  test('also finds a key that only a copy has', async () => {
    const envelopes = await start(true, [copy]);
    await envelopes.seal(OWN, 'secret');
    await cp(folder, copy, { recursive: true });
    const [file] = await envelopes.subjectKeys!.keysOf('org_1', SUBJECT);
    await new KeyFolder(folder).destroy(file!);
    expect(await destroyAll(envelopes)).toEqual([file]);
    expect(await filesIn(copy)).toEqual([`${file}.gone`]);
  });

  test('is done again on a restored store and copy, and leaves the newer key', async () => {
    const envelopes = await start(true, [copy]);
    const text = (await envelopes.seal(OWN, 'secret'))!;
    await cp(folder, copy, { recursive: true });
    const before = join(root, 'before');
    await cp(folder, before, { recursive: true });
    const files = await destroyAll(envelopes);
    const next = (await envelopes.seal(OWN, 'next'))!;
    await cp(before, folder, { recursive: true });
    await rm(copy, { recursive: true });
    await cp(before, copy, { recursive: true });
    expect(await envelopes.subjectKeys!.destroyAgain(files)).toBe(2);
    await expect(envelopes.open(CONTEXT, text)).rejects.toEqual(new EnvelopeError());
    expect((await envelopes.open(CONTEXT, next)).toString()).toBe('next');
    expect(await envelopes.subjectKeys!.destroyAgain(files)).toBe(0);
    await rm(copy, { recursive: true });
    expect(await envelopes.subjectKeys!.destroyAgain(files)).toBe(0);
  });

  test('is completed after a crash at each step, with drafts that a crash has left', async () => {
    const envelopes = await start();
    await envelopes.seal(OWN, 'secret');
    const [file] = await envelopes.subjectKeys!.keysOf('org_1', SUBJECT);
    const shard = join(folder, file!.slice(0, 2));
    await writeFile(join(shard, `${file}.gone`), '');
    await cp(join(shard, `${file}.json`), join(shard, `${file}.json.71.0badcafe`));
    expect(await new KeyFolder(folder).destroy(file!)).toBe(true);
    expect(await filesIn(folder)).toEqual([`${file}.gone`]);
    expect(await new KeyFolder(folder).destroy(file!)).toBe(false);
  });

  test('is not undone by a rotation or a new key at the same moment', async () => {
    const envelopes = await start();
    await envelopes.seal(OWN, 'secret');
    const [file] = await envelopes.subjectKeys!.keysOf('org_1', SUBJECT);
    const keys = new KeyFolder(folder);
    const envelope = (await keys.read(file!))!;
    await keys.destroy(file!);
    await keys.replace(file!, envelope);
    expect(await keys.read(file!)).toBeUndefined();
  });
});

describe('a rewrap', () => {
  test('covers old envelopes, keeps covered ones, and moves the keys of subjects', async () => {
    const off = await start(false);
    const old = (await off.seal(OWN, 'old'))!;
    const on = await start();
    const covered = await on.cover(OWN, old);
    expect(parseEnvelope(covered).wrappedDek).toHaveLength(104);
    expect(parseEnvelope(covered).ciphertext).toEqual(parseEnvelope(old).ciphertext);
    expect(await on.cover(OWN, covered)).toBe(covered);
    expect(await on.cover(CONTEXT, old)).toBe(old);
    expect(await off.cover(OWN, old)).toBe(old);
    await expect(on.cover({ ...OWN, id: 'other' }, old)).rejects.toEqual(new EnvelopeError());

    const keyId = await addLocalKey(join(root, 'keys.json'));
    expect(await on.subjectKeys!.rewrap(keyId)).toEqual({ rewrapped: 1, unreadable: [] });
    expect(await on.subjectKeys!.rewrap(keyId)).toEqual({ rewrapped: 0, unreadable: [] });
    const [file] = await on.subjectKeys!.keysOf('org_1', SUBJECT);
    expect(await new KeyFolder(folder).read(file!)).toMatch(new RegExp(`^${keyId}\\|`));
    for (const envelopes of [on, off]) {
      const moved = await envelopes.rewrap(OWN, covered);
      expect(parseEnvelope(moved)).toMatchObject({ keyId });
      expect(parseEnvelope(moved).wrappedDek).toHaveLength(104);
      expect((await off.open(CONTEXT, moved)).toString()).toBe('old');
    }
  });

  test('moves envelopes of a destroyed key, which cannot be opened afterwards', async () => {
    const on = await start();
    const text = (await on.seal(OWN, 'secret'))!;
    const [file] = await on.subjectKeys!.keysOf('org_1', SUBJECT);
    const path = join(folder, file!.slice(0, 2), `${file}.json`);
    const keyId = await addLocalKey(join(root, 'keys.json'));
    await rename(path, join(root, 'key'));
    await expect(on.rewrap(OWN, text)).rejects.toEqual(new EnvelopeError());
    await rename(join(root, 'key'), path);
    await on.subjectKeys!.destroy(file!);
    const moved = await on.rewrap(OWN, text);
    expect(parseEnvelope(moved)).toMatchObject({ keyId });
    await expect(on.open(CONTEXT, moved)).rejects.toEqual(new EnvelopeError());
  });
});
