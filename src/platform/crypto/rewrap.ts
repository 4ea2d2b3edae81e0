import type { Database, Queryable } from '../db/database.ts';
import { EnvelopeError, type EnvelopeContext } from './envelope.ts';
import type { Envelopes } from './envelopes.ts';

/** Rows read at once. */
const BATCH = 500;

/** A table that holds envelopes, as a re-wrap goes through it. */
export type EnvelopeTable<Row extends { envelope: string }> = {
  /** Rows that are not under `keyId`, of all organizations, in a fixed order, after the place of `after`. */
  select: (db: Queryable, keyId: string, after: Row | undefined, limit: number) => Promise<Row[]>;
  context: (row: Row) => EnvelopeContext;
  /** @returns false, with nothing changed, when the row is gone or its envelope is another one by now */
  replace: (db: Queryable, row: Row, envelope: string) => Promise<boolean>;
};

/**
 * Goes once through a table and moves the envelopes that are not under `keyId` to the current key. Safe beside
 * services and beside another of its kind: rows are changed one at a time, each only while it holds the envelope
 * that was read. What is inserted meanwhile may be left to the next time.
 * @returns how many were moved, and the rows' ids of those that open under no key there is: they stay as they are
 * @throws the key provider's error; Error without a KMS, or inside a transaction
 */
export async function rewrapTable<Row extends { envelope: string }>(
  table: EnvelopeTable<Row>,
  db: Database,
  envelopes: Envelopes,
  keyId: string,
): Promise<{ rewrapped: number; unreadable: string[] }> {
  let rewrapped = 0;
  const unreadable: string[] = [];
  let rows = await table.select(db.read, keyId, undefined, BATCH);
  while (rows.length > 0) {
    for (const row of rows) {
      const context = table.context(row);
      const replacement = await underCurrentKey(envelopes, context, row.envelope);
      if (replacement === undefined) unreadable.push(context.id);
      // The same one, when another key has become the current one.
      else if (replacement !== row.envelope)
        if (await table.replace(db.read, row, replacement)) rewrapped += 1;
    }
    rows = await table.select(db.read, keyId, rows.at(-1), BATCH);
  }
  return { rewrapped, unreadable };
}

/** @returns undefined when the envelope cannot be opened */
async function underCurrentKey(
  envelopes: Envelopes,
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
