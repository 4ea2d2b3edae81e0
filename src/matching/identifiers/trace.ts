/** Makes the stored traces of a query's identifiers. */
import { deriveKey, hmac } from '../../platform/crypto/seal.ts';
import type { Identifier } from './kinds.ts';
import type { IdentifierTrace } from './schemas.ts';

const MOST_SHOWN = 4;

/** Returns the last four characters, and never more than half of all. */
export function lastFourOf(value: string): string {
  return value.slice(-Math.min(MOST_SHOWN, Math.floor(value.length / 2)));
}

/** Returns the parts that every reader may see. */
export function shownOf(traces: readonly IdentifierTrace[]): Omit<IdentifierTrace, 'hmac'>[] {
  return traces.map(({ kind, country, lastFour }) => ({ kind, country, lastFour }));
}

/** Makes traces of an organization's queries. */
export type Tracer = (identifiers: readonly Identifier[]) => IdentifierTrace[];

/** @param secret the server's secret */
export function tracerOf(secret: string, orgId: string): Tracer {
  let key: Buffer | undefined;
  return (identifiers) =>
    identifiers.map(({ kind, value, country }) => {
      key ??= deriveKey(secret, orgId, 'oriki screening identifiers v1');
      const mac = hmac(key, 'identifier', value).toString('hex');
      return { kind, country, lastFour: lastFourOf(value), hmac: mac };
    });
}
