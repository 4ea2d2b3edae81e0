import { sql, type RawBuilder } from 'kysely';
import { arrayText, type Element } from './arrays.ts';
import type { Given } from './compiled.ts';

/** The types of columns that bulk statements may have. */
type ColumnType =
  | 'bigint'
  | 'boolean'
  | 'bytea'
  | 'date'
  | 'float8'
  | 'integer'
  | 'json'
  | 'jsonb'
  | 'numeric'
  | 'smallint'
  | 'text'
  | 'tid'
  | 'timestamptz';

/** The members of a row that a statement uses, each with the type of its column. A JSON value is given as its text. */
type Columns<Row> = {
  [name in keyof Row & string]?: Row[name] extends Element ? ColumnType : never;
};

const columnNames = new Map<string, string>();

/** Returns the name of a member's column: `org_id` for `orgId`. */
function columnOf(member: string): string {
  let name = columnNames.get(member);
  if (name === undefined) {
    name = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(member, name);
  }
  return name;
}

/**
 * Rows as a table of a statement, with each column by its name:
 * const { names, from } = rowsOf(entries, { orgId: 'text', id: 'text', score: 'float8' }); sql`INSERT INTO entries
 * (${names}) SELECT ${names} FROM ${from}`
 * The statement has one parameter for each column, so its text is the same for any number of rows.
 */
class Rows<Row> {
  readonly #valuesOf: (member: keyof Row & string) => unknown;
  readonly #columns: [member: keyof Row & string, type: string][];
  readonly #name: string;

  /** @param valuesOf returns the values of a column as an array's text, or as a parameter that is one */
  constructor(
    valuesOf: (member: keyof Row & string) => unknown,
    columns: Columns<Row>,
    name: string,
  ) {
    this.#valuesOf = valuesOf;
    this.#columns = Object.entries(columns) as [keyof Row & string, string][];
    this.#name = name;
  }

  #values(parameter: (values: unknown, type: RawBuilder<unknown>) => RawBuilder<unknown>) {
    const parameters = this.#columns.map(([member, type]) =>
      parameter(this.#valuesOf(member), sql.raw(`${type}[]`)),
    );
    return sql`unnest(${sql.join(parameters)})`;
  }

  get #hidden() {
    return this.#values((values, type) => sql`(SELECT ${values}::${type})`);
  }

  get #alias() {
    return sql.raw(this.#name);
  }

  /** The names of the columns, separated by commas. */
  get names(): RawBuilder<unknown> {
    return sql.raw(this.#columns.map(([member]) => columnOf(member)).join(', '));
  }

  /** The table without a name, for a statement that has additional columns. */
  get values(): RawBuilder<unknown> {
    return this.#values((array, type) => sql`${array}::${type}`);
  }

  /** The table, for an insertion. */
  get from(): RawBuilder<unknown> {
    return sql`${this.values} AS ${this.#alias} (${this.names})`;
  }

  /**
   * The table, for a join. It hides the number of rows from the planner. If PostgreSQL saw the number, it would make a
   * new plan for each call, and spend more on planning a long statement than on running it.
   */
  get joined(): RawBuilder<unknown> {
    return sql`${this.#hidden} AS ${this.#alias} (${this.names})`;
  }

  /** The table as in `joined`, with the place of each row, from 1, as `n`. */
  get numbered(): RawBuilder<unknown> {
    return sql`${this.#hidden} WITH ORDINALITY AS ${this.#alias} (${this.names}, n)`;
  }
}

function columnText<Row>(rows: readonly Row[], member: keyof Row): string {
  return arrayText(rows.map((row) => row[member] as Element));
}

/** @param name the name of the table in the statement */
export function rowsOf<Row>(rows: readonly Row[], columns: Columns<Row>, name = 't'): Rows<Row> {
  return new Rows<Row>((member) => columnText(rows, member), columns, name);
}

/** Works like `rowsOf` for a compiled statement. @param rowsIn returns the rows in its input */
export function givenRows<Input, Row>(
  given: Given<Input>,
  rowsIn: (input: Input) => readonly Row[],
  columns: Columns<NoInfer<Row>>,
  name = 't',
): Rows<Row> {
  return new Rows<Row>(
    (member) => given((input) => columnText(rowsIn(input), member)),
    columns,
    name,
  );
}
