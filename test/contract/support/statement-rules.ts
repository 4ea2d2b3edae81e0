/**
 * SQL rules of databases that distribute tables over servers. Such a database forwards parts of a statement, so an
 * expression in it must have the same value anywhere and at any time.
 */

/** Texts in quotes, and comments. */
const OPAQUE = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** The text from a position to the closing bracket around it, or to the end. */
function untilClosed(text: string, from: number): string {
  let depth = 0;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    if (text[i] === ')') depth -= 1;
    if (depth < 0) return text.slice(from, i);
  }
  return text.slice(from);
}

/** The parts of a statement in which every expression must be immutable. */
function strictParts(text: string): { kind: string; part: string }[] {
  const found: { kind: string; part: string }[] = [];
  for (const match of text.matchAll(/\bDO UPDATE\b|\bCOALESCE\s*\(|\bCASE\b/gi)) {
    const begin = match.index + match[0].length;
    const rest = untilClosed(text, begin);
    if (/^CASE/i.test(match[0])) {
      // The END of this CASE, after those of nested cases.
      let depth = 1;
      for (const word of rest.matchAll(/\b(CASE|END)\b/gi)) {
        depth += /^CASE/i.test(word[0]) ? 1 : -1;
        if (depth === 0) found.push({ kind: 'CASE', part: rest.slice(0, word.index) });
        if (depth === 0) break;
      }
    } else if (/^DO/i.test(match[0]))
      found.push({ kind: 'DO UPDATE', part: rest.split(/\bRETURNING\b/i)[0]! });
    else found.push({ kind: 'COALESCE', part: rest });
  }
  return found;
}

/**
 * Every violation in a statement. @param unstable names of functions whose result does not depend on their arguments
 * alone
 */
export function violationsOf(sql: string, unstable: ReadonlySet<string>): string[] {
  const text = sql.replaceAll(OPAQUE, "''").replaceAll(/\s+/g, ' ');
  const found: string[] = [];
  for (const { kind, part } of strictParts(text)) {
    for (const [, name] of part.matchAll(/\b(\w+)\s*\(/g))
      if (unstable.has(name!.toLowerCase())) found.push(`${name} in ${kind}`);
    if (/\b(current_(timestamp|date|time)|localtime(stamp)?)\b/i.test(part))
      found.push(`the time in ${kind}`);
    if (
      kind === 'DO UPDATE' &&
      /\bSET [^;]*?"?\borg_id"? ?=[^=]*?(,|$)/i.test(part.split(/\bWHERE\b/i)[0]!)
    )
      found.push('org_id is written');
  }
  if (/^UPDATE \S+( AS)?( \S+)? SET (?:(?!\bFROM\b|\bWHERE\b).)*"?\borg_id"? =/i.test(text.trim()))
    found.push('org_id is written');
  // It depends on the session's time zone.
  for (const [, set] of text.matchAll(
    /\bUPDATE [\w." ]+? SET ((?:(?!\bWHERE\b|\bFROM\b|\bRETURNING\b).)*)/gi,
  ))
    if (/[\w"] ?[+-] ?(make_)?interval\b/i.test(set!)) found.push('an interval on a column in SET');
  if (/\bpg_temp\b|\bTEMP(ORARY)? TABLE\b/i.test(text)) found.push('a temporary table');
  return found;
}
