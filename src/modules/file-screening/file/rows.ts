/** Rows of a file of names, checked by the rules of the batch route. */
import { Type, type Static } from 'typebox';
import { externalId } from '../../../platform/http/normalise.ts';
import { Strict } from '../../../platform/http/schema.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import {
  askedFacts,
  type AskedIdentifier,
  type Gender,
  genderOf,
  MOST_IDENTIFIERS,
  problemsOf,
  publishedKind,
  type PublishedKind,
} from '../../../matching/index.ts';
import {
  AskedAliases,
  columnKey,
  Country,
  countryOf,
  type CsvRecord,
  type DateFormat,
  Dob,
  type Header,
  impossibleDate,
  MOST_ALIASES,
  namesOf,
  readDate,
  type Role,
  ScreeningName,
} from '../../lists/index.ts';

/** The same limit as for `subjectId`, in which it is stored. */
const MAX_REF_LENGTH = 200;

const Cells = Strict({
  ref: Type.Optional(Type.String({ maxLength: MAX_REF_LENGTH })),
  name: ScreeningName,
  aliases: Type.Optional(AskedAliases),
  dob: Type.Optional(Dob),
  country: Type.Optional(Country),
  ...askedFacts,
});
type Cells = Static<typeof Cells>;

const validate = compileValidator('row', Cells);

type Field = keyof Cells | 'firstName' | 'middleName' | 'lastName';
const NAME_FIELDS = ['name', 'firstName', 'middleName', 'lastName'] as const;
/** Columns of facts. Cells of the last two have several values, separated by semicolons. */
const FACT_FIELDS = [
  'type',
  'gender',
  'birthDate',
  'birthPlace',
  'nationality',
  'addresses',
] as const;
/** Fields whose column the caller may name. */
export const COLUMN_FIELDS = [
  'ref',
  ...NAME_FIELDS,
  'aliases',
  'dob',
  'country',
  ...FACT_FIELDS,
] as const;
/** The order in which the command line names the used columns. */
const USED_FIELDS = ['aliases', 'ref', 'dob', 'country', ...NAME_FIELDS, ...FACT_FIELDS] as const;

/** The positions of the used columns, from 0, and the number of columns. */
export type Columns = {
  at: Partial<Record<Field, number>>;
  /** Columns of numbers of a known kind, by their names. */
  identifiers: ({ name: string; index: number } & PublishedKind)[];
  count: number;
  /** The order of days and months in dates that do not show it. */
  order: DateFormat | undefined;
};

/**
 * A row to screen, perhaps without unusable fields, or the reason why it cannot be screened. `line` is its first line
 * in the file, from 1.
 */
export type Row = { line: number; ref: string | null } & (
  | { subject: Omit<Cells, 'ref'> & { identifiers?: AskedIdentifier[] }; omitted?: string }
  | { problem: string }
);

/** The columns of references, in the order of the search. The generic list format calls the last ones `id`. */
const REF_COLUMNS = ['ref', 'subject_id', 'subjectid'];

/** Returns the columns of the header that are used, and their roles. */
export function useColumns({ names, columns, identifiers }: Header, order?: DateFormat): Columns {
  const keys = names.map(columnKey);
  const ref = REF_COLUMNS.map((key) => keys.indexOf(key)).find((index) => index >= 0) ?? columns.id;
  const places = { ...columns, ref };
  const used = USED_FIELDS.filter((field) => places[field] !== undefined);
  const at = Object.fromEntries(used.map((field) => [field, places[field]]));
  const numbers = identifiers.flatMap(({ key, index }) => {
    const known = publishedKind(key);
    return known ? [{ name: names[index]!, index, ...known }] : [];
  });
  return { at, identifiers: numbers, count: names.length, order };
}

/**
 * Returns the numbers of a row that a query can have, and for each other number the reason why not. The name is
 * screened without these.
 */
function numbersIn(
  cells: readonly string[],
  columns: Columns['identifiers'],
): { identifiers: AskedIdentifier[]; problems: string[] } {
  const identifiers: AskedIdentifier[] = [];
  const problems: string[] = [];
  for (const { name, index, kind, country } of columns) {
    const value = cells[index]?.trim() ?? '';
    if (value === '') continue;
    const identifier = { kind, value, ...(country !== null && { country }) };
    const [problem] = problemsOf([identifier]);
    if (problem) problems.push(`${name}: ${problem.message}`);
    else if (identifiers.length === MOST_IDENTIFIERS)
      problems.push(`${name}: exceeds the ${MOST_IDENTIFIERS} identifiers that a row may have`);
    else identifiers.push(identifier);
  }
  return { identifiers, problems };
}

