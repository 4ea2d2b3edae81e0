const ENTITY_TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** @param weak true if a weak tag matches the same file (RFC 9110 section 8.8.3.2) */
function matches(header: string, etag: string, weak: boolean): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(ENTITY_TAG) ?? [];
  return tags.some((tag) => tag === etag || (weak && tag === `W/${etag}`));
}

/**
 * Returns whether the file meets the conditions of the request, in the order of RFC 9110 section 13.2.2. Ignores
 * dates, because there is no Last-Modified.
 */
export function checkConditions(
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
  etag: string,
): 'send' | 'not modified' | 'failed' {
  if (ifMatch !== undefined && !matches(ifMatch, etag, false)) return 'failed';
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, true) ? 'not modified' : 'send';
}
