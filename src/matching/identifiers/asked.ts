/** Checks the identifiers of a query and converts them to normal form. */

import type { ErrorDetail } from '../../platform/errors/index.ts';
import { isWorldwide, type Identifier } from './kinds.ts';
import { normalise, problemOf } from './normalise.ts';
import type { AskedIdentifier } from './schemas.ts';

/**
 * Returns the faults of identifiers that fit their schema. No message repeats a value.
 * @param path of the field
 */
export function problemsOf(
  identifiers: readonly AskedIdentifier[] | undefined,
  path = 'identifiers',
): ErrorDetail[] {
  return (identifiers ?? []).flatMap(({ kind, value }, i) =>
    normalise(kind, value) === undefined
      ? [{ path: `${path}[${i}].value`, message: problemOf(kind) }]
      : [],
  );
}

/** Returns the identifiers in normal form, without duplicates. The caller must have checked them for faults. */
export function normalised(identifiers: readonly AskedIdentifier[] | undefined): Identifier[] {
  const found = new Map<string, Identifier>();
  for (const { kind, value: text, country: issuer } of identifiers ?? []) {
    const value = normalise(kind, text)!;
    const country = isWorldwide(kind) ? null : (issuer?.toUpperCase() ?? null);
    found.set(`${kind} ${value} ${country}`, { kind, value, country });
  }
  return [...found.values()];
}

/** Matches a number inside the field for a name, such as SANCHI (IMO 9356608). */
const NUMBER =
  /\b(imo|passport)\b(?:[\s.:#]*(?:no|nr|number)\b)?[\s.:#]*((?=[a-z]{0,3}\d)[a-z\d-]{5,15})\b/giu;

/** Returns the valid numbers that a name contains; most names have none. */
export function identifiersIn(name: string): AskedIdentifier[] {
  return Array.from(name.matchAll(NUMBER), ([, kind = '', value = '']): AskedIdentifier => ({
    kind: kind.toLowerCase() === 'imo' ? 'imo' : 'passport',
    value,
  })).filter(({ kind, value }) => normalise(kind, value) !== undefined);
}