type FactField = (typeof FACT_FIELDS)[number];

/** Fields that may be unusable; the name is screened without them. */
const SOFT_FIELDS = ['dob', 'country', 'aliases', ...FACT_FIELDS] as const;

function splitCell(cell: string): string[] {
  return cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Returns the facts of a row in the API's form, for any case and for the words of lists. */
function factsIn(cellOf: (field: FactField) => string): Omit<Cells, 'name'> {
  const [type, gender] = [cellOf('type').toLowerCase(), cellOf('gender')];
  const birthPlace = cellOf('birthPlace');
  const nationality = splitCell(cellOf('nationality')).map((cell) => countryOf(cell) ?? cell);
  const addresses = splitCell(cellOf('addresses'));
  return {
    ...(type !== '' && { type: type as Cells['type'] & string }),
    ...(gender !== '' && { gender: genderOf(gender) ?? (gender as Gender) }),
    ...(birthPlace !== '' && { birthPlace }),
    ...(nationality.length > 0 && { nationality }),
    ...(addresses.length > 0 && { addresses }),
  };
}

/** Returns the valid dates of a row: `dob` for a day, `birthDate` for a month or a year. */
function datesIn(
  cellOf: (field: 'dob' | 'birthDate') => string,
  order: DateFormat | undefined,
): { dates: Pick<Cells, 'dob' | 'birthDate'>; problems: string[] } {
  const dates: Pick<Cells, 'dob' | 'birthDate'> = {};
  const problems: string[] = [];
  for (const field of ['dob', 'birthDate'] as const) {
    const cell = cellOf(field);
    if (cell === '') continue;
    const date = readDate(cell, order);
    const fault =
      date === undefined || /[~/]/.test(date)
        ? 'cannot be read as a date, or only if the order of day and month is known'
        : impossibleDate(date);
    if (fault) problems.push(`${field}: ${fault}`);
    else dates[field === 'dob' && date!.length < 10 ? 'birthDate' : field] = date!;
  }
  return { dates, problems };
}

/** An empty cell counts as a missing column. Problems name the column and never repeat a value. */
export function toRow(record: CsvRecord, { at, identifiers, count, order }: Columns): Row {
  const { line } = record;
  if ('problem' in record) return { line, ref: null, problem: record.problem };
  const { cells } = record;
  const cell = (field: Field): string => cells[at[field] ?? -1]?.trim() ?? '';
  const [ref, country] = [externalId(cell('ref')), cell('country')];
  const [name, ...others] = namesOf((role: Role) => cell(role as Field));
  const { dates, problems: dateProblems } = datesIn(cell, order);
  const aliases = [...others, ...splitCell(cell('aliases'))];
  const shownRef = ref === '' || ref.length > MAX_REF_LENGTH ? null : ref;
  if (cells.length !== count)
    return {
      line,
      ref: null,
      problem: `the row has ${cells.length} columns, the header ${count}`,
    };
  const subject: Omit<Cells, 'ref'> = {
    name,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...dates,
    ...(country === '' ? {} : { country: countryOf(country) ?? country }),
    ...factsIn(cell),
  };
  const details = validate(ref === '' ? subject : { ref, ...subject });
  const numbers = numbersIn(cells, identifiers);
  const bad = [
    ...details.map(({ path, message }) => `${path}: ${message}`),
    ...dateProblems,
    ...numbers.problems,
  ].join('; ');
  const isOf = (path: string, field: string): boolean => path.split('[')[0] === field;
  const soft = SOFT_FIELDS.filter((field) => details.some(({ path }) => isOf(path, field)));
  if (details.some(({ path }) => !soft.some((field) => isOf(path, field))))
    return { line, ref: shownRef, problem: bad };
  for (const field of soft) delete subject[field];
  const usable = aliases
    .filter((_, i) => details.every(({ path }) => path !== `aliases[${i}]`))
    .slice(0, MOST_ALIASES);
  if (usable.length > 0) subject.aliases = usable;
  const known = numbers.identifiers.length > 0 ? { identifiers: numbers.identifiers } : {};
  const omitted = bad === '' ? {} : { omitted: bad };
  return { line, ref: shownRef, subject: { ...subject, ...known }, ...omitted };
}

export async function* toRows(
  records: AsyncIterable<CsvRecord>,
  columns: Columns,
): AsyncGenerator<Row, void, undefined> {
  for await (const record of records) yield toRow(record, columns);
}
