/**
 * What a migration may not do to tables that are there already, because somebody's are large: hold a lock while it
 * reads or writes a whole table. CONTRIBUTING.md has the rules in words.
 */

/** Statements of a script, without comments and bodies of functions; what is quoted with dollars elsewhere stays. */
function statements(sql: string): string[] {
  const bodies = sql.replaceAll(/(\$\w*\$)[\s\S]*?\1/g, (body) => body.replaceAll(';', ' '));
  return bodies
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

const bare = (name: string): string => name.replaceAll('"', '').toLowerCase();

/** Parts of a list, at commas that stand in no parentheses. */
function parts(list: string): string[] {
  const found = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found.map((part) => part.trim());
}

/** Evaluated once, and kept in the catalogue: no row is written. */
const CONSTANT_DEFAULT =
  /\bDEFAULT (-?\d[\d.]*|'[^']*'(::\w+(\[\])?)?|true|false|null|now\(\)|current_timestamp)(?= |$)/i;

/** What is wrong with one action of ALTER TABLE on a table with rows; undefined when nothing is. */
function alterProblem(action: string): string | undefined {
  const column =
    /^ADD (?:COLUMN )?(?!CONSTRAINT\b|PRIMARY\b|UNIQUE\b|FOREIGN\b|CHECK\b|EXCLUDE\b)/i;
  if (column.test(action)) {
    if (/\b(REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/i.test(action))
      return 'adds a column with a constraint, which reads the table: add it NOT VALID, validate it later';
    if (/\b(GENERATED|\w*serial)\b/i.test(action)) return 'adds a column that rewrites the table';
    if (/\bDEFAULT\b/i.test(action) && !CONSTANT_DEFAULT.test(action))
      return 'adds a column with a default that differs by row, which rewrites the table';
    if (/\bNOT NULL\b/i.test(action) && !/\bDEFAULT\b/i.test(action))
      return 'adds a column NOT NULL without a default, which fails on a table with rows';
    return undefined;
  }
  if (/^ADD\b/i.test(action))
    return /\bNOT VALID$|\bUSING INDEX\b/i.test(action)
      ? undefined
      : 'adds a constraint that reads the table: NOT VALID, and VALIDATE in a later migration; a key USING INDEX';
  if (/^ALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/i.test(action))
    return 'changes a type, which rewrites the table';
  if (/\bSET NOT NULL$/i.test(action))
    return 'reads the table: use CHECK (… IS NOT NULL) NOT VALID';
  if (/^SET (LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/i.test(action))
    return 'rewrites the table';
  if (/^ATTACH PARTITION\b/i.test(action)) return 'reads the table that it attaches';
  return undefined;
}

const NEVER: [RegExp, string][] = [
  [
    /^(VACUUM FULL|CLUSTER|TRUNCATE|LOCK|REFRESH MATERIALIZED VIEW|REINDEX)\b/i,
    'locks a whole table',
  ],
  [
    /^SET (LOCAL |SESSION )?(lock|statement)_timeout\b/i,
    'the time that locks are waited for is set for all',
  ],
  [/^DO\b/i, 'hides from this check what it does: write the statements out'],
];

/**
 * Every violation in a migration, as `statement's beginning: reason`. Tables that the script itself makes have no rows,
 * so everything is allowed with them.
 */
export function violations(sql: string): string[] {
  const found: string[] = [];
  const made = new Set<string>();
  const added = new Set<string>();
  const concurrent = sql.startsWith('-- concurrently\n');
  for (const text of statements(sql)) {
    const report = (reason: string): void => void found.push(`${text.slice(0, 70)}: ${reason}`);
    const isNew = (name: string | undefined): boolean => name !== undefined && made.has(bare(name));

    const [, table] = /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w".]+)/i.exec(text) ?? [];
    if (table !== undefined) made.add(bare(table));

    const never = NEVER.find(([pattern]) => pattern.test(text));
    if (never) report(never[1]);

    const [, concurrently, indexed] =
      /^CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?([\w".]+)/i.exec(text) ?? [];
    if (indexed !== undefined && !concurrently && !isNew(indexed))
      report('builds an index while nobody can write: CONCURRENTLY, in a migration of its own');
    if (/^(CREATE (UNIQUE )?|DROP )INDEX CONCURRENTLY\b/i.test(text) && !concurrent)
      report('needs the first line "-- concurrently"');

    const [, altered, actions] =
      /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w".]+) (.*)$/i.exec(text) ?? [];
    if (altered !== undefined && !isNew(altered))
      for (const action of parts(actions!)) {
        const problem = alterProblem(action);
        if (problem !== undefined) report(problem);
        const [, addedName] = /^ADD CONSTRAINT (\S+) .*\bNOT VALID$/i.exec(action) ?? [];
        if (addedName !== undefined) added.add(bare(addedName));
        const [, validated] = /^VALIDATE CONSTRAINT (\S+)/i.exec(action) ?? [];
        if (validated !== undefined && added.has(bare(validated)))
          report('validates under the lock that ADD CONSTRAINT took: in a later migration');
      }

    const [, , written] = /^(UPDATE|DELETE FROM|INSERT INTO) (?:ONLY )?([\w".]+)/i.exec(text) ?? [];
    if (written !== undefined && !isNew(written) && !/^INSERT .*\bVALUES\b/i.test(text))
      report('writes many rows in one transaction: in batches, by the worker');
  }
  return found;
}
