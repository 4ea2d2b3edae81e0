import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../../../test/support/database.ts';
import { EnvelopeError } from './envelope.ts';
import { openEnvelopes, type Envelopes } from './envelopes.ts';
import { addLocalKey, KeyRingError, localKeyId } from './key-ring-file.ts';
import { assertKeyRing, WrongKeyRing } from './key-ring.ts';

const SECRET = 'server-secret-server-secret-server-1';
const CONTEXT = { orgId: 'org_1', id: 'idv_1', kind: 'verification' };

let folder: string;
let keyFile: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriki-ring-'));
  keyFile = join(folder, 'data', 'keys.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(serverSecret = SECRET): Promise<Envelopes> {
  return openEnvelopes({ kms: 'local', keyFile, serverSecret });
}
async function content(): Promise<{
  ring: string;
  current: string;
  keys: Record<string, string>;
}> {
  return JSON.parse(await readFile(keyFile, 'utf8'));
}
async function mode(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
/** Calls an export of this module in a separate process. */
async function inProcess(code: string): Promise<string> {
  const script = `
    import { openEnvelopes } from '${import.meta.dirname}/envelopes.ts';
    import { addLocalKey } from '${import.meta.dirname}/key-ring-file.ts';
    const open = () => openEnvelopes(${JSON.stringify({ kms: 'local', keyFile, serverSecret: SECRET })});
    const context = ${JSON.stringify(CONTEXT)};
    ${code}`;
  const args = ['--input-type=module', '--eval', script];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

describe('the first start', () => {
  test('makes a ring with one key, readable for its owner only', async () => {
    const envelopes = await open();
    const { ring, current, keys } = await content();
    expect(envelopes.ringId).toBe(ring);
    expect(ring).toMatch(/^[0-9a-f]{32}$/);
    expect(Object.keys(keys)).toEqual([current]);
    expect(current).toBe(localKeyId(Buffer.from(keys[current]!, 'base64')));
    expect(await mode(keyFile)).toBe(0o600);
    expect(await mode(join(folder, 'data'))).toBe(0o700);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys.json']);
    expect((await open()).ringId).toBe(ring);
  });

  test('by several concurrent processes makes one ring, which all of them use', async () => {
    const outputs = await Promise.all(
      Array.from({ length: 6 }, () =>
        inProcess(`
          const envelopes = await open();
          process.stdout.write(envelopes.ringId + ' ' + await envelopes.seal(context, 'mine'));`),
      ),
    );
    const envelopes = await open();
    for (const output of outputs) {
      const [ringId, text] = output.split(' ') as [string, string];
      expect(ringId).toBe(envelopes.ringId);
      expect((await envelopes.open(CONTEXT, text)).toString()).toBe('mine');
    }
    expect(await readdir(join(folder, 'data'))).toEqual(['keys.json']);
  });

  test('makes one key ring even for many concurrent calls in one process', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, open));
    expect(new Set(all.map(({ ringId }) => ringId)).size).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys.json']);
  });

  test('reports that it cannot make a ring', async () => {
    await writeFile(join(folder, 'data'), 'not a folder');
    await expect(open()).rejects.toThrow(/^the key ring .*keys\.json cannot be (created|read) \(/);
  });
});

describe('a new key', () => {
  test('is used immediately by running processes, and older keys still open', async () => {
    const here = await open();
    const before = await here.seal(CONTEXT, 'before');
    const text = await inProcess(`
      const keyId = await addLocalKey(${JSON.stringify(keyFile)});
      process.stdout.write(await (await open()).seal(context, keyId));`);
    const keyId = text.split('|')[0]!;
    // The unknown key id makes this process read the file.
    expect((await here.open(CONTEXT, text)).toString()).toBe(keyId);
    expect((await here.open(CONTEXT, before!)).toString()).toBe('before');
    expect((await content()).current).toBe(keyId);

    const next = await addLocalKey(keyFile);
    expect((await here.seal(CONTEXT, 'x'))!.split('|')[0]).toBe(next);
    expect(Object.keys((await content()).keys)).toHaveLength(3);
    expect(await mode(keyFile)).toBe(0o600);
    expect(await readdir(join(folder, 'data'))).toEqual(['keys.json']);
  });

  test('is never lost when several are added at once', async () => {
    await open();
    const tried = await Promise.allSettled(Array.from({ length: 8 }, () => addLocalKey(keyFile)));
    const added = tried
      .filter(({ status }) => status === 'fulfilled')
      .map((one) => 'value' in one && one.value);
    expect(added.length).toBeGreaterThan(0);
    expect(Object.keys((await content()).keys)).toEqual(expect.arrayContaining(added));
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(KeyRingError);
  });

  test('is refused while another rotation is in progress, and if there is no ring', async () => {
    await expect(addLocalKey(keyFile)).rejects.toThrow('does not exist');
    await open();
    await writeFile(`${keyFile}.next`, '');
    await expect(addLocalKey(keyFile)).rejects.toThrow(
      /is being rotated; if no .*keys\.json\.next$/,
    );
    await rm(`${keyFile}.next`);
    await addLocalKey(keyFile);
  });

  test('keeps the permissions that the file had', async () => {
    await open();
    await chmod(keyFile, 0o640);
    await addLocalKey(keyFile);
    expect(await mode(keyFile)).toBe(0o640);
  });
});

