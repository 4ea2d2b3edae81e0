import { createHmac, randomBytes } from 'node:crypto';
import { statSync, type BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createOnce, makeFolder, syncPath } from '../files.ts';
import { deriveKey } from './seal.ts';

/** The key ring's file is unusable. The message gives the reason and never quotes the content. */
export class KeyRingError extends Error {
  constructor(path: string, problem: string) {
    super(`the key ring ${path} ${problem}`);
    this.name = 'KeyRingError';
  }
}

export type KeyRing = {
  /** The id stays the same for the ring's whole life, even through rotations. */
  ringId: string;
  current: string;
  keys: ReadonlyMap<string, Buffer>;
};

const KEK_BYTES = 32;
const RING_ID = /^[0-9a-f]{32}$/;
export const LOCAL_KEY_ID = /^local:v1:[0-9a-f]{8}$/;

/** Returns an id derived from the key's bytes, so that a damaged or wrong key is noticed when the file is read. */
export function localKeyId(kek: Buffer): string {
  const check = createHmac('sha256', kek).update('oriki-key-id-v1').digest('hex');
  return `local:v1:${check.slice(0, 8)}`;
}

function parseKey(keyId: string, text: unknown): Buffer | undefined {
  if (typeof text !== 'string') return undefined;
  const kek = Buffer.from(text, 'base64');
  const sound = kek.length === KEK_BYTES && kek.toString('base64') === text;
  return sound && keyId === localKeyId(kek) ? kek : undefined;
}

/** @throws KeyRingError */
function parseRing(path: string, text: string): KeyRing {
  const fail = (problem: string): never => {
    throw new KeyRingError(path, `${problem}: restore it from a backup`);
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which contains keys.
    fail('is not JSON');
  }
  if (content === null || typeof content !== 'object') fail('is not an object');
  const { ring, current, keys, ...others } = content as Record<string, unknown>;
  if (typeof ring !== 'string' || !RING_ID.test(ring)) return fail('has no ring id in "ring"');
  if (keys === null || typeof keys !== 'object') return fail('has no "keys"');
  if (Object.keys(others).length > 0) fail('has members besides "ring", "current" and "keys"');
  const parsed = new Map<string, Buffer>();
  for (const [keyId, value] of Object.entries(keys)) {
    const kek = parseKey(keyId, value);
    if (!kek) return fail('has a key that is damaged or does not belong to its id');
    parsed.set(keyId, kek);
  }
  if (typeof current !== 'string' || !parsed.has(current))
    return fail('names a key in "current" that is not in "keys"');
  return { ringId: ring, current, keys: parsed };
}

function formatRing({ ringId, current, keys }: KeyRing): string {
  const texts = [...keys].map(([keyId, kek]) => [keyId, kek.toString('base64')]);
  return `${JSON.stringify({ ring: ringId, current, keys: Object.fromEntries(texts) }, null, 2)}\n`;
}

function versionOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

function cannot(path: string, what: string, error: unknown): never {
  throw error instanceof KeyRingError
    ? error
    : new KeyRingError(path, `cannot be ${what} (${codeOf(error)})`);
}

export async function keyRingExists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? false : cannot(path, 'read', error);
  }
}

/**
 * Returns a version that changes with the file. Reads it synchronously for every encrypted value, because that takes a
 * few microseconds, and a hundred through the thread pool.
 * @throws KeyRingError if the file does not exist
 */
export function keyRingVersion(path: string): string {
  try {
    return versionOf(statSync(path, { bigint: true }));
  } catch (error) {
    return cannot(path, 'read', error);
  }
}

/**
 * @throws KeyRingError, also if the group may write the file, or if every user may read or write it
 */
export async function readKeyRing(path: string): Promise<{ ring: KeyRing; version: string }> {
  try {
    await using file = await open(path, 'r');
    const stats = await file.stat({ bigint: true });
    // The group may read the file, because orchestrators provide secrets in that way to processes that are not root.
    if (process.platform !== 'win32' && (Number(stats.mode) & 0o027) !== 0)
      throw new KeyRingError(path, 'is open to other users of this machine: chmod 600');
    const ring = parseRing(path, await file.readFile('utf8'));
    // The writer also syncs the file, but perhaps only after this process commits values that it wraps with the ring.
    await syncPath(dirname(path)).catch(() => {});
    return { ring, version: versionOf(stats) };
  } catch (error) {
    return cannot(path, 'read', error);
  }
}

/**
 * Returns the first ring of every installation with this server secret. It is derived, so that machines that share
 * the secret but no disk have the same ring, and a ring that is lost before its first rotation can be restored.
 */
function firstKeyRing(serverSecret: string): KeyRing {
  const kek = deriveKey(serverSecret, '', 'oriki key ring first key v1');
  const ringId = deriveKey(serverSecret, '', 'oriki key ring id v1')
    .subarray(0, 16)
    .toString('hex');
  const current = localKeyId(kek);
  return { ringId, current, keys: new Map([[current, kek]]) };
}

/** Returns the id of the key in every first ring with this server secret. */
export function firstLocalKeyId(serverSecret: string): string {
  return firstKeyRing(serverSecret).current;
}

/**
 * Creates the first ring with mode 0600, unless the file exists. It is on disk when this returns. Of several
 * concurrent processes, one creates it.
 * @throws KeyRingError
 */
export async function createKeyRing(path: string, serverSecret: string): Promise<void> {
  if (await keyRingExists(path)) return;
  try {
    await makeFolder(dirname(path));
    await createOnce(path, formatRing(firstKeyRing(serverSecret)));
    await syncPath(dirname(path));
  } catch (error) {
    cannot(path, 'created', error);
  }
}

/**
 * Adds a key to the ring and makes it the current one; older keys stay. Replaces the file by a single rename and keeps
 * owner and mode. The file is on disk when this returns. Processes with the same file wrap under the new key from their
 * next envelope on.
 * @returns the new key's id
 * @throws KeyRingError; of several concurrent calls, all but one
 */
export async function addLocalKey(path: string): Promise<string> {
  if (!(await keyRingExists(path))) throw new KeyRingError(path, 'does not exist');
  const target = await realpath(path);
  // Because its name is fixed, the draft is also a lock, which the rename releases.
  const draft = `${target}.next`;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') return cannot(path, 'replaced', error);
    throw new KeyRingError(path, `is being rotated; if no process does that, remove ${draft}`);
  });
  let current: string;
  try {
    current = await writeRotated(file, target);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    return cannot(path, 'replaced', error);
  } finally {
    await file.close();
  }
  await syncPath(dirname(target));
  return current;
}

/** @returns the id of the added key */
async function writeRotated(file: FileHandle, path: string): Promise<string> {
  const { ring } = await readKeyRing(path);
  const kek = randomBytes(KEK_BYTES);
  const current = localKeyId(kek);
  if (ring.keys.has(current)) throw new KeyRingError(path, 'has a key with that id: try again');
  const keys = new Map([...ring.keys, [current, kek]]);
  await file.writeFile(formatRing({ ...ring, current, keys }));
  // If root runs the command, the service's account must still own the file.
  const { mode, uid, gid } = await stat(path);
  await file.chown(uid, gid);
  await file.chmod(mode & 0o777);
  await file.sync();
  return current;
}
