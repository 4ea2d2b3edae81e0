import type { Token } from '../types.ts';
import { FILIATIONS } from './word-classes.ts';

type Filiation = { readonly child: number; readonly father: number };

function isName({ kind }: Token): boolean {
  return kind !== 'particle' && kind !== 'title' && kind !== 'initial' && kind !== 'legal';
}

/** Returns the places of the words before and after a word for `son of` or `daughter of` (Omar bin Abdullah). */
function filiationsOf(tokens: readonly Token[]): Filiation[] {
  const found: Filiation[] = [];
  for (let at = 1; at + 1 < tokens.length; at++) {
    const { kind, key } = tokens[at]!;
    if (kind !== 'particle' || !FILIATIONS.has(key)) continue;
    const child = tokens.findLastIndex((token, i) => i < at && isName(token));
    const father = tokens.findIndex((token, i) => i > at && isName(token));
    if (child >= 0 && father >= 0) found.push({ child, father });
  }
  return found;
}

/**
 * Counts the pairs of father and child that are reversed in the other name.
 * @param columns the place of each token of the query in the other name; -1 if it has none
 */
export function turnedFiliations(
  query: readonly Token[],
  candidate: readonly Token[],
  columns: ArrayLike<number>,
): number {
  const asked = filiationsOf(query);
  if (asked.length === 0) return 0;
  const listed = filiationsOf(candidate);
  return asked.filter(({ child, father }) =>
    listed.some((other) => columns[child] === other.father && columns[father] === other.child),
  ).length;
}
