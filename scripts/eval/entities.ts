import { buildSegment } from '../../src/matching/engine/index.ts';
import { knownIn } from '../../src/matching/entities/known-entry.ts';
import { labelsOf } from '../../src/modules/lists/entries/labels.ts';
import { groupSame, type KnownEntry } from '../../src/matching/entities/same-entity.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';

type Format = 'ofac-csv' | 'un-xml';
type Listed = KnownEntry & { readonly entry: ImportedEntry; readonly format: Format };

/** OFAC's programmes for the UN committees' lists, by the prefixes of the UN's numbers. */
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  CD: /DRCONGO/,
  CF: /CAR/,
  HT: /GLOMAG|HAITI/,
  IQ: /IRAQ/,
  IR: /IFSR|NPWMD|IRAN/,
  KP: /DPRK|NPWMD/,
  LY: /LIBYA/,
  QD: /SDGT|SOMALIA/,
  SO: /SOMALIA|SDGT/,
  SS: /SOUTH SUDAN/,
  TA: /SDGT|TALIBAN/,
  YE: /YEMEN|SDGT/,
};

/**
 * Returns entries in the form that the comparison needs.
 * @param listOf returns the list of an entry
 * @param hasIds false to omit publishers' ids
 */
function listed(
  entries: readonly ImportedEntry[],
  format: Format,
  listOf: (place: number) => string,
  hasIds: boolean,
): Listed[] {
  const segment = buildSegment(
    entries.map((entry, i) => ({
      ...entry,
      id: String(i),
      labels: hasIds ? labelsOf({ kind: 'sanctions', format }, entry) : null,
    })),
  );
  return entries.map((entry, i) => ({ ...knownIn(segment, i, listOf(i)), entry, format }));
}

function textOf({ entry: { externalId, name } }: Listed): string {
  return `${externalId} ${name}`;
}

/** Returns the pairs of entries that groups contain. */
function pairsOf(entries: readonly Listed[]): [Listed, Listed][] {
  const groups = new Map<number, Listed[]>();
  for (const [i, same] of groupSame(entries).entries())
    if (same) groups.set(same.first, [...(groups.get(same.first) ?? []), entries[i]!]);
  return [...groups.values()].flatMap((group) =>
    group.flatMap((one, i) => group.slice(i + 1).map((other): [Listed, Listed] => [one, other])),
  );
}

/** Returns the entry under another of its names, as another version of its list may have it. */
function underAlias(entry: ImportedEntry): ImportedEntry {
  const other = entry.aliases.find(({ quality }) => quality === 'strong');
  if (!other) return entry;
  const aliases = entry.aliases.map((alias) =>
    alias === other ? { ...alias, name: entry.name } : alias,
  );
  return { ...entry, name: other.name, aliases };
}

/**
 * Returns true for a wrong pair. Decides by the publisher's numbers or, for two publishers, by their programmes, which
 * the grouping does not use.
 */
function isWrong([one, other]: [Listed, Listed]): boolean {
  if (one.format === other.format) return one.entry.externalId !== other.entry.externalId;
  const [ofac, un] = one.format === 'ofac-csv' ? [one, other] : [other, one];
  const expected = PROGRAMS[un.entry.externalId.slice(0, 2)];
  return expected !== undefined && !ofac.entry.programs.some((program) => expected.test(program));
}

export type Merged = {
  /** Pairs of entries that were grouped as one entity, and the wrong ones among them. */
  readonly pairs: number;
  readonly wrong: readonly string[];
  /** The share of OFAC's entries that were found in another version, with and without their numbers. */
  readonly found: number;
  readonly foundWithoutIds: number;
  /** Pairs that would be one entity if they came from two lists: usually a person listed twice. */
  readonly twice: readonly string[];
};

/** Groups OFAC's list, another version of it, and the UN's list, with and without publishers' ids. */
export function mergedEntities(
  ofac: readonly ImportedEntry[],
  un: readonly ImportedEntry[],
): Merged {
  const version = ofac.map(underAlias);
  const [withIds, without] = [true, false].map((hasIds) =>
    pairsOf([
      ...listed(ofac, 'ofac-csv', () => 'ofac', hasIds),
      ...listed(version, 'ofac-csv', () => 'version', hasIds),
      ...listed(un, 'un-xml', () => 'un', hasIds),
    ]),
  ) as [[Listed, Listed][], [Listed, Listed][]];
  const all = [...withIds, ...without];
  const share = (pairs: [Listed, Listed][]): number =>
    pairs.filter((pair) => pair[0].format === pair[1].format && !isWrong(pair)).length /
    ofac.length;
  const apart = [
    ...pairsOf(listed(ofac, 'ofac-csv', String, false)),
    ...pairsOf(listed(un, 'un-xml', String, false)),
  ];
  const show = (pairs: [Listed, Listed][]) => pairs.map((pair) => pair.map(textOf).join(' | '));
  return {
    pairs: all.length,
    wrong: show(all.filter(isWrong)),
    found: share(withIds),
    foundWithoutIds: share(without),
    twice: show(apart),
  };
}
