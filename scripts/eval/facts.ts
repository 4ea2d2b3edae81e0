import { buildSegment, prepareName } from '../../src/matching/engine/index.ts';
import { genderOf } from '../../src/matching/facts/listed.ts';
import { type AskedFacts, factsOf } from '../../src/matching/facts/schemas.ts';
import { countryOfName } from '../../src/modules/lists/import/country-names.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';
import { findHits, type SearchedList } from '../../src/modules/screening/screen/find-hits.ts';
import type { Person } from './data.ts';

/** Counts of queries with hits, by the name alone and with facts. */
export type FactFigures = {
  readonly asked: number;
  readonly byName: number;
  readonly withFacts: number;
};

export function idOf(index: number): string {
  return `ent_${String(index).padStart(26, '0')}`;
}

export function listOf(entries: readonly ImportedEntry[], aliases: boolean): SearchedList {
  const segment = buildSegment(
    entries.map((entry, i) => ({ ...entry, id: idOf(i), aliases: aliases ? entry.aliases : [] })),
  );
  const listRevision = {
    id: 'list',
    kind: 'sanctions',
    source: 'eval',
    name: 'eval',
    revision: 0,
    stamp: '',
    entryCount: entries.length,
    global: true,
  };
  return {
    listRevision,
    revision: 0,
    parts: [{ segment, removed: new Uint8Array((entries.length >> 3) + 1) }],
  };
}

function entriesHit(name: string, facts: AskedFacts | undefined, list: SearchedList, at: number) {
  const hits = findHits({ ...(facts && { facts }) }, prepareName(name), list, at);
  return hits.map(({ entryId }) => entryId);
}

/** Counts unlisted people who have a hit, by their names and with all known facts. */
export function falsePositivesByFacts(
  people: readonly Person[],
  entries: readonly ImportedEntry[],
  threshold: number,
): FactFigures {
  const list = listOf(entries, true);
  const figures = { asked: people.length, byName: 0, withFacts: 0 };
  for (const { name, gender, birthDate, birthPlace, nationality } of people) {
    const country = countryOfName(nationality);
    const known = genderOf(gender);
    const facts = factsOf({
      type: 'person',
      ...(known && { gender: known }),
      ...(birthDate !== '' && { birthDate }),
      ...(birthPlace !== '' && { birthPlace }),
      ...(country && { nationality: [country] }),
    });
    if (entriesHit(name, undefined, list, threshold).length > 0) figures.byName++;
    if (entriesHit(name, facts, list, threshold).length > 0) figures.withFacts++;
  }
  return figures;
}

/**
 * Counts held-out aliases that find their persons at `threshold`: by the alias alone, and with year of birth, place of
 * birth, gender and nationalities from the list.
 */
export function recallByFacts(entries: readonly ImportedEntry[], threshold: number): FactFigures {
  const persons = entries.filter(({ entityType }) => entityType === 'person');
  const list = listOf(persons, false);
  const figures = { asked: 0, byName: 0, withFacts: 0 };
  for (const [i, { aliases, dobs, countries, facts: listed }] of persons.entries()) {
    const year = /^\d{4}/.exec(dobs[0] ?? '')?.[0];
    const facts = factsOf({
      type: 'person',
      ...(listed?.gender && { gender: listed.gender }),
      ...(year && { birthDate: year }),
      ...(listed?.birthPlaces && { birthPlace: listed.birthPlaces[0]! }),
      ...(countries.length > 0 && { nationality: countries }),
    });
    for (const { name, quality } of aliases) {
      if (quality === 'weak') continue;
      figures.asked++;
      if (entriesHit(name, undefined, list, threshold).includes(idOf(i))) figures.byName++;
      if (entriesHit(name, facts, list, threshold).includes(idOf(i))) figures.withFacts++;
    }
  }
  return figures;
}
