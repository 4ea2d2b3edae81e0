/** The rows of OFAC's csv files: no header, one row per line, `-0-` for null, a SUB character at the end. */
import { readLines, type Line } from '../lines.ts';
import { nameProblem } from '../names.ts';
import { readLineRecords } from '../text/records.ts';
import { ImportFormatError, type ImportSource, type ListFile } from '../types.ts';

export const SDN_COLUMNS = [
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
const ADD_COLUMNS = [
  'ent_num',
  'add_num',
  'address',
  'city_state_postal_code',
  'country',
  'add_remarks',
] as const;
const COMMENT_COLUMNS = ['ent_num', 'comments'] as const;

/** A row by column, without nulls. */
export type Row<Column extends string> = { [C in Column]?: string };

export type Report = (line: number, reason: string) => void;

async function* withoutSub(lines: AsyncIterable<Line>): AsyncGenerator<Line, void, undefined> {
  for await (const line of lines) {
    const text = line.text.endsWith('\x1A') ? line.text.slice(0, -1) : line.text;
    yield { ...line, text };
  }
}

/** Returns the rows of a file that have all columns and an entity number; the others are reported. */
export async function* readRows<Column extends string>(
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

/** The rows of one entry. Their lines identify rows that belong to no entry, in reports. */
type Group<Column extends string> = { line: number; row: Row<Column> }[];
type Groups<Column extends string> = Map<string, Group<Column>>;

/** The rows of a further file of the list. */
type MoreRows<Column extends string> = {
  file: Exclude<ListFile, 'main'>;
  columns: readonly Column[];
  /** The fault of a row, which is then omitted. */
  problemOf?: (row: Row<Column>) => string | undefined;
};

export const ALIASES: MoreRows<(typeof ALT_COLUMNS)[number]> = {
  file: 'aliases',
  columns: ALT_COLUMNS,
  problemOf: (row) => {
    const problem = nameProblem(row.alt_name);
    return problem === undefined ? undefined : `alt_name ${problem}`;
  },
};
export const ADDRESSES: MoreRows<(typeof ADD_COLUMNS)[number]> = {
  file: 'addresses',
  columns: ADD_COLUMNS,
};
export const COMMENTS: MoreRows<(typeof COMMENT_COLUMNS)[number]> = {
  file: 'comments',
  columns: COMMENT_COLUMNS,
};

/** @throws ImportFormatError if there is such a file, and none of its rows is usable; comments may have no rows */
export async function readGroups<Column extends string>(
  source: ImportSource | undefined,
  { file, columns, problemOf }: MoreRows<Column>,
  report: Report,
): Promise<Groups<Column>> {
  const groups: Groups<Column> = new Map();
  if (source === undefined) return groups;
  let rejected = 0;
  const reject: Report = (line, reason) => {
    rejected += 1;
    report(line, reason);
  };
  for await (const { line, entNum, row } of readRows(source, columns, reject)) {
    const problem = problemOf?.(row);
    if (problem !== undefined) {
      reject(line, problem);
      continue;
    }
    const group = groups.get(entNum);
    if (group === undefined) groups.set(entNum, [{ line, row }]);
    else group.push({ line, row });
  }
  // The file may be a server's error page, or empty, and the list would then lose all its aliases or addresses.
  // Comments may be empty if no remark is too long.
  if (groups.size === 0 && (file !== 'comments' || rejected > 0)) {
    const name = file === 'aliases' ? 'alias' : file;
    throw new ImportFormatError(`the ${name} file has no usable row`, file);
  }
  return groups;
}

/** Rows of an entry in the additional files. */
export type More = {
  alt?: Group<(typeof ALT_COLUMNS)[number]> | undefined;
  add?: Group<(typeof ADD_COLUMNS)[number]> | undefined;
  comments?: Group<(typeof COMMENT_COLUMNS)[number]> | undefined;
};

export function rowsOf<Column extends string>(group: Group<Column> | undefined): Row<Column>[] {
  return group?.map(({ row }) => row) ?? [];
}

/** Characters at which the column of remarks is cut; the comments continue it. Spaces at the cut are lost. */
const REMARKS_LENGTH = 1000;

export function withComments(remarks: string, comments: string): string {
  return `${remarks}${remarks.length < REMARKS_LENGTH ? ' ' : ''}${comments}`.trim();
}

export function addressOf(row: Row<(typeof ADD_COLUMNS)[number]>): string {
  return [row.address, row.city_state_postal_code, row.country]
    .filter((part) => part !== undefined)
    .join(', ');
}
