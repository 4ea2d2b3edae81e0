import { wordsOf, wrong, type DataLine } from '../data/read.ts';

type Formation = { end: RegExp; before: string[] };
type Tables = { formations: Formation[]; endings: string[][]; stems: Map<string, string[]> };

const GENDERS = new Set(['son', 'daughter']);

/** Reads data/patronymics.txt. Throws with file and line. */
function tablesOf(lines: readonly DataLine[]): Tables {
  const formations: Formation[] = [];
  const endings = new Map<string, string[]>();
  const stems = new Map<string, string[]>();
  for (const { text, where } of lines) {
    const [end, before] = text.split(' => ');
    const [gender, words] = text.split(': ');
    if (end && before) formations.push({ end: new RegExp(end), before: wordsOf(before, where) });
    else if (gender?.startsWith('of ') && words)
      stems.set(gender.slice('of '.length), wordsOf(words, where));
    else if (gender && words && GENDERS.has(gender)) endings.set(gender, wordsOf(words, where));
    else
      wrong(
        where,
        'an expression, => and letters, or of NAME: and stems, or son: or daughter: and endings are missing',
      );
  }
  return { formations, endings: [...endings.values()], stems };
}

/**
 * Maps each spelling of a patronymic to the head of its class. A class has the forms made from all spellings of one
 * given name, with separate classes for sons and daughters. Omits a spelling that two names produce, or that is in
 * `known`.
 */
export function patronymics(
  lines: readonly DataLine[],
  names: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  const { formations, endings, stems } = tablesOf(lines);
  const made = new Map<string, string>();
  const several = new Set<string>();
  const first = new Map<string, string>();
  const irregular = [...stems].flatMap(([name, ofName]) =>
    ofName.map((stem) => [stem, names.get(name) ?? name] as const),
  );
  for (const [name, head] of [...names, ...irregular]) {
    const formation = formations.find(({ end }) => end.test(name));
    if (!formation) continue;
    const stem = name.replace(formation.end, '');
    endings.forEach((ofGender, gender) => {
      const father = `${gender} ${head}`;
      for (const before of formation.before)
        for (const ending of ofGender) {
          const word = stem + before + ending;
          if (known.has(word)) continue;
          let own = first.get(father);
          if (own === undefined) first.set(father, (own = word));
          const other = made.get(word);
          if (other === undefined) made.set(word, own);
          else if (other !== own) several.add(word);
        }
    });
  }
  for (const word of several) made.delete(word);
  return made;
}
