/** Declarations of modules about personal data: for answers about one subject, the register of processing, and erasure. */
import type { TSchema } from 'typebox';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Cursor, PageInput } from '../platform/http/schema.ts';
import type { PlanGate } from '../platform/http/policy.ts';

/** A subject, by the organization's own id of it in NFC. */
export type OfSubject = { orgId: string; subjectId: string; envelopes: Envelopes };

type PartOf<Item> = {
  items: Item[];
  total: number;
  totalIsExact: boolean;
  nextCursor: Cursor | null;
};

/** The data of one area about a subject. */
export type SubjectArea = {
  /** Its name for people. */
  title: string;
  /** Rights to read it. */
  needs: { scope: string; plan?: PlanGate };
  /** The answer about a subject: its newest items. Without it, only exports have the area. */
  list?: {
    item: TSchema;
    read: (of: OfSubject, db: Queryable, page: PageInput) => Promise<PartOf<unknown>>;
  };
  /** An export: items with everything that is stored about them, decrypted. One item fits in memory. */
  whole: { item: TSchema; read: (of: OfSubject, db: Queryable) => AsyncIterable<object> };
};

/** A list without further pages. */
export function onlyPage<Item>(items: Item[]): PartOf<Item> {
  return { items, total: items.length, totalIsExact: true, nextCursor: null };
}

/** Items of one read of `everyPage`. */
const ITEMS_AT_ONCE = 20;

/** Yields the pages of a list, one after the other. */
export async function* everyPage<Item>(
  read: (page: PageInput) => Promise<Pick<PartOf<Item>, 'items' | 'nextCursor'>>,
): AsyncGenerator<Item[]> {
  for (let page: PageInput = { limit: ITEMS_AT_ONCE }; ;) {
    const { items, nextCursor: cursor } = await read(page);
    if (items.length > 0) yield items;
    if (!cursor) return;
    page = { limit: ITEMS_AT_ONCE, cursor };
  }
}

/** Yields the items of a list. */
export async function* everyItem<Item>(
  read: (page: PageInput) => Promise<Pick<PartOf<Item>, 'items' | 'nextCursor'>>,
): AsyncGenerator<Item> {
  for await (const items of everyPage(read)) yield* items;
}

/** The people whom personal data is about. */
type People = 'customers' | 'participants' | 'listed people' | 'members' | 'any';

/** The parties outside of the service that get personal data. */
export type Recipient = 'identity providers' | 'webhooks' | 'export files' | 'audit stream';

/** A column with the organization's id of the subject, or one that names a row of another table, by a column of that table. */
type SubjectPath = string | { column: string; table: string; key: string };

/** The personal data in a table. */
export type PersonalData = {
  people: People;
  /** The content of each column, by the name of the column. */
  columns: Readonly<Record<string, string>>;
  /** Columns of texts without personal data. */
  others?: readonly string[];
  /** Columns that are encrypted, and not as envelopes. */
  encrypted?: readonly string[];
  /** The path from a row to its subject; without it, no row is about one subject. */
  subject?: SubjectPath;
  /** Scopes, one of which a caller needs to read it decrypted; none if no route returns it. */
  readers: readonly string[];
  /** The period that rows stay. */
  kept: string;
  recipients?: readonly Recipient[];
};
