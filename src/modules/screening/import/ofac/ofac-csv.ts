/**
 * The US Treasury's SDN list in its csv form: sdn.csv and alt.csv (the consolidated list's
 * cons_prim.csv and cons_alt.csv are alike). No header, one row per line, `-0-` for null, and a
 * SUB character (0x1A) at the end of the file.
 *
 * The entries stream; the aliases are held in memory grouped by entry (12,000 rows, about 4 MB),
 * because the two files are not in the same order.
 */
import { factsField } from '../../facts/listed.ts';
import { countryCodeFromName } from '../../countries.ts';
import { listFormat, type ReadRow } from '../list-format.ts';
import { readLines } from '../lines.ts';
import type { Line } from '../lines.ts';
import { cleanText, nameProblem, primaryName, surnameLast } from '../names.ts';
import { parseRemarks } from './ofac-remarks.ts';
import { readLineRecords } from '../records.ts';
import { ImportFormatError } from '../types.ts';
import type {
  EntityType,
  ImportedAlias,
  ImportedEntry,
  ImportInput,
  ImportSource,
  Rejection,
} from '../types.ts';

const SDN_COLUMNS = [
  'ent_num',
  'sdn_name',
  'sdn_type',
  'program',
  'title',
  'call_sign',
  'vess_type',
  'tonnage',
  'grt',
  'vess_flag',
  'vess_owner',
  'remarks',
] as const;

const ALT_COLUMNS = ['ent_num', 'alt_num', 'alt_type', 'alt_name', 'alt_remarks'] as const;

/** A row by column, without its nulls. */
type Row<Column extends string> = { [C in Column]?: string };

type Report = (line: number, reason: string) => void;

async function* withoutSub(lines: AsyncIterable<Line>): AsyncGenerator<Line, void, undefined> {
  for await (const line of lines) {
    const text = line.text.endsWith('\x1A') ? line.text.slice(0, -1) : line.text;
    yield { ...line, text };
  }
}

/** The rows of a file that have all columns and an entity number; the others are reported. */
async function* readRows<Column extends string>(
  source: ImportSource,
  columns: readonly Column[],
  report: Report,
): AsyncGenerator<{ line: number; entNum: string; row: Row<Column> }, void, undefined> {
  for await (const record of readLineRecords(withoutSub(readLines(source)))) {
    if ('problem' in record) {
      report(record.line, record.problem);
      continue;
    }
    const { line, cells } = record;
    if (cells.length !== columns.length) {
      report(line, `the row has ${cells.length} columns instead of ${columns.length}`);
      continue;
    }
    const entNum = cells[0]?.trim() ?? '';
    if (!/^\d{1,18}$/.test(entNum)) {
      report(line, 'ent_num is not a number');
      continue;
    }
    const row: Row<Column> = {};
    for (const [index, column] of columns.entries()) {
      const value = cells[index]?.trim() ?? '';
      if (value !== '' && value !== '-0-') row[column] = value;
    }
    yield { line, entNum, row };
  }
}

/** The aliases of one entry; the lines are for reporting those that no entry claims. */
type AliasGroup = { line: number; row: Row<(typeof ALT_COLUMNS)[number]> }[];

/** @throws ImportFormatError when there is an alias file, and none of its rows can be used */
async function readAliases(
  source: ImportSource | undefined,
  report: Report,
): Promise<Map<string, AliasGroup>> {
  const groups = new Map<string, AliasGroup>();
  if (source === undefined) return groups;
  for await (const { line, entNum, row } of readRows(source, ALT_COLUMNS, report)) {
    const problem = nameProblem(row.alt_name);
    if (problem !== undefined) {
      report(line, `alt_name ${problem}`);
      continue;
    }
    const group = groups.get(entNum);
    if (group === undefined) groups.set(entNum, [{ line, row }]);
    else group.push({ line, row });
  }
  // A server's error page, or nothing: with it the list would lose all its aliases.
  if (groups.size === 0) {
    throw new ImportFormatError('the alias file has no usable row', 'aliases');
  }
  return groups;
}

/** OFAC leaves the type of everything null that is no individual, vessel or aircraft. */
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

/** "SDGT] [IFSR" is two programs. */
function programsOf(program: string | undefined): string[] {
  return (program ?? '')
    .split(/[[\]]+/)
    .map(cleanText)
    .filter((name) => name !== '');
}

/** Each alias row is an alias; of the weak ones in the remarks, only names that are new. */
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
 * The entry of a row, or why it has none. A vessel's flag is its nationality, so it is one of its countries.
 */
function toEntry(
  externalId: string,
  sdn: Row<(typeof SDN_COLUMNS)[number]>,
  group: AliasGroup | undefined,
  report: (reason: string) => void,
): ImportedEntry | string {
  const entityType = entityTypeOf(sdn.sdn_type);
  const display = entityType === 'person' ? surnameLast : cleanText;
  const alt = group?.map(({ row }) => row) ?? [];
  const remarks = parseRemarks(sdn.remarks ?? '', report);
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
    ...factsField(remarks),
    raw: alt.length > 0 ? { sdn, alt } : { sdn },
  };
}

async function* rows(
  input: ImportInput,
  onReject: (rejection: Rejection) => void,
): AsyncGenerator<ReadRow, void, undefined> {
  const reportAlias: Report = (line, reason) => onReject({ line, file: 'aliases', reason });
  const reportMain: Report = (line, reason) => onReject({ line, file: 'main', reason });
  const groups = await readAliases(input.aliases, reportAlias);
  for await (const { line, entNum, row } of readRows(input.main, SDN_COLUMNS, reportMain)) {
    const read = (omit: (reason: string) => void): ImportedEntry | string => {
      const entry = toEntry(entNum, row, groups.get(entNum), omit);
      if (typeof entry !== 'string') groups.delete(entNum);
      return entry;
    };
    yield { line, toEntry: read, called: () => `ent_num ${entNum}` };
  }
  for (const [entNum, group] of groups) {
    for (const { line } of group) reportAlias(line, `no usable entry has ent_num ${entNum}`);
  }
}

/** OFAC's SDN list: `main` is sdn.csv, `aliases` alt.csv. */
export const ofacCsv = listFormat({ name: 'ofac-csv', rows });
