import { keyed, readLines, wrong, type DataLine } from './data/read.ts';

/** Legal forms by class, and those that are words or names as well. */
export interface LegalForms {
  readonly classes: Readonly<Record<string, readonly string[]>>;
  readonly ambiguous: ReadonlySet<string>;
}

const FORM = /^[\p{Ll}\p{Lo}]+(?: [\p{Ll}\p{Lo}]+)*$/u;

/**
 * Reads lines of `class: form, form`; the class `ambiguous` marks forms of the others. Throws with file and
 * line when a form is in two classes.
 */
export const legalForms = (lines: readonly DataLine[]): LegalForms => {
  const classOf = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const line of lines) {
    const [key, values] = keyed(line);
    for (const form of values.split(', ')) {
      if (!FORM.test(form)) wrong(line.where, `"${form}" is no form in canonical words`);
      if (key === 'ambiguous') {
        if (!classOf.has(form)) wrong(line.where, `"${form}" is in no class`);
        ambiguous.add(form);
        continue;
      }
      const other = classOf.get(form);
      if (other !== undefined) wrong(line.where, `"${form}" is in class ${other} already`);
      classOf.set(form, key);
    }
  }
  const classes: Record<string, string[]> = {};
  for (const [form, key] of classOf) (classes[key] ??= []).push(form);
  return { classes, ambiguous };
};

const forms = legalForms(readLines('legal-forms.txt'));

/** Legal forms of organisations, by class (data/legal-forms.txt); phrases are in canonical form. */
export const LEGAL_CLASSES = forms.classes;

/** Forms that are also words or names: a legal form only at the end of a longer name. */
export const AMBIGUOUS_LEGAL = forms.ambiguous;
