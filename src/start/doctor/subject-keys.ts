import { subjectKeySettings } from '../../config/kms.ts';
import type { Config } from '../../config/config.ts';
import { MODULES } from '../../modules/index.ts';
import { rewrapsOf } from '../../modules/module.ts';
import { EnvelopeError } from '../../platform/crypto/envelope.ts';
import type { Envelopes, SubjectKeyOptions } from '../../platform/crypto/envelopes.ts';
import { KmsError } from '../../platform/crypto/kms/remote-kms.ts';
import { KeyFolder } from '../../platform/crypto/subject-keys/key-folder.ts';
import { boundPlaces, MissingSubjectKeys } from '../../platform/crypto/subject-keys/places.ts';
import type { SubjectKeyPlaces } from '../../platform/crypto/subject-keys/subject-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { everyBucketOf } from '../../platform/db/places.ts';
import { findings, type Finding } from './finding.ts';

const PAGE = 'operations/keys.md';
/** The maximum number of envelopes that are opened to find out why a subject has no key. */
const MOST_OPENED = 100;
/** The code of a statement that took too long. */
const TIMED_OUT = '57014';

/** The subjects whose rows and keys do not fit together. */
type Compared = {
  subjects: number;
  /** Subjects whose rows have no key yet. */
  uncovered: number;
  /** Subjects whose rows need a key that the store does not have. */
  lost: number;
  /** Keys of subjects without rows. */
  idle: number;
};

async function compare(db: Database, envelopes: Envelopes): Promise<Compared> {
  const keys = envelopes.subjectKeys!;
  const idle = new Set(await Array.fromAsync(keys.names()));
  const present = new Set(idle);
  const without = new Map<string, { open: () => Promise<unknown> }>();
  const named = new Set<string>();
  for (const bucket of everyBucketOf(db.read))
    for (const { ofSubjects } of rewrapsOf(MODULES))
      for (const { context, envelope } of (await ofSubjects?.(bucket)) ?? []) {
        const name = keys.nameOf(context.orgId, context.subject as string);
        named.add(name);
        idle.delete(name);
        // Other values of the subject were stored while it was erased.
        if (!present.has(name) && !(await keys.wasDestroyed(name)))
          without.set(name, { open: () => envelopes.open(context, envelope) });
      }
  let lost = 0;
  for (const { open } of [...without.values()].slice(0, MOST_OPENED))
    await open().catch((error: unknown) => {
      if (!(error instanceof EnvelopeError)) throw error;
      lost += 1;
    });
  return { subjects: named.size, uncovered: without.size - lost, lost, idle: idle.size };
}

/**
 * Checks the store of subject keys, its copies, and that keys and rows match. Checks nothing where the setting was
 * never on.
 * @param open returns undefined if the keys cannot be opened here
 */
export async function checkSubjectKeys(
  config: Config,
  db: Database | undefined,
  open: (subjectKeys: SubjectKeyOptions) => Promise<Envelopes | undefined>,
): Promise<Finding[]> {
  const { ok, warn, fail, skip } = findings('subject keys', PAGE);
  const settings = subjectKeySettings(config);
  if (!db) return settings.isOn ? [skip('requires the tables of the database')] : [];
  let places: SubjectKeyPlaces | undefined;
  try {
    places = await boundPlaces(db.read, settings);
  } catch (error) {
    if (!(error instanceof MissingSubjectKeys) && !(error instanceof KmsError)) throw error;
    return [fail(error.message, 'mount the folder, or restore it from its backup or a copy')];
  }
  if (!places)
    return settings.isOn ? [ok(`none yet: the first start makes them in ${settings.folder}`)] : [];
  for (const copy of places.copies)
    if ((await new KeyFolder(copy).storeId()) !== places.storeId)
      return [
        fail(
          `${copy} has no copy of the store: erasures wait`,
          'mount it, or remove it from ORIKI_SUBJECT_KEYS_COPIES',
        ),
      ];
  const envelopes = await open({ places, covers: false });
  if (!envelopes) return [skip('requires the keys')];
  const compared = await compare(db, envelopes).catch((error: unknown) => {
    if ((error as { code?: string }).code !== TIMED_OUT) throw error;
    return undefined;
  });
  if (!compared) return [skip('there are too many rows to compare with the keys here')];
  const { subjects, uncovered, lost, idle } = compared;
  if (lost > 0)
    return [
      fail(
        `the store lacks keys of ${lost} subjects whose values need them`,
        'restore the folder from its backup or a copy; values under lost keys stay unreadable',
      ),
    ];
  if (settings.isOn && uncovered > 0)
    return [
      warn(
        `${uncovered} of ${subjects} subjects have values and no key`,
        'the job subject-keys adds keys, or run "oriki kek rewrap"',
      ),
    ];
  return [ok(`${subjects} subjects have values; ${idle} keys have no values`)];
}
