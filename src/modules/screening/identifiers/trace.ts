/** All that is kept of a question's identifiers. */
import { deriveKey, hmac } from '../../../platform/crypto/seal.ts';
import type { Identifier, IdentifierKind } from './kinds.ts';

const MOST_SHOWN = 4;

export type IdentifierTrace = {
  kind: IdentifierKind;
  country: string | null;
  lastFour: string;
  /** In hex, under a key of the organization: without it, nine digits would be found by trying them all. */
  hmac: string;
};

/** The last four characters, and never more than half of them. */
export function lastFourOf(value: string): string {
  return value.slice(-Math.min(MOST_SHOWN, Math.floor(value.length / 2)));
}

/** Makes traces of an organization's questions. */
export type Tracer = (identifiers: readonly Identifier[]) => IdentifierTrace[];

/** @param secret of the server */
export function tracerOf(secret: string, orgId: string): Tracer {
  let key: Buffer | undefined;
  return (identifiers) =>
    identifiers.map(({ kind, value, country }) => {
      key ??= deriveKey(secret, orgId, 'oriki screening identifiers v1');
      const mac = hmac(key, 'identifier', kind, value).toString('hex');
      return { kind, country, lastFour: lastFourOf(value), hmac: mac };
    });
}
