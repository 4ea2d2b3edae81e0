import { canonicalJson } from '../canonical-json.ts';
import { deriveKey, hmac, seal, unseal } from '../crypto/seal.ts';
import type { ErrorDetail } from '../errors/index.ts';
import type { AnyRoute } from './route.ts';
import type { Cursor } from './schema.ts';

const CONTEXT = 'list cursor';

type Query = Record<string, unknown>;

/** One list as one caller asks for it: what a cursor belongs to. */
export type AskedList = { route: AnyRoute; orgId: string; params: unknown; query: Query };

/** Tells whether the operation answers a list in pages. */
export function isList({ method, query }: AnyRoute): boolean {
  const { properties } = (query ?? {}) as { properties?: object };
  return method === 'GET' && properties !== undefined && 'cursor' in properties;
}

/**
 * Cursors of lists as callers see them. They are sealed under a key of the list, the organization and the filters, so that
 * nothing can be read from one, and it opens for the same question only.
 */
export class ListCursors {
  readonly #secret: Buffer;

  /** @param secret the server's: every process must have the same */
  constructor(secret: string) {
    this.#secret = deriveKey(secret, '', 'oriki list cursors v1');
  }

  /** The key for this question, whatever the part of the list. */
  #keyOf({ route, orgId, params, query }: AskedList): Buffer {
    const { cursor: _cursor, page: _page, limit: _limit, ...filters } = query;
    return hmac(this.#secret, route.operationId, orgId, canonicalJson({ params, filters }));
  }

  /** Puts the place that a cursor stands for into the query. @returns the faults of the cursor */
  open(asked: AskedList): ErrorDetail[] {
    const { query } = asked;
    const { cursor } = query;
    if (cursor === undefined || !isList(asked.route)) return [];
    if (query['page'] !== undefined)
      return [{ path: 'cursor', message: 'must not be sent together with page' }];
    try {
      const sealed = Buffer.from(String(cursor), 'base64url');
      query['cursor'] = JSON.parse(unseal(this.#keyOf(asked), CONTEXT, sealed)) as Cursor;
      return [];
    } catch {
      const message =
        'must be the nextCursor of an answer to the same request, with the same filters';
      return [{ path: 'cursor', message }];
    }
  }

  /** The data of an answer to a list, with the cursor of the next page sealed. */
  seal(asked: AskedList, data: unknown): unknown {
    const { nextCursor } = data as { nextCursor?: Cursor | null };
    if (!nextCursor) return data;
    const sealed = seal(this.#keyOf(asked), CONTEXT, JSON.stringify(nextCursor));
    return { ...(data as object), nextCursor: sealed.toString('base64url') };
  }
}
