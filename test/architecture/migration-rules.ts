/**
 * Forbids migrations that hold a lock on an existing table while they read or write all of it, because an
 * installation's table may be large. docs/recipes.md describes the rules.
 */
import { actionsOf } from '../../src/platform/db/migration/locks.ts';

/** Matches quoted texts, names and bodies, and comments. */
const OPAQUE = /'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Returns the statements of a script without comments. */
function statements(sql: string): string[] {
  return sql
    .replaceAll(OPAQUE, (text) => (/^(--|\/\*)/.test(text) ? ' ' : text.replaceAll(';', ' ')))
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

function bare(name: string): string {
  return name.replaceAll('"', '').toLowerCase();
}

/** Evaluated once and stored in the catalog, so no row is written. */
const CONSTANT_DEFAULT =
  /\bDEFAULT (-?\d[\d.]*|'[^']*'(::\w+(\[\])?)?|true|false|null|now\(\)|current_timestamp)(?= |$)/i;

/** Types without checks; a domain may have a constraint, for which PostgreSQL rewrites the table. */
const PLAIN_TYPE =
  /^(\w+|"\w+") (bigint|boolean|bytea|date|double precision|inet|int|integer|jsonb?|numeric|real|smallint|text|timestamptz|uuid|varchar|xid8)\b/i;

/** Returns the fault of adding a column to a table with rows; undefined if there is none. */
function columnProblem(column: string): string | undefined {
  if (/\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/i.test(column))
    return 'adds a column with a constraint, which reads the table: add it NOT VALID, validate it later';
  if (/\bGENERATED\b/i.test(column)) return 'adds a column that rewrites the table';
  if (!PLAIN_TYPE.test(column))
    return 'adds a column of a type that may rewrite the table: PLAIN_TYPE has those that do not';
  if (/\bDEFAULT\b/i.test(column) && !CONSTANT_DEFAULT.test(column))
    return 'adds a column with a default that differs by row, which rewrites the table';
  if (/\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b/i.test(column))
    return 'adds a column NOT NULL without a default, which fails on a table with rows';
  return undefined;
}

const CHANGES_CATALOGUE_ONLY = [
  /^VALIDATE CONSTRAINT \S+$/i,
  /^DROP (CONSTRAINT|COLUMN) (IF EXISTS )?\S+$/i,
  /^ALTER (COLUMN )?\S+ (DROP NOT NULL|DROP DEFAULT|SET DEFAULT .*|SET STATISTICS -?\d+)$/i,
  /^(ENABLE|DISABLE)( ALWAYS)? TRIGGER \w+$/i,
  /^(ENABLE|FORCE) ROW LEVEL SECURITY$/i,
  /^SET \([^)]*\)$/i,
];

/** Returns the fault of one action of ALTER TABLE on a table with rows; undefined if there is none. */
function alterProblem(action: string): string | undefined {
  const [, column] =
    /^ADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT\b|PRIMARY\b|UNIQUE\b|FOREIGN\b|CHECK\b|EXCLUDE\b)(.*)/i.exec(
      action,
    ) ?? [];
  if (column !== undefined) return columnProblem(column);
  if (/^ADD\b/i.test(action))
    return /\bNOT VALID$|\bUSING INDEX \S+$/i.test(action)
      ? undefined
      : 'adds a constraint that reads the table: NOT VALID, and VALIDATE in a later migration; a key USING INDEX';
  if (/\bSET NOT NULL$/i.test(action))
    return 'reads the table: use CHECK (… IS NOT NULL) NOT VALID';
  return CHANGES_CATALOGUE_ONLY.some((pattern) => pattern.test(action))
    ? undefined
    : 'is not known to change the catalogue alone';
}

/**
 * Kinds of statements that access only their own rows, or that other rules below check. Any other statement is
 * rejected, and so is one that calls a function.
 */
const KINDS =
  /^(CREATE (UNLOGGED )?TABLE|CREATE (UNIQUE )?INDEX|CREATE (OR REPLACE )?(FUNCTION|TRIGGER|VIEW)|CREATE (POLICY|SCHEMA|SEQUENCE)|CREATE TYPE \S+ AS ENUM|ALTER (TABLE|POLICY)|ALTER VIEW \S+ SET|COMMENT ON|DROP (FUNCTION|POLICY|TRIGGER|VIEW|INDEX CONCURRENTLY|TABLE)|INSERT INTO|UPDATE|DELETE FROM)\b/i;

