/** The identifiers of an entry, as they are compared. */
import { publishedKey } from './keys.ts';
import { isWorldwide, type Identifier } from './kinds.ts';
import { normalise } from './normalise.ts';
import { kindOf, type PublishedKind } from './publishers.ts';

/** Our kind of what a list calls `key`, and who issues it; undefined for what is not compared. */
export function publishedKind(key: string): PublishedKind | undefined {
  const { kind: name, country } = publishedKey(key);
  const known = kindOf(name.toLowerCase().replaceAll(/[\s-]/g, '_'));
  if (!known || isWorldwide(known.kind)) return known;
  return { kind: known.kind, country: country ?? known.country };
}

/** Those of a kind that is compared, in normal form. What is no number of its kind is left out: nobody can ask for it. */
export function listedIdentifiers(
  identifiers: Readonly<Record<string, string>> | null | undefined,
): Identifier[] {
  return Object.entries(identifiers ?? {}).flatMap(([key, text]): Identifier[] => {
    const published = publishedKind(key);
    const value = published && normalise(published.kind, text);
    return value === undefined ? [] : [{ ...published!, value }];
  });
}
