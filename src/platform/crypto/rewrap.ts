import type { Database, Queryable } from '../db/database.ts';
import { EnvelopeError, type EnvelopeContext } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';
import { envelopesIn, type SealedColumn } from './store.ts';

/** The number of rows that are read at once. */
const BATCH = 500;

/** The keys that turn an envelope into a new one, such as `Envelopes`. */
export type Rewrapper = Pick<Envelopes, 'rewrap'>;

/** Returns a rewrapper that only adds the keys of subjects. */
export function coverer(envelopes: Envelopes): Rewrapper {
  return { rewrap: (context, text) => envelopes.cover(context, text) };
}

/**
 * Moves the envelopes of one table that do not have the key `keyId` to the current key. If `keyId` is the current key,
 * these are the envelopes with other keys. If it is empty, these are all envelopes. Idempotent, and safe while a
 * service is running.
 */
export type Rewrap = {
  (
    db: Database,
    envelopes: Rewrapper,
    keyId: string,
    signal?: AbortSignal,
  ): Promise<{ rewrapped: number; unreadable: string[] }>;
  /** Selects one envelope of each subject. Present only if the rows have subjects. */
  ofSubjects?: (db: Queryable) => Promise<{ context: EnvelopeContext; envelope: string }[]>;
};

/** A table with envelopes, for a rewrap. */
export type EnvelopeTable<Row extends { envelope: string }> = {
  /** Selects rows of all organizations that are not under `keyId`, in a fixed order, after `after`. */
  select: (db: Queryable, keyId: string, after: Row | undefined, limit: number) => Promise<Row[]>;
  context: (row: Row) => EnvelopeContext;
  /** Selects one row of each subject. */
  ofSubjects?: (db: Queryable) => Promise<Row[]>;
  /** @returns false, with nothing changed, if the row is gone or its envelope has changed since it was read */
  replace: (db: Queryable, row: Row, envelope: string) => Promise<boolean>;
};

/** Returns a rewrap of a column. @param context the context of the envelope in a row */
export function rewrapColumn<Key extends string>(
  column: SealedColumn<Key>,
  context: (row: Record<Key, string>) => EnvelopeContext,
): Rewrap {
  const { ofSubjects, ...rows } = envelopesIn(column);
  const table = {
    ...rows,
    ...(column.subject !== undefined && { ofSubjects }),
    context: (row: Record<Key, string> & { subject: string | null }) => ({
      ...context(row),
      subject: row.subject,
    }),
  };
  return rewrapIn(table, column.atOnce);
}

/** Returns a rewrap of a table. @param atOnce the number of rows that are read at once */
export function rewrapIn<Row extends { envelope: string }>(
  table: EnvelopeTable<Row>,
  atOnce = BATCH,
): Rewrap {
  const rewrap: Rewrap = (db, envelopes, keyId, signal) =>
    rewrapTable(table, db, envelopes, keyId, atOnce, signal);
  const { ofSubjects, context } = table;
  if (ofSubjects)
    rewrap.ofSubjects = async (db) =>
      (await ofSubjects(db)).map((row) => ({ context: context(row), envelope: row.envelope }));
  return rewrap;
}

/**
 * Visits the rows of a table once, and moves envelopes that are not under `keyId` to the current key. Safe while
 * services and other rewraps run: each row is changed separately, and only if it still has the envelope that was read.
 * May miss rows that are inserted at the same time.
 * @returns the number of moved envelopes, and the ids of rows that open under no known key and stay unchanged
 * @throws the key provider's error; Error without a KMS, or inside a transaction; the signal's reason
 */
export async function rewrapTable<Row extends { envelope: string }>(
  table: EnvelopeTable<Row>,
  db: Database,
  envelopes: Rewrapper,
  keyId: string,
  atOnce = BATCH,
  signal?: AbortSignal,
): Promise<{ rewrapped: number; unreadable: string[] }> {
  let rewrapped = 0;
  const unreadable: string[] = [];
  let rows = await table.select(db.read, keyId, undefined, atOnce);
  while (rows.length > 0) {
    for (const row of rows) {
      signal?.throwIfAborted();
      const context = table.context(row);
      const replacement = await underCurrentKey(envelopes, context, row.envelope);
      if (replacement === undefined) unreadable.push(context.id);
      // The envelope is unchanged if another key has become the current one.
      else if (replacement !== row.envelope)
        if (await table.replace(db.read, row, replacement)) rewrapped += 1;
    }
    rows = await table.select(db.read, keyId, rows.at(-1), atOnce);
  }
  return { rewrapped, unreadable };
}

/** @returns undefined if the envelope cannot be opened */
async function underCurrentKey(
  envelopes: Rewrapper,
  context: EnvelopeContext,
  envelope: string,
): Promise<string | undefined> {
  try {
    return await envelopes.rewrap(context, envelope);
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
