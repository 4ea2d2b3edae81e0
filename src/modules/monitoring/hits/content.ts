import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import {
  type AskedFacts,
  type IdentifierTrace,
  numbersOf,
  withoutCountries,
} from '../../../matching/index.ts';
import type { ListedEntry } from '../../lists/index.ts';

/** The fields of a subject that are compared. `dob` is YYYY-MM-DD; `country` in any case. */
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

/** SHA-256 in hex: a decision stands while it is the same. */
export function hashSubject(subject: SubjectFields): string {
  const { name, aliases, dob = null, country = null, identifiers, facts } = subject;
  const fields = [name, dob, country?.toUpperCase() ?? null];
  const numbers = asSet((identifiers ?? []).map((one) => [one.kind, one.country, one.hmac]));
  const names = asSet([...(aliases ?? [])]);
  // Without them it is the hash that older releases have stored.
  const more = {
    ...(numbers.length > 0 && { numbers }),
    ...(names.length > 0 && { names }),
    ...(facts && { facts }),
  };
  return sha256(Object.keys(more).length > 0 ? [...fields, more] : fields);
}

/** Each value once and in one order: publishers keep none. */
function asSet(values: unknown[]): string[] {
  return [...new Set(values.map(canonicalJson))].toSorted();
}

/**
 * SHA-256 in hex of what tells who the entry is, in whatever order that is written. What else a publisher changes (the
 * row as it was published, with its own time stamps) does not bring a decided pair back.
 */
export function hashEntry(entry: ListedEntry): string {
  const { entityType, name, aliases, dobs, countries, identifiers } = entry;
  // Who issued a number was not kept always; decisions from before stand.
  const numbers = numbersOf(identifiers ?? {}).map(({ kind, value }) => [kind, value]);
  const sets = [aliases, dobs, countries, numbers].map(asSet);
  return sha256([entityType, name, ...sets]);
}

/** The hash that hits were stored with when order still counted: their decisions stand. */
export function previousHashEntry(entry: ListedEntry): string {
  const { entityType, name, aliases, dobs, countries, identifiers } = entry;
  const numbers = identifiers && withoutCountries(identifiers);
  return sha256([entityType, name, aliases, dobs, countries, numbers]);
}
