/** One token in which a semicolon ends nothing, at the start of the text that is left. */
const OPAQUE = [
  /--[^\n]*/y,
  // Escapes with a backslash only where E says so.
  /(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  // A tag is no part of a name.
  /(?<![\w$])(\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$)[\s\S]*?\1/y,
];

/** The place behind a comment that begins here; such comments hold others. */
function endOfComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1)
    if (sql.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (sql.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  throw new Error('a comment does not end');
}

/** The place behind what begins here and is no part of a statement's own text; undefined: nothing does. */
function endOfOpaque(sql: string, at: number): number | undefined {
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  for (const pattern of OPAQUE) {
    pattern.lastIndex = at;
    if (pattern.test(sql)) return pattern.lastIndex;
  }
  if (/['"]/.test(sql[at]!)) throw new Error('a quoted text does not end');
  return undefined;
}

/**
 * The statements of a script, each with its comments and without the semicolon at its end: some databases take one at a
 * time. Semicolons in texts, names, bodies in dollar quotes and comments end nothing. What has no statement in it, such as
 * a comment at the end, is left out.
 * @throws Error when a text or a comment does not end, and for BEGIN ATOMIC, whose body has semicolons in no quotes
 */
export function statementsOf(sql: string): string[] {
  const found: string[] = [];
  let begin = 0;
  /** The part so far, without what is opaque. */
  let own = '';
  const end = (at: number): void => {
    if (/\bBEGIN\s+ATOMIC\b/i.test(own))
      throw new Error(
        'BEGIN ATOMIC is not supported: put the body of the function in dollar quotes',
      );
    if (own.trim() !== '') found.push(sql.slice(begin, at).trim());
    own = '';
    begin = at + 1;
  };
  for (let at = 0; at < sql.length;) {
    const behind = endOfOpaque(sql, at);
    if (behind !== undefined) {
      // A text is of the statement, a comment is as good as a space.
      own += /^(?:--|\/\*)/.test(sql.slice(at, at + 2)) ? ' ' : '?';
      at = behind;
      continue;
    }
    if (sql[at] === ';') end(at);
    else own += sql[at];
    at += 1;
  }
  end(sql.length);
  return found;
}