/** Words before a parenthesis in statements that write rows, which are not function calls. */
const NO_CALL = /^(VALUES|CONFLICT|SET|WHERE|AND|OR|NOT|IN|NOW|RETURNING)$/i;

/** Returns true if the text calls a function. @param text without quoted texts */
function calls(text: string): boolean {
  const written = text.replace(/^INSERT INTO [\w".]+( AS [\w"]+)?/i, '');
  return [...written.matchAll(/([^\s(),=<>+*/|-]+) ?\(/g)].some(([, name]) => !NO_CALL.test(name!));
}

/** Returns the fault of the rows that a statement writes. */
function writeProblem(text: string, isNew: (name: string | undefined) => boolean) {
  const [, verb, , written] =
    /^(UPDATE|DELETE FROM|INSERT INTO) (ONLY )?([\w".]+)/i.exec(text) ?? [];
  if (verb === undefined) return undefined;
  const others =
    verb.length === 'DELETE FROM'.length ? /\b(SELECT|TABLE|USING)\b/i : /\b(SELECT|TABLE|FROM)\b/i;
  const said = text.replaceAll(/'(?:[^']|'')*'/g, "''");
  if (others.test(said)) return 'reads other tables in one transaction: in batches, by the worker';
  if (calls(said)) return 'calls a function, which may read or write a whole table';
  if (!isNew(written) && !/^INSERT\b/i.test(verb))
    return 'writes many rows in one transaction: in batches, by the worker';
  return undefined;
}

/**
 * Returns every violation of a migration as `beginning of the statement: reason`. Tables that the script creates have
 * no rows, so anything is allowed with them, except filling them from other tables.
 */
export function violations(sql: string): string[] {
  const found: string[] = [];
  const made = new Set<string>();
  const added = new Set<string>();
  const concurrent = sql.startsWith('-- concurrently\n');
  for (const text of statements(sql)) {
    const report = (reason: string): void => void found.push(`${text.slice(0, 70)}: ${reason}`);
    const isNew = (name: string | undefined): boolean => name !== undefined && made.has(bare(name));
    if (!KINDS.test(text)) {
      report('a statement of a kind that may lock, read or write a whole table');
      continue;
    }

    const [, table, rest] = /^CREATE (?:UNLOGGED )?TABLE ([\w".]+) (.*)$/i.exec(text) ?? [];
    if (/^IF$/i.test(table ?? '')) report('may be there: IF NOT EXISTS does not make it new');
    else if (table !== undefined) {
      made.add(bare(table));
      const [, parent] = /^PARTITION OF ([\w".]+)/i.exec(rest!) ?? [];
      if (parent !== undefined && !isNew(parent)) report('locks the table that it is a part of');
      if (!rest!.startsWith('(') && parent === undefined) report('is filled from other tables');
    }

    const [, concurrently, indexed] =
      /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?([\w".]+)/i.exec(text) ?? [];
    if (indexed !== undefined && !concurrently && !isNew(indexed))
      report('builds an index while nobody can write: CONCURRENTLY, in a migration of its own');
    if (/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY\b/i.test(text) && !concurrent)
      report('needs the first line "-- concurrently"');

    const [, dropped] = /^DROP TABLE (.*)$/i.exec(text) ?? [];
    if (dropped !== undefined && !isNew(dropped))
      report('processes of the version before may still use it: name it in migrations.test.ts');

    const [, altered, actions] =
      /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w".]+) (.*)$/i.exec(text) ?? [];
    if (altered !== undefined && !isNew(altered))
      for (const action of actionsOf(actions!)) {
        const problem = alterProblem(action);
        if (problem !== undefined) report(problem);
        const [, addedName] = /^ADD CONSTRAINT (\S+) .*\bNOT VALID$/i.exec(action) ?? [];
        if (addedName !== undefined) added.add(bare(addedName));
        const [, validated] = /^VALIDATE CONSTRAINT (\S+)/i.exec(action) ?? [];
        if (validated !== undefined && added.has(bare(validated)))
          report('validates under the lock that ADD CONSTRAINT took: in a later migration');
      }
    // The statement reads the attached table, and the default partition of its parent.
    if (altered !== undefined && isNew(altered)) {
      const [, part] = /\bATTACH PARTITION ([\w".]+)/i.exec(actions!) ?? [];
      if (part !== undefined && !isNew(part)) report('reads the table that it attaches');
    }

    const problem = writeProblem(text, isNew);
    if (problem !== undefined) report(problem);
  }
  return found;
}