describe("a key ring's file", () => {
  test.each([0o604, 0o644, 0o620, 0o660, 0o601])('with mode %o is rejected', async (wide) => {
    await open();
    await chmod(keyFile, wide);
    await expect(open()).rejects.toThrow('is open to other users of this machine: chmod 600');
    await expect(addLocalKey(keyFile)).rejects.toThrow('chmod 600');
    expect(await readdir(join(folder, 'data'))).toEqual(['keys.json']);
  });

  test.each([0o400, 0o440, 0o640])('with mode %o is accepted', async (narrow) => {
    await open();
    await chmod(keyFile, narrow);
    await open();
  });

  type Content = Awaited<ReturnType<typeof content>>;
  test.each<[string, (was: Content) => unknown, string]>([
    ['nothing', () => undefined, 'is not JSON'],
    ['null', () => null, 'is not an object'],
    ['an array', () => [], 'has no ring id'],
    ['no ring id', ({ current, keys }) => ({ current, keys }), 'has no ring id'],
    ['a strange ring id', (was) => ({ ...was, ring: 'x' }), 'has no ring id'],
    ['no keys', ({ ring, current }) => ({ ring, current }), 'has no "keys"'],
    ['an empty set of keys', (was) => ({ ...was, keys: {} }), 'names a key in "current"'],
    ['no current key', ({ ring, keys }) => ({ ring, keys }), 'names a key in "current"'],
    ['an unknown current key', (was) => ({ ...was, current: 'local:v1:00000000' }), 'names a key'],
    ['an unknown member', (was) => ({ ...was, more: 1 }), 'has members besides'],
    ['a short key', (was) => ({ ...was, keys: { [was.current]: 'AAAA' } }), 'damaged'],
    ['a key that is no text', (was) => ({ ...was, keys: { [was.current]: 1 } }), 'damaged'],
    [
      'a damaged key',
      (was) => ({ ...was, keys: { [was.current]: Buffer.alloc(32).toString('base64') } }),
      'damaged',
    ],
    [
      'a key under another id',
      (was) => ({ ...was, keys: { 'local:v1:00000000': was.keys[was.current] } }),
      'damaged',
    ],
    [
      'a key without padding',
      (was) => ({ ...was, keys: { [was.current]: was.keys[was.current]!.slice(0, -1) } }),
      'damaged',
    ],
  ])('with %s is refused, and not quoted', async (_what, change, problem) => {
    await open();
    const was = await content();
    await writeFile(keyFile, JSON.stringify(change(was)) ?? `{"keys": "${was.keys[was.current]}`);
    const error = (await open().catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(KeyRingError);
    expect(error.message).toContain(problem);
    expect(error.message).toContain(keyFile);
    expect(error.cause).toBeUndefined();
    expect(error.message).not.toContain(was.keys[was.current]!.slice(0, 8));
  });

  test('stops sealing when it is deleted, and still opens', async () => {
    const envelopes = await open();
    const text = await envelopes.seal(CONTEXT, 'x');
    await rename(keyFile, `${keyFile}.away`);
    await expect(envelopes.seal(CONTEXT, 'y')).rejects.toThrow('cannot be read (ENOENT)');
    expect((await envelopes.open(CONTEXT, text!)).toString()).toBe('x');
    await rename(`${keyFile}.away`, keyFile);
    await envelopes.seal(CONTEXT, 'y');
  });

  test('stops sealing when another ring replaces it', async () => {
    const envelopes = await open();
    await rm(keyFile);
    await open(`other ${SECRET}`);
    await expect(envelopes.seal(CONTEXT, 'x')).rejects.toThrow('was replaced by another ring');
  });

  test('opens no envelope whose key it lacks', async () => {
    const text = await (await open()).seal(CONTEXT, 'x');
    await rm(keyFile);
    const other = await open(`other ${SECRET}`);
    await expect(other.open(CONTEXT, text!)).rejects.toEqual(new EnvelopeError());
  });

  test('is restored from the server secret, without rotated keys', async () => {
    const ring = await open();
    const before = await ring.seal(CONTEXT, 'x');
    await addLocalKey(keyFile);
    const after = await ring.seal(CONTEXT, 'x');
    await rm(keyFile);
    const again = await open();
    expect(again.ringId).toBe(ring.ringId);
    expect((await again.open(CONTEXT, before!)).toString()).toBe('x');
    await expect(again.open(CONTEXT, after!)).rejects.toEqual(new EnvelopeError());
  });
});

test('a database is bound to the first ring that uses it', async () => {
  const db = await openPool(1);
  try {
    const { ringId } = await open();
    await assertKeyRing(db.read, ringId!);
    await addLocalKey(keyFile);
    await assertKeyRing(db.read, (await open()).ringId!);
    await rm(keyFile);
    const other = await open(`other ${SECRET}`);
    await expect(assertKeyRing(db.read, other.ringId!)).rejects.toThrow(WrongKeyRing);
  } finally {
    await db.close();
  }
});
