import { hash } from 'node:crypto';

/**
 * Versions of the lists that were asked about last: they seldom change, and the hash is a hundredth of a screening's
 * time.
 */
let last: { of: string; version: string } | undefined;

/** `listVersion` of an answer from these lists: 16 hexadecimal digits, whatever their order. */
export function versionOf(lists: { id: string; revision: number }[]): string {
  const of = lists
    .map(({ id, revision }) => `${id}@${revision}`)
    .toSorted()
    .join('\n');
  if (last?.of !== of) last = { of, version: hash('sha256', of).slice(0, 16) };
  return last.version;
}
