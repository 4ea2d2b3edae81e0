/** Entries with the facts that show whether two are the same entity. */
import { canonicalText, entityHint } from '../../names/index.ts';
import type { Segment } from '../engine/index.ts';
import type { EntityType } from '../facts/listed.ts';
import { listedIdentifiers } from '../identifiers/listed.ts';
import type { ListedFacts } from '../facts/schemas.ts';
import type { EntryLabels } from '../labels/pep.ts';
import type { KnownEntry } from './same-entity.ts';

/** An entry of a list in the form that the database stores, or has stored. */
export type StoredEntry = {
  entityType: string;
  name: string;
  aliases: { name: string; quality: string }[];
  dobs: string[];
  countries: string[];
  identifiers: Record<string, string> | null;
  facts?: ListedFacts | null;
  labels?: EntryLabels | null;
};

/** The maximum number of compared names of one entry; some entries have hundreds. */
const MOST_NAMES = 100;

function wordsInOrder(canonical: string): string {
  return canonical.split(' ').toSorted().join(' ');
}

/** Returns entry number `entry` of a segment. */
export function knownIn(segment: Segment, entry: number, listId: string): KnownEntry {
  const { dobs, countries } = segment.entry(entry);
  const { type, gender } = segment.factsOf(entry);
  const [first, end] = segment.namesOf(entry);
  const names = segment
    .qualitiesOf(entry, Math.min(end - first, MOST_NAMES))
    .flatMap((quality, i) =>
      quality === 'weak' && i > 0 ? [] : wordsInOrder(segment.candidate(first + i, true).canonical),
    );
  const { publisherIds } = segment.labelsOf(entry);
  const identifiers = segment.identifiers.of(entry);
  return { listId, type, gender, publisherIds, identifiers, dobs, countries, names };
}

/** Returns an entry from the form that the database stores, or has stored. */
export function knownOf({ listId, entry }: { listId: string; entry: StoredEntry }): KnownEntry {
  const { dobs, countries, facts, labels } = entry;
  const entity = entityHint(entry.entityType);
  const strong = (entry.aliases ?? []).filter(({ quality }) => quality !== 'weak');
  const names = [entry.name, ...strong.map(({ name }) => name)].slice(0, MOST_NAMES);
  return {
    listId,
    type: entry.entityType as EntityType,
    gender: facts?.gender,
    publisherIds: labels?.publisherIds ?? [],
    identifiers: listedIdentifiers(entry.identifiers),
    dobs,
    countries,
    names: names.map((name) => wordsInOrder(canonicalText(name, { entity }))),
  };
}
