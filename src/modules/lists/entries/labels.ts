/** Labels of an entry: its programmes, their meaning, and publishers' ids for it. */
import { clock } from '../../../platform/clock.ts';
import type { ImportedEntry } from '../import/types.ts';
import { type EntryLabels, type GlobalKind, pepOf, topicsOf } from '../../../matching/index.ts';

/** Maximum number of programmes in a hit. The page of an entry has all of them. */
const MOST_PROGRAMS = 50;
const MOST_CHARACTERS = 200;
const MOST_IDS = 10;

/** Publishers by the formats of their lists. A publisher's id is the same on all its lists, and in every version. */
const PUBLISHERS: ReadonlyMap<string, string> = new Map([
  ['dfat-csv', 'dfat'],
  ['eu-csv', 'eu'],
  ['ofac-csv', 'ofac'],
  ['ofac-xml', 'ofac'],
  ['uk-csv', 'uk'],
  ['uk-xml', 'uk'],
  ['un-xml', 'un'],
]);
/**
 * Patterns of OpenSanctions ids in formats that others write as well: "NK-…" for entities it has merged, and
 * Wikidata's numbers.
 */
const OPENSANCTIONS_IDS: ReadonlyMap<string, RegExp> = new Map([
  ['ftm-json', /^(?:NK-\w{20,}|Q\d+)$/],
  ['opensanctions-simple', /^(?:NK-\w{20,}|Q\d+)$/],
  ['senzing-json', /^NK-\w{20,}$/],
]);
const OFAC_ID = /^ofac-(\d+)$/;

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}

function idsOf(format: string, { externalId, raw }: ImportedEntry): string[] {
  const publisher = PUBLISHERS.get(format);
  // The same format reads the list of OFSI, which has different numbers.
  if (publisher === 'uk' && /^\d+$/.test(externalId)) return [`ofsi:${externalId}`];
  if (publisher !== undefined) return [`${publisher}:${externalId}`];
  const number = String(raw['entity_number'] ?? '');
  if (format.startsWith('csl-') && /^\d+$/.test(number)) return [`ofac:${number}`];
  const ids = OPENSANCTIONS_IDS.get(format);
  if (!ids) return [];
  const own = ids.test(externalId) ? [`opensanctions:${externalId}`] : [];
  const ofac = [externalId, ...textsOf(raw['referents'])].flatMap(
    (id) => OFAC_ID.exec(id)?.[1] ?? [],
  );
  return [...new Set([...own, ...ofac.map((id) => `ofac:${id}`)])];
}

/** Returns the labels of an entry in the form for hits; null if it has none. */
export function labelsOf(
  { kind, format }: { kind: GlobalKind; format: string },
  entry: ImportedEntry,
): EntryLabels | null {
  const { programs: all, raw } = entry;
  const programs = all
    .slice(0, MOST_PROGRAMS)
    .map((text) => text.slice(0, MOST_CHARACTERS).toWellFormed());
  const today = clock.now().toISOString();
  const topics = topicsOf(kind, all, raw, today);
  const pep = pepOf(topics, raw, today);
  const publisherIds = idsOf(format, entry).slice(0, MOST_IDS);
  const labels: EntryLabels = {
    ...(programs.length > 0 && { programs }),
    ...(topics.length > 0 && { topics }),
    ...(pep && { pep }),
    ...(publisherIds.length > 0 && { publisherIds }),
  };
  return Object.keys(labels).length > 0 ? labels : null;
}
