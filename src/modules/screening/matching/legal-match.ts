import { AMBIGUOUS_LEGAL, LEGAL_CLASSES } from './legal-forms.ts';

interface LegalPhrase {
  readonly words: readonly string[];
  readonly key: string;
}

const PHRASES: ReadonlyMap<string, readonly LegalPhrase[]> = (() => {
  const byFirst = new Map<string, LegalPhrase[]>();
  for (const [key, forms] of Object.entries(LEGAL_CLASSES)) {
    for (const form of forms) {
      const words = form.split(' ');
      const list = byFirst.get(words[0]!) ?? [];
      list.push({ words, key });
      byFirst.set(words[0]!, list);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
})();

/** Long forms are recognised in spite of one slip, or when the end is cut off (`joint stock compan`). */
const LONG_FORMS = [
  'aktiengesellschaft',
  'incorporated',
  'corporation',
  'limited',
  'company',
] as const;
const slip = (word: string, form: string): boolean => {
  if (word === form) return true;
  if (form.length < 7 || word.length < 6) return false;
  if (form.startsWith(word) && form.length - word.length <= 2) return true;
  // One letter missing, extra, changed or two swapped: strip the common head and tail.
  let head = 0;
  while (head < word.length && word[head] === form[head]) head++;
  let tail = 0;
  const room = Math.min(word.length, form.length) - head;
  while (tail < room && word.at(-1 - tail) === form.at(-1 - tail)) tail++;
  return form.length >= 9 && Math.max(word.length, form.length) - head - tail <= 1 && head >= 3;
};

const longForm = (word: string): string =>
  word.length < 6 ? word : (LONG_FORMS.find((form) => slip(word, form)) ?? word);

/**
 * The legal form that begins at `at`, longest phrase first. Ambiguous short forms (`sa`, `as`, `ab`) count
 * only as the last word, after at least one other.
 */
export const matchLegalForm = (
  words: readonly string[],
  at: number,
  hasName: boolean,
): { span: number; key: string } | undefined => {
  const first = words[at]!;
  const candidates = PHRASES.get(first) ?? PHRASES.get(longForm(first));
  if (candidates === undefined) return undefined;
  for (const { words: form, key } of candidates) {
    const fits = form.every((word, i) => {
      const given = words[at + i];
      return given !== undefined && (given === word || longForm(given) === word);
    });
    if (!fits || form.length === words.length) continue;
    const last = at + form.length === words.length;
    if (form.length === 1 && AMBIGUOUS_LEGAL.has(first) && !(last && hasName)) continue;
    return { span: form.length, key };
  }
  return undefined;
};
