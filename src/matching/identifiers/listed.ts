/** The identifiers of an entry in the form for comparison. */
import { publishedKey } from './keys.ts';
import { isWorldwide, type Identifier } from './kinds.ts';
import { normalise } from './normalise.ts';
import { kindOf, type PublishedKind } from './publishers.ts';

/** Returns our kind for a list's `key`, and the issuing country; undefined for keys that are not compared. */
export function publishedKind(key: string): PublishedKind | undefined {
  const { kind: name, country } = publishedKey(key);
  const known = kindOf(name.toLowerCase().replaceAll(/[\s-]/g, '_'));
  if (!known || isWorldwide(known.kind)) return known;
  return { kind: known.kind, country: country ?? known.country };
}

/**
 * Returns the identifiers of compared kinds in normal form. Omits values that are invalid for their kind, because no
 * query can contain them.
 */
export function listedIdentifiers(
  identifiers: Readonly<Record<string, string>> | null | undefined,
): Identifier[] {
  return Object.entries(identifiers ?? {}).flatMap(([key, text]): Identifier[] => {
    const published = publishedKind(key);
    const value = published && normalise(published.kind, text);
    return value === undefined ? [] : [{ ...published!, value }];
  });
}
