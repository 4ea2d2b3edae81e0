/** The locks that PostgreSQL takes for the statements of migrations, according to "Explicit Locking" in its manual. */

/** Modes of locks on tables, the weakest first. */
const MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
  // The lock of a block of code, which only the migration itself shows.
  'unknown',
] as const;
export type LockMode = (typeof MODES)[number];

/** The work of a statement on the rows of the table, in addition to its catalog. */
export type RowWork = 'reads' | 'writes' | 'builds an index';

/** The lock of a statement on a table, or on the table of an index; null for a block of code. */
export type StatementLock = {
  table: string | null;
  isIndex?: true;
  mode: LockMode;
  work?: RowWork;
};

/** Returns the stronger mode. */
export function stronger(one: LockMode, other: LockMode): LockMode {
  return MODES.indexOf(one) > MODES.indexOf(other) ? one : other;
}

/** Matches comments, texts and bodies of functions, and names in quotes. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|"[^"]*"/g;

/** Returns a statement in one line, without comments, texts and bodies. */
function bare(statement: string): string {
  return statement
    .replaceAll(OPAQUE, (found) =>
      found.startsWith('"') ? found : /^[-/]/.test(found) ? ' ' : '?',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Splits the actions of ALTER TABLE at commas outside parentheses. */
export function actionsOf(text: string): string[] {
  const found = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found.map((action) => action.trim());
}

const NAME = String.raw`([\w".]+)`;

/** Returns the locks on the tables that foreign keys refer to. */
function referredBy(text: string): StatementLock[] {
  return [...text.matchAll(new RegExp(String.raw`\bREFERENCES ${NAME}`, 'gi'))].map(
    ([, table]) => ({ table: table!, mode: 'SHARE ROW EXCLUSIVE' }),
  );
}

function locksOfAction(table: string, action: string): StatementLock[] {
  const lock = (mode: LockMode, work?: RowWork): StatementLock => ({
    table,
    mode,
    ...(work && { work }),
  });
  if (/^VALIDATE CONSTRAINT\b/i.test(action)) return [lock('SHARE UPDATE EXCLUSIVE', 'reads')];
  if (/^(SET|RESET) \(|\bSET STATISTICS\b/i.test(action)) return [lock('SHARE UPDATE EXCLUSIVE')];
  if (/^(ENABLE|DISABLE) (ALWAYS |REPLICA )?TRIGGER\b/i.test(action))
    return [lock('SHARE ROW EXCLUSIVE')];
  if (/^ADD (CONSTRAINT \S+ )?FOREIGN KEY\b/i.test(action)) {
    const work = /\bNOT VALID$/i.test(action) ? undefined : 'reads';
    return [lock('SHARE ROW EXCLUSIVE', work), ...referredBy(action)];
  }
  if (/^ADD (CONSTRAINT \S+ )?(UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.test(action))
    return [
      lock('ACCESS EXCLUSIVE', /\bUSING INDEX\b/i.test(action) ? undefined : 'builds an index'),
    ];
  const isRead =
    /\bSET NOT NULL$/i.test(action) ||
    (/^ADD (CONSTRAINT \S+ )?CHECK\b/i.test(action) && !/\bNOT VALID$/i.test(action));
  const isRewritten = /\bTYPE\b|^SET (UN)?LOGGED\b/i.test(action);
  const work = isRewritten ? 'writes' : isRead ? 'reads' : undefined;
  return [lock('ACCESS EXCLUSIVE', work), ...referredBy(action)];
}

type Kind = [pattern: RegExp, locks: (match: string[], text: string) => StatementLock[]];

function of(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll('NAME', NAME)}`, 'i');
}

const KINDS: Kind[] = [
  [
    of(String.raw`CREATE (?:UNLOGGED )?TABLE \S+ PARTITION OF NAME`),
    ([table]) => [{ table: table!, mode: 'ACCESS EXCLUSIVE' }],
  ],
  [of('CREATE (?:UNLOGGED )?TABLE'), (_, text) => referredBy(text)],
  [
    of(String.raw`CREATE (?:UNIQUE )?INDEX (CONCURRENTLY )?.*?\bON (?:ONLY )?NAME`),
    ([concurrently, table]) => [
      {
        table: table!,
        mode: concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE',
        work: 'builds an index',
      },
    ],
  ],
  [
    of('DROP INDEX (CONCURRENTLY )?(?:IF EXISTS )?NAME'),
    ([concurrently, index]) => [
      {
        table: index!,
        isIndex: true,
        mode: concurrently ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE',
      },
    ],
  ],
  [
    of('ALTER TABLE (?:IF EXISTS )?(?:ONLY )?NAME (.*)'),
    ([table, actions]) => actionsOf(actions!).flatMap((action) => locksOfAction(table!, action)),
  ],
  [
    of(String.raw`CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*?\bON NAME`),
    ([table]) => [{ table: table!, mode: 'SHARE ROW EXCLUSIVE' }],
  ],
  [
    of(String.raw`(?:DROP TRIGGER|(?:CREATE|ALTER|DROP) POLICY) .*?\bON NAME`),
    ([table]) => [{ table: table!, mode: 'ACCESS EXCLUSIVE' }],
  ],
  [
    of(String.raw`COMMENT ON (?:TABLE NAME|COLUMN NAME\.)`),
    ([table, owner]) => [{ table: (table ?? owner)!, mode: 'SHARE UPDATE EXCLUSIVE' }],
  ],
  [of('INSERT INTO NAME'), ([table]) => [{ table: table!, mode: 'ROW EXCLUSIVE' }]],
  [
    of('(?:UPDATE|DELETE FROM) (?:ONLY )?NAME'),
    ([table]) => [{ table: table!, mode: 'ROW EXCLUSIVE', work: 'writes' }],
  ],
  [
    of('DROP TABLE (?:IF EXISTS )?(.*)'),
    ([tables]) =>
      tables!
        .replace(/ (CASCADE|RESTRICT)$/i, '')
        .split(/, ?/)
        .map((table) => ({ table, mode: 'ACCESS EXCLUSIVE' })),
  ],
  [
    of(
      '(?:COMMENT ON|CREATE (?:OR REPLACE )?(?:FUNCTION|VIEW|SCHEMA|SEQUENCE|TYPE)|ALTER VIEW|DROP (?:FUNCTION|VIEW))',
    ),
    () => [],
  ],
];

/** Returns the locks that one statement of a migration takes on tables that may be in use. */
export function locksOf(statement: string): StatementLock[] {
  const text = bare(statement);
  for (const [pattern, locks] of KINDS) {
    const match = pattern.exec(text);
    if (match) return locks(match.slice(1), text);
  }
  return [{ table: null, mode: 'unknown' }];
}
