import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import {
  type AskedFacts,
  type IdentifierTrace,
  numbersOf,
  withoutCountries,
} from '../../../matching/index.ts';
import type { ListedEntry } from '../../lists/index.ts';

/** Compared fields of a subject. `dob` is YYYY-MM-DD; `country` in any case. */
export type SubjectFields = {
  name: string;
  aliases?: readonly string[] | null | undefined;
  dob?: string | null | undefined;
  country?: string | null | undefined;
  identifiers?: readonly Pick<IdentifierTrace, 'kind' | 'country' | 'hmac'>[] | null;
  facts?: AskedFacts | null | undefined;
};

function sha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** SHA-256 in hex. A decision applies while it is unchanged. */
export function hashSubject(subject: SubjectFields): string {
  const { name, aliases, dob = null, country = null, identifiers, facts } = subject;
  const fields = [name, dob, country?.toUpperCase() ?? null];
  const numbers = asSet((identifiers ?? []).map((one) => [one.kind, one.country, one.hmac]));
  const names = asSet([...(aliases ?? [])]);
  // Without these fields it equals the hash that older releases stored.
  const more = {
    ...(numbers.length > 0 && { numbers }),
    ...(names.length > 0 && { names }),
    ...(facts && { facts }),
  };
  return sha256(Object.keys(more).length > 0 ? [...fields, more] : fields);
}

/** Returns values without duplicates and sorted, because publishers keep no order. */
function asSet(values: unknown[]): string[] {
  return [...new Set(values.map(canonicalJson))].toSorted();
}

/**
 * Returns the SHA-256, in hex, of the values that identify the entry, independent of their order. Other changes of a
 * publisher (such as time stamps in the published row) do not reopen a decided pair.
 */
export function hashEntry(entry: ListedEntry): string {
  const { entityType, name, aliases, dobs, countries, identifiers } = entry;
  // The issuer of a number was not always recorded; older decisions still apply.
  const numbers = numbersOf(identifiers ?? {}).map(({ kind, value }) => [kind, value]);
  const sets = [aliases, dobs, countries, numbers].map(asSet);
  return sha256([entityType, name, ...sets]);
}

/** Returns the hash of older releases, which depended on order. Decisions stored with it still apply. */
export function previousHashEntry(entry: ListedEntry): string {
  const { entityType, name, aliases, dobs, countries, identifiers } = entry;
  const numbers = identifiers && withoutCountries(identifiers);
  return sha256([entityType, name, aliases, dobs, countries, numbers]);
}
