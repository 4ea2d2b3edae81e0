const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
};

/** Returns the text longer, accented and in brackets, so that texts outside the catalogue are visible. */
export function pseudoText(text: string): string {
  const accented = text.replaceAll(/\{\w+\}|[aeiou]/gi, (part) => ACCENTED[part] ?? part);
  return `[${accented}${'·'.repeat(Math.ceil(text.length / 3))}]`;
}
