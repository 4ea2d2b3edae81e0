import type { Queryable } from '../../db/database.ts';
import { forgetCovered, installationValue, storedValue } from '../store.ts';
import { KeyFolder } from './key-folder.ts';
import type { SubjectKeyPlaces } from './subject-keys.ts';

/** The database needs a store of subject keys, but the folder has none or another one. */
export class MissingSubjectKeys extends Error {
  constructor(folder: string, storeId: string, there: string | undefined) {
    super(
      `the folder ${folder} ${there === undefined ? 'has no' : 'has another'} store of subject keys, which this database ` +
        'needs: mount it, or restore it from its backup (ORIKI_SUBJECT_KEYS_DIR; all processes share it). Only if it is ' +
        'permanently lost, make the folder with the file store.json of ' +
        `{"format":"oriki-subject-keys-v1","id":"${storeId}"}: values under its keys stay unreadable`,
    );
    this.name = 'MissingSubjectKeys';
  }
}

/** The settings of subject keys. */
export type SubjectKeySettings = { isOn: boolean; folder: string; copies: readonly string[] };

const STORE = 'subject_key_store';

/** Returns the store to which the database is bound; undefined if it never needed one. @throws MissingSubjectKeys */
export async function boundPlaces(
  db: Queryable,
  { folder, copies }: SubjectKeySettings,
): Promise<SubjectKeyPlaces | undefined> {
  const storeId = await storedValue(db, STORE);
  if (storeId === undefined) return undefined;
  const there = await new KeyFolder(folder).storeId();
  if (there !== storeId) throw new MissingSubjectKeys(folder, storeId, there);
  return { folder, storeId, copies };
}

/**
 * Returns where the keys of subjects are; undefined if the setting is off and the database never had any. The first
 * start with the setting creates the store and binds the database to it. From then on the database needs this store,
 * even if the setting is off.
 * @throws MissingSubjectKeys
 */
export async function subjectKeyPlaces(
  db: Queryable,
  settings: SubjectKeySettings,
): Promise<SubjectKeyPlaces | undefined> {
  const places = await boundPlaces(db, settings);
  if (settings.isOn) {
    if (places) return places;
    await installationValue(db, STORE, await new KeyFolder(settings.folder).make());
    return boundPlaces(db, settings);
  }
  // Without keys of subjects, new rows are not covered, so none counts as covered.
  if (places) await forgetCovered(db);
  return places;
}
