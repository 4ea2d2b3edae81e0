import { hashOf } from '../../../platform/audit/hash.ts';

/** A link as texts: bytes in hexadecimal, times in milliseconds since 1970. */
export type LinkTexts = {
  orgId: string;
  /** Decimal. */
  seq: string;
  prevHash: string;
  linkedAt: string;
  /** Ids and row hashes. */
  rows: readonly (readonly [id: string | null, hash: string | null])[];
};

/** The hash before the first link. */
export const NO_LINK = '0'.repeat(64);

/** SHA-256 of a JSON array of strings and pairs of strings: docs/audit-log.md. */
export function hashLink({ orgId, seq, prevHash, linkedAt, rows }: LinkTexts): Buffer {
  return hashOf(['oriki-audit-link-v1', orgId, seq, prevHash, linkedAt, rows]);
}
