import { randomBytes } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kmsOptions } from '../../config/kms.ts';
import type { Config } from '../../config/config.ts';
import { TABLES } from '../../modules/declared.ts';
import { keyRingFile } from '../open.ts';
import {
  openEnvelopes,
  type Envelopes,
  type Kms,
  type SubjectKeyOptions,
} from '../../platform/crypto/envelopes.ts';
import { keyRingExists, KeyRingError } from '../../platform/crypto/key-ring-file.ts';
import { assertKeyRing } from '../../platform/crypto/key-ring.ts';
import { missingKeys } from '../../platform/crypto/stored-keys.ts';
import { assertServerSecret, WrongSecret } from '../../platform/crypto/server-secret.ts';
import type { Database } from '../../platform/db/database.ts';
import { tiedValues } from '../../platform/db/inspect.ts';
import { findings, reasonOf, type Finding } from './finding.ts';
import { checkSigning } from './signing-key.ts';
import { checkSubjectKeys } from './subject-keys.ts';

const PAGE = 'operations/keys.md';

/** Returns the configured secret, or that of the data folder; undefined before the first start has created one. */
async function existingSecret({ secret, dataDir }: Config): Promise<string | undefined> {
  if (secret !== undefined) return secret;
  const file = join(dataDir, 'secret');
  const there = await access(file).then(
    () => true,
    () => false,
  );
  return there ? (await readFile(file, 'utf8')).trim() : undefined;
}

/** @param db undefined if its tables cannot be read */
export async function checkKeys(config: Config, db: Database | undefined): Promise<Finding[]> {
  const { ok, warn, fail } = findings('secret', PAGE);
  let secret: string | undefined;
  try {
    secret = await existingSecret(config);
  } catch (error) {
    const message = `${join(config.dataDir, 'secret')} cannot be read (${reasonOf(error)})`;
    return [fail(message, 'let the account that runs Oriki read the file'), keysSkipped()];
  }
  const tied = db ? await tiedValues(db.read) : new Set<string>();
  if (secret === undefined) {
    const advice = 'set ORIKI_SECRET to the same value for every process';
    if (tied.has('secret_fingerprint'))
      return [
        fail('the database belongs to a secret that this process does not have', advice),
        keysSkipped(),
      ];
    const found =
      config.databaseUrl === undefined
        ? ok('none yet: the first start creates one in the data folder')
        : warn('none yet: the first start creates one in its data folder', advice);
    return [found, keysSkipped()];
  }
  if (db && tied.has('secret_fingerprint'))
    try {
      await assertServerSecret(db.read, secret);
    } catch (error) {
      if (!(error instanceof WrongSecret)) throw error;
      return [fail(error.message, 'look for the secret in your backups'), keysSkipped()];
    }
  const stored = await checkStoredKeys(config, secret, db);
  return [
    ok(db ? 'it is the secret of this database' : 'it exists; the database could not be checked'),
    ...(await checkProviders(config, {
      secret,
      db: tied.has('key_ring') ? db : undefined,
      allHere: stored.status !== 'fail',
    })),
    stored,
    ...(await checkSubjectKeys(config, db, (own) => presentKeys(config, secret, own))),
    await checkSigning(
      db,
      stored.status === 'fail' ? undefined : await presentKeys(config, secret),
    ),
  ];
}

/** Returns the keys that open envelopes; undefined without a ring, because opening would create one. */
async function presentKeys(
  config: Config,
  secret: string,
  subjectKeys?: SubjectKeyOptions,
): Promise<Envelopes | undefined> {
  const settings = { ...kmsOptions(config), keyFile: keyRingFile(config), serverSecret: secret };
  const needsRing = settings.kms === 'local' || settings.second === 'local';
  try {
    if (needsRing && !(await keyRingExists(settings.keyFile))) return undefined;
    return await openEnvelopes({ ...settings, subjectKeys });
  } catch {
    return undefined;
  }
}

/** Checks that all encrypted data can be read: a process starts only if its keys open all of it. */
async function checkStoredKeys(
  config: Config,
  secret: string,
  db: Database | undefined,
): Promise<Finding> {
  const { ok, warn, fail, skip } = findings('stored keys', PAGE);
  if (!db) return skip('requires the tables of the database');
  const settings = { ...kmsOptions(config), keyFile: keyRingFile(config), serverSecret: secret };
  let missing: string[];
  try {
    missing = await missingKeys(db.read, TABLES, settings);
  } catch (error) {
    if (!(error instanceof KeyRingError)) throw error;
    return skip('requires the key ring');
  }
  const unexplained = missing.filter((keyId) => !config.kmsLost.includes(keyId));
  if (unexplained.length > 0)
    return fail(
      `values are encrypted under keys that are missing here (${unexplained.join(', ')}): no process starts`,
      "restore the newest key ring's file of this database, or name external keys in ORIKI_KMS_OPENS; only if a " +
        'key is permanently lost, name it in ORIKI_KMS_LOST',
    );
  if (missing.length > 0)
    return warn(
      `values under ${missing.join(', ')} stay unreadable, as ORIKI_KMS_LOST declares`,
      'if such a key is found, restore it and remove it from ORIKI_KMS_LOST',
    );
  return ok('this process has every key that encrypts values in the database');
}

function keysSkipped(): Finding {
  return findings('keys', PAGE).skip('requires the server secret');
}

/** `db` is undefined if no ring is bound to it. `allHere` is true if every key of stored values is available. */
type KnownKeys = { secret: string; db: Database | undefined; allHere: boolean };

/** Checks each key that encrypts by wrapping and unwrapping a data key. */
async function checkProviders(config: Config, known: KnownKeys): Promise<Finding[]> {
  const { kms, second } = kmsOptions(config);
  if (kms === 'none')
    return [
      findings('keys', PAGE).warn(
        'ORIKI_KMS is none: answers of identity providers are not stored',
        'set ORIKI_KMS to local, or to a key-management service, unless that is what you want',
      ),
    ];
  const keys: [string, Kms | undefined][] = [
    ['keys', kms],
    ['second key', second],
  ];
  const found: Finding[] = [];
  for (const [check, key] of keys)
    if (key !== undefined) found.push(await checkKey(check, key, config, known));
  return found;
}

async function checkKey(
  check: string,
  key: Kms,
  config: Config,
  { secret, db, allHere }: KnownKeys,
): Promise<Finding> {
  const { ok, fail } = findings(check, PAGE);
  const keyFile = keyRingFile(config);
  const name = key === 'local' ? `the key ring ${keyFile}` : key;
  const advice =
    key === 'local'
      ? 'restore the key ring of this database, with mode 0600, for the account that runs Oriki'
      : 'check that the service can be reached from here, that the key is enabled, and that Oriki may encrypt and ' +
        'decrypt with it';
  try {
    if (key === 'local' && !(await keyRingExists(keyFile))) {
      if (!allHere) return fail(`${name} is missing`, advice);
      // The secret suffices to create a ring without a second key again.
      return ok(`${name} is missing: the next start creates it from the secret`);
    }
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
