import { setTimeout as sleep } from 'node:timers/promises';
import { kmsKeys } from '../config/kms.ts';
import { ConfigError, type Config } from '../config/config.ts';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import { addLocalKey, keyRingExists, readKeyRing } from '../platform/crypto/key-ring-file.ts';
import { coverer, type Rewrap } from '../platform/crypto/rewrap.ts';
import type { Buckets } from '../platform/db/buckets/buckets.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { asStartError } from './database-problems.ts';
import { keyRingFile, openDatabase, openKeys, type OpenDatabase } from './open.ts';
import { StartError } from './start-error.ts';

export type Moved = {
  /** The current key. */
  keyId: string;
  rewrapped: number;
};

/** The time after which a request that used the previous key has committed, unless it waits for a lock. */
const SETTLE_MS = 5000;
/** The maximum number of ids in a message. */
const NAMED = 5;

/**
 * Moves every envelope of `tables` to the current key. `rotate` first adds a key to the ring. An external service
 * rotates its key itself; `rotate` then also rewraps envelopes that already have its id, so that the service uses the
 * newest version. Opens no transaction around the work: after a failure or a kill, the completed part stays, and
 * `rewrap` completes the rest (for an external key: `rotate`).
 * @param begin called before the first change
 * @throws StartError
 */
export async function rewrapAll(
  config: Config,
  action: 'rotate' | 'rewrap',
  tables: readonly Rewrap[],
  progress: (line: string) => void,
  begin: (opened: OpenDatabase) => Promise<void>,
): Promise<Moved> {
  const { first, second } = kmsKeys(config);
  if (first === 'none')
    throw new StartError(
      'ORIKI_KMS is none: there is no key ring, and the server secret encrypts the values',
      ConfigError.exitCode,
    );
  const file = keyRingFile(config);
  let opened: OpenDatabase | undefined;
  try {
    // A missing ring is not created: the new key would be in a file that the service does not read.
    if ((first === 'local' || second === 'local') && !(await keyRingExists(file)))
      throw new StartError(
        `the key ring ${file} does not exist: run this on the machine of the service, with the same ORIKI_DATA_DIR and ` +
          'ORIKI_KMS_KEY_FILE as the service (which creates it at its first start)',
        ConfigError.exitCode,
      );
    opened = await openDatabase(config, createLogger('silent'), progress);
    const envelopes = await openKeys(config, opened);
    await begin(opened);
    const keyId = first === 'local' ? await currentLocalKey(file, action, progress) : first;
    const renews = first !== 'local' && action === 'rotate';
    return await rewrapTwice(opened.buckets, envelopes, keyId, tables, renews).catch(
      (error: unknown) => {
        progress(
          `The current key is ${keyId}; values that were not moved to it are still under their old key. "oriki kek ` +
            `${renews ? 'rotate' : 'rewrap'}" moves the rest.`,
        );
        throw error;
      },
    );
  } catch (error) {
    throw asStartError(error);
  } finally {
    await opened?.close();
  }
}

/** Adds a key to the ring, if `action` requires it. @returns the id of the current key afterwards */
async function currentLocalKey(
  file: string,
  action: 'rotate' | 'rewrap',
  progress: (line: string) => void,
): Promise<string> {
  if (action === 'rewrap') return (await readKeyRing(file)).ring.current;
  const keyId = await addLocalKey(file);
  progress(
    `${file} has a new key. Back up the file, and copy it to every other machine on this database now: ` +
      'without it they can neither sign webhooks nor decrypt values that are encrypted from now on.',
  );
  return keyId;
}

/**
 * Rewraps twice, because a service may still store values that it encrypted before the rotation. Also rewraps the keys
 * of subjects, and adds missing ones.
 * @param renews true to also rewrap values under `keyId` in the second round
 */
async function rewrapTwice(
  buckets: Buckets,
  envelopes: Envelopes,
  keyId: string,
  tables: readonly Rewrap[],
  renews: boolean,
): Promise<Moved> {
  let rewrapped = 0;
  const pass = async (except: string, covers = false): Promise<string[]> => {
    const unreadable: string[] = [];
    const count = (moved: Awaited<ReturnType<Rewrap>>): void => {
      rewrapped += moved.rewrapped;
      unreadable.push(...moved.unreadable);
    };
    for (const bucket of buckets.all)
      for (const rewrap of tables) {
        count(await rewrap(bucket, envelopes, except));
        if (covers && rewrap.ofSubjects) count(await rewrap(bucket, coverer(envelopes), ''));
      }
    if (envelopes.subjectKeys) count(await envelopes.subjectKeys.rewrap(except));
    return [...new Set(unreadable)];
  };
  await pass(keyId);
  await sleep(SETTLE_MS);
  const unreadable = await pass(renews ? '' : keyId, envelopes.covers);
  if (unreadable.length > 0)
    throw new StartError(
      `${unreadable.length} envelopes open under no existing key and were left unchanged ` +
        `(${unreadable.slice(0, NAMED).join(', ')}${unreadable.length > NAMED ? ', …' : ''}); ${rewrapped} were re-wrapped`,
    );
  return { keyId, rewrapped };
}
