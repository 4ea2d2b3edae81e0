/** Conditional changes (RFC 9110, section 13): the entity tag of a resource is its revision. */
import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { ApiError } from '../errors/index.ts';

export type Revision = number | string;

const REVISIONS = new WeakMap<object, Revision>();

/** Adds to an answer's data the revision for its header `ETag`. @returns the data */
export function withRevision<Data extends object>(data: Data, revision: Revision): Data {
  REVISIONS.set(data, revision);
  return data;
}

/** Returns the header `ETag` of an answer with this data; undefined if it has no revision. */
export function entityTagOf(data: unknown): string | undefined {
  const revision = typeof data === 'object' && data !== null ? REVISIONS.get(data) : undefined;
  return revision === undefined ? undefined : `"${revision}"`;
}

/** Returns the revision of data without a counter. Equal contents have the same revision. */
export function revisionOfContent(content: unknown): string {
  return hash('sha256', canonicalJson(content), 'base64url').slice(0, 22);
}

/** A proxy that encoded an answer may have marked its tag as weak, and added the encoding's name. */
const TAG = /^(?:W\/)?"([^"]*?)(?:[-;](?:gzip|br|zstd|deflate))?"$/;

function names(ifMatch: string, revision: string): boolean {
  return ifMatch
    .split(',')
    .map((tag) => tag.trim())
    .some((tag) => tag === '*' || TAG.exec(tag)?.[1] === revision);
}

/**
 * The revision that a caller has seen, from `If-Match`, which may contain several or `*`, or from a field of the body.
 */
export type Seen = { ifMatch?: string | undefined; expectedRevision?: number | undefined };

/**
 * Allows a change only if the caller has seen the current state. Call it after locking the resource.
 * @param what such as `the case`
 * @throws ApiError PRECONDITION_FAILED for `If-Match`, which is not recorded for an idempotency key; CONFLICT for the
 * field
 */
export function assertUnchanged(
  revision: Revision,
  { ifMatch, expectedRevision }: Seen,
  what: string,
): void {
  if (ifMatch !== undefined && !names(ifMatch, String(revision)))
    throw new ApiError(
      'PRECONDITION_FAILED',
      `${what} has changed since it was read: its entity tag is "${revision}"`,
    );
  if (expectedRevision !== undefined && expectedRevision !== revision)
    throw new ApiError(
      'CONFLICT',
      `${what} has changed since it was read: it has revision ${revision}`,
      { details: [{ path: 'expectedRevision', message: `is ${revision} now` }] },
    );
}
