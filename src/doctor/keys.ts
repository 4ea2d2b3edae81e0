import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kmsOptions } from '../config-kms.ts';
import type { Config } from '../config.ts';
import { keyRingFile } from '../open.ts';
import { openEnvelopes, type Kms } from '../platform/crypto/envelopes.ts';
import { keyRingExists } from '../platform/crypto/key-ring-file.ts';
import { assertKeyRing } from '../platform/crypto/key-ring.ts';
import { assertServerSecret, WrongSecret } from '../platform/crypto/server-secret.ts';
import type { Database } from '../platform/db/database.ts';
import { tiedValues } from '../platform/db/inspect.ts';
import { findings, reasonOf, type Finding } from './finding.ts';

/** The configured secret, or that of the data folder; undefined when the first start has yet to make one. */
async function existingSecret({ secret, dataDir }: Config): Promise<string | undefined> {
  if (secret !== undefined) return secret;
  const file = join(dataDir, 'secret');
  const there = await access(file).then(
    () => true,
    () => false,
  );
  return there ? (await readFile(file, 'utf8')).trim() : undefined;
}

/** @param db undefined when its tables cannot be read */
export async function checkKeys(config: Config, db: Database | undefined): Promise<Finding[]> {
  const { ok, warn, fail } = findings('secret');
  let secret: string | undefined;
  try {
    secret = await existingSecret(config);
  } catch (error) {
    const message = `${join(config.dataDir, 'secret')} cannot be read (${reasonOf(error)})`;
    return [fail(message, 'give the account that runs Oriki the file'), keysSkipped()];
  }
  const tied = db ? await tiedValues(db.read) : new Set<string>();
  if (secret === undefined) {
    const advice = 'set ORIKI_SECRET to the same value for every process';
    if (tied.has('secret_fingerprint'))
      return [fail('the database belongs to a secret that is not here', advice), keysSkipped()];
    const found =
      config.databaseUrl === undefined
        ? ok('none yet: the first start makes one in the data folder')
        : warn('none yet: the first start makes one in its data folder', advice);
    return [found, keysSkipped()];
  }
  if (db && tied.has('secret_fingerprint'))
    try {
      await assertServerSecret(db.read, secret);
    } catch (error) {
      if (!(error instanceof WrongSecret)) throw error;
      return [fail(error.message, 'look for the secret in your backups'), keysSkipped()];
    }
  return [
    ok(db ? 'it is the one of this database' : 'it is there; the database could not be asked'),
    ...(await checkProviders(config, secret, tied.has('key_ring') ? db : undefined)),
  ];
}

const keysSkipped = (): Finding => findings('keys').skip('needs the server secret');

/** Each key that encrypts, by wrapping a data key and unwrapping it. */
async function checkProviders(
  config: Config,
  secret: string,
  db: Database | undefined,
): Promise<Finding[]> {
  const { kms, second } = kmsOptions(config);
  if (kms === 'none')
    return [
      findings('keys').warn(
        'ORIKI_KMS is none: what identity providers answer is not kept',
        'set ORIKI_KMS to local, or to a key-management service, unless that is what you want',
      ),
    ];
  const keys: [string, Kms | undefined][] = [
    ['keys', kms],
    ['second key', second],
  ];
  const found: Finding[] = [];
  for (const [check, key] of keys)
    if (key !== undefined) found.push(await checkKey(check, key, { config, secret, db }));
  return found;
}

async function checkKey(
  check: string,
  key: Kms,
  { config, secret, db }: { config: Config; secret: string; db: Database | undefined },
): Promise<Finding> {
  const { ok, fail } = findings(check);
  const keyFile = keyRingFile(config);
  const name = key === 'local' ? `the key ring ${keyFile}` : key;
  const advice =
    key === 'local'
      ? 'put the key ring of this database back, with mode 0600, for the account that runs Oriki'
      : 'see that the service can be reached from here, that the key is enabled, and that Oriki may encrypt and ' +
        'decrypt with it';
  try {
    if (key === 'local' && !(await keyRingExists(keyFile)))
      // One that never got a second key comes back by itself, from the secret.
      return ok(`${name} is not there yet: the first start makes it`);
    const { remote } = kmsOptions(config);
    const envelopes = await openEnvelopes({ kms: key, remote, keyFile, serverSecret: secret });
    if (db && envelopes.ringId !== undefined) await assertKeyRing(db.read, envelopes.ringId);
    const context = { orgId: 'doctor', id: 'doctor', kind: 'doctor' };
    const probe = randomBytes(16);
    const sealed = await envelopes.seal(context, probe);
    if (!sealed || !probe.equals(await envelopes.open(context, sealed)))
      return fail(`${name} does not open what it has encrypted`, advice);
    return ok(`${name} wraps and unwraps a data key`);
  } catch (error) {
    return fail(`${name} cannot be used: ${(error as Error).message}`, advice);
  }
}
