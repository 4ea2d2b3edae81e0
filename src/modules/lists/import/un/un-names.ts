/** Names in the form of the Security Council's list: several in one field, with remarks. */
import { countryOfName } from '../country-names.ts';
import { cleanText, surnameLast } from '../names.ts';
import type { ImportedAlias } from '../types.ts';

/** Matches text in brackets; nested brackets belong to the outer ones. */
type Segment = { written: string; outside: string; inside: string[] };

/** "A; B" and "A b) C" are several names; "A (B; C)" is one. */
function segmentsOf(text: string): Segment[] {
  let segment: Segment = { written: '', outside: '', inside: [] };
  const segments = [segment];
  let depth = 0;
  for (const char of text.replace(/(?:^|\s)[a-z]\)\s/g, ';')) {
    if (char === ';' && depth === 0) {
      segment = { written: '', outside: '', inside: [] };
      segments.push(segment);
      continue;
    }
    segment.written += char;
    if (char === '(' && depth === 0) segment.inside.push('');
    const isBracket = char === '(' || char === ')';
    if (depth === 0) segment.outside += isBracket ? ' ' : char;
    else segment.inside.push(`${segment.inside.pop() ?? ''}${isBracket ? ';' : char}`);
    if (char === '(') depth += 1;
    if (char === ')' && depth > 0) depth -= 1;
  }
  return segments;
}

/** "Safia Farkash, born 1 Jan. 1953 (Oman passport no. 03825239)". */
const BIRTH = /,?\s+born\s.*$/i;
/** "original script: Амир Хазмат", "Ansar al-Mujahideen Network - sub-unit name". */
const LABEL = /^original script:?|\s+-\s+sub-unit name$/gi;
const ACRONYM = /^(?=.*[A-Z].*[A-Z])[A-Za-z&/-]{2,9}$/;

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text);
}

/**
 * Returns the names in brackets: acronyms, the name in another script, or several spellings. Other text is a remark
 * ("birth name") or belongs to the name ("Leader (Hong Kong) International").
 */
function bracketedNames(segment: Segment): Omit<ImportedAlias, 'kind'>[] {
  return segment.inside.flatMap((group) => {
    const parts = group.split(';').map((part) => cleanText(part.trim().replace(LABEL, '')));
    const filled = parts.filter((part) => /\p{L}/u.test(part));
    return filled.flatMap((name): Omit<ImportedAlias, 'kind'>[] => {
      if (ACRONYM.test(name) && countryOfName(name) === undefined)
        return [{ name, quality: 'weak' }];
      const isSpelling = filled.length > 1 || isLatin(name) !== isLatin(segment.outside);
      return isSpelling ? [{ name, quality: 'strong' }] : [];
    });
  });
}

/**
 * Returns the names in `text`, in order. Names of persons are in spoken order ("Al-Haq, Amin" is "Amin Al-Haq").
 * Brackets are dropped; those of an entity only if they contain a separate name.
 */
export function namesOf(text: string, isPerson: boolean): Omit<ImportedAlias, 'kind'>[] {
  return segmentsOf(text).flatMap((segment) => {
    const others = bracketedNames(segment);
    const outside = cleanText(segment.outside.replace(BIRTH, ''));
    const written = cleanText(segment.written);
    const name = isPerson ? surnameLast(outside) : others.length > 0 ? outside : written;
    return [{ name, quality: 'strong' } as const, ...others].filter((one) =>
      /\p{L}/u.test(one.name),
    );
  });
}
