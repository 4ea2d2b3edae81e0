/** Tokens at the start of the remaining text in which a semicolon does not end a statement. */
const OPAQUE = [
  /--[^\n]*/y,
  // Backslash escapes apply only after E.
  /(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  // The tag of a dollar quote is not part of a name.
  /(?<![\w$])(\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$)[\s\S]*?\1/y,
];

/** The position after the comment that begins here; such comments can be nested. */
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

/** The position after an opaque token that begins here; undefined if none begins. */
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
 * Returns the statements of a script, each with its comments and without the final semicolon, because some databases
 * accept only one at a time. Semicolons in texts, names, dollar quotes and comments do not end a statement. Parts
 * without a statement, such as a comment at the end, are dropped.
 * @throws Error for an unterminated text or comment, and for BEGIN ATOMIC, whose body has unquoted semicolons
 */
export function statementsOf(sql: string): string[] {
  const found: string[] = [];
  let begin = 0;
  /** The text of the current statement without opaque tokens. */
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
      // A text is part of the statement, and a comment counts as a space.
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
