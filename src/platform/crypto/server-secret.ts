import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../db/database.ts';
import { createOnce, makeFolder } from '../files.ts';
import { deriveKey } from './seal.ts';
import { installationValue } from './store.ts';

/** The configured secret is not the secret of this database's records. */
export class WrongSecret extends Error {
  constructor() {
    super(
      'the server secret differs from the one this database was first used with: set ORIKI_SECRET (or ' +
        'ORIKI_SECRET_FILE, or the data folder with its file "secret") to the same value for every process',
    );
    this.name = 'WrongSecret';
  }
}

/**
 * Returns the secret in the data folder, and creates it on first use. Of concurrently starting processes, one creates
 * it.
 */
export async function secretFromDataDir(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret');
  await makeFolder(dataDir);
  await createOnce(path, randomBytes(32).toString('base64url'));
  return (await readFile(path, 'utf8')).trim();
}

/**
 * Binds the database to the secret on first use and rejects another one afterwards: with two secrets, one process
 * could not read what another has sealed.
 * @throws WrongSecret
 */
export async function assertServerSecret(db: Queryable, secret: string): Promise<void> {
  const fingerprint = deriveKey(secret, '', 'oriki secret fingerprint v1').toString('base64');
  if ((await installationValue(db, 'secret_fingerprint', fingerprint)) !== fingerprint)
    throw new WrongSecret();
}
