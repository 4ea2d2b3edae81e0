import { hash } from 'node:crypto';

/** SHA-256 of a JSON array, as docs/audit-log.md spells it. */
export function hashOf(value: readonly unknown[]): Buffer {
  return hash('sha256', JSON.stringify(value), 'buffer');
}
