import { keyed, readLines, wordsOf, wrong, type DataLine } from '../data/read.ts';
import { SEVERAL_READINGS } from './native-spellings.ts';

/** Maps each short form to its full names, from lines of `full: short short`. Throws with file and line. */
export function shortForms(lines: readonly DataLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const fullNames = new Map<string, Set<string>>();
  for (const line of lines) {
    const [key, shorts] = keyed(line);
    const [full, ...more] = wordsOf(key, line.where);
    if (full === undefined || more.length > 0) return wrong(line.where, `"${key}" is no one name`);
    for (const short of wordsOf(shorts, line.where)) {
      if (short === full) wrong(line.where, `"${short}" is no shorter`);
      fullNames.set(short, (fullNames.get(short) ?? new Set()).add(full));
    }
  }
  return fullNames;
}

/**
 * Maps each short form to the full names that it can mean (data/short-forms.txt), and each key for several readings to
 * these readings.
 */
export const FULL_NAMES_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...shortForms(readLines('short-forms.txt')),
  ...SEVERAL_READINGS,
]);
