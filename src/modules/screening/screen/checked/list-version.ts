import { hash } from 'node:crypto';
import type { Version } from '../../../../platform/db/buckets/history.ts';

/** Recent versions of lists: they seldom change, and the hash takes a hundredth of a screening's time. */
let last: { of: string; version: string } | undefined;

/**
 * Returns the `listVersion` of an answer from these lists: 16 hexadecimal digits, whatever the order. The stamps make
 * it unique even if the database has lost commits and reused their revisions.
 */
export function versionOf(lists: ({ id: string } & Version)[]): string {
  const of = lists
    .map(({ id, revision, stamp }) => `${id}@${revision}${stamp && `@${stamp}`}`)
    .toSorted()
    .join('\n');
  if (last?.of !== of) last = { of, version: hash('sha256', of).slice(0, 16) };
  return last.version;
}
