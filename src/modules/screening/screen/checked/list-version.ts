import { hash } from 'node:crypto';
import type { Version } from '../../../../platform/db/buckets/history.ts';

/**
 * Versions of the lists that were asked about last: they seldom change, and the hash is a hundredth of a screening's
 * time.
 */
let last: { of: string; version: string } | undefined;

/**
 * `listVersion` of an answer from these lists: 16 hexadecimal digits, whatever their order. The stamps
 * make it unique where the database has lost commits and given their revisions again.
 */
export function versionOf(lists: ({ id: string } & Version)[]): string {
  const of = lists
    .map(({ id, revision, stamp }) => `${id}@${revision}${stamp && `@${stamp}`}`)
    .toSorted()
    .join('\n');
  if (last?.of !== of) last = { of, version: hash('sha256', of).slice(0, 16) };
  return last.version;
}
