/** The keys of a backup: the key that opens its data, and the secrets of the service. */
import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import { randomBytes } from '../../platform/random.ts';
import { StartError } from '../start-error.ts';
import { UnreadableFile, type Place } from './place.ts';

export type BackupKeys = {
  /** The key that opens the files of the backup. */
  dataKey: Buffer;
  /** The server secret. */
  secret: string;
  /** The text of the key ring's file; undefined if a key-management service has the keys. */
  ring: string | undefined;
  /** The identity and the password of the embedded database. */
  database: { clusterId: string; password: string } | undefined;
};

const FORMAT = 'oriki-backup-keys-v1';
const FILE = 'keys.json';
const SALT_BYTES = 16;
/** OWASP's recommendation for PBKDF2 with SHA-256; it takes a third of a second. */
const ITERATIONS = 600_000;
const MAX_ITERATIONS = 100_000_000;
const LEAST_PASSPHRASE = 12;
const KEY_BYTES = 32;

type Stored = { format: string; backup: string } & (
  | { keys: string }
  | { salt: string; iterations: number; sealed: string }
);

function keyOf(passphrase: string, salt: Buffer, iterations: number): Promise<Buffer> {
  return promisify(pbkdf2)(passphrase.normalize('NFC'), salt, iterations, KEY_BYTES, 'sha256');
}

/** Reads a passphrase: the first line of a file. @throws StartError */
export async function readPassphrase(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`cannot read the passphrase in ${path} (${error.code})`, 1, error);
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line.length < LEAST_PASSPHRASE)
    throw new StartError(
      `the first line of ${path} is not a passphrase of ${LEAST_PASSPHRASE} characters or more`,
    );
  return line;
}

/** Writes the keys, encrypted if there is a passphrase. They are durable when it resolves. */
export async function writeKeys(
  place: Place,
  backup: string,
  { dataKey, ...others }: BackupKeys,
  passphrase: string | undefined,
): Promise<void> {
  const keys = JSON.stringify({ dataKey: dataKey.toString('base64'), ...others });
  const stored: Stored = { format: FORMAT, backup, keys };
  if (passphrase !== undefined) {
    const salt = randomBytes(SALT_BYTES);
    const sealed = seal(await keyOf(passphrase, salt, ITERATIONS), `${FORMAT} ${backup}`, keys);
    Object.assign(stored, {
      keys: undefined,
      salt: salt.toString('base64'),
      iterations: ITERATIONS,
      sealed: sealed.toString('base64'),
    });
  }
  await place.writeText(FILE, `${JSON.stringify(stored, null, 2)}\n`);
}

/** Returns the text of the keys, decrypted if necessary. */
async function openStored(
  stored: Stored,
  passphrase: string | undefined,
  path: string,
): Promise<string> {
  if ('keys' in stored && typeof stored.keys === 'string') return stored.keys;
  if (passphrase === undefined)
    throw new StartError(`${path} is encrypted: name its passphrase with --passphrase-file`);
  const { salt, iterations, sealed } = stored as Exclude<Stored, { keys: string }>;
  if (!(iterations > 0 && iterations <= MAX_ITERATIONS))
    throw new StartError(`${path} is damaged: its number of iterations is not one`);
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'), iterations);
  try {
    return unseal(key, `${FORMAT} ${stored.backup}`, Buffer.from(sealed, 'base64'));
  } catch (error) {
    throw new StartError(`the passphrase does not open ${path}, or that file is damaged`, 1, error);
  }
}

/** Reads the keys of one backup. @throws StartError, also for a wrong passphrase and for the keys of another backup */
export async function readKeys(
  place: Place,
  backup: string,
  passphrase: string | undefined,
): Promise<BackupKeys> {
  const path = place.at(FILE);
  let stored: Stored;
  try {
    stored = JSON.parse(await textOf(place.read(FILE))) as Stored;
  } catch (error) {
    throw new StartError(
      error instanceof UnreadableFile
        ? `cannot read the keys of the backup in ${path} (${error.reason}): name their place with --keys`
        : `${path} is damaged: it is not JSON`,
      1,
      error,
    );
  }
  if (stored.format !== FORMAT) throw new StartError(`${path} has no keys of a backup`);
  if (stored.backup !== backup)
    throw new StartError(`the keys in ${path} are those of another backup`);
  const { dataKey, ...others } = JSON.parse(await openStored(stored, passphrase, path)) as Omit<
    BackupKeys,
    'dataKey'
  > & { dataKey: string };
  return { dataKey: Buffer.from(dataKey, 'base64'), ...others };
}
