export type Range = { start: number; end: number };

/**
 * Returns the range that a request asks for (RFC 9110 section 14), both ends included. Returns `all`, for the whole
 * file, if the header has no range or several, uses another unit, or concerns another version of the file.
 */
export function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  etag: string,
  size: number,
): Range | 'all' | 'unsatisfiable' {
  // A date in place of an entity tag never matches, because there is no Last-Modified.
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
