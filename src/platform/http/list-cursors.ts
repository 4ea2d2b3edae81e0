import { canonicalJson } from '../canonical-json.ts';
import { deriveKey, hmac, seal, unseal } from '../crypto/seal.ts';
import type { ErrorDetail } from '../errors/index.ts';
import type { TSchema } from 'typebox';
import type { AnyRoute } from './route.ts';
import type { Cursor } from './schema.ts';

const CONTEXT = 'list cursor';

type Query = Record<string, unknown>;
type ListDeclaration = Pick<AnyRoute, 'method' | 'operationId'> & { query?: TSchema };

/** One list as one caller requests it. A cursor belongs to exactly one such list. */
export type AskedList = {
  route: ListDeclaration;
  orgId: string;
  params: unknown;
  query: Query;
};

/** True if the operation returns a list in pages. */
export function isList({ method, query }: ListDeclaration): boolean {
  const { properties } = (query ?? {}) as { properties?: object };
  return method === 'GET' && properties !== undefined && 'cursor' in properties;
}

/**
 * Cursors of lists in the form for callers. They are sealed under a key derived from the list, the organization and the
 * filters. So callers cannot read a cursor, and it opens only for the same query.
 */
export class ListCursors {
  readonly #secret: Buffer;

  /** @param secret the server secret, the same in every process */
  constructor(secret: string) {
    this.#secret = deriveKey(secret, '', 'oriki list cursors v1');
  }

  /** The key for this query, the same for every page. */
  #keyOf({ route, orgId, params, query }: AskedList): Buffer {
    const { cursor: _cursor, page: _page, limit: _limit, ...filters } = query;
    return hmac(this.#secret, route.operationId, orgId, canonicalJson({ params, filters }));
  }

  /** Puts the position in a cursor into the query. @returns the problems of the cursor */
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

  /** The data of a list answer, with the sealed cursor of the next page. */
  seal(asked: AskedList, data: unknown): unknown {
    const { nextCursor } = data as { nextCursor?: Cursor | null };
    if (!nextCursor) return data;
    const sealed = seal(this.#keyOf(asked), CONTEXT, JSON.stringify(nextCursor));
    return { ...(data as object), nextCursor: sealed.toString('base64url') };
  }
}
