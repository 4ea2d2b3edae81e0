import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { importFormats } from '../../src/modules/lists/import/formats.ts';
import type { ImportedEntry } from '../../src/modules/lists/import/types.ts';

/** A labelled pair with the rival's score, if there is one. */
export type Pair = {
  readonly group: string;
  readonly schema: string;
  readonly name1: string;
  readonly name2: string;
  readonly isMatch: boolean;
  /** The clarity of the case: STRONG, MEDIUM or WEAK. */
  readonly tier: string;
  readonly category: string;
  /** The rival's score, from 0 to 1. */
  readonly rival: number | undefined;
};

/** A person of a list: the primary name and the strong aliases. */
export type Listed = {
  readonly name: string;
  readonly aliases: string[];
};

/** A person on no list; unknown fields are empty. */
export type Person = {
  readonly name: string;
  readonly gender: string;
  readonly birthDate: string;
  readonly birthPlace: string;
  /** English name of the country. */
  readonly nationality: string;
};

export type EvalData = {
  readonly pairs: readonly Pair[];
  /** People who are on no list. */
  readonly people: readonly Person[];
  readonly listed: readonly Listed[];
  /** The whole list as the product imports it: organizations, vessels and weak aliases too. */
  readonly entries: readonly ImportedEntry[];
  /** The entries of the UN's list. */
  readonly un: readonly ImportedEntry[];
  /** The names that were searched without a result. */
  readonly missing: readonly string[];
};

type Row = Readonly<Record<string, string>>;

function rowsOf(path: string): Row[] {
  return parse(readFileSync(path), {
    columns: true,
    bom: true,
    relax_column_count: true,
    // Comments start only at the beginning of a line, because names may contain `#`.
    comment: '# ',
    comment_no_infix: true,
  });
}

/** OFAC's files have no header. Some use an encoding older than UTF-8. */
function tableOf(path: string): string[][] {
  const bytes = readFileSync(path);
  const text = new TextDecoder('utf-8').decode(bytes);
  return parse(text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text, {
    relax_column_count: true,
    relax_quotes: true,
  });
}

function readPairs(path: string, rivalPath: string | undefined): Pair[] {
  // A label may have been corrected after the rival was asked, so a score belongs to the two names and not to the
  // label.
  const key = (row: Row): string => `${row['name1']}\t${row['name2']}`;
  const rival = new Map(
    (rivalPath === undefined ? [] : rowsOf(rivalPath)).map((row) => [key(row), row['score']]),
  );
  return rowsOf(path).map((row) => ({
    group: row['case_group'] ?? '',
    schema: row['schema'] ?? '',
    name1: row['name1'] ?? '',
    name2: row['name2'] ?? '',
    isMatch: row['is_match'] === 'true',
    tier: row['quality'] ?? '',
    category: row['notes'] || row['category'] || '',
    rival: rival.has(key(row)) ? Number(rival.get(key(row))) : undefined,
  }));
}

const CLASSES = join(import.meta.dirname, 'classes');

/**
 * Reads pairs that were written for one class of names each (`classes/*.csv`). The header of a file names its sources.
 */
export function readClasses(): ReadonlyMap<string, readonly Pair[]> {
  const files = readdirSync(CLASSES).toSorted();
  return new Map(
    files.map((file) => [file.replace(/\.csv$/, ''), readPairs(join(CLASSES, file), undefined)]),
  );
}

function toPerson(row: Row): Person {
  return {
    name: row['full_name'] ?? '',
    gender: row['gender'] ?? '',
    birthDate: row['date_of_birth'] ?? '',
    birthPlace: row['place_of_birth'] ?? '',
    nationality: row['nationality'] ?? '',
  };
}

function readListed(sdnPath: string, altPath: string): Listed[] {
  const persons = new Map<string, Listed>();
  for (const [id = '', name = '', type = ''] of tableOf(sdnPath)) {
    if (type.trim() === 'individual') persons.set(id.trim(), { name, aliases: [] });
  }
  for (const [id = '', , , name = ''] of tableOf(altPath)) {
    if (name !== '') persons.get(id.trim())?.aliases.push(name);
  }
  return [...persons.values()];
}

function readEntries(format: string, path: string, aliases?: string): Promise<ImportedEntry[]> {
  const input = {
    main: createReadStream(path),
    ...(aliases !== undefined && { aliases: createReadStream(aliases) }),
  };
  return Array.fromAsync(
    importFormats[format]!.parse(
      input,
      () => {},
      () => {},
    ),
  );
}

/**
 * Reads the files in `folder` by the endings of their names, so that other pairs and lists in the same formats can be
 * added. The endings are: `name_pairs*.csv` with `name_pairs*_logicv2.csv` (the rival's scores), `unlisted*.csv`
 * (column `full_name`; optionally `gender`, `date_of_birth`, `place_of_birth`, `nationality`), `*sdn.csv` with
 * `*alt.csv`, `un*consolidated.xml`.
 */
export async function readData(folder: string): Promise<EvalData> {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const missing: string[] = [];
  const find = (what: string, pattern: RegExp): string | undefined => {
    const file = files.find((name) => pattern.test(name));
    if (file === undefined) missing.push(what);
    return file === undefined ? undefined : join(folder, file);
  };
  const pairs = find('labelled pairs (name_pairs*.csv)', /^name_pairs(?!.*_logicv2).*\.csv$/);
  const rival = find("the rival's scores (name_pairs*_logicv2.csv)", /^name_pairs.*_logicv2\.csv$/);
  const people = find('unlisted people (unlisted*.csv)', /^unlisted.*\.csv$/);
  const sdn = find('a list (*sdn.csv)', /sdn\.csv$/);
  const alt = find('its aliases (*alt.csv)', /alt\.csv$/);
  const un = find("the UN's list (un*consolidated.xml)", /^un.*consolidated\.xml$/);
  return {
    pairs: pairs === undefined ? [] : readPairs(pairs, rival),
    people: people === undefined ? [] : rowsOf(people).map(toPerson),
    listed: sdn === undefined || alt === undefined ? [] : readListed(sdn, alt),
    entries: sdn === undefined || alt === undefined ? [] : await readEntries('ofac-csv', sdn, alt),
    un: un === undefined ? [] : await readEntries('un-xml', un),
    missing,
  };
}
