import { foldedWords } from '../../../../names/index.ts';
import type { Database, Tx } from '../../../../platform/db/database.ts';
import * as store from './store.ts';

/** Longer words are cut to this number of characters, which bounds the rows of an index. */
const MAX_CHARACTERS = 60;
/** The maximum number of words of a subject. */
const MAX_WORDS = 50;
/** The maximum number of words in a search. */
const MAX_SOUGHT = 8;
/** The maximum number of subjects whose words the worker adds at once. */
const BATCH = 500;

type Named = { subjectId: string; name: string; aliases: readonly string[] };

function cut(word: string): string {
  return word.length <= MAX_CHARACTERS ? word : [...word].slice(0, MAX_CHARACTERS).join('');
}

/** Returns the different words of a text, without case, accents and punctuation. */
export function wordsIn(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => foldedWords(text).map(cut)))].slice(0, MAX_WORDS);
}

/** Returns the words that a search uses: the longest ones, because each word reads an index. */
export function soughtIn(text: string): string[] {
  return wordsIn(text)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_SOUGHT);
}

/** Stores the words of subjects that the caller has written or locked, and deletes their other words. */
export async function storeWords(tx: Tx, orgId: string, subjects: readonly Named[]): Promise<void> {
  const words = subjects.flatMap(({ subjectId, name, aliases }) =>
    wordsIn(subjectId, name, ...aliases).map((word) => ({ subjectId, word })),
  );
  const ids = subjects.map(({ subjectId }) => subjectId);
  await store.writeWords(tx, orgId, ids, words);
}

/**
 * Stores the words of subjects of all organizations that have none for their version: subjects that an earlier version
 * of Oriki enrolled, and merged ones. Several may run at once. @returns their number
 */
export async function storeMissingWords(db: Database, signal: AbortSignal): Promise<number> {
  let stored = 0;
  for (let read = BATCH; read === BATCH && !signal.aborted; stored += read)
    read = await db.transaction(async (tx) => {
      const rows = await store.lockWithoutWords(tx, BATCH);
      for (const [orgId, own] of Map.groupBy(rows, (row) => row.orgId)) {
        await storeWords(tx, orgId, own);
        await store.markWords(
          tx,
          orgId,
          own.map(({ subjectId }) => subjectId),
        );
      }
      return rows.length;
    });
  return stored;
}
