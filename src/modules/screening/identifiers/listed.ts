/** The identifiers of an entry, as they are compared. */
import { numbersOf } from '../import/identifiers.ts';
import { isWorldwide, type Identifier } from './kinds.ts';
import { normalise } from './normalise.ts';
import { kindOf } from './publishers.ts';

/** Those of a kind that is compared, in normal form. What is no number of its kind is left out: nobody can ask for it. */
export function listedIdentifiers(
  identifiers: Readonly<Record<string, string>> | null | undefined,
): Identifier[] {
  if (!identifiers) return [];
  return numbersOf(identifiers).flatMap(({ kind: name, value: text, country }): Identifier[] => {
    const published = kindOf(name.toLowerCase().replaceAll(/[\s-]/g, '_'));
    const value = published && normalise(published.kind, text);
    if (value === undefined) return [];
    const { kind } = published!;
    const issuer = isWorldwide(kind) ? null : (country ?? published!.country);
    return [{ kind, value, country: issuer }];
  });
}
