/** Declarations of modules about personal data: for answers about one subject, the register of processing, and erasure. */
import type { TSchema } from 'typebox';
import type { Envelopes } from '../platform/crypto/envelopes.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Eraser, Erasing, SubjectPath } from '../platform/db/lists/erasing.ts';
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
  /** The classes of records whose periods end its items, once an operator has switched them on. */
  classes?: readonly string[];
  /** Returns the answer about a subject, which has its newest items. Without it, only exports have the area. */
  list?: {
    item: TSchema;
    read: (of: OfSubject, db: Queryable, page: PageInput) => Promise<PartOf<unknown>>;
  };
  /** Yields an export: items with all stored data about them, decrypted. One item fits in memory. */
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

/** The people whom personal data concerns. */
type People = 'customers' | 'participants' | 'listed people' | 'members' | 'any';

/** The parties outside of the service that receive personal data. */
export type Recipient = 'identity providers' | 'webhooks' | 'export files' | 'audit stream';

/**
 * The effect of the erasure of a subject on its rows. `kept`: the reason, as a sentence, and the class of records whose
 * period ends them. `with`: the eraser of that table covers these rows. `first`: before the rows of all other tables.
 * `remains`: the content that emptied rows keep; without it, no row about the subject remains.
 */
export type Erasure =
  | 'deleted'
  | { kept: string; until: string | null }
  | { with: string }
  | {
      by: Eraser;
      first?: true;
      remains?: string;
      /** Finds ids of records about the subject that the paths do not find. */
      ids?: (db: Queryable, of: Pick<Erasing, 'orgId' | 'subjectId'>) => Promise<string[]>;
    };

/** The personal data in a table. */
export type PersonalData = {
  people: People;
  /** The content of each column, by the name of the column. */
  columns: Readonly<Record<string, string>>;
  /** Columns of texts without personal data. */
  others?: readonly string[];
  /** Columns that are encrypted, and not as envelopes. */
  encrypted?: readonly string[];
  /** Scopes, one of which a caller needs to read it decrypted; none if no route returns it. */
  readers: readonly string[];
  /** The period for which rows stay while their classes are off. */
  kept: string;
  /** The classes of records whose periods end rows or columns, once an operator has switched them on. */
  classes?: readonly string[];
  recipients?: readonly Recipient[];
} & (
  | {
      /** The path from a row to its subject. */
      subject: SubjectPath;
      erasure: Erasure;
    }
  | {
      /** Without a path, no row is about one subject. */
      subject?: never;
      erasure?: never;
    }
);
