export type Range = { start: number; end: number };

/**
 * The one range that a request asks for (RFC 9110 section 14), both ends included. `all` when it asks for none, for
 * several, in another unit, or for part of another version of the file: then the whole is sent.
 */
export function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Range | 'all' | 'unsatisfiable' {
  // A date instead of an entity tag never matches: there is no Last-Modified.
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return 'all';
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header);
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}
