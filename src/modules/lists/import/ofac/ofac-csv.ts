/**
 * The US Treasury's SDN list as csv: sdn.csv with alt.csv, add.csv and sdn_comments.csv (the consolidated list has
 * cons_prim.csv, cons_alt.csv, cons_add.csv and cons_comments.csv in the same form). No header, one row per line,
 * `-0-` for null, and a SUB character (0x1A) at the end of the file. Entries stream; the rows of the other files stay
 * in memory grouped by entry (45,000 rows, about 15 MB), because the files have different orders.
 */
import { countryCodeFromName, factsField } from '../../../../matching/index.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { cleanText, primaryName, surnameLast } from '../names.ts';
import { parseRemarks } from './ofac-remarks.ts';
import {
  ADDRESSES,
  addressOf,
  ALIASES,
  COMMENTS,
  readGroups,
  readRows,
  rowsOf,
  SDN_COLUMNS,
  withComments,
  type More,
  type Report,
  type Row,
} from './ofac-rows.ts';
import type {
  EntityType,
  ImportedAlias,
  ImportedEntry,
  ImportInput,
  ListFile,
  Rejection,
} from '../types.ts';

/** OFAC gives no type for an entry that is not an individual, vessel or aircraft. */
function entityTypeOf(sdnType: string | undefined): EntityType {
  switch (sdnType?.toLowerCase()) {
    case undefined:
    case 'entity':
      return 'organization';
    case 'individual':
      return 'person';
    case 'vessel':
      return 'vessel';
    case 'aircraft':
      return 'aircraft';
    default:
      return 'unknown';
  }
}

function aliasKind(altType: string | undefined): ImportedAlias['kind'] {
  const kind = altType?.toLowerCase();
  return kind === 'aka' || kind === 'fka' || kind === 'nka' ? kind : 'other';
}

/** "SDGT] [IFSR" means two programs. */
function programsOf(program: string | undefined): string[] {
  return (program ?? '')
    .split(/[[\]]+/)
    .map(cleanText)
    .filter((name) => name !== '');
}

/** Adds the aliases of the alias rows, and weak aliases of the remarks with new names. */
function mergeAliases(
  name: string,
  strong: readonly ImportedAlias[],
  weak: readonly ImportedAlias[],
): ImportedAlias[] {
  const seen = new Set([name, ...strong.map((alias) => alias.name)]);
  const isNew = (alias: ImportedAlias): boolean => {
    if (alias.name === '' || seen.has(alias.name)) return false;
    seen.add(alias.name);
    return true;
  };
  return [...strong, ...weak.filter(isNew)];
}

/**
 * Returns the entry of a row, or the reason why it has none. A vessel's flag is its nationality, so it is one of its
 * countries.
 */
function toEntry(
  externalId: string,
  sdn: Row<(typeof SDN_COLUMNS)[number]>,
  more: More,
  report: (reason: string) => void,
): ImportedEntry | string {
  const entityType = entityTypeOf(sdn.sdn_type);
  const display = entityType === 'person' ? surnameLast : cleanText;
  const [alt, add, comments] = [rowsOf(more.alt), rowsOf(more.add), rowsOf(more.comments)];
  const extended = comments.map((row) => row.comments ?? '').join('');
  const remarks = parseRemarks(withComments(sdn.remarks ?? '', extended), report);
  const strong = alt.map((row): ImportedAlias => {
    return { name: display(row.alt_name ?? ''), quality: 'strong', kind: aliasKind(row.alt_type) };
  });
  const weak = remarks.aliases.map((alias) => ({ ...alias, name: display(alias.name) }));
  const primary = primaryName(
    'sdn_name',
    display(sdn.sdn_name ?? ''),
    [...strong, ...weak],
    report,
  );
  if ('problem' in primary) return primary.problem;
  const { name } = primary;
  const flag = countryCodeFromName(sdn.vess_flag ?? '');
  const callSign = sdn.call_sign === undefined ? {} : { call_sign: sdn.call_sign };
  return {
    externalId,
    entityType,
    name,
    aliases: mergeAliases(name, strong, weak),
    dobs: remarks.dobs,
    countries: [...new Set([...(flag === undefined ? [] : [flag]), ...remarks.countries])],
    identifiers: { ...callSign, ...remarks.identifiers },
    programs: programsOf(sdn.program),
    ...factsField({ ...remarks, addresses: add.map(addressOf) }),
    raw: {
      sdn,
      ...(alt.length > 0 && { alt }),
      ...(add.length > 0 && { add }),
      ...(comments.length > 0 && { comments }),
    },
  };
}

async function* rows(
  input: ImportInput,
  onReject: (rejection: Rejection) => void,
): AsyncGenerator<ReadRow, void, undefined> {
  const reportTo =
    (file: ListFile): Report =>
    (line, reason) =>
      onReject({ line, file, reason });
  const alt = await readGroups(input.aliases, ALIASES, reportTo('aliases'));
  const add = await readGroups(input.addresses, ADDRESSES, reportTo('addresses'));
  const comments = await readGroups(input.comments, COMMENTS, reportTo('comments'));
  let isUsable = false;
  for await (const { line, entNum, row } of readRows(input.main, SDN_COLUMNS, reportTo('main'))) {
    isUsable = true;
    const read = (omit: (reason: string) => void): ImportedEntry | string => {
      const more = {
        alt: alt.get(entNum),
        add: add.get(entNum),
        comments: comments.get(entNum),
      };
      const entry = toEntry(entNum, row, more, omit);
      if (typeof entry !== 'string')
        for (const groups of [alt, add, comments]) groups.delete(entNum);
      return entry;
    };
    yield { line, toEntry: read, called: () => `ent_num ${entNum}` };
  }
  // Without a usable entry, every row of the other files would count as a fault.
  if (!isUsable) return;
  const unclaimed = [
    ['aliases', alt],
    ['addresses', add],
    ['comments', comments],
  ] as const;
  for (const [file, groups] of unclaimed)
    for (const [entNum, group] of groups)
      for (const { line } of group) reportTo(file)(line, `no usable entry has ent_num ${entNum}`);
}

/** OFAC's SDN list: `main` is sdn.csv, `aliases` alt.csv, `addresses` add.csv, `comments` sdn_comments.csv. */
export const ofacCsv = listFormat({ name: 'ofac-csv', rows });
