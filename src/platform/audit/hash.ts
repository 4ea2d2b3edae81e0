import { hash } from 'node:crypto';

/** SHA-256 of a JSON array, in the encoding of docs/audit-log.md. */
export function hashOf(value: readonly unknown[]): Buffer {
  return hash('sha256', JSON.stringify(value), 'buffer');
}
